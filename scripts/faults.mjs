// `npm run test:faults`: proves what must hold under attack and under faults, and prints one table. `npm run test:faults -- 40 44`
// proves only those rows; --long takes the long form of the runs that have one, --seed N repeats a run's random choices.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { endChildren, main, projectNode, root, run } from "./lib/common.mjs";
import { continueOnProjectNode, install } from "./lib/install.mjs";

await main(async () => {
  install();
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  process.chdir(root);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => endChildren(signal));
  const { generate } = await import("./generate.mjs");
  await generate();
  const { build, isBuilt } = await import("./lib/build.mjs");
  if (!isBuilt(process.env)) {
    console.log("building the app ...");
    await build();
  }
  const file = path.join(root, "tests/faults/main.ts");
  const args = ["--conditions=react-server", "--import", "tsx", file, ...process.argv.slice(2)];
  await run(projectNode, args, { what: "npm run test:faults" });
});
