import "server-only";
import { FormatError } from "@/lib/formats/format-error";
import { childrenOf, readXml, textOf, type XmlElement } from "@/lib/formats/xml";
import { parseBirth } from "../births";
import { tidyEntry, type ParsedEntry, type ParsedList } from "../parsed-list";

/**
 * Parses the consolidated list of the United Nations Security Council: CONSOLIDATED_LIST with INDIVIDUALS/INDIVIDUAL and ENTITIES/ENTITY.
 * Throws `FormatError`.
 */
export async function readUnXml(text: AsyncIterable<string>): Promise<ParsedList> {
  const entries: ParsedEntry[] = [];
  let unreadableDates = 0;
  const root = await readXml(
    text,
    (name) => name === "INDIVIDUAL" || name === "ENTITY",
    (record, line) => {
      const births = childrenOf(record, "INDIVIDUAL_DATE_OF_BIRTH").map(birthOf);
      unreadableDates += births.filter((birth) => birth === null).length;
      const entry = toEntry(
        record,
        births.flatMap((birth) => birth || []),
      );
      entries.push(tidyEntry(entry, `line ${line}`));
    },
  );
  const version = root.attributes["dateGenerated"] ?? "";
  const [publishedOn] = /^\d{4}-\d{2}-\d{2}/.exec(version) ?? [];
  if (!publishedOn) throw new FormatError("CONSOLIDATED_LIST does not say when it was generated");
  return { source: "un", version, publishedOn, entries, skipped: { otherKinds: 0, unreadableDates } };
}

function toEntry(record: XmlElement, births: string[]): ParsedEntry {
  const kind = record.name === "ENTITY" ? "entity" : "person";
  const names = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"].map((name) =>
    textOf(record, name),
  );
  const aliases = childrenOf(record, kind === "entity" ? "ENTITY_ALIAS" : "INDIVIDUAL_ALIAS").flatMap(
    (alias) =>
      textOf(alias, "ALIAS_NAME")
        .split(";")
        .map((name) => ({ name, isWeak: textOf(alias, "QUALITY") === "Low" })),
  );
  return {
    externalId: textOf(record, "DATAID"),
    kind,
    name: names.filter(Boolean).join(" "),
    programme: [textOf(record, "UN_LIST_TYPE"), textOf(record, "REFERENCE_NUMBER")]
      .filter(Boolean)
      .join(", "),
    births,
    aliases: [...aliases, { name: textOf(record, "NAME_ORIGINAL_SCRIPT"), isWeak: false }],
  };
}

/** Returns the date of birth in EDTF; empty if missing, null if it cannot be parsed. */
function birthOf(element: XmlElement): string | null {
  const about = textOf(element, "TYPE_OF_DATE") === "APPROXIMATELY" ? "circa " : "";
  const [from, to] = [textOf(element, "FROM_YEAR"), textOf(element, "TO_YEAR")];
  if (from && to) return parseBirth(`${from} to ${to}`);
  // Some dates have a time zone.
  const date = textOf(element, "DATE").slice(0, "1970-01-31".length) || textOf(element, "YEAR");
  return date && parseBirth(about + date);
}
