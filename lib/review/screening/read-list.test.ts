import { describe, expect, it } from "vitest";
import { altCsv, ofacXml, pepCsv, sdnCsv, unXml, writeList } from "@/tests/support/watchlists";
import { readList } from "./read-list";

const people = [
  {
    id: "1",
    name: "Ada Invented",
    aliases: [{ name: "Adaeze Invented" }, { name: "Lady A", isWeak: true }],
    birth: "1970-01-31",
  },
  { id: "2", name: "Bola Invented", birth: "1965" },
  { id: "3", name: "Nowhere Trading Ltd", kind: "entity", aliases: [{ name: "NTL" }] },
] as const;

const read = async (name: string, content: string | Uint8Array, others: Record<string, string> = {}) =>
  readList(await writeList({ [name]: content, ...others }), "2026-11-20");
const fails = (name: string, content: string | Uint8Array, others?: Record<string, string>) =>
  expect(read(name, content, others)).rejects;

describe("a name of more than 500 characters", () => {
  const [name, longest] = ["x".repeat(501), "x".repeat(500)];

  it("is refused with its line or entry", async () => {
    const message = (place: string) => `A name has more than 500 characters: ${place}`;
    await fails("un.xml", unXml([{ id: "1", name }])).toThrow(/more than 500 characters: line \d+$/);
    await fails("sdn.xml", ofacXml([{ id: "1", name: "Ada", aliases: [{ name }] }])).toThrow(
      /more than 500 characters: line \d+$/,
    );
    await fails("pep.csv", `${pepCsv}${name},,,Minister,A vendor\n`).toThrow(message("line 4"));
    await fails("pep.csv", `${pepCsv}Ada,Bola;${name},,Minister,A vendor\n`).toThrow(message("line 4"));
    const alias = `102,9,"aka","${name}",-0- \r\n`;
    await fails("sdn.csv", sdnCsv, { "alt.csv": altCsv + alias }).toThrow(message("alt.csv, entry 102"));
    expect((await read("un.xml", unXml([{ id: "1", name: longest }]))).entries).toHaveLength(1);
  });
});

describe("the United Nations' consolidated list", () => {
  it("is read with names, aliases and dates", async () => {
    expect(await read("consolidated.xml", unXml(people))).toMatchObject({
      source: "un",
      version: "2026-11-20T09:00:03.123Z",
      publishedOn: "2026-11-20",
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      entries: [
        {
          externalId: "1",
          kind: "person",
          name: "Ada Invented",
          programme: "Invented, INi.1",
          births: ["1970-01-31"],
          aliases: [
            { name: "Adaeze Invented", isWeak: false },
            { name: "Lady A", isWeak: true },
          ],
        },
        { externalId: "2", births: ["1965"], aliases: [] },
        {
          externalId: "3",
          kind: "entity",
          name: "Nowhere Trading Ltd",
          aliases: [{ name: "NTL", isWeak: false }],
        },
      ],
    });
  });

  it("has years between two, about a year, and dates with a time zone", async () => {
    const dates = (content: string) =>
      unXml([{ id: "1", name: "Ada Invented", birth: "1970" }]).replace(
        "<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1970</YEAR>",
        content,
      );
    for (const [content, births] of [
      [
        "<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1972</TO_YEAR>",
        ["1970/1972"],
      ],
      ["<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR>", ["1970~"]],
      ["<DATE>1970-01-31-05:00</DATE>", ["1970-01-31"]],
      ["<DATE>unknown</DATE>", []],
    ] as const)
      expect((await read("un.xml", dates(content))).entries[0]).toMatchObject({ births });
    expect((await read("un.xml", dates("<DATE>unknown</DATE>"))).skipped.unreadableDates).toBe(1);
  });
});

