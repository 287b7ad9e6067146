// `npm run bench`: what each call costs with 1,000, 100,000 and 1,000,000 users, beside Fastify with plain `pg` and a bare Next route that
// sends the same SQL. Everything runs on this machine and goes with the command. Printed and written to bench/results are ratios taken in
// one run, which is what can be compared from one machine to another. `--quick` is a smoke run; `--only TEXT` measures the cases whose
// name has that text; `--users 1000,100000` takes other sizes; either leaves bench/results as it is.
import { parseArgs } from "node:util";
import { ensureBuilt } from "../server/build";
import { endChildren, runCommand } from "../server/process";
import type { Database } from "../tests/support/server";
import { lists, type ListCase } from "./lists";
import { load } from "./load";
import { measure, type Lane } from "./measure";
import { others, type OtherCase } from "./others";
import { bearer, signIn } from "./people";
import { lineOf, writeResults, type CaseResult } from "./report";
import { allocator, baseline, databaseOf, floor, product, stopAll, type Target } from "./servers";
import { statementsOf } from "./statements";
import { uploadBurst, type Burst } from "./uploads";
import { weigh } from "./weight";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    users: { type: "string" },
  },
});
const sizes = (values.users ?? (values.quick ? "1000,20000" : "1000,100000,1000000")).split(",").map(Number);
const speed = values.quick ? { rounds: 1, seconds: 0.5 } : { rounds: 3, seconds: 1.5 };
/** A server that has just started still compiles what it runs often; so long each is kept busy before anything counts. */
const WARM_SECONDS = values.quick ? 1 : 15;
/** Fastify counts as it goes: beyond this one answer takes seconds, and nothing more is learnt. */
const BASELINE_UP_TO = 100_000;

const CONNECTIONS = 16;
const wanted = ({ name }: { name: string }) => name.toLowerCase().includes(values.only.toLowerCase());

async function listLanes(targets: Target[], { paths }: ListCase): Promise<Lane[]> {
  return Promise.all(
    targets.map(async (target) => {
      const asked = paths(target.users);
      const headers: Record<string, string> =
        target.name === "seedline" ? bearer(await signIn(target, "super@seedline.example")) : {};
      const pathOf = (path: string) =>
        target.name === "floor" ? `/list?key=${encodeURIComponent(path)}` : path;
      const run: Lane["run"] = (options) =>
        load(target.url, options, (count) => ({ path: pathOf(asked[count % asked.length]!), headers }));
      return { target, run };
    }),
  );
}

async function otherLanes(
  targets: Target[],
  databases: Map<number, Database>,
  { prepare }: OtherCase,
): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const target of targets)
    lanes.push({ target, run: await prepare(target, databases.get(target.users)!) });
  return lanes;
}

await runCommand(async () => {
  const began = Date.now();
  const say = (text: string) => process.stdout.write(`${text}\n`);
  process.once("SIGINT", () => {
    endChildren();
    void stopAll().finally(() => process.exit(130));
  });
  await ensureBuilt();
  try {
    const databases = new Map<number, Database>();
    const targets: Target[] = [];
    for (const users of sizes) {
      say(`A database of ${users.toLocaleString("en")} users`);
      const database = await databaseOf(users);
      databases.set(users, database);
      targets.push(await product(database, users));
      if (users <= BASELINE_UP_TO) targets.push(await baseline(database, users));
    }
    const weight = await weigh(databases.get(sizes.at(-1)!)!);
    const [small] = sizes as [number];
    const chosen = lists.filter(wanted);
    if (chosen.length > 0) {
      const statements = await statementsOf(
        databases.get(small)!,
        chosen.flatMap(({ paths }) => paths(small)),
      );
      targets.push(await floor(databases.get(small)!, small, statements));
    }
    const results: CaseResult[] = [];
    const failures: string[] = [];
    const attempt = async (
      name: string,
      list: boolean,
      connections: number,
      lanes: () => Promise<Lane[]>,
    ) => {
      try {
        results.push({ name, list, figures: await measure(await lanes(), { connections, ...speed }) });
        say(lineOf(results.at(-1)!));
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
        say(`FAILED ${failures.at(-1)}`);
      }
    };
    const [first] = chosen;
    for (const { run } of first ? await listLanes(targets, first) : [])
      await run({ connections: CONNECTIONS, seconds: WARM_SECONDS });
    for (const item of chosen) await attempt(item.name, true, CONNECTIONS, () => listLanes(targets, item));
    const ours = targets.filter(
      ({ name, users }) => name === "seedline" && [small, sizes.at(-1)].includes(users),
    );
    for (const item of others.filter(wanted))
      await attempt(item.name, false, item.connections ?? CONNECTIONS, () =>
        otherLanes(ours, databases, item),
      );
    let burst: Burst | null = null;
    if (wanted({ name: "Uploads at once" })) {
      try {
        // A server that has done nothing else, because a process seldom gives back what it once took.
        const database = databases.get(small)!;
        burst = await uploadBurst(await product(database, small), database);
        say(`Uploads at once: ${JSON.stringify(burst)}`);
      } catch (error) {
        failures.push(`Uploads at once: ${(error as Error).message}`);
      }
    }
    await writeResults(results, {
      weight,
      burst,
      allocator,
      failures,
      sizes,
      minutes: (Date.now() - began) / 60_000,
      keep: !values.quick && !values.only && !values.users,
    });
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await stopAll();
  }
  process.exit();
});
