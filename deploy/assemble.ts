// Copies everything that a server needs into a folder: Next's standalone output, our server and commands, and the
// packages that they import. The Dockerfile copies the result into its last stage.
// Usage: node deploy/assemble.ts FOLDER
import fs from "node:fs";
import path from "node:path";
import { build, generateClient } from "../server/build.ts";
import { UserFacingError, root, runCommand } from "../server/process.ts";

/** Sources of the commands, and configuration; Next bundles its own copy of the product's code. */
const sources = ["lib", "prisma", "server", "deploy", "package.json"];

const isTest = (file: string) => /\.test\.\w+$/.test(file);

/** Returns the packages that the sources of a folder import. */
function importedPackages(folder: string): string[] {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imports = fs
    .globSync("**/*.{ts,mjs}", { cwd: folder })
    .filter((file) => !isTest(file))
    .flatMap((file) => [
      ...fs
        .readFileSync(path.join(folder, file), "utf8")
        .matchAll(/\b(?:from|import)\b[\s(]*"((?:@[\w-]+\/)?[\w.-]+)/g),
    ]);
  return [...new Set(imports.map(([, name]) => name!))].filter((name) => name in dependencies);
}

/** Copies a package and its installed dependencies, unless they are there. */
function copyPackage(name: string, target: string): void {
  const to = path.join(target, "node_modules", name);
  const from = path.join(root, "node_modules", name);
  if (fs.existsSync(to) || !fs.existsSync(from)) return;
  fs.cpSync(from, to, { recursive: true, dereference: true });
  const { dependencies, optionalDependencies } = JSON.parse(
    fs.readFileSync(path.join(from, "package.json"), "utf8"),
  ) as Partial<Record<"dependencies" | "optionalDependencies", Record<string, string>>>;
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(needed, target);
}

/**
 * Passes Next the resolved configuration of the build, as its own standalone server does: reading next.config.ts would require a compiler.
 * Preload it: node --import ./configuration.mjs server/main.ts
 */
function writeConfiguration(target: string): void {
  const file = path.join(root, ".next/required-server-files.json");
  const { config } = JSON.parse(fs.readFileSync(file, "utf8")) as { config: unknown };
  fs.writeFileSync(
    path.join(target, "configuration.mjs"),
    `process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = ${JSON.stringify(JSON.stringify(config))};\n`,
  );
}

/** Builds the product and fills `target`, which must be empty or missing. */
export async function assemble(target: string): Promise<void> {
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0)
    throw new UserFacingError(`${target} is not empty.`);
  await generateClient();
  await build({ BUILD_STANDALONE: "1" });
  const copy = (from: string, to = from) =>
    fs.cpSync(path.join(root, from), path.join(target, to), {
      recursive: true,
      // Next's trace refers to packages by symlinks; copies would be loaded twice.
      verbatimSymlinks: true,
      // Next copies .env, which has secrets.
      filter: (file) => !isTest(file) && !path.basename(file).startsWith(".env"),
    });
  copy(".next/standalone", ".");
  copy(".next/static");
  copy("public");
  for (const source of sources) copy(source);
  // Next's trace has the packages that it does not bundle.
  for (const source of ["lib", "prisma", "server"])
    for (const name of importedPackages(path.join(root, source))) copyPackage(name, target);
  writeConfiguration(target);
  // Next's own server neither drains nor sheds load.
  fs.rmSync(path.join(target, "server.js"));
}

if (import.meta.main) {
  await runCommand(async () => {
    const [folder] = process.argv.slice(2);
    if (!folder) throw new UserFacingError("Name the folder to fill: node deploy/assemble.ts FOLDER");
    await assemble(path.resolve(folder));
    console.log(`Everything a server needs is in ${folder}.`);
  });
}