describe("OFAC's list", () => {
  it("is read from XML", async () => {
    const listed = people.map((entry) =>
      "birth" in entry && entry.id === "1" ? { ...entry, birth: "31 Jan 1970" } : entry,
    );
    expect(await read("sdn.xml", ofacXml(listed))).toMatchObject({
      source: "ofac",
      version: "11/20/2026",
      publishedOn: "2026-11-20",
      entries: [
        { externalId: "1", name: "Ada Invented", programme: "INVENTED, TEST", births: ["1970-01-31"] },
        { externalId: "2", births: ["1965"] },
        { externalId: "3", kind: "entity", name: "Nowhere Trading Ltd" },
      ],
    });
  });

  it.each([
    ["SDN.CSV", "ALT.CSV"],
    ["sdn.csv", "ALT.csv"],
    ["Sdn-November.csv", "alt-november.CSV"],
  ])("finds %s's aliases in %s", async (sdn, alt) => {
    const { entries } = await read(sdn, sdnCsv, { [alt]: altCsv });
    expect(entries).toEqual((await read("sdn.csv", sdnCsv, { "alt.csv": altCsv })).entries);
  });

  it("is read from sdn.csv and alt.csv, without ships", async () => {
    expect(await read("sdn.csv", sdnCsv, { "alt.csv": altCsv })).toMatchObject({
      source: "ofac",
      publishedOn: "2026-11-20",
      skipped: { otherKinds: 1, unreadableDates: 0 },
      entries: [
        {
          externalId: "101",
          kind: "person",
          name: "BADMUS, Yetunde Invented",
          programme: "INVENTED, TEST",
          births: ["1970-01-01", "1972~"],
          aliases: [
            { name: "LADY YETTY", isWeak: true },
            { name: "BADMUS, Yetty", isWeak: false },
          ],
        },
        { externalId: "102", kind: "entity", aliases: [{ name: "SAHEL INVENTED TRADING", isWeak: false }] },
      ],
    });
  });
});

describe("a list of politically exposed people", () => {
  it("is read from CSV with a header", async () => {
    expect(await read("pep.csv", pepCsv)).toMatchObject({
      source: "pep",
      entries: [
        {
          name: "Olu Invented",
          programme: "Governor of Nowhere, 2019-2023, A vendor",
          births: ["1970-01-31"],
          aliases: [{ name: "Oluwaseun Invented" }, { name: "Chief Olu" }],
        },
        { name: "Bisi Invented", births: [], aliases: [] },
      ],
    });
  });
});

describe("a file that is not a complete list", () => {
  const un = unXml(people);
  const ofac = ofacXml(people);

  it("says where a truncated one ends", async () => {
    await fails("un.xml", un.slice(0, un.length / 2)).toThrow(/^Line \d+, column \d+: /);
    await fails("sdn.xml", ofac.slice(0, -"</sdnList>".length)).toThrow(
      /^Line \d+, column \d+: unclosed tag/,
    );
    await fails("sdn.csv", sdnCsv.slice(0, sdnCsv.indexOf("POB")), { "alt.csv": altCsv }).toThrow(
      /Quote Not Closed/,
    );
    await fails("pep.csv", `${pepCsv}Half a record,`).toThrow("Line 4: 2 fields instead of 5");
  });

  it("says what is missing", async () => {
    await fails("sdn.xml", ofacXml(people, "11/20/2026", 4)).toThrow("4 entries, but it has 3");
    await fails("sdn.xml", ofacXml(people, "20 November")).toThrow("no Publish_Date");
    await fails("un.xml", un.replace(/ dateGenerated="[^"]*"/, "")).toThrow("when it was generated");
    await fails("un.xml", un.replace("<DATAID>2</DATAID>", "")).toThrow("An entry has no number: line");
    await fails("un.xml", un.replace("<DATAID>2</DATAID>", "<DATAID>1</DATAID>")).toThrow("same number");
    await fails("un.xml", unXml([])).toThrow("no entries");
    await fails("sdn.csv", sdnCsv).toThrow("alt.csv must be in the same folder");
    await fails("sdn.csv", sdnCsv, { "alt.csv": "999,1,aka,X,-0- \n" }).toThrow("sdn.csv has no entry 999");
    await fails("pep.csv", pepCsv.replace("1970-01-31", "31/01/70")).toThrow(
      'Line 2: "31/01/70" is not a valid date of birth',
    );
    await fails("pep.csv", pepCsv.replace("position", "job")).toThrow("the columns must be");
    await fails("photo.xml", "<html></html>").toThrow("not in a known format");
    await fails("un.xml", "").toThrow("not in a known format");
    await expect(readList("/nowhere/un.xml")).rejects.toThrow("is not a file");
  });

  it("is refused for entities, other bytes and bottomless nesting", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    await fails("un.xml", un.replace("?>", `?>${bomb}`).replace("Ada Invented", "&b;")).toThrow(
      "a DOCTYPE is not accepted",
    );
    await fails("un.xml", un.replace("<DATAID>1</DATAID>", "<DATAID>&b;</DATAID>")).toThrow(
      /^Line \d+, column \d+: /,
    );
    await fails("un.xml", Buffer.from(un.replace("Ada", "Ad\u00e0"), "latin1")).toThrow("not UTF-8");
    await fails("un.xml", un.replace("<DATAID>1</DATAID>", "<A>".repeat(30))).toThrow("nested too deeply");
    await fails(
      "un.xml",
      un.replace("<DATAID>1</DATAID>", `<DATAID>${"1".repeat(1_100_000)}</DATAID>`),
    ).toThrow("an entry is too long");
  });
});
