// `npm run bench:capacity` measures what one server, one PostgreSQL and one worker carry: how many log-ins, lists, submissions, acts with
// money and emails per second, and the processor time and memory of each. It writes bench/CAPACITY.md; with `--quick`, a smoke run, it does
// not. All processes and the load share this machine, so processor time per call says more than calls per second.
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../server/build";
import { appFlags, root, runCommand } from "../server/process";
import { submitUntilAcknowledged } from "../tests/faults/checker/application";
import { Recorder } from "../tests/faults/checker/recorder";
import { PASSWORD, tokenOf } from "../tests/faults/client";
import { roomyLimits } from "../tests/faults/limits";
import { mapConcurrently } from "../tests/faults/load";
import { actWithMoney, prepareMoney } from "../tests/faults/money/load";
import { random } from "../tests/faults/random";
import { FaultCluster, endAll, endOnSignal, onCleanup, until } from "../tests/faults/world";
import { Program } from "../tests/support/ha/program";
import { residentMb } from "../tests/support/process-memory";
import { FakeResend } from "../tests/support/resend";
import { runClosedLoop } from "./load";
import { cpuSeconds } from "./processes";
import { json } from "./sign-in";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const seconds = values.quick ? 2 : 20;
const applicants = values.quick ? 10 : 200;
const CONNECTIONS = 16;

const print = (text: string) => process.stdout.write(`${text}\n`);

interface Row {
  what: string;
  perSecond: number;
  /** Milliseconds of processor time for each, of the server, the worker and PostgreSQL. */
  server: number;
  worker: number;
  postgres: number;
}

async function measureAll(): Promise<string> {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const env = { ...roomyLimits, ...resend.env, JOBS_IN_SERVER: "false", CHECK_ANSWERS: "false" };
  const cluster = await FaultCluster.start({ durable: true, env });
  const [{ url, pid }] = cluster.servers as [FaultCluster["servers"][number]];
  const worker = new Program({
    command: [process.execPath, ...appFlags, path.join(root, "server/commands/worker.ts")],
    log: path.join(cluster.database.dataDir, "worker.log"),
    cwd: root,
    env: { ...cluster.database.env, ...env, NODE_ENV: "production", APP_URL: url },
  });
  onCleanup(() => worker.stop());

  const rows: Row[] = [];
  /** Measures `work`, which returns how much it did. */
  const measure = async (what: string, work: () => Promise<number>) => {
    const used = () =>
      [pid, worker.pid, cluster.database.postgresPid()].map((one) => (one ? cpuSeconds(one) : 0));
    const [before, began] = [used(), performance.now()];
    const count = await work();
    const elapsed = (performance.now() - began) / 1_000;
    const [server, ofWorker, postgres] = used().map((sum, n) => ((sum - before[n]!) * 1_000) / count) as [
      number,
      number,
      number,
    ];
    rows.push({ what, perSecond: count / elapsed, server, worker: ofWorker, postgres });
    print(`${what}: ${(count / elapsed).toFixed(1)} per second (${count})`);
  };
  const loop = (next: Parameters<typeof runClosedLoop>[2]) => async () => {
    const { times } = await runClosedLoop(url, { connections: CONNECTIONS, seconds }, next);
    return times.length;
  };

  const users = await cluster.people(20, "user");
  const logIn = (n: number) => ({
    method: "POST",
    path: "/api/auth/login",
    headers: json,
    body: JSON.stringify({ email: users[n % users.length]!.email, password: PASSWORD }),
  });
  await measure("log-ins", loop(logIn));

  const recorder = new Recorder(() => [url]);
  const people = await cluster.people(applicants, "applicant");
  const next = random(1);
  await measure("submissions with three documents", async () => {
    await mapConcurrently(people, 8, ({ email }) =>
      submitUntilAcknowledged(recorder, { next, email, kind: "individual" }),
    );
    return people.length;
  });
  const waiting = async () =>
    Number(
      (await cluster.sql.query<{ n: string }>("select count(*) as n from mail_outbox where sent_at is null"))
        .rows[0]!.n,
    );
  const mails = await waiting();
  await measure("emails (worker)", async () => {
    worker.start();
    await until(async () => (await waiting()) === 0, "the emails", 120_000);
    return mails;
  });

  const end = { at: Infinity };
  const money = await prepareMoney({
    world: cluster,
    recorder,
    seed: 1,
    investors: values.quick ? 5 : 50,
    over: () => Date.now() > end.at,
  });
  const [reviewer] = await cluster.people(1, "reviewer", "admin", true);
  const headers = { authorization: `Bearer ${await tokenOf(url, reviewer!.email)}` };
  await measure(
    "pages of the list of users",
    loop(() => ({ path: "/api/admin/users?limit=10", headers })),
  );
  await measure(
    "reads of one's own account",
    loop(() => ({ path: "/api/auth/me", headers })),
  );
  const payouts = async () =>
    Number((await cluster.sql.query<{ n: string }>("select count(*) as n from payouts")).rows[0]!.n);
  await measure("acts with money", async () => {
    end.at = Date.now() + 3_000 * seconds;
    await actWithMoney(money);
    const { ok, refused, unknown } = money.load.count;
    return ok + refused + unknown;
  });
  const paid = await payouts();
  const memory = [
    `server ${Math.round(residentMb(pid))} MB`,
    `worker ${Math.round(residentMb(worker.pid))} MB`,
  ].join(", ");

  const table = rows.map(
    ({ what, perSecond, server, worker: ofWorker, postgres }) =>
      `| ${what} | ${[perSecond, server, ofWorker, postgres].map((value) => value.toFixed(1)).join(" | ")} |`,
  );
  return [
    "# Results of the benchmark of capacity",
    "",
    `Written by \`npm run bench:capacity\` (${os.availableParallelism()} cores, Node ${process.versions.node}; server, worker, PostgreSQL with fsync and the load on this machine). _Acts with money_ are a mix of investments requested, statements imported, lines matched, payouts proposed and released, redemptions and corrections, whose lists are read before each; ${paid} payouts were among them. _Emails_ include the start of the worker. Resident memory at the end: ${memory}.`,
    "",
    "| | per second | server, ms each | worker, ms each | PostgreSQL, ms each |",
    "| --- | --- | --- | --- | --- |",
    ...table,
    "",
  ].join("\n");
}

endOnSignal();

await runCommand(async () => {
  await ensureBuilt();
  const report = await measureAll().finally(endAll);
  print(report);
  if (!values.quick) writeFileSync(path.join(root, "bench/CAPACITY.md"), report);
});
process.exit(0);
