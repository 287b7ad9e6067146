// `npm run quickstart`: from a fresh clone to the running product with demo data, with one command.
// `npm run dev`: the same, with Next's development server.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  Stop,
  childEnv,
  dataDir,
  endChildren,
  loadDotEnv,
  main,
  projectNode,
  root,
  run,
} from "./lib/common.mjs";
import { continueOnProjectNode, install } from "./lib/install.mjs";

const dev = process.argv.includes("--dev");
const began = Date.now();

const accounts = [
  ["super@seedline.example", "super administrator"],
  ["admin@seedline.example", "administrator"],
  ["investor@demo.example", "personal investor, approved"],
  ["corporate@demo.example", "corporate investor, waiting for a decision"],
  ["startup@demo.example", "startup, approved"],
  ["new@demo.example", "verified e-mail, no role chosen yet"],
  ["rejected@demo.example", "personal investor, rejected"],
];

/** Runs one step and says how long it took. */
async function step(name, work) {
  const from = Date.now();
  const answer = await work();
  const note = typeof answer === "string" ? ` (${answer})` : "";
  console.log(`  ${((Date.now() - from) / 1000).toFixed(1).padStart(5)} s  ${name}${note}`);
  return answer;
}

await main(async () => {
  install();
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  process.chdir(root);
  loadDotEnv();
  // What is imported here needs the installed packages.
  const { makeWritable, takeLock } = await import("./lib/lock.mjs");
  const { requireDatabase, startPostgres } = await import("./lib/postgres.mjs");
  const { ensureSecrets } = await import("./lib/secrets.mjs");
  const { generate } = await import("./generate.mjs");
  const { build, isBuilt } = await import("./lib/build.mjs");
  const { seed } = await import("./lib/seed.mjs");
  const { requirePort, start, stopOnSignal } = await import("./serve.mjs");

  const port = process.env.PORT || "3000";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535 || Number(port) < 1)
    throw new Stop("PORT must be a number from 1 to 65535.");
  const folder = dataDir();
  makeWritable(folder);
  const lock = await takeLock(folder, "quickstart");
  if (!lock.taken) {
    throw new Stop(
      `Another Seedline (process ${lock.pid}) is using ${folder}. Stop it, or set DATA_DIR to another folder.`,
    );
  }

  let database;
  let server;
  let devServer;
  let stopping;
  /** Requests first, then the database they need, then the lock. Whoever asks a second time waits for the same. */
  const stop = () =>
    (stopping ??= (async () => {
      if (server || devServer) console.log("\nStopping: finishing open requests ...");
      endChildren();
      await endDevServer(devServer);
      await server?.drain();
      await (await database?.catch(() => null))?.stop();
      lock.release();
    })());
  // At a second Ctrl-C nothing is waited for; PostgreSQL is told to go, and recovers by itself should it be killed too.
  stopOnSignal(stop, {
    atOnce: () => {
      lock.release();
      void database?.then((item) => process.kill(item.pid(), "SIGINT")).catch(() => {});
    },
  });

  try {
    console.log(dev ? "Seedline, development server" : "Seedline quickstart");
    await requirePort(Number(port));

    const { env: secrets, postgresPassword } = ensureSecrets(folder);
    Object.assign(process.env, secrets, {
      PORT: port,
      DATA_DIR: folder,
      APP_URL: process.env.APP_URL || `http://localhost:${port}`,
      NODE_ENV: dev ? "development" : "production",
      DEMO: "true",
      NEXT_TELEMETRY_DISABLED: "1",
    });

    const given = process.env.DATABASE_URL;
    const databaseStep = step("database", async () => {
      if (given) {
        await requireDatabase(given);
        return;
      }
      database = startPostgres({ dataDir: folder, password: postgresPassword });
      process.env.DATABASE_URL = (await database).url;
    });
    const clientStep = generate();
    // Whichever fails first is reported; the other must not count as unhandled meanwhile.
    await Promise.all([databaseStep, clientStep]);

    const data = async () => {
      await step("migrations", () =>
        run(projectNode, [path.join(root, "scripts/migrate.mjs")], {
          quiet: true,
          what: "The migration",
        }).then(() => {}),
      );
      await step("demo data", async () => ((await seed({})) ? undefined : "no seed"));
    };
    const app = async () => {
      if (dev) return;
      if (isBuilt(process.env)) return;
      console.log("           building the app, this takes a while the first time ...");
      await step("build", () => build());
    };
    await Promise.all([data(), app()]);

    if (dev) {
      devServer = spawn(
        projectNode,
        [path.join(root, "node_modules/next/dist/bin/next"), "dev", "-p", port],
        {
          cwd: root,
          env: childEnv(),
          stdio: "inherit",
        },
      );
      devServer.once("exit", async (code) => {
        await stop();
        process.exit(code ?? 0);
      });
    } else {
      await step("server", async () => {
        server = await start({ checked: true });
      });
    }
    if (!stopping) banner(process.env.APP_URL);
  } catch (error) {
    // Stopped by a signal: the steps that fail because of it are not news.
    if (stopping) return;
    await stop();
    throw error;
  }
});

/** Ends `next dev`, which has children of its own, and waits for it. */
function endDevServer(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  });
}

function banner(url) {
  console.log(`
Seedline is ready after ${((Date.now() - began) / 1000).toFixed(1)} s: ${url}

  Demo accounts, all with the password Demo-Passw0rd1
${accounts.map(([email, what]) => `    ${email.padEnd(26)}${what}`).join("\n")}

  Mails the product sends: ${url}/dev/outbox
  Stop with Ctrl-C.
`);
}
