import "server-only";
import { createHash } from "node:crypto";
import { readCsv } from "@/lib/formats/csv";
import { FormatError } from "@/lib/formats/format-error";
import { parseBirth } from "../births";
import { tidyEntry, type ParsedEntry, type ParsedList } from "../parsed-list";

/** The header of a list of politically exposed people. */
export const pepColumns = ["name", "aliases", "date_of_birth", "position", "source"] as const;

/**
 * Parses politically exposed people from CSV with a header (docs/operations/deployment.md). Aliases are separated by semicolons; the date
 * of birth is a day, a month name with a year, or a year. An entry has no id in the file: it is identified by name and date of birth, so a
 * corrected date makes it a new entry, whose hits are decided again. All positions of a person are one entry. Throws `FormatError`.
 */
export async function readPepCsv(text: AsyncIterable<string>, publishedOn: string): Promise<ParsedList> {
  const entries = new Map<string, ParsedEntry>();
  let isHeader = true;
  for await (const { fields, line } of readCsv(text, { columns: pepColumns.length })) {
    if (isHeader) {
      isHeader = false;
      if (fields.some((field, index) => field.trim().toLowerCase() !== pepColumns[index]))
        throw new FormatError(`Line 1: the columns must be ${pepColumns.join(",")}`);
      continue;
    }
    const [name = "", aliases = "", birth = "", position = "", source = ""] = fields.map((field) =>
      field.trim(),
    );
    const date = birth && parseBirth(birth);
    if (date === null) throw new FormatError(`Line ${line}: "${birth}" is not a valid date of birth`);
    const externalId = createHash("sha256").update(`${name}\n${birth}`).digest("hex").slice(0, 16);
    const entry: ParsedEntry = {
      externalId,
      kind: "person",
      name,
      programme: [entries.get(externalId)?.programme, position, source].filter(Boolean).join(", "),
      births: date ? [date] : [],
      aliases: aliases.split(";").map((alias) => ({ name: alias, isWeak: false })),
    };
    entries.set(externalId, tidyEntry(entry, `line ${line}`));
  }
  return {
    source: "pep",
    version: publishedOn,
    publishedOn,
    entries: [...entries.values()],
    skipped: { otherKinds: 0, unreadableDates: 0 },
  };
}
