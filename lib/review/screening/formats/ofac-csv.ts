import "server-only";
import { readCsv } from "@/lib/formats/csv";
import { FormatError } from "@/lib/formats/format-error";
import { parseBirth } from "../births";
import { tidyEntry, type ParsedEntry, type ParsedList } from "../parsed-list";

const SDN_COLUMNS = 12;
const ALT_COLUMNS = 5;
const nullable = (field: string | undefined) => (field?.trim() === "-0-" ? "" : (field?.trim() ?? ""));

/**
 * Parses OFAC's list from sdn.csv and alt.csv, which have no header; dates of birth and weak aliases are in the remarks. The files do not
 * contain `publishedOn`, so it is a parameter. Throws `FormatError`, including when alt.csv names an entry that sdn.csv does not have.
 */
export async function readOfacCsv(
  sdn: AsyncIterable<string>,
  alt: AsyncIterable<string>,
  publishedOn: string,
): Promise<ParsedList> {
  const entries = new Map<string, ParsedEntry>();
  const otherKinds = new Set<string>();
  let unreadableDates = 0;
  for await (const { fields, line } of readCsv(sdn, { columns: SDN_COLUMNS })) {
    const [number = "", name = "", type, programme = ""] = fields.map(nullable);
    const remarks = nullable(fields[SDN_COLUMNS - 1]);
    if (!/^\d+$/.test(number)) throw new FormatError(`sdn.csv, line ${line}: the entry has no number`);
    if (type === "vessel" || type === "aircraft") {
      otherKinds.add(number);
      continue;
    }
    const births = [...remarks.matchAll(/\bDOB ([^;.]+)/g)].map(([, date]) => parseBirth(date!));
    unreadableDates += births.filter((birth) => birth === null).length;
    const entry: ParsedEntry = {
      externalId: number,
      kind: type === "individual" ? "person" : "entity",
      name,
      programme: programme.replaceAll("] [", ", "),
      births: births.filter((birth) => birth !== null),
      aliases: [...remarks.matchAll(/\ba\.k\.a\. '([^']+)'/g)].map(([, alias]) => ({
        name: alias!,
        isWeak: true,
      })),
    };
    entries.set(number, tidyEntry(entry, `sdn.csv, line ${line}`));
  }
  const aliases = new Map<string, { name: string; isWeak: boolean }[]>();
  for await (const { fields, line } of readCsv(alt, { columns: ALT_COLUMNS })) {
    const [number = "", , , name = ""] = fields.map(nullable);
    if (otherKinds.has(number)) continue;
    if (!entries.has(number))
      throw new FormatError(
        `alt.csv, line ${line}: sdn.csv has no entry ${number}, so one of them is incomplete`,
      );
    aliases.set(number, [...(aliases.get(number) ?? []), { name, isWeak: false }]);
  }
  return {
    source: "ofac",
    version: publishedOn,
    publishedOn,
    entries: [...entries.values()].map((entry) =>
      tidyEntry(
        { ...entry, aliases: [...entry.aliases, ...(aliases.get(entry.externalId) ?? [])] },
        `alt.csv, entry ${entry.externalId}`,
      ),
    ),
    skipped: { otherKinds: otherKinds.size, unreadableDates },
  };
}
