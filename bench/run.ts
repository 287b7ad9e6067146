// `npm run bench`: throughput and latency of each call with 1,000, 100,000 and 1,000,000 users, compared with Fastify and plain `pg` and
// with a bare Next.js route that sends the same SQL. Everything runs on this machine. The results are ratios within one run, which are
// comparable between machines; they are printed and written to bench/results. `--quick` is a smoke run, `--only TEXT` measures only cases
// whose name contains the text, `--users 1000,100000` sets the sizes; with any of these, nothing is written.
import { parseArgs } from "node:util";
import { ensureBuilt } from "../server/build";
import { endChildren, runCommand } from "../server/process";
import type { Database } from "../tests/support/server";
import { lists, type ListCase } from "./lists";
import { runClosedLoop } from "./load";
import { measure, type BenchTarget } from "./measure";
import { deskCases } from "./desk-cases";
import { mixedCases, type MixedCase } from "./mixed-cases";
import { bearer, signIn } from "./sign-in";
import { summaryLine, writeResults, type CaseResult } from "./report";
import {
  allocator,
  fastifyServer,
  createSeededDatabase,
  bareNextServer,
  seedlineServer,
  stopAll,
  type Target,
} from "./servers";
import { recordStatements } from "./statements";
import { uploadBurst, type Burst } from "./uploads";
import { measureStorage } from "./storage-size";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    users: { type: "string" },
  },
});
const sizes = (values.users ?? (values.quick ? "1000,20000" : "1000,100000,1000000")).split(",").map(Number);
const speed = values.quick ? { rounds: 1, seconds: 0.5 } : { rounds: 3, seconds: 1.5 };
/** Warm-up time of each server before the lists and before each page, for the JIT compiler. */
const WARM_SECONDS = values.quick ? 1 : 15;
/** Fastify counts on each request, which takes seconds with more users. */
const MAX_FASTIFY_USERS = 100_000;

const CONNECTIONS = 16;
const isSelected = ({ name }: { name: string }) => name.toLowerCase().includes(values.only.toLowerCase());

async function listTargets(targets: Target[], { paths }: ListCase): Promise<BenchTarget[]> {
  return Promise.all(
    targets.map(async (target) => {
      const urls = paths(target.users);
      const headers: Record<string, string> =
        target.name === "seedline" ? bearer(await signIn(target, "super@seedline.example")) : {};
      const toTargetPath = (path: string) =>
        target.name === "bare-next" ? `/list?key=${encodeURIComponent(path)}` : path;
      const run: BenchTarget["run"] = (options) =>
        runClosedLoop(target.url, options, (count) => ({
          path: toTargetPath(urls[count % urls.length]!),
          headers,
        }));
      return { target, run };
    }),
  );
}

async function mixedTargets(
  targets: Target[],
  databases: Map<number, Database>,
  { prepare, page }: MixedCase,
  bareNext: Target,
): Promise<BenchTarget[]> {
  const benchTargets: BenchTarget[] = [];
  for (const target of targets)
    benchTargets.push({ target, run: await prepare(target, databases.get(target.users)!) });
  if (page)
    benchTargets.push({
      target: bareNext,
      run: (options) => runClosedLoop(bareNext.url, options, () => ({ path: "/page" })),
    });
  return benchTargets;
}

await runCommand(async () => {
  const began = Date.now();
  const print = (text: string) => process.stdout.write(`${text}\n`);
  process.once("SIGINT", () => {
    endChildren();
    void stopAll().finally(() => process.exit(130));
  });
  await ensureBuilt();
  try {
    const databases = new Map<number, Database>();
    const targets: Target[] = [];
    for (const users of sizes) {
      print(`A database of ${users.toLocaleString("en")} users`);
      const database = await createSeededDatabase(users);
      databases.set(users, database);
      targets.push(await seedlineServer(database, users));
      if (users <= MAX_FASTIFY_USERS) targets.push(await fastifyServer(database, users));
    }
    const storage = await measureStorage(databases.get(sizes.at(-1)!)!);
    const [small] = sizes as [number];
    const selectedLists = lists.filter(isSelected);
    const statements = await recordStatements(
      databases.get(small)!,
      selectedLists.flatMap(({ paths }) => paths(small)),
    );
    const bareNext = await bareNextServer(databases.get(small)!, small, statements);
    targets.push(bareNext);
    const results: CaseResult[] = [];
    const failures: string[] = [];
    const attempt = async (
      name: string,
      kind: CaseResult["kind"],
      connections: number,
      benchTargets: () => Promise<BenchTarget[]>,
    ) => {
      try {
        results.push({ name, kind, figures: await measure(await benchTargets(), { connections, ...speed }) });
        print(summaryLine(results.at(-1)!));
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
        print(`FAILED ${failures.at(-1)}`);
      }
    };
    const warmUp = async (benchTargets: BenchTarget[]) => {
      for (const { run } of benchTargets) await run({ connections: CONNECTIONS, seconds: WARM_SECONDS });
      return benchTargets;
    };
    if (selectedLists[0]) await warmUp(await listTargets(targets, selectedLists[0]));
    for (const item of selectedLists)
      await attempt(item.name, "list", CONNECTIONS, () => listTargets(targets, item));
    const seedlineTargets = targets.filter(
      ({ name, users }) => name === "seedline" && [small, sizes.at(-1)].includes(users),
    );
    for (const item of [...mixedCases, ...deskCases].filter(isSelected)) {
      const prepare = () => mixedTargets(seedlineTargets, databases, item, bareNext);
      if (item.page) await attempt(item.name, "page", CONNECTIONS, async () => warmUp(await prepare()));
      else await attempt(item.name, item.desk ? "desk" : "other", item.connections ?? CONNECTIONS, prepare);
    }
    let burst: Burst | null = null;
    if (isSelected({ name: "Parallel uploads" })) {
      try {
        // On a fresh server, because processes rarely return memory to the system.
        const database = databases.get(small)!;
        burst = await uploadBurst(await seedlineServer(database, small), database);
        print(`Parallel uploads: ${JSON.stringify(burst)}`);
      } catch (error) {
        failures.push(`Parallel uploads: ${(error as Error).message}`);
      }
    }
    await writeResults(results, {
      storage,
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
