import "server-only";
import { FormatError } from "@/lib/formats/format-error";
import { itemsOf, readXml, textOf, type XmlElement } from "@/lib/formats/xml";
import { parseBirth } from "../births";
import { tidyEntry, type ParsedEntry, type ParsedList } from "../parsed-list";

/** Parses OFAC's Specially Designated Nationals: sdnList with publshInformation (sic) and sdnEntry. Throws `FormatError`. */
export async function readOfacXml(text: AsyncIterable<string>): Promise<ParsedList> {
  const entries: ParsedEntry[] = [];
  let information: XmlElement | undefined;
  let records = 0;
  let otherKinds = 0;
  let unreadableDates = 0;
  await readXml(
    text,
    (name) => name === "sdnEntry" || name === "publshInformation",
    (record, line) => {
      if (record.name === "publshInformation") {
        information = record;
        return;
      }
      records += 1;
      const type = textOf(record, "sdnType");
      if (type !== "Individual" && type !== "Entity") {
        otherKinds += 1;
        return;
      }
      const dates = itemsOf(record, "dateOfBirthList", "dateOfBirthItem");
      const births = dates.map((date) => parseBirth(textOf(date, "dateOfBirth")));
      unreadableDates += births.filter((birth) => birth === null).length;
      const entry = {
        externalId: textOf(record, "uid"),
        kind: type === "Entity" ? ("entity" as const) : ("person" as const),
        name: nameOf(record),
        programme: itemsOf(record, "programList", "program")
          .map((program) => program.text.trim())
          .join(", "),
        births: births.filter((birth) => birth !== null),
        aliases: itemsOf(record, "akaList", "aka").map((aka) => ({
          name: nameOf(aka),
          isWeak: textOf(aka, "category") === "weak",
        })),
      };
      entries.push(tidyEntry(entry, `line ${line}`));
    },
  );
  if (!information) throw new FormatError("publshInformation is missing");
  const version = textOf(information, "Publish_Date");
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(version) ?? [];
  const publishedOn = parseBirth(`${year}-${month}-${day}`);
  if (!publishedOn) throw new FormatError("publshInformation has no Publish_Date like 11/20/2026");
  const count = textOf(information, "Record_Count");
  if (count && Number(count) !== records)
    throw new FormatError(`The file says that it has ${count} entries, but it has ${records}`);
  return { source: "ofac", version, publishedOn, entries, skipped: { otherKinds, unreadableDates } };
}

const nameOf = (element: XmlElement) => `${textOf(element, "firstName")} ${textOf(element, "lastName")}`;
