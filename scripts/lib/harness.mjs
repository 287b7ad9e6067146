// A whole Seedline for tests: its own PostgreSQL and secrets in a temporary folder, and any number of server processes.
// It ends only what it started.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Stop, childEnv, projectNode, readText, root, run, sleep } from "./common.mjs";
import { freePort, startPostgres } from "./postgres.mjs";
import { ensureSecrets } from "./secrets.mjs";
import { seed as runSeed } from "./seed.mjs";

/** Every variable of the product, empty: neither the shell of a developer nor a .env file changes what is tested. */
function blank() {
  const names = readText(path.join(root, ".env.example")).matchAll(/^([A-Z][A-Z0-9_]*)=/gm);
  return Object.fromEntries(
    [...names].filter(([, name]) => name !== "NODE_ENV").map(([, name]) => [name, ""]),
  );
}

/**
 * A migrated database, seeded on request, with a DATA_DIR and secrets. `env` is what the product needs to use them.
 * `durable` keeps PostgreSQL's promise to survive a crash, which tests otherwise trade for speed.
 */
export async function startDatabase({ dataDir, seed = false, durable = false } = {}) {
  const dir = dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), "seedline-test-"));
  fs.mkdirSync(dir, { recursive: true });
  fs.chmodSync(dir, 0o711);
  // Made from nothing, also where the shell of a developer holds real keys.
  const given = Object.fromEntries(Object.keys(blank()).map((name) => [name, process.env[name]]));
  for (const name of Object.keys(given)) delete process.env[name];
  const { env: secrets, postgresPassword } = ensureSecrets(dir);
  for (const [name, value] of Object.entries(given)) if (value !== undefined) process.env[name] = value;

  const postgres = await startPostgres({ dataDir: dir, password: postgresPassword, throwaway: !durable });
  const stop = async () => {
    await postgres.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
  const env = {
    ...blank(),
    ...secrets,
    DATABASE_URL: postgres.url,
    DATA_DIR: dir,
    DEMO: "true",
    LOG_LEVEL: "warn",
  };
  try {
    await run(projectNode, [path.join(root, "scripts/migrate.mjs")], {
      quiet: true,
      what: "The migration",
      env,
    });
    if (seed) await runSeed({ ...env, NODE_ENV: "production" });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, dataDir: dir, env, postgresPid: postgres.pid, stop };
}

let count = 0;

/**
 * One server process (scripts/serve.mjs) on that database. Its output goes to files in DATA_DIR, so that tests can read it.
 * `env` adds to or changes the variables; APP_URL is the server's own address unless given. `dir` is another built tree.
 */
export async function startServer({ database, env = {}, port, dir = root }) {
  port ??= await freePort();
  const url = `http://localhost:${port}`;
  const name = path.join(database.dataDir, `server-${(count += 1)}`);
  const files = { stdout: `${name}.out`, stderr: `${name}.err` };
  const fds = [fs.openSync(files.stdout, "a"), fs.openSync(files.stderr, "a")];
  const child = spawn(projectNode, [path.join(dir, "scripts/serve.mjs")], {
    cwd: dir,
    env: childEnv({
      ...database.env,
      NODE_ENV: "production",
      PORT: String(port),
      APP_URL: url,
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
    }),
    // The channel: when this process dies without warning, the server notices and goes too.
    stdio: ["ignore", ...fds, "ipc"],
  });
  for (const fd of fds) fs.closeSync(fd);
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ code: -1, signal: null, error }));
  });
  let over = false;
  void exited.then(() => (over = true));

  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    if (over || Date.now() > end) {
      child.kill("SIGKILL");
      throw new Stop(`The server did not start:\n${readText(files.stderr)}${readText(files.stdout)}`);
    }
    if (await answers(port)) break;
  }
  return {
    url,
    port,
    pid: child.pid,
    files,
    /** The answer is how it ended. SIGTERM drains it; SIGKILL is a crash. */
    async stop(signal = "SIGTERM") {
      if (!over) child.kill(signal);
      return exited;
    },
  };
}

/** Asks the app itself: the port alone also answers while the server is only trying whether it is free. */
async function answers(port) {
  try {
    return (await fetch(`http://localhost:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}
