// Puts together what a server needs and nothing else: Next's standalone output, our own server and commands, and the packages
// these load. The Dockerfile copies the result into its last stage.
//
//   node deploy/assemble.mjs FOLDER
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../scripts/lib/build.mjs";
import { Stop, isMain, main, root } from "../scripts/lib/common.mjs";
import { continueOnProjectNode } from "../scripts/lib/install.mjs";
import { generate } from "../scripts/generate.mjs";

/** What our scripts and commands load, and Next's trace of the pages does not know. */
const packages = ["@prisma/schema-engine-wasm", "server-only", "tsx", "zod"];

/** What the commands run from: Next has the product's code in bundles of its own. */
const sources = ["lib", "prisma", "scripts", "tsconfig.json"];

const isTest = (file) => /\.test\.\w+$/.test(file);

/** Copies a package and everything it depends on, as far as it is installed here. */
function copyPackage(name, target) {
  const to = path.join(target, "node_modules", name);
  const from = path.join(root, "node_modules", name);
  if (!fs.existsSync(from)) return;
  fs.cpSync(from, to, { recursive: true, dereference: true });
  const { dependencies, optionalDependencies } = JSON.parse(
    fs.readFileSync(path.join(from, "package.json"), "utf8"),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (!fs.existsSync(path.join(target, "node_modules", needed))) copyPackage(needed, target);
}

/**
 * Hands Next its configuration as the build resolved it, the way its own standalone server does: reading next.config.ts would take
 * a compiler. A module to load first: node --import ./configuration.mjs scripts/serve.mjs
 */
function writeConfiguration(target) {
  const { config } = JSON.parse(fs.readFileSync(path.join(root, ".next/required-server-files.json"), "utf8"));
  fs.writeFileSync(
    path.join(target, "configuration.mjs"),
    `process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = ${JSON.stringify(JSON.stringify(config))};\n`,
  );
}

/** Builds the product and fills `target`, which must be empty or missing. */
export async function assemble(target) {
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0) throw new Stop(`${target} is not empty.`);
  await generate();
  await build({ BUILD_STANDALONE: "1" });
  const copy = (from, to = from) =>
    fs.cpSync(path.join(root, from), path.join(target, to), {
      recursive: true,
      // Next's trace refers to packages by links; copies in their place would be loaded twice.
      verbatimSymlinks: true,
      filter: (file) => !isTest(file),
    });
  copy(".next/standalone", ".");
  copy(".next/static");
  copy("public");
  for (const source of sources) copy(source);
  for (const name of packages) copyPackage(name, target);
  writeConfiguration(target);
  // Next's own server does neither drain nor shed load.
  fs.rmSync(path.join(target, "server.js"));
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await continueOnProjectNode(fileURLToPath(import.meta.url));
    const [folder] = process.argv.slice(2);
    if (!folder) throw new Stop("Name the folder to fill: node deploy/assemble.mjs FOLDER");
    await assemble(path.resolve(folder));
    console.log(`Everything a server needs is in ${folder}.`);
  });
}
