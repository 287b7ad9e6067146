import { readFile, writeFile } from "node:fs/promises";
import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { isDay } from "@/lib/dates";
import { FormatError } from "@/lib/formats/format-error";
import { institutions } from "@/lib/reference/institutions";
import { mergeInstitutions, readInstitutions, toListFile } from "../institution-list";

const FILE = new URL("../../lib/reference/ng-institutions.json", import.meta.url);

/**
 * Replaces the list of institutions in the source tree by a newer one, after showing what changes. Usage:
 * `npm run institutions:import -- FILE --date 2026-11-20 [--check]`, with the day of the list; `--check` writes nothing.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { date: { type: "string" }, check: { type: "boolean", default: false } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0 || !isDay(values.date ?? ""))
    throw new FormatError("Usage: npm run institutions:import -- FILE --date 2026-11-20 [--check]");
  const { institutions: merged, changes } = mergeInstitutions(
    institutions,
    readInstitutions(await readFile(file, "utf8")),
  );
  stdout.write(changes.length > 0 ? `${changes.join("\n")}\n` : "No institution changes.\n");
  if (values.check) return;
  await writeFile(FILE, toListFile(values.date!, merged));
  stdout.write(`Written. Name the source in docs/reference-data.md, commit both and deploy.\n`);
}

try {
  await main();
} catch (error) {
  stdout.write(`${error instanceof Error ? error.message : "failed"}\n`);
  process.exitCode = 1;
}
