// `npm run bench` measures the cost of the back office's lists with 1,000 and with 1,000,000 users, memory and latency during parallel
// uploads, the JavaScript of each page, and the storage per user. Everything is measured on this machine in one run, because only ratios
// within one run are comparable between machines. It prints and writes bench/RESULTS.md. `--money` instead measures the money pages with
// 1,000 and with 1,000,000 investments, and the import of a bank statement, for bench/MONEY.md. `--quick` is a smoke run, `--only TEXT`
// measures only cases whose name contains the text, `--users 1000,100000` sets the two sizes; with any of these three options, no file is
// written.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../server/build";
import { endChildren, projectBin, root, run, runCommand } from "../server/process";
import { lists, type ListCase } from "./lists";
import { measure, type Measurement } from "./measure";
import { measureImport, moneyLists, seedInvestments } from "./money";
import { measurePages } from "./pages";
import { renderReport, type Results } from "./report";
import { createSeededDatabase, seedlineServer, stopAll, type Target } from "./servers";
import { measureStorage } from "./storage-size";
import { measureUploads } from "./uploads";

const { values } = parseArgs({
  options: {
    money: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    users: { type: "string" },
  },
});
const isWholeRun = !values.quick && !values.only && !values.users;
const sizes = (values.users ?? (values.quick ? "1000,20000" : "1000,1000000")).split(",").map(Number);
const speed = values.quick ? { rounds: 1, seconds: 0.5 } : { rounds: 3, seconds: 1.5 };
/** How long each server runs the first list before anything is measured, for the JIT compiler. */
const warmUpSeconds = values.quick ? 1 : 15;
const connections = 16;

const isSelected = (name: string) => name.toLowerCase().includes(values.only.toLowerCase());
const print = (text: string) => process.stdout.write(`${text}\n`);

await runCommand(async () => {
  const began = Date.now();
  process.once("SIGINT", () => {
    endChildren();
    void stopAll().finally(() => process.exit(130));
  });
  await ensureBuilt();
  const results: Results = {
    command: values.money ? "bench:money" : "bench",
    sizes,
    lists: [],
    uploads: null,
    pages: [],
    storage: null,
    importSeconds: null,
    failures: [],
  };
  /** A failed measurement does not abort the others. */
  const attempt = async (name: string, work: () => Promise<void>) => {
    if (!isSelected(name)) return;
    print(name);
    try {
      await work();
    } catch (error) {
      results.failures.push(`${name}: ${(error as Error).message}`);
      print(`FAILED ${results.failures.at(-1)}`);
    }
  };
  try {
    const targets: Target[] = [];
    for (const users of sizes) {
      print(`A database of ${users.toLocaleString("en")} users`);
      const database = await createSeededDatabase(users);
      targets.push(await seedlineServer(database, users));
    }
    const [small, large] = [targets[0]!, targets.at(-1)!];
    const chosen = values.money ? moneyLists : lists;
    if (values.money) for (const { database, users } of targets) await seedInvestments(database, users);
    else
      await attempt("Storage", async () => {
        results.storage = await measureStorage(large.database);
      });
    const [first] = chosen.filter(({ name }) => isSelected(name));
    if (first)
      for (const target of targets)
        await (
          await first.prepare(target)
        )({ connections, seconds: warmUpSeconds });
    const measureList = ({ name, prepare }: ListCase) =>
      attempt(name, async () => {
        const runners = [];
        for (const target of targets) runners.push({ target, run: await prepare(target) });
        const figures: Measurement[] = await measure(runners, { connections, ...speed });
        results.lists.push({ name, figures });
        print(figures.map(({ users, perSecond }) => `  ${users} users: ${perSecond}/s`).join("\n"));
      });
    for (const one of chosen) await measureList(one);
    if (values.money)
      await attempt("Import of a statement", async () => {
        results.importSeconds = await measureImport(small);
      });
    else {
      await attempt("Uploads", async () => {
        // On a fresh server, because processes rarely return memory to the system.
        const target = await seedlineServer(small.database, small.users);
        results.uploads = await measureUploads(target, values.quick ? 3 : 20);
      });
      await attempt("Pages", async () => {
        results.pages = await measurePages(small);
      });
    }
    const text = renderReport(results, (Date.now() - began) / 60_000);
    print(`\n${text}`);
    if (isWholeRun) {
      const file = path.join(root, values.money ? "bench/MONEY.md" : "bench/RESULTS.md");
      writeFileSync(file, text);
      await run(projectBin("oxfmt"), [file]);
    }
    if (results.failures.length > 0) process.exitCode = 1;
  } finally {
    await stopAll();
  }
  process.exit();
});
