import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { ensureBuilt, generateClient } from "../../../server/build";
import { UserFacingError, readText, root, runCommand } from "../../../server/process";
import { freePort } from "../../../server/postgres";
import { startNginx } from "../../support/cluster";
import { startHaCluster, type HaCluster } from "../../support/ha/cluster.ts";
import { createNamespaces, type Network } from "../../support/ha/network.ts";
import { Program } from "../../support/ha/program.ts";
import { startS3 } from "../../support/s3";
import { FakeResend } from "../../support/resend";
import { actAsPeople } from "../checker/people";
import { Recorder } from "../checker/recorder";
import { readState } from "../checker/state";
import { check } from "../checker/violations";
import { roomyLimits } from "../limits";
import { seconds } from "../load";
import { actWithMoney, prepareMoney } from "../money/load";
import { findBrokenPromises } from "../money/promises";
import { random } from "../random";
import {
  endAll,
  endOnSignal,
  insertPeople,
  mailsSettled,
  onCleanup,
  pause,
  until,
  type World,
} from "../world";
import { OpenBrowser } from "./browser";
import { faults, type Site } from "./faults";
import { Probe } from "./probe";
import { lossOfMachines, tableOf, writeResults, type Results } from "./results";

/**
 * `npm run test:ha`: the faults of docs/operations/high-availability.md under load, on Linux as root, with Debian's packages. Arguments choose
 * faults by a part of their name.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "5" }, seed: { type: "string" } },
});

const APPLICANTS = 3;
const INVESTORS = 6;
/** The longest pause between two acts of a person. Three servers, three databases and their load share the processors of one machine. */
const PACE_MS = 2_000;
/** The time for which a disturbance lasts at least. */
const HOLD_MS = 5_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Gives each machine a disk of its own, which can be filled. */
function mountDisk(folder: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=3g,mode=0755", "tmpfs", folder]);
  onCleanup(() => execFileSync("umount", ["--lazy", folder]));
}

/** Starts a writer beside the PostgreSQL of each machine. Returns the writes that were acknowledged and are not stored. */
async function startFence(cluster: HaCluster, network: Network, sql: pg.Pool) {
  await sql.query("create schema fence");
  await sql.query("create table fence.writes (machine text, n bigint)");
  const file = (name: string) => path.join(cluster.dataDir, name, "fence");
  for (const { name } of Object.values(cluster.machines)) {
    const writer = path.join(import.meta.dirname, "fence-writer.ts");
    const program = new Program({
      command: [
        ...network.on(name),
        "setpriv",
        "--pdeathsig=KILL",
        "--",
        process.execPath,
        writer,
        cluster.url(name, 5432),
        name,
        file(name),
      ],
      log: `${file(name)}.log`,
      cwd: root,
    }).start();
    onCleanup(() => program.stop("SIGKILL"));
  }
  return async () => {
    const { rows } = await sql.query<{ write: string }>(
      "select machine || ' ' || n as write from fence.writes",
    );
    const stored = new Set(rows.map(({ write }) => write));
    const acknowledged = Object.keys(cluster.machines).flatMap((name) =>
      readText(file(name))
        .split("\n")
        .filter(Boolean)
        .map((n) => `${name} ${n}`),
    );
    return { acknowledged: acknowledged.length, lost: acknowledged.filter((write) => !stored.has(write)) };
  };
}

/** Returns what the servers logged about failed requests. */
const readFailures = (cluster: HaCluster): string[] =>
  Object.values(cluster.machines).flatMap(({ folder }) =>
    readText(path.join(folder, "server.log"))
      .split("\n")
      .filter((line) => line.includes('"request.failed"')),
  );

async function disturb(
  site: Site,
  probe: Probe,
  browser: OpenBrowser,
  chosen: [string, (typeof faults)[string]][],
): Promise<Results["gaps"]> {
  const gaps: Results["gaps"] = Object.fromEntries(chosen.map(([name]) => [name, []]));
  for (let round = 0; round < Number(values.times); round += 1) {
    for (const [name, fault] of chosen) {
      await site.cluster.healthy();
      await until(() => probe.hasWrittenSince(Date.now() - 1_000), "writes", 60_000);
      const began = Date.now();
      const end = await fault(site);
      await pause(HOLD_MS);
      await until(() => probe.hasWrittenSince(Date.now() - 1_000), `writes during ${name}`, 90_000);
      await end();
      await site.cluster.healthy();
      await until(() => probe.hasWrittenSince(Date.now() - 1_000), `writes after ${name}`, 60_000);
      const gap = probe.longestGap(began);
      await browser.follows(new Date());
      gaps[name]!.push(gap);
      say(
        `    round ${round + 1}: ${name}: ${seconds(gap)} without writes, healthy after ${seconds(Date.now() - began)}`,
      );
    }
  }
  return gaps;
}

