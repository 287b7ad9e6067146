// What stands around the servers when there is more than one: a streaming replica, pgbouncer and nginx, all on 127.0.0.1. nginx and
// pgbouncer are the system's (Debian: apt-get install nginx-light pgbouncer), with the very settings that are meant for production.
//
//   node deploy/cluster.mjs    starts all of it with the demo data and two servers; Ctrl-C ends it and leaves nothing behind
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Stop, isMain, main, readText, root, run, sleep } from "../scripts/lib/common.mjs";
import { continueOnProjectNode } from "../scripts/lib/install.mjs";
import { freePort, startPostgres } from "../scripts/lib/postgres.mjs";

const here = path.join(root, "deploy");
const isRoot = process.getuid?.() === 0;

/** Where Debian puts programs that are not for everybody. */
const system = (name) => `/usr/sbin/${name}`;

/** Starts a program that stays in the foreground, and waits until `ready()`. Answers {pid, stop(signal)}. */
async function startProgram(program, args, log, ready) {
  if (!fs.existsSync(program)) throw new Stop(`${program} is not installed.`);
  const fd = fs.openSync(log, "a");
  // A process group of its own, so that Ctrl-C reaches us alone.
  const child = spawn(program, args, { detached: true, stdio: ["ignore", fd, fd] });
  fs.closeSync(fd);
  let over = false;
  const exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  void exited.then(() => (over = true));
  for (const end = Date.now() + 15_000; !(await ready()); await sleep(50))
    if (over || Date.now() > end) {
      child.kill("SIGKILL");
      throw new Stop(`${program} did not start:\n${readText(log)}`);
    }
  return {
    pid: child.pid,
    async stop(signal = "SIGTERM") {
      if (!over) child.kill(signal);
      await exited;
    },
  };
}

async function query(url, text) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const parts = (url) => {
  const { port, username, password, pathname } = new URL(url);
  return { port, username, password, name: pathname.slice(1) };
};

/**
 * A streaming replica of a PostgreSQL that scripts/lib/postgres.mjs started. The npm package has no pg_basebackup, and Debian's is older
 * than its server: the files are copied between pg_backup_start and pg_backup_stop, which is what that program does.
 */
export async function startReplica({ url, dataDir }) {
  const { port, username, password } = parts(url);
  const own = path.join(dataDir, "replica");
  const dir = path.join(own, "postgres");
  fs.mkdirSync(own);
  fs.chmodSync(own, 0o711);
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    await run("cp", ["-a", path.join(dataDir, "postgres"), dir], { quiet: true });
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    const { uid, gid } = fs.statSync(dir);
    const write = (name, text, flag = "w") => {
      fs.writeFileSync(path.join(dir, name), text, { mode: 0o600, flag });
      fs.chownSync(path.join(dir, name), uid, gid);
    };
    for (const name of ["postmaster.pid", "postmaster.opts"])
      fs.rmSync(path.join(dir, name), { force: true });
    write("backup_label", rows[0].labelfile);
    write("standby.signal", "");
    write(
      "postgresql.auto.conf",
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
      "a",
    );
  } finally {
    await client.end();
  }
  return startPostgres({ dataDir: own, password });
}

/** pgbouncer before the primary and, under the name `replica`, before the replica. Answers {url, replicaUrl, stop()}. */
export async function startPgbouncer({ url, dataDir }, replica) {
  const dir = path.join(dataDir, "pgbouncer");
  fs.mkdirSync(dir, { mode: 0o755 });
  const { username, password, name, ...primary } = parts(url);
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
  const address = (database) => `postgresql://${username}:${password}@127.0.0.1:${port}/${database}`;
  const program = await startProgram(system("pgbouncer"), [file], path.join(dir, "log"), () =>
    query(address(name), "select 1").then(
      () => true,
      () => false,
    ),
  );
  return { ...program, url: address(name), replicaUrl: address("replica"), adminUrl: address("pgbouncer") };
}

/** Workers of an nginx that still take requests. */
function workers(master) {
  const children = readText(`/proc/${master}/task/${master}/children`).trim().split(" ").filter(Boolean);
  return children.filter((pid) => !readText(`/proc/${pid}/cmdline`).includes("shutting down"));
}

/**
 * nginx on `port` before servers on `ports`. Answers {url, log, folders, route(ports), stop()}: `folders` is where it would keep bodies,
 * `route` changes to which servers it passes requests on.
 */
export async function startNginx({ dataDir }, port, ports) {
  const dir = path.join(dataDir, "nginx");
  fs.mkdirSync(dir, { mode: 0o755 });
  const log = path.join(dir, "access");
  const file = path.join(dir, "nginx.conf");
  const servers = path.join(dir, "servers.conf");
  const write = (used) =>
    fs.writeFileSync(
      servers,
      ports
        .map((item) => `server 127.0.0.1:${item} max_fails=0${used.includes(item) ? "" : " down"};\n`)
        .join(""),
    );
  write(ports);
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  fs.writeFileSync(
    file,
    `daemon off;
pid ${dir}/pid;
error_log ${dir}/error;
worker_processes 1;
events { worker_connections 2048; }
http {
  ${kept.map((name) => `${name}_temp_path ${dir}/${name};`).join("\n  ")}
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
  /** As `nginx -s reload` does; answers when nobody works with the old list any more. */
  const route = async (used) => {
    const old = workers(program.pid);
    write(used);
    process.kill(program.pid, "SIGHUP");
    for (let now = old; now.length === 0 || now.some((pid) => old.includes(pid)); now = workers(program.pid))
      await sleep(20);
  };
  return { ...program, url, log, folders: kept.map((name) => path.join(dir, name)), route };
}

/** The variables of a server behind all of this. */
export const behind = (nginxUrl, bouncer) => ({
  APP_URL: nginxUrl,
  DATABASE_URL: bouncer.url,
  DATABASE_REPLICA_URL: bouncer.replicaUrl,
  // Debian 12 has pgbouncer 1.18, which does not know them in transaction mode.
  PREPARED_STATEMENTS: "false",
  TRUSTED_PROXY_HOPS: "1",
});

if (isMain(import.meta.url)) {
  await main(async () => {
    await continueOnProjectNode(fileURLToPath(import.meta.url));
    const { build, isBuilt } = await import("../scripts/lib/build.mjs");
    const { startDatabase, startServer } = await import("../scripts/lib/harness.mjs");
    const { stopOnSignal } = await import("../scripts/serve.mjs");
    const started = [];
    const stop = async () => {
      for (const item of started.splice(0).reverse()) await item.stop();
    };
    stopOnSignal(stop);
    const keep = async (item) => {
      started.push(await item);
      return item;
    };
    try {
      if (!isBuilt(process.env)) await build();
      const database = await keep(startDatabase({ durable: true, seed: true }));
      const replica = await keep(startReplica(database));
      const bouncer = await keep(startPgbouncer(database, replica));
      const port = Number(process.env.PORT || 3000);
      const env = behind(`http://localhost:${port}`, bouncer);
      const first = await keep(startServer({ database, env }));
      const second = await keep(startServer({ database, env }));
      const nginx = await keep(startNginx(database, port, [first.port, second.port]));
      console.log(`${nginx.url}: nginx
${first.url} and ${second.url}: the servers, processes ${first.pid} and ${second.pid}
${bouncer.url}: pgbouncer
${database.url}: the primary
${replica.url}: the replica
Everything is kept under ${database.dataDir} until it is stopped with Ctrl-C.`);
    } catch (error) {
      await stop();
      throw error;
    }
  });
}
