import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import { configure, machines, type MachineName } from "../../../deploy/ha/configure.ts";
import { setUpRoles } from "../../../server/database-roles.ts";
import { applyMigrations } from "../../../server/migrations.ts";
import { withClient } from "../../../server/postgres.ts";
import { UserFacingError, appFlags, isAlive, readText, root } from "../../../server/process.ts";
import { seed } from "../../../server/seed.ts";
import { prepareInstallation } from "../server.ts";
import type { Network } from "./network.ts";
import { Program } from "./program.ts";

const POSTGRES_PROGRAMS = "/usr/lib/postgresql/15/bin";
const needed = [
  "/usr/bin/etcd",
  "/usr/bin/patroni",
  "/usr/sbin/haproxy",
  "/usr/sbin/pgbouncer",
  "/usr/sbin/nginx",
  path.join(POSTGRES_PROGRAMS, "postgres"),
];
const PORT = 3001;

const isRoot = process.getuid?.() === 0;
/** A program ends with this process, however that ends. */
const bound = ["setpriv", "--pdeathsig=TERM"];
const asUser = [...bound, "--"];
const asPostgres = isRoot
  ? [...bound, "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
  : asUser;

type ProgramName = "etcd" | "patroni" | "haproxy" | "pgbouncer" | "server" | "worker";

export interface Machine {
  name: MachineName;
  address: string;
  /** Everything that its programs store. */
  folder: string;
  programs: Record<ProgramName, Program>;
}

/** What Patroni says about the machines. */
export interface Members {
  primary: MachineName | null;
  /** The standby without which no commit is acknowledged. */
  synchronous: MachineName | null;
  /** Standbys that stream. */
  standbys: MachineName[];
}

export interface HaCluster {
  machines: Record<MachineName, Machine>;
  /** The folder with the data of all machines, the secrets and shared files. */
  dataDir: string;
  /** The variables of servers and workers that are the same everywhere. */
  env: Record<string, string>;
  /** The addresses of the servers, for nginx. */
  servers: string[];
  /** The address of a machine's PostgreSQL, or of the primary behind the HAProxy of a machine, for the superuser. */
  url: (machine: MachineName, port: 5432 | 5000) => string;
  members: () => Promise<Members>;
  /** The postmaster of a machine; 0 if there is none. */
  postmaster: (machine: MachineName) => number;
  /** Waits until all three machines stream, one of them synchronously, and all servers are ready. */
  healthy: (ms?: number) => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  dataDir: string;
  network: Network;
  /** The public address. */
  appUrl: string;
  env?: Record<string, string>;
  /** Whether there is demo data. */
  isSeeded?: boolean;
  /** Prepares the empty folder of a machine's databases. */
  prepareDisk?: (folder: string) => void;
}

const password = () => randomBytes(24).toString("hex");

/** Starts three machines with etcd, Patroni, HAProxy, PgBouncer, a server and two workers, configured by deploy/ha. */
export async function startHaCluster({
  dataDir,
  network,
  appUrl,
  env: extra = {},
  isSeeded = false,
  prepareDisk = () => undefined,
}: Options): Promise<HaCluster> {
  const missing = needed.filter((program) => !fs.existsSync(program));
  if (missing.length > 0)
    throw new UserFacingError(
      `Not installed: ${missing.join(", ")}. Debian: apt-get install etcd-server patroni haproxy pgbouncer nginx-light postgresql-15`,
    );
  fs.mkdirSync(dataDir, { recursive: true });
  fs.chmodSync(dataDir, 0o711);
  const { env: installation, rolePasswords } = prepareInstallation(dataDir);
  const env = {
    ...installation,
    APP_URL: appUrl,
    JOBS_IN_SERVER: "false",
    TRUSTED_PROXY_HOPS: "1",
    DATABASE_TIMEOUT_MS: "",
    ...extra,
  };
  const superuser = password();
  const shared = {
    ...Object.fromEntries(machines.map((name) => [`ADDRESS_${name.toUpperCase()}`, network.address(name)])),
    NETWORK: network.cidr,
    POSTGRES_PASSWORD: superuser,
    REPLICATION_PASSWORD: password(),
    PATRONI_PASSWORD: password(),
    APP_PASSWORD: rolePasswords.app,
    LEASE_SECONDS: "8",
    ETCD_PROTOCOL: "etcd",
    ARCHIVE_COMMAND: "true",
    POSTGRES_PROGRAMS,
    SEEDLINE: root,
  };

  const prepare = (name: MachineName): Machine => {
    const folder = path.join(dataDir, name);
    const own = { ...shared, DATA: path.join(folder, "data"), CONFIG: path.join(folder, "config") };
    for (const dir of [folder, own.DATA]) fs.mkdirSync(dir, { mode: 0o755 });
    prepareDisk(own.DATA);
    fs.mkdirSync(path.join(own.DATA, "socket"));
    const config = configure(name, own);
    if (isRoot) execFileSync("chown", ["-R", "postgres:postgres", folder]);
    const local = parseEnv(readText(path.join(config, "seedline.env"))) as Record<string, string>;
    const program = (file: ProgramName, ...command: string[]) =>
      new Program({ command: [...network.on(name), ...command], log: path.join(folder, `${file}.log`) });
    const node = (file: ProgramName, ...args: string[]) =>
      new Program({
        command: [...network.on(name), ...asUser, process.execPath, ...args],
        log: path.join(folder, `${file}.log`),
        cwd: root,
        env: { ...env, ...local, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: String(PORT) },
      });
    return {
      name,
      address: network.address(name),
      folder,
      programs: {
        etcd: program("etcd", ...asPostgres, "etcd", "--config-file", path.join(config, "etcd.yml")),
        patroni: program("patroni", ...asPostgres, "patroni", path.join(config, "patroni.yml")),
        haproxy: program("haproxy", ...asUser, "haproxy", "-db", "-f", path.join(config, "haproxy.cfg")),
        pgbouncer: program(
          "pgbouncer",
          ...asPostgres,
          "/usr/sbin/pgbouncer",
          path.join(config, "pgbouncer.ini"),
        ),
        server: node("server", path.join(root, "server/main.ts")),
        worker: node("worker", ...appFlags, path.join(root, "server/commands/worker.ts")),
      },
    };
  };
  const all = Object.fromEntries(machines.map((name) => [name, prepare(name)])) as HaCluster["machines"];

  const postmaster = (name: MachineName) => {
    const pid =
      Number(readText(path.join(all[name].folder, "data/postgres/postmaster.pid")).split("\n")[0]) || 0;
    return pid && isAlive(pid) ? pid : 0;
  };
  const url = (name: MachineName, port: 5432 | 5000) =>
    `postgresql://postgres:${superuser}@${all[name].address}:${port}/seedline`;
  const members = () => readMembers(all);
  const isReady = ({ address }: Machine) =>
    fetch(`http://${address}:${PORT}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const healthy = async (ms = 120_000) => {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(200)) {
      const { primary, synchronous, standbys } = await members();
      if (!primary || !synchronous || standbys.length !== 2) continue;
      if ((await Promise.all(Object.values(all).map(isReady))).every(Boolean)) return;
    }
    throw new Error(`The machines are not healthy: ${JSON.stringify(await members())}`);
  };
  const stop = async () => {
    const list = Object.values(all);
    await Promise.all(list.flatMap(({ programs: { server, worker } }) => [server.stop(), worker.stop()]));
    await Promise.all(list.map(({ programs: { patroni } }) => patroni.stop()));
    for (const name of machines) {
      const pid = postmaster(name);
      if (!pid) continue;
      process.kill(pid, "SIGCONT");
      process.kill(pid, "SIGQUIT");
    }
    await Promise.all(
      list
        .flatMap(({ programs: { etcd, haproxy, pgbouncer } }) => [etcd, haproxy, pgbouncer])
        .map((one) => one.stop()),
    );
  };

  const cluster: HaCluster = {
    machines: all,
    dataDir,
    env,
    servers: machines.map((name) => `${network.address(name)}:${PORT}`),
    url,
    members,
    postmaster,
    healthy,
    stop,
  };
  try {
    for (const {
      programs: { etcd },
    } of Object.values(all))
      etcd.start();
    for (const {
      programs: { patroni, haproxy },
    } of Object.values(all)) {
      patroni.start();
      haproxy.start();
    }
    await untilConnected(url("a", 5000).replace(/seedline$/, "postgres"));
    await withClient(url("a", 5000).replace(/seedline$/, "postgres"), (client) =>
      client.query("create database seedline"),
    );
    const roles = await setUpRoles(url("a", 5000), rolePasswords);
    await applyMigrations(roles.migration);
    if (isSeeded)
      await seed({ ...env, DATABASE_URL: url("a", 5000), NODE_ENV: "production" }, ["--demo"], {
        quiet: true,
      });
    for (const {
      name,
      programs: { pgbouncer, server, worker },
    } of Object.values(all)) {
      pgbouncer.start();
      server.start();
      if (name !== "c") worker.start();
    }
    await healthy();
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilConnected(address: string): Promise<void> {
  for (const end = Date.now() + 60_000; ; await sleep(200)) {
    const failure = await withClient(address, (client) => client.query("select 1")).then(
      () => null,
      (error: unknown) => error,
    );
    if (!failure) return;
    if (Date.now() > end) throw failure;
  }
}

interface PatroniMember {
  name: MachineName;
  role: string;
  state: string;
}

/** Asks the Patroni of any machine; null if none answers. */
async function readMembers(all: HaCluster["machines"]): Promise<Members> {
  for (const { address } of Object.values(all)) {
    try {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) });
      const { members = [] } = (await response.json()) as { members?: PatroniMember[] };
      const running = members.filter(({ state }) => state === "running" || state === "streaming");
      const find = (role: string) => running.find((member) => member.role === role)?.name ?? null;
      return {
        primary: find("leader"),
        synchronous: find("sync_standby"),
        standbys: running.filter(({ role }) => role !== "leader").map(({ name }) => name),
      };
    } catch {
      // This machine is down; the next one may know.
    }
  }
  return { primary: null, synchronous: null, standbys: [] };
}
