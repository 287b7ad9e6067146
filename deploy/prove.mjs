// Proves what holds with more than one server: starts two of them with nginx, pgbouncer, a primary and a replica, works through nginx
// while servers are killed and replaced, and prints what was reached. Without arguments all of it; or name some of
// crash, limits, carousel, uploads, replacement, replica.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "../scripts/lib/build.mjs";
import { endChildren, main, projectNode, root, run } from "../scripts/lib/common.mjs";
import { continueOnProjectNode, install } from "../scripts/lib/install.mjs";
import { generate } from "../scripts/generate.mjs";

await main(async () => {
  install();
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  process.chdir(root);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => endChildren(signal));
  await generate();
  if (!isBuilt(process.env)) {
    console.log("building the app ...");
    await build();
  }
  const file = path.join(root, "tests/faults/cluster/main.ts");
  const args = ["--conditions=react-server", "--import", "tsx", file, ...process.argv.slice(2)];
  await run(projectNode, args, { what: "node deploy/prove.mjs" });
});
