import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Small files in the formats of the publishers, with invented entries (product 10.27). */

export interface Listed {
  id: string;
  name: string;
  kind?: "person" | "entity";
  aliases?: readonly { name: string; isWeak?: boolean }[];
  /** A year, or a day such as 1970-01-31. */
  birth?: string;
}

const split = (name: string): [first: string, last: string] => {
  const words = name.split(" ");
  return [words.slice(0, -1).join(" "), words.at(-1)!];
};

export const unXml = (entries: readonly Listed[], dateGenerated = "2026-11-20T09:00:03.123Z") => {
  const person = ({ id, name, aliases = [], birth }: Listed) => `
    <INDIVIDUAL>
      <DATAID>${id}</DATAID><VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>${split(name)[0]}</FIRST_NAME><SECOND_NAME>${split(name)[1]}</SECOND_NAME>
      <UN_LIST_TYPE>Invented</UN_LIST_TYPE><REFERENCE_NUMBER>INi.${id}</REFERENCE_NUMBER>
      ${aliases.map((alias) => `<INDIVIDUAL_ALIAS><QUALITY>${alias.isWeak ? "Low" : "Good"}</QUALITY><ALIAS_NAME>${alias.name}</ALIAS_NAME></INDIVIDUAL_ALIAS>`).join("")}
      <INDIVIDUAL_DATE_OF_BIRTH>${
        birth
          ? birth.length === "1970".length
            ? `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>${birth}</YEAR>`
            : `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${birth}</DATE>`
          : ""
      }</INDIVIDUAL_DATE_OF_BIRTH>
    </INDIVIDUAL>`;
  const entity = ({ id, name, aliases = [] }: Listed) => `
    <ENTITY><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME><UN_LIST_TYPE>Invented</UN_LIST_TYPE>
      ${aliases.map((alias) => `<ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>${alias.name}</ALIAS_NAME></ENTITY_ALIAS>`).join("")}</ENTITY>`;
  const of = (kind: string, draw: (entry: Listed) => string) =>
    entries
      .filter((entry) => (entry.kind ?? "person") === kind)
      .map(draw)
      .join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="${dateGenerated}">
  <INDIVIDUALS>${of("person", person)}</INDIVIDUALS><ENTITIES>${of("entity", entity)}</ENTITIES>
</CONSOLIDATED_LIST>`;
};

export const ofacXml = (
  entries: readonly Listed[],
  publishDate = "11/20/2026",
  count = entries.length,
) => `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>${publishDate}</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>
  ${entries
    .map(({ id, name, kind = "person", aliases = [], birth }) => {
      const [first, last] = kind === "person" ? split(name) : ["", name];
      return `<sdnEntry><uid>${id}</uid>${first && `<firstName>${first}</firstName>`}<lastName>${last}</lastName>
    <sdnType>${kind === "person" ? "Individual" : "Entity"}</sdnType>
    <programList><program>INVENTED</program><program>TEST</program></programList>
    <akaList>${aliases.map((alias, index) => `<aka><uid>${id}${index}</uid><type>a.k.a.</type><category>${alias.isWeak ? "weak" : "strong"}</category><lastName>${alias.name}</lastName></aka>`).join("")}</akaList>
    ${birth ? `<dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>${birth}</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>` : ""}</sdnEntry>`;
    })
    .join("\n")}
</sdnList>`;

/** sdn.csv, with a ship and the character that ends OFAC's files. */
export const sdnCsv = `101,"BADMUS, Yetunde Invented",individual,"INVENTED] [TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 01 Jan 1970; alt. DOB circa 1972; POB Nowhere; (a.k.a. 'LADY YETTY')."\r
102,"HARMATTAN INVENTED TRADING",-0- ,"INVENTED",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r
103,"INVENTED STAR",vessel,"INVENTED",-0- ,-0- ,Tanker,-0- ,-0- ,-0- ,-0- ,-0- \r
\u001a`;
export const altCsv = `101,1,"aka","BADMUS, Yetty",-0- \r\n102,2,"fka","SAHEL INVENTED TRADING",-0- \r\n103,3,"fka","OLD STAR",-0- \r\n`;

export const pepCsv = `name,aliases,date_of_birth,position,source
"Olu Invented","Oluwaseun Invented; Chief Olu",1970-01-31,"Governor of Nowhere, 2019-2023","A vendor"
Bisi Invented,,,Minister of Nothing,A vendor
`;

/** Writes files into a new folder, and returns the path of the first. */
export async function writeList(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "watchlists-"));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  return path.join(folder, Object.keys(files)[0]!);
}
