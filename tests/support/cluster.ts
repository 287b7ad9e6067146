// The infrastructure of several servers: a streaming replica, PgBouncer and nginx, all on 127.0.0.1. nginx and PgBouncer are the system's
// (Debian: apt-get install nginx-light pgbouncer), with the production settings. `npm run cluster` starts all of it with demo data and two
// servers; Ctrl-C stops it and removes the data. With `-- --ha`, it starts three machines.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../server/build.ts";
import { freePort, startPostgres, withClient, type PostgresServer } from "../../server/postgres.ts";
import { UserFacingError, readText, root, run, runCommand, stopOnSignal } from "../../server/process.ts";
import { startHaCluster } from "./ha/cluster.ts";
import { loopback } from "./ha/network.ts";
import { startDatabase, startServer, type Database } from "./server.ts";

type Program = { pid: number; stop: (signal?: NodeJS.Signals) => Promise<void> };

export type PgBouncer = Program & {
  url: string;
  replicaUrl: string;
  /** PgBouncer's admin console. */
  adminUrl: string;
};

export type Nginx = Program & {
  url: string;
  /** One line per request: the servers tried, the status of each, the seconds, the status, the method. */
  log: string;
  /** Where nginx would store bodies that it buffers. */
  folders: string[];
  /** Routes requests only to these servers, out of those it was started with. */
  route: (ports: number[]) => Promise<void>;
};

const here = path.join(root, "deploy");
const isRoot = process.getuid?.() === 0;

/** Returns the path of a system program on Debian. */
const system = (name: string) => `/usr/sbin/${name}`;

/** Starts a program that stays in the foreground, and waits until it is ready. */
async function startProgram(
  program: string,
  args: string[],
  log: string,
  isReady: () => Promise<boolean>,
): Promise<Program> {
  if (!fs.existsSync(program)) throw new UserFacingError(`${program} is not installed.`);
  const fd = fs.openSync(log, "a");
  // The program has a separate process group, so that Ctrl-C reaches only this process.
  const child = spawn(program, args, { detached: true, stdio: ["ignore", fd, fd] });
  fs.closeSync(fd);
  let hasEnded = false;
  const exited = once(child, "exit").finally(() => (hasEnded = true));
  exited.catch(() => undefined);
  for (const end = Date.now() + 15_000; !(await isReady()); await sleep(50))
    if (hasEnded || Date.now() > end) {
      child.kill("SIGKILL");
      throw new UserFacingError(`${program} did not start:\n${readText(log)}`);
    }
  return {
    pid: child.pid!,
    async stop(signal = "SIGTERM") {
      if (!hasEnded) child.kill(signal);
      await exited;
    },
  };
}

const parseUrl = (url: string) => {
  const { port, username, password, pathname } = new URL(url);
  return { port, username, password, name: pathname.slice(1) };
};

/**
 * Starts a streaming replica of an embedded PostgreSQL. Its npm package does not contain pg_basebackup, and Debian's is older than the
 * server: the files are copied between pg_backup_start and pg_backup_stop, as pg_basebackup does.
 */
