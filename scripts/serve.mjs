// The production server: Next behind a small HTTP server of our own, because Next's does not say who the client is, answers
// some failures without a body, and does not wait for requests in flight.
import http from "node:http";
import { fileURLToPath } from "node:url";
import { admission } from "./lib/admission.mjs";
import { fail, failOnSocket, onlyJsonFailures } from "./lib/api-failures.mjs";
import { arrivals, keepsComing } from "./lib/arrival.mjs";
import { trustOnly } from "./lib/client-address.mjs";
import { Stop, isMain, loadDotEnv, main, root, sleep } from "./lib/common.mjs";
import { continueOnProjectNode, onParentGone } from "./lib/install.mjs";
import { answerInTime } from "./lib/deadline.mjs";
import { requireDatabase } from "./lib/postgres.mjs";
import { withPublicPages } from "./lib/public-pages.mjs";

/** What a request handler of the app can export. */
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** The longest a request in flight may take once we were asked to stop. */
const DRAIN_MS = 25_000;

const inUse = (port) => new Stop(`Port ${port} is in use. Set PORT to another one.`);

function listen(server, port) {
  return new Promise((resolve, reject) => {
    const failed = (error) =>
      reject(
        error.code === "EADDRINUSE"
          ? inUse(port)
          : new Stop(`Port ${port} cannot be opened (${error.code}). Set PORT to another one.`),
      );
    server.once("error", failed);
    server.listen(port, () => {
      server.off("error", failed);
      resolve();
    });
  });
}

/** Fails with one line when the port is taken, so that nothing else is started in vain. */
export async function requirePort(port) {
  const probe = http.createServer();
  await listen(probe, port);
  await new Promise((resolve) => probe.close(resolve));
}

/** Parses the configuration with the app's own schema: one line for each variable that is missing or wrong. */
export async function requireConfiguration() {
  // Node 24 reads TypeScript of this kind by itself.
  const { parseEnv } = await import("../lib/env.ts");
  try {
    return parseEnv(process.env);
  } catch (error) {
    throw new Stop(error.message);
  }
}

/** One line in the form of the app's own log (lib/log.ts). No message of an error: it may quote what somebody sent. */
function log(level, fields) {
  console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields }));
}

/** True for /api and everything under it, however it is written. */
function isApi(url) {
  const pathname = url.split("?", 1)[0];
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // Judged as it stands.
  }
  return [pathname, decoded].some((item) => /^\/+api(\/|$)/i.test(item));
}

function isDecodable(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0]);
    return true;
  } catch {
    return false;
  }
}

/** True for an address with `.` or `..` for a name, however it is written: where it leads would depend on who reads it. */
const hasDots = (url) => /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(decodeURIComponent(url.split("?", 1)[0]));

/** Wraps Next's handler in what is described at the top of this file. `state.draining` ends connections after their answer. */
function createHandler(handle, hops, state, admit, networkOf) {
  const arrived = arrivals();
  return async (req, res) => {
    const address = trustOnly(req, hops);
    if (state.draining) res.setHeader("Connection", "close");
    // A request line may hold a whole address, as for a proxy; the part that names a place here is what counts.
    if (/^https?:\/\//i.test(req.url)) req.url = req.url.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
    if (req.httpVersion === "1.1" && req.headers.host === undefined)
      return fail(res, 400, { Connection: "close" });
    if (!methods.includes(req.method))
      return fail(res, 405, { Allow: methods.join(", "), Connection: "close" });
    if (!req.url.startsWith("/") || !isDecodable(req.url)) return fail(res, 400);
    const api = isApi(req.url);
    // Browsers send none. There is nothing behind it.
    if (hasDots(req.url)) req.url = api ? "/api/404" : "/404";
    if (!(await arrived(req, res)) || !admit(req, res, api, networkOf(address))) return;
    keepsComing(req, res);
    answerInTime(req, res);
    if (api) onlyJsonFailures(res);
    try {
      await handle(req, res);
    } catch (error) {
      log(50, { event: "server.request_failed", errorName: error?.name, errorCode: error?.code });
      fail(res, 500);
    }
  };
}

/**
 * Keeps count of the requests on each connection. `finish` closes the server when all of them were answered: connections
 * that wait between two requests at once, connections that never sent one (browsers open some ahead) after a moment.
 */
function trackConnections(server) {
  const open = new Map();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted += 1;
    open.set(socket, 0);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (req, res) => {
    const { socket } = req;
    open.set(socket, (open.get(socket) ?? 0) + 1);
    res.once("close", () => open.has(socket) && open.set(socket, open.get(socket) - 1));
  });
  return async function finish() {
    // Whoever has already knocked is let in before the door is closed. The system hands over one connection a turn.
    await sleep(100);
    const latest = Date.now() + 5_000;
    for (let known = accepted, quiet = 0; quiet < 5 && Date.now() < latest; quiet += 1) {
      await new Promise(setImmediate);
      if (accepted !== known) [known, quiet] = [accepted, 0];
    }
    const began = Date.now();
    const closed = new Promise((resolve) => server.close(resolve));
    const sweep = setInterval(() => {
      const waited = Date.now() - began;
      for (const [socket, requests] of open) {
        if (waited > DRAIN_MS || (requests === 0 && waited > 1_000)) socket.destroy();
      }
      server.closeIdleConnections();
    }, 50);
    await closed;
    clearInterval(sweep);
  };
}