async function test(): Promise<void> {
  const seed = Number(values.seed ?? randomInt(1e9));
  const chosen = Object.entries(faults).filter(
    ([name]) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new UserFacingError(`Faults: ${Object.keys(faults).join(", ")}.`);
  if (process.getuid?.() !== 0) throw new UserFacingError("The faults need network namespaces: run as root.");

  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-ha-"));
  onCleanup(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const network = createNamespaces();
  onCleanup(() => network.remove());
  const resend = await new FakeResend().start(network.outside);
  onCleanup(() => resend.stop());
  const store = await startS3({ host: network.outside });
  onCleanup(() => store.stop());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const cluster = await startHaCluster({
    dataDir,
    network,
    appUrl: url,
    // The open browser is idle; its session must last for the whole run.
    env: { ...roomyLimits, ...resend.env, ...store.env, ADMIN_SESSION_IDLE_MINUTES: "720" },
    prepareDisk: mountDisk,
  });
  onCleanup(() => cluster.stop());
  const nginx = await startNginx(
    { dataDir },
    port,
    path.join(cluster.machines.a.folder, "config/servers.conf"),
  );
  onCleanup(() => nginx.stop());
  say(`three machines, primary ${(await cluster.members()).primary} (seed ${seed})`);

  const sql = new pg.Pool({
    connectionString: cluster.url("c", 5000),
    max: 3,
    connectionTimeoutMillis: 3_000,
  });
  sql.on("error", () => undefined);
  onCleanup(() => sql.end());
  const world: World = {
    urls: [url],
    sql,
    database: { dataDir, env: { ...cluster.env, DATABASE_URL: cluster.url("c", 5000) } },
    storedFile: (key) => path.join(store.folder, `${key}._S3rver_object`),
    people: (...args) => insertPeople(sql, ...args),
  };
  let isOver = false;
  const over = () => isOver;
  const recorder = new Recorder(() => [url]);
  const money = await prepareMoney({ world, recorder, seed, investors: INVESTORS, over });
  const setUp = recorder.history.length;
  const [user] = await world.people(1, "probe");
  const probe = new Probe(url, user!.email);
  const lostWrites = await startFence(cluster, network, sql);
  const load = Promise.all([
    probe.run(),
    actWithMoney(money, PACE_MS),
    actAsPeople({ world, recorder, resend, seed, atOnce: APPLICANTS, over, paceMs: PACE_MS }),
  ]);
  // A failure is reported below, where the load is awaited.
  load.catch(() => undefined);
  await until(() => recorder.history.length > setUp + 50, "some load", 120_000);
  const site: Site = { cluster, network, next: random(seed), nextCall: recorder.nextCall };
  const [reviewer] = await world.people(1, "onlooker", "admin");
  const browser = await OpenBrowser.open(url, reviewer!, sql);
  const gaps = await disturb(site, probe, browser, chosen).finally(() => {
    isOver = true;
    probe.end();
    for (const [kind, n] of probe.malformed) say(`${n} answers ${kind}`);
    if (probe.malformed.size > 0) for (const line of readFailures(cluster)) say(line);
  });
  await load;
  await mailsSettled(sql, 150_000);

  const broken = [
    ...check(recorder.history, await readState(world, resend)),
    ...(await findBrokenPromises(money.load)),
  ];
  const fence = await lostWrites();
  for (const line of broken.slice(0, 40)) say(`broken: ${line}`);
  for (const line of fence.lost.slice(0, 10)) say(`acknowledged by a fenced primary: ${line}`);
  const { count } = money.load;
  const results: Results = {
    gaps,
    acknowledged: count.ok + recorder.history.filter(({ outcome }) => outcome === "ok").length,
    broken: broken.length,
    direct: fence.acknowledged,
    lost: fence.lost.length,
    failed: probe.failed,
    malformed: [...probe.malformed.values()].reduce((sum, n) => sum + n, 0),
  };
  if (positionals.length === 0) writeResults(results);
  say(tableOf(results));
  const { ok, reached } = lossOfMachines(results);
  say(reached);
  if (!ok) throw new UserFacingError("Not reached.");
}

endOnSignal();

await runCommand(async () => {
  await generateClient();
  await ensureBuilt();
  await test().finally(endAll);
});
process.exit(0);
