import { parseArgs } from "node:util";
import { ensureBuilt, generateClient } from "../../../server/build";
import { UserFacingError, runCommand } from "../../../server/process";
import { seconds } from "../load";
import { endAll, endOnSignal } from "../world";
import { measureHashingSpeed } from "../machine-speed";
import { carousel } from "./carousel";
import { startCluster, type Finding, type Proof } from "./cluster";
import { connections } from "./connections";
import { crash } from "./crash";
import { limits } from "./limits";
import { replacement } from "./replacement";
import { replica } from "./replica";
import { buildVersion, update } from "./update";
import { uploads } from "./uploads";

/**
 * `npm run test:cluster`: guarantees with several servers, tested through nginx. `npm run test:cluster -- --before REF` updates from an
 * earlier version, named as git does, to this one, and nothing else.
 */
const proofs: Record<string, Proof> = {
  // It runs first, because it compares the whole database with its own calls.
  crash,
  limits,
  carousel,
  uploads,
  connections,
  replacement,
  replica,
};

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { before: { type: "string" } },
});

async function proveUpdate(ref: string): Promise<void> {
  const before = await buildVersion(ref);
  const { reached, ok } = await update(await startCluster((line) => say(`    ${line}`), before), before);
  say(`${ok ? "ok    " : "FAILED"} update from ${ref}: ${reached}`);
  if (!ok) throw new UserFacingError("Not reached.");
}

async function prove(): Promise<void> {
  for (const name of wanted) if (!(name in proofs)) throw new UserFacingError(`There is no proof ${name}.`);
  say(await measureHashingSpeed());
  const cluster = await startCluster((line) => say(`    ${line}`));
  const bad: Finding[] = [];
  for (const [name, proof] of Object.entries(proofs)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = Date.now();
    const findings = await proof(cluster).catch((error: unknown) => [
      { name, reached: error instanceof Error ? error.message : String(error), ok: false },
    ]);
    for (const finding of findings) {
      say(`${finding.ok ? "ok    " : "FAILED"} ${finding.name}: ${finding.reached}`);
      if (!finding.ok) bad.push(finding);
    }
    say(`       ${seconds(Date.now() - began)}`);
  }
  if (bad.length > 0) {
    for (const line of cluster.world.failures()) say(`server: ${line}`);
    throw new UserFacingError(`Not reached: ${bad.map(({ name }) => name).join(", ")}.`);
  }
}

endOnSignal();

await runCommand(async () => {
  await generateClient();
  await ensureBuilt();
  await (values.before ? proveUpdate(values.before) : prove()).finally(endAll);
});
process.exit(0);
