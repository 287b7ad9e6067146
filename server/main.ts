// `npm start` starts the production server. Our own HTTP server wraps Next.js, whose server does not know the client's address, sends some
// failures without a body, and does not wait for requests in flight (ADR 4).
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv, type Env } from "../lib/env.ts";
import { createAdmissionControl } from "./admission.ts";
import { requireNoDemoAccounts } from "./demo-accounts.ts";
import {
  createHttpServer,
  createRequestListener,
  listen,
  log,
  requirePort,
  trackConnections,
} from "./http-server.ts";
import { requireDatabase } from "./postgres.ts";
import { UserFacingError, loadDotEnv, root, runCommand, stopOnSignal } from "./process.ts";
import { withPublicPageCache } from "./public-pages.ts";

export interface RunningServer {
  port: number;
  /** Finishes the requests in flight and the running jobs, which listen to `seedline:drain`. */
  drain: () => Promise<void>;
}

/** Parses the configuration. Throws a UserFacingError with one line for each missing or invalid variable. */
export function requireConfiguration(): Env {
  try {
    return parseEnv(process.env);
  } catch (error) {
    throw new UserFacingError(error instanceof Error ? error.message : String(error));
  }
}

/** Prepares Next.js. */
async function prepareNext(port: number) {
  const { default: next } = await import("next");
  const app = next({
    dev: false,
    dir: root,
    port,
    quiet: true,
    // Next.js would handle `upgrade` requests on a server passed to it. There are no WebSockets; without a listener, Node.js treats such a
    // request like any other.
    httpServer: { on() {} } as never,
  });
  await app.prepare().catch((error: unknown) => {
    if (/production build/.test(String(error)))
      throw new UserFacingError("There is no build. Run npm run build first.");
    throw error;
  });
  await loadRoutes(app);
  return app;
}

/**
 * Loads the code of all routes, so that a server that reports readiness responds immediately. Next.js would load it in the background,
 * which blocks the event loop so much that the first requests hit the database timeouts (`preloadEntriesOnStart` in next.config.ts is off).
 */
async function loadRoutes(app: object): Promise<void> {
  const { server } = app as {
    server: { getServer(): Promise<{ unstable_preloadEntries(): Promise<void> }> };
  };
  await (await server.getServer()).unstable_preloadEntries();
}

/** Starts the server of the built app with the configuration in process.env. With `isOwnHost`, it rejects requests for other hosts. */
export async function startServer(
  options: Pick<Parameters<typeof createRequestListener>[0], "isOwnHost"> = {},
): Promise<RunningServer> {
  const began = Date.now();
  Object.assign(process.env, { NODE_ENV: "production" });
  const env = requireConfiguration();
  await Promise.all([requirePort(env.PORT, env.HOST), requireDatabase(env.DATABASE_URL)]);
  if (!env.DEMO) await requireNoDemoAccounts(env.DATABASE_URL);

  const server = createHttpServer(env.REQUEST_TIMEOUT_SECONDS * 1_000);
  const finish = trackConnections(server);
  const app = await prepareNext(env.PORT);
  let drained: Promise<void> | undefined;
  const listener = createRequestListener({
    handle: withPublicPageCache(app.getRequestHandler()),
    admit: createAdmissionControl({ requests: env.MAX_REQUESTS, uploads: env.MAX_UPLOADS }),
    hops: env.TRUSTED_PROXY_HOPS,
    isDraining: () => drained !== undefined,
    ...options,
  });
  server.on("request", (req, res) => void listener(req, res));
  await listen(server, env.PORT, env.HOST);
  if (["info", "debug"].includes(env.LOG_LEVEL))
    log(30, { event: "server.ready", port: env.PORT, ms: Date.now() - began });

  const drain = async () => {
    // Read by lib/ops/readiness.ts, which is bundled by Next.js and shares only globals with the server.
    Reflect.set(globalThis, Symbol.for("seedline.draining"), true);
    const ends: Promise<unknown>[] = [];
    process.emit("seedline:drain" as never, ends as never);
    await finish();
    await Promise.all(ends);
    // This waits for work scheduled with `after()`.
    await Promise.race([app.close(), sleep(2_000)]);
  };
  return { port: env.PORT, drain: () => (drained ??= drain()) };
}

if (import.meta.main) {
  await runCommand(async () => {
    process.chdir(root);
    loadDotEnv();
    const server = await startServer();
    stopOnSignal(server.drain);
  });
}