/**
 * Starts the server of the built app with the configuration in process.env. Answers {port, url, drain()}.
 * `checked` says that the caller has just proven the database and the port.
 */
export async function start({ checked = false } = {}) {
  const began = Date.now();
  process.env.NODE_ENV = "production";
  const env = await requireConfiguration();
  if (!checked) await Promise.all([requirePort(env.PORT), requireDatabase(env.DATABASE_URL)]);

  const { default: next } = await import("next");
  const state = { draining: false };
  const server = http.createServer({
    // A slow mobile line may need long for its documents, as long as they keep coming (lib/arrival.mjs); a client that sends its
    // headers drop by drop is not waited for.
    requestTimeout: 1_800_000,
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5_000,
    // Longer than the idle time of common proxies (60 s), so that they never write to a connection we just closed.
    keepAliveTimeout: 65_000,
    // Answered above, with a body.
    requireHostHeader: false,
  });
  // Nothing came and nothing went for so long: whoever was there is gone.
  server.setTimeout(60_000);
  const finish = trackConnections(server);
  const app = next({
    dev: false,
    dir: root,
    port: env.PORT,
    quiet: true,
    // Next would take over `upgrade` requests of the server it finds. There are no web sockets here; without a listener
    // Node treats such a request like any other.
    httpServer: { on() {} },
  });
  await app.prepare().catch((error) => {
    if (/production build/.test(error.message)) throw new Stop("There is no build. Run npm run build first.");
    throw error;
  });

  const { matchRoute } = await import("../lib/routes/policy.ts");
  const { networkOf } = await import("../lib/client-info.ts");
  const { headScript } = await import("../lib/pages/head-script.ts");
  const { pagePolicy } = await import("../lib/pages/page-policy.ts");
  const accessOf = (path) => matchRoute(path)?.access ?? null;
  const handle = withPublicPages(app.getRequestHandler(), { accessOf, headScript, pagePolicy });
  const admit = admission({ requests: env.MAX_REQUESTS, uploads: env.MAX_UPLOADS });
  server.on("request", createHandler(handle, env.TRUSTED_PROXY_HOPS, state, admit, networkOf));
  server.on("checkExpectation", (req, res) => fail(res, 417));
  server.on("connect", (req, socket) => failOnSocket(socket, 405));
  server.on("clientError", (error, socket) => {
    if (error.code === "ECONNRESET") return void socket.destroy();
    // The parser knows the methods of the registry only. Another word in their place is a method all the same.
    const isMethod = /^[A-Z][A-Z-]* \S+ HTTP\/1\.[01]\r?\n/.test(error.rawPacket?.toString("latin1") ?? "");
    const known = {
      HPE_HEADER_OVERFLOW: 431,
      HPE_INVALID_METHOD: isMethod ? 501 : 400,
      ERR_HTTP_REQUEST_TIMEOUT: 408,
    };
    failOnSocket(socket, known[error.code] ?? 400);
  });
  await listen(server, env.PORT);
  server.on("error", (error) => log(50, { event: "server.error", errorCode: error.code }));
  if (["info", "debug"].includes(env.LOG_LEVEL))
    log(30, { event: "server.ready", port: env.PORT, ms: Date.now() - began });

  let drained;
  return {
    port: env.PORT,
    url: env.APP_URL,
    /** Finishes what is in flight, then resolves. Background jobs listen to `seedline:drain` and stop on their own. */
    drain: () =>
      (drained ??= (async () => {
        state.draining = true;
        globalThis[Symbol.for("seedline.draining")] = true;
        process.emit("seedline:drain");
        await finish();
        // Work that the app does after its answers (`after()`).
        await Promise.race([app.close(), sleep(2_000)]);
      })()),
  };
}

/** Runs `stop` at the first SIGTERM or SIGINT and exits; a second one (not the echo npm and the terminal send) exits at once. */
export function stopOnSignal(stop, { atOnce = () => {} } = {}) {
  let first = 0;
  const onSignal = async () => {
    if (first) {
      if (Date.now() - first < 1_000) return;
      atOnce();
      process.exit(1);
    }
    first = Date.now();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      console.error(error instanceof Stop ? error.message : error);
      process.exit(1);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, onSignal);
  onParentGone(onSignal);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await continueOnProjectNode(fileURLToPath(import.meta.url));
    process.chdir(root);
    loadDotEnv();
    const server = await start();
    stopOnSignal(() => server.drain());
  });
}