export async function startReplica({
  url,
  dataDir,
}: Pick<Database, "url" | "dataDir">): Promise<PostgresServer> {
  const { port, username, password } = parseUrl(url);
  const replicaDir = path.join(dataDir, "replica");
  const dir = path.join(replicaDir, "postgres");
  fs.mkdirSync(replicaDir);
  fs.chmodSync(replicaDir, 0o711);
  await withClient(url, async (client) => {
    await client.query("select pg_backup_start('replica', true)");
    await run("cp", ["-a", path.join(dataDir, "postgres"), dir], { quiet: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    const { uid, gid } = fs.statSync(dir);
    const write = (name: string, text: string, flag = "w") => {
      fs.writeFileSync(path.join(dir, name), text, { mode: 0o600, flag });
      fs.chownSync(path.join(dir, name), uid, gid);
    };
    for (const name of ["postmaster.pid", "postmaster.opts"])
      fs.rmSync(path.join(dir, name), { force: true });
    write("backup_label", rows[0]!.labelfile);
    write("standby.signal", "");
    write(
      "postgresql.auto.conf",
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
      "a",
    );
  });
  return startPostgres({ dataDir: replicaDir, password });
}

/** Starts PgBouncer in front of the primary and, as the database `replica`, in front of the replica. */
export async function startPgBouncer(
  { url, dataDir }: Pick<Database, "url" | "dataDir">,
  replica: Pick<PostgresServer, "port">,
): Promise<PgBouncer> {
  const dir = path.join(dataDir, "pgbouncer");
  fs.mkdirSync(dir, { mode: 0o755 });
  const { username, password, name, ...primary } = parseUrl(url);
  const port = await freePort();
  const auth = path.join(dir, "users");
  fs.writeFileSync(auth, `"${username}" "${password}"\n`, { mode: 0o644 });
  const file = path.join(dir, "pgbouncer.ini");
  fs.writeFileSync(
    file,
    `[databases]
${name} = host=127.0.0.1 port=${primary.port}
replica = host=127.0.0.1 port=${replica.port} dbname=${name}
%include ${path.join(here, "pgbouncer.ini")}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${auth}
admin_users = ${username}
${isRoot ? "user = postgres" : ""}
`,
  );
  const address = (database: string) => `postgresql://${username}:${password}@127.0.0.1:${port}/${database}`;
  const program = await startProgram(system("pgbouncer"), [file], path.join(dir, "log"), () =>
    withClient(address(name), (client) => client.query("select 1")).then(
      () => true,
      () => false,
    ),
  );
  return { ...program, url: address(name), replicaUrl: address("replica"), adminUrl: address("pgbouncer") };
}

/** Returns the workers of an nginx that still accept requests. */
function findWorkers(master: number): string[] {
  const children = readText(`/proc/${master}/task/${master}/children`).trim().split(" ").filter(Boolean);
  return children.filter((pid) => !readText(`/proc/${pid}/cmdline`).includes("shutting down"));
}

/**
 * Starts nginx on `port` in front of servers on `ports`, or of the servers in a file like deploy/nginx/servers.conf.
 */
export async function startNginx(
  { dataDir }: Pick<Database, "dataDir">,
  port: number,
  behind: number[] | string,
): Promise<Nginx> {
  const dir = path.join(dataDir, "nginx");
  fs.mkdirSync(dir, { mode: 0o755 });
  const log = path.join(dir, "access");
  const file = path.join(dir, "nginx.conf");
  const servers = path.join(dir, "servers.conf");
  const write = (used: number[]) =>
    fs.writeFileSync(
      servers,
      typeof behind === "string"
        ? readText(behind)
        : behind
            .map((item) => `server 127.0.0.1:${item} max_fails=0${used.includes(item) ? "" : " down"};\n`)
            .join(""),
    );
  write(typeof behind === "string" ? [] : behind);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  fs.writeFileSync(
    file,
    `daemon off;
pid ${dir}/pid;
error_log ${dir}/error;
worker_processes 1;
events { worker_connections 2048; }
http {
  ${folders.map((name) => `${name}_temp_path ${dir}/${name};`).join("\n  ")}
  log_format short '$upstream_addr $upstream_status $request_time $status $request_method';
  access_log ${log} short;
  include ${here}/nginx/http.conf;
  upstream seedline_reads { include ${servers}; keepalive 32; }
  upstream seedline_writes { include ${servers}; }
  server {
    listen 127.0.0.1:${port};
    include ${here}/nginx/server.conf;
  }
}
`,
  );
  const url = `http://localhost:${port}`;
  const args = ["-p", dir, "-e", `${dir}/error`, "-c", file];
  const program = await startProgram(system("nginx"), args, path.join(dir, "out"), () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  /** Changes the list as `nginx -s reload` does; resolves once no worker uses the old list. */
  const route = async (used: number[]) => {
    const old = findWorkers(program.pid);
    write(used);
    process.kill(program.pid, "SIGHUP");
    for (
      let now = old;
      now.length === 0 || now.some((pid) => old.includes(pid));
      now = findWorkers(program.pid)
    )
      await sleep(20);
  };
  return { ...program, url, log, folders: folders.map((name) => path.join(dir, name)), route };
}

/** Returns the environment of a server in this setup. */
export const clusterEnv = (
  nginxUrl: string,
  bouncer: PgBouncer,
  database: Pick<Database, "env">,
): Record<string, string> => ({
  // The default value.
  DATABASE_TIMEOUT_MS: "",
  APP_URL: nginxUrl,
  DATABASE_URL: bouncer.url,
  DATABASE_REPLICA_URL: bouncer.replicaUrl,
  DATABASE_DIRECT_URL: database.env["DATABASE_URL"]!,
  TRUSTED_PROXY_HOPS: "1",
});

type Track = <T extends { stop: () => Promise<unknown> }>(starting: Promise<T>) => Promise<T>;

/** Two servers, a primary and a replica. */
async function startPair(port: number, track: Track): Promise<void> {
  const database = await track(startDatabase({ durable: true, seed: true }));
  const replica = await track(startReplica(database));
  const bouncer = await track(startPgBouncer(database, replica));
  const env = clusterEnv(`http://localhost:${port}`, bouncer, database);
  const first = await track(startServer({ database, env }));
  const second = await track(startServer({ database, env }));
  const nginx = await track(startNginx(database, port, [first.port, second.port]));
  console.log(`${nginx.url}: nginx
${first.url} and ${second.url}: the servers, processes ${first.pid} and ${second.pid}
${bouncer.url}: PgBouncer
${database.url}: the primary
${replica.url}: the replica
Everything is stored under ${database.dataDir} until it is stopped with Ctrl-C.`);
}

/** Three machines, as in docs/operations/high-availability.md, at loopback addresses. */
async function startThreeMachines(port: number, track: Track): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-cluster-"));
  const appUrl = `http://localhost:${port}`;
  await track(Promise.resolve({ stop: async () => fs.rmSync(dataDir, { recursive: true, force: true }) }));
  const cluster = await track(startHaCluster({ dataDir, network: loopback, appUrl, isSeeded: true }));
  await track(startNginx({ dataDir }, port, path.join(cluster.machines.a.folder, "config/servers.conf")));
  console.log(`${appUrl}: nginx`);
  for (const { name, address, folder } of Object.values(cluster.machines))
    console.log(`machine ${name}: ${address}, data and logs in ${folder}`);
  console.log(
    `curl http://${cluster.machines.a.address}:8008/cluster shows the primary. Ctrl-C stops everything.`,
  );
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { ha: { type: "boolean", default: false } } });
    const started: { stop: () => Promise<unknown> }[] = [];
    const stop = async () => {
      for (const item of started.splice(0).reverse()) await item.stop();
    };
    stopOnSignal(stop);
    const track: Track = async (starting) => {
      const item = await starting;
      started.push(item);
      return item;
    };
    try {
      await ensureBuilt();
      const port = Number(process.env.PORT || 3000);
      await (values.ha ? startThreeMachines(port, track) : startPair(port, track));
    } catch (error) {
      await stop();
      throw error;
    }
  });
}
