// `npm run bench:webhooks` measures how long events take to 20 webhooks, one of which never answers, and writes bench/WEBHOOKS.md.
// `--events` and `--rate` set the number of events and how many are made per second; other numbers than the default write no file.
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../server/build";
import { root, runCommand } from "../server/process";
import { startDatabase, startServer } from "../tests/support/server";
import type { ReceiverFigures } from "./webhook-receivers";

const ENDPOINTS = 20;
const DEFAULTS = { events: "100000", rate: "40" };
/** Events made in one transaction. */
const BATCH = 10;
const GOAL_MS = 5_000;

const { values } = parseArgs({ options: { events: { type: "string" }, rate: { type: "string" } } });
const events = Number(values.events ?? DEFAULTS.events);
const rate = Number(values.rate ?? DEFAULTS.rate);

const print = (text: string) => process.stdout.write(`${text}\n`);

async function makeEvents(): Promise<number> {
  const { auditNow } = await import("@/lib/audit/audit");
  const { transaction } = await import("@/lib/db/client");
  const { uuidv7 } = await import("@/lib/ids");
  const began = performance.now();
  for (let made = 0; made < events; made += BATCH) {
    const entries = Array.from({ length: BATCH }, () => ({
      actorId: null,
      action: "plan.published" as const,
      targetId: uuidv7(),
    }));
    await transaction((tx) => auditNow(tx, entries));
    const ahead = ((made + BATCH) / rate) * 1_000 - (performance.now() - began);
    if (ahead > 0) await sleep(ahead);
  }
  return (performance.now() - began) / 1_000;
}

async function makeEndpoints(port: number): Promise<void> {
  const { db } = await import("@/lib/db/client");
  const { uuidv7 } = await import("@/lib/ids");
  const { sealNewSecret } = await import("@/lib/webhooks/secrets");
  const { id: ownerId } = await db.user.findFirstOrThrow({ where: { isSuper: true } });
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const id = uuidv7();
    const url = `http://127.0.0.1:${port}/${n === 0 ? "dead" : n}`;
    const { columns } = sealNewSecret(id);
    const last = await db.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
    const cursor = last?.seq ?? 0n;
    const names = { name: `Receiver ${n}`, url, ownerId, madeById: ownerId, kinds: ["plan.published"] };
    await db.webhookEndpoint.create({ data: { id, ...names, cursor, ...columns } });
  }
}

await runCommand(async () => {
  await ensureBuilt();
  const database = await startDatabase({ seed: true });
  const receivers = fork(path.join(root, "bench/webhook-receivers.ts"), { execArgv: [] });
  const [port] = (await once(receivers, "message")) as [number];
  Object.assign(process.env, database.env);
  await makeEndpoints(port);
  const server = await startServer({ database, env: { CHECK_ANSWERS: "false" } });
  const readFigures = async () => {
    receivers.send("figures");
    const [all] = (await once(receivers, "message")) as [ReceiverFigures[]];
    return all;
  };
  const { db } = await import("@/lib/db/client");
  try {
    const seconds = await makeEvents();
    print(`${events} events in ${Math.round(seconds)} s`);
    let figures = await readFigures();
    const isDone = () =>
      figures.filter((each) => each.path !== "/dead" && each.events === events).length === ENDPOINTS - 1;
    for (let waited = 0; !isDone() && waited < 600; waited += 1) {
      await sleep(1_000);
      figures = await readFigures();
    }
    const alive = figures.filter((each) => each.path !== "/dead");
    const dead = figures.find((each) => each.path === "/dead");
    const delivered = alive.reduce((sum, each) => sum + each.events, 0);
    const repeated = alive.reduce((sum, each) => sum + each.requests - each.events, 0);
    const p99 = Math.max(...alive.map((each) => each.p99));
    const p50 = Math.max(...alive.map((each) => each.p50));
    const max = Math.max(...alive.map((each) => each.max));
    const report = `# Results of the benchmark of webhooks

Written by \`npm run bench:webhooks\` (${os.availableParallelism()} cores, Node ${process.versions.node}; receivers, server and PostgreSQL on one machine).

${events.toLocaleString("en")} events were made in ${Math.round(seconds)} s (${Math.round(events / seconds)} a second) for ${ENDPOINTS} webhooks, one of which accepts connections and never answers. The ${ENDPOINTS - 1} others got ${delivered.toLocaleString("en")} of ${((ENDPOINTS - 1) * events).toLocaleString("en")} deliveries, ${repeated.toLocaleString("en")} of them twice. From the event to its arrival, at the slowest of them: median ${p50} ms, 99th percentile ${p99} ms, longest ${max} ms. The goal, a 99th percentile below ${GOAL_MS.toLocaleString("en")} ms, was ${p99 < GOAL_MS ? "met" : "missed"}. The dead one was asked ${dead?.requests ?? 0} times.
`;
    print(report);
    if (!values.events && !values.rate) writeFileSync(path.join(root, "bench/WEBHOOKS.md"), report);
  } finally {
    receivers.kill();
    await server.stop();
    await db.$disconnect();
    await database.stop();
  }
});
