import fs from "node:fs";
import path from "node:path";
import type { MachineName } from "../../../deploy/ha/configure.ts";
import { withClient } from "../../../server/postgres";
import { isAlive, run } from "../../../server/process";
import type { HaCluster, Machine } from "../../support/ha/cluster.ts";
import type { Network } from "../../support/ha/network.ts";
import { freeze } from "../../support/freeze";
import { oneOf, type Random } from "../random";
import { pause, until } from "../world";

export interface Site {
  cluster: HaCluster;
  network: Network;
  /** Resolves when a call whose path contains `part` is sent. */
  nextCall: (part: string) => Promise<void>;
  next: Random;
}

/** Disturbs the site. Returns what ends the disturbance; until then writes must be possible again. */
type Fault = (site: Site) => Promise<() => unknown>;

const nothing = () => undefined;

async function primary({ cluster }: Site): Promise<Machine> {
  const { primary: name } = await cluster.members();
  if (!name) throw new Error("There is no primary.");
  return cluster.machines[name];
}

async function standby({ cluster }: Site): Promise<Machine> {
  const { synchronous: name } = await cluster.members();
  if (!name) throw new Error("There is no synchronous standby.");
  return cluster.machines[name];
}

type Role = typeof primary;
const killPostgres =
  (role: Role): Fault =>
  async (site) => {
    process.kill(site.cluster.postmaster((await role(site)).name), "SIGKILL");
    return nothing;
  };
const freezePostgres =
  (role: Role): Fault =>
  async (site) =>
    freeze(site.cluster.postmaster((await role(site)).name));

/** Stops an etcd on these many machines, the primary's first. */
const withoutEtcd =
  (count: number): Fault =>
  async (site) => {
    const { name } = await primary(site);
    const all = Object.values(site.cluster.machines).sort((a) => (a.name === name ? -1 : 1));
    const stopped = all.slice(0, count).map(({ programs: { etcd } }) => etcd);
    await Promise.all(stopped.map((etcd) => etcd.stop("SIGKILL")));
    return () => stopped.map((etcd) => etcd.start());
  };

/** Kills a server while a call is under way. */
const killServerDuring =
  (part: string): Fault =>
  async ({ cluster, nextCall, next }) => {
    const isCalled = nextCall(part).then(() => true);
    if (!(await Promise.race([isCalled, pause(120_000).then(() => false)])))
      throw new Error(`The load makes no call of ${part} any more.`);
    await pause(next() * 150);
    oneOf(next, Object.values(cluster.machines)).programs.server.kill("SIGKILL");
    return nothing;
  };

const fullDisk: Fault = async (site) => {
  const { folder, name } = await primary(site);
  const filler = path.join(folder, "data/filler");
  // dd ends when the disk is full.
  await run("dd", ["if=/dev/zero", `of=${filler}`, "bs=1M"], { quiet: true }).catch(() => undefined);
  // Until the spare files of its log are used up, PostgreSQL does not notice.
  const fillLog = () =>
    withClient(site.cluster.url(name, 5432), async (client) => {
      for (let n = 0; n < 200; n += 1) {
        await client.query("select pg_logical_emit_message(false, 'fault', 'x')");
        await client.query("select pg_switch_wal()");
      }
    });
  const failure = await fillLog().then(
    () => null,
    (error: unknown) => error,
  );
  if (!failure) throw new Error("PostgreSQL did not notice the full disk.");
  return () => fs.rmSync(filler, { force: true });
};

/** Restarts the programs of the primary's machine with a clock that is two minutes ahead. */
const wrongClock: Fault = async (site) => {
  const { programs } = await primary(site);
  const affected = [programs.server, programs.worker, programs.patroni].filter(({ pid }) => pid > 0);
  const restart = async (prefix: string[]) => {
    await Promise.all(affected.map((program) => program.stop()));
    for (const program of affected) program.start(prefix);
  };
  await restart(["env", "FAKETIME_DONT_FAKE_MONOTONIC=1", "faketime", "-f", "+120s"]);
  return () => restart([]);
};

const everythingAtOnce: Fault = async ({ cluster }) => {
  const names = Object.keys(cluster.machines) as MachineName[];
  const postmasters = names.map((name) => cluster.postmaster(name)).filter(Boolean);
  for (const { programs } of Object.values(cluster.machines))
    for (const program of Object.values(programs)) program.kill("SIGKILL");
  for (const pid of postmasters) process.kill(pid, "SIGKILL");
  await until(() => !postmasters.some(isAlive), "the end of all");
  return nothing;
};

export const faults: Record<string, Fault> = {
  "kill -9 of the primary": killPostgres(primary),
  "SIGSTOP of the primary": freezePostgres(primary),
  "kill -9 of the standby": killPostgres(standby),
  "SIGSTOP of the standby": freezePostgres(standby),
  "kill -9 of the primary's Patroni": async (site) => {
    (await primary(site)).programs.patroni.kill("SIGKILL");
    return nothing;
  },
  "SIGSTOP of the primary's Patroni": async (site) => {
    const { patroni } = (await primary(site)).programs;
    patroni.kill("SIGSTOP");
    return () => patroni.kill("SIGCONT");
  },
  "one etcd lost": withoutEtcd(1),
  "two etcd lost": withoutEtcd(2),
  "kill -9 of an HAProxy": async ({ cluster, next }) => {
    oneOf(next, Object.values(cluster.machines)).programs.haproxy.kill("SIGKILL");
    return nothing;
  },
  "a server killed during an upload": killServerDuring("/documents"),
  "a server killed during a release of payouts": killServerDuring("/release"),
  "a server killed during an import": killServerDuring("/statements"),
  "the primary cut off": async (site) => {
    const { name } = await primary(site);
    site.network.connect(name, false);
    return () => site.network.connect(name, true);
  },
  "a full disk": fullDisk,
  "a clock two minutes ahead": wrongClock,
  "everything restarted at once": everythingAtOnce,
};
