import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { FormatError } from "@/lib/formats/format-error";
import { readList } from "@/lib/review/screening/read-list";
import { sourceLabels } from "@/lib/review/screening/labels";
import { importList } from "@/lib/review/screening/watchlists";
import { runOperatorCommand } from "../operator-command";

/**
 * Imports a list of sanctions or politically exposed people, replacing the previous one; a job then screens all users again.
 * Usage: `npm run screening:import -- FILE [--date 2026-11-20] [--force]`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { date: { type: "string" }, force: { type: "boolean", default: false } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0)
    throw new FormatError("Usage: npm run screening:import -- FILE [--date 2026-11-20] [--force]");
  if (values.date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(values.date))
    throw new FormatError("--date is a day like 2026-11-20");
  const list = await readList(file, values.date);
  const { source, version, entries, skipped } = list;
  const isNew = await importList(list, { force: values.force });
  stdout.write(
    `${sourceLabels[source]}, ${version}: ${isNew ? `${entries.length} ${entries.length === 1 ? "entry" : "entries"} imported.` : "imported already, nothing to do."}\n`,
  );
  if (skipped.otherKinds > 0) stdout.write(`${skipped.otherKinds} ships and aircraft were left out.\n`);
  if (skipped.unreadableDates > 0)
    stdout.write(`${skipped.unreadableDates} dates of birth could not be read and are not compared.\n`);
  if (isNew)
    stdout.write(
      "The servers now screen all users with a submission again; super administrators see the progress.\n",
    );
}

await runOperatorCommand(main);
