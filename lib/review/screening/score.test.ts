import { describe, expect, it } from "vitest";
import { birthRange, parseBirth } from "./births";
import { SAME_NAME_OTHER_BIRTH } from "./labels";
import { jaroWinkler, scoreMatch } from "./score";

const person = (name: string, dateOfBirth: string | null = null) =>
  ({ kind: "person", name, dateOfBirth }) as const;
const entry = (name: string, births: string[] = [], isWeak = false) => ({ name, births, isWeak });

describe("the score of a name and an entry", () => {
  it.each([
    ["equal without a date", person("Ada Obi"), entry("OBI, Ada"), 80],
    ["titles, accents and order", person("Dr. Adá Obi-Eze"), entry("EZE OBI, Ada"), 80],
    ["the same date", person("Ada Obi", "1970-01-31"), entry("Ada Obi", ["1970-01-31"]), 100],
    ["the year that the list gives", person("Ada Obi", "1970-01-31"), entry("Ada Obi", ["1970"]), 90],
    ["another day of the same year", person("Ada Obi", "1970-01-31"), entry("Ada Obi", ["1970-05-01"]), 90],
    ["within about a year", person("Ada Obi", "1972-12-31"), entry("Ada Obi", ["1970~"]), 90],
    ["within a range", person("Ada Obi", "1971-06-01"), entry("Ada Obi", ["1970/1972"]), 90],
    ["the best of several dates", person("Ada Obi", "1980-01-01"), entry("Ada Obi", ["1960", "1980"]), 90],
    ["two years off", person("Ada Obi", "1972-01-01"), entry("Ada Obi", ["1970"]), 75],
    ["a date that contradicts", person("Ada Obi", "1990-01-01"), entry("Ada Obi", ["1970"]), 64],
    ["and a middle name", person("Ada Obi", "1990-01-01"), entry("Ada Ngozi Obi", ["1970"]), 63],
    ["variants", person("Mohammed Kunle"), entry("ADEKUNLE, Muhammadu"), 76],
    ["a weak alias", person("Ada Obi"), entry("Ada Obi", [], true), 70],
    ["a middle name more", person("Ada Obi"), entry("Ada Ngozi Obi"), 75],
    ["two of three words", person("Ada Ngozi Obi"), entry("Ada Chukwu Obi"), 53],
    ["one of two words", person("Ada Obi"), entry("Ada Eze"), 40],
    ["one word within a longer name", person("Ada Obi"), entry("Ada"), 35],
    ["nothing in common", person("Ada Obi"), entry("Tunde Bello"), 0],
  ])("%s", (_, screened, candidate, score) => {
    expect(scoreMatch(screened, candidate).score).toBe(score);
  });

  it("accepts small differences of spelling, and says so", () => {
    const { isHit, explanation } = scoreMatch(person("Muhammad Sani"), entry("Mohammad Sanni", ["1970"]));
    expect(isHit).toBe(true);
    expect(explanation).toBe(
      "2 of 2 words of the name match, 1 of them as another form of the same name, 1 of them in another spelling. There is no date of birth to compare.",
    );
  });

  it("shows an equal name whatever the date of birth, which the applicant gives", () => {
    expect(scoreMatch(person("Ada Obi", "1990-01-01"), entry("Ada Obi", ["1970"]))).toEqual({
      score: 64,
      explanation: SAME_NAME_OTHER_BIRTH,
      isHit: true,
      isNear: false,
    });
    expect(scoreMatch(person("Ada Obi", "1990-01-01"), entry("Ada Ngozi Obi", ["1970"])).isHit).toBe(true);
    expect(scoreMatch(person("Ada Obi", "1970-01-01"), entry("Ada Eze", ["1970-01-01"])).isHit).toBe(true);
    expect(scoreMatch(person("Ada Obi", "1990-01-01"), entry("Ada Eze", ["1970-01-01"]))).toMatchObject({
      isHit: false,
      isNear: true,
    });
  });

  it("never hides a name by a date of birth, which lowers the score down to that of a hit and keeps the order", () => {
    const listedNames = ["Mohammed Obi", "Muhammadu Obi", "Mohamed Obbi", "Muhammadu Sani Obi", "Ada Obi"];
    const dates = ["1950-06-01", "1970-01-01", "1970-12-31", "1972-06-01", "1990-01-01"];
    const match = (name: string, born: string | null, births: string[]) =>
      scoreMatch(person("Mohammed Obi", born), entry(name, births));
    for (const births of [[], ["1970-01-01"], ["1970"], ["1970~"]]) {
      for (const name of listedNames) {
        const { isHit, score } = match(name, null, births);
        expect(isHit).toBe(name !== "Ada Obi");
        for (const born of dates) {
          const dated = match(name, born, births);
          if (isHit) expect(dated).toMatchObject({ isHit, isNear: false });
          else expect(dated.isHit || dated.isNear).toBe(true);
          expect(dated.isHit).toBe(dated.score >= 60);
        }
        if (isHit && births.length > 0) expect(match(name, "1990-01-01", births).score).toBeLessThan(score);
      }
      const scores = listedNames.map((name) => match(name, "1990-01-01", births).score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  it("explains dates, longer names and weak aliases", () => {
    const { explanation } = scoreMatch(
      person("Ada Obi", "1970-01-31"),
      entry("Ada Ngozi Obi", ["1970-01-31"], true),
    );
    expect(explanation).toBe(
      "2 of 2 words of the name match; the longer name has 1 more. The date of birth is the same. The list marks this alias as weak.",
    );
  });

  it("of companies ignores legal forms and dates", () => {
    const company = { kind: "entity", name: "Harmattan Trading Ltd", dateOfBirth: null } as const;
    expect(scoreMatch(company, entry("HARMATTAN TRADING LIMITED", ["1970"]))).toEqual({
      score: 80,
      explanation: "2 of 2 words of the name match.",
      isHit: true,
      isNear: false,
    });
    expect(scoreMatch(company, entry("Sahel Holdings Limited")).score).toBe(0);
  });

  it("is symmetric in the names and never outside 0-100", () => {
    const names = ["Ada Obi", "Obi", "Ada Ngozi Obi Eze", "Muhammad Sani", "A B C D E F", "عادل حسن"];
    for (const one of names) {
      for (const other of names) {
        const { score } = scoreMatch(person(one), entry(other));
        expect(score).toBe(scoreMatch(person(other), entry(one)).score);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }
    }
  });

  it("compares words as Winkler's examples", () => {
    expect(jaroWinkler("martha", "marhta")).toBeCloseTo(0.961, 3);
    expect(jaroWinkler("dwayne", "duane")).toBeCloseTo(0.84, 3);
    expect(jaroWinkler("dixon", "dicksonx")).toBeCloseTo(0.813, 3);
    expect(jaroWinkler("abc", "xyz")).toBe(0);
  });
});

describe("dates of birth", () => {
  it.each([
    ["01 Jan 1970", "1970-01-01"],
    ["Jan 1970", "1970-01"],
    ["January 1970", "1970-01"],
    ["1970", "1970"],
    ["circa 1965", "1965~"],
    ["circa 05 Jul 1965", "1965~"],
    ["1945 to 1946", "1945/1946"],
    ["between 1952 and 1954", "1952/1954"],
    ["01 Jan 1970 to 31 Dec 1971", "1970-01-01/1971-12-31"],
    ["1970-01-31", "1970-01-31"],
    ["31 Feb 1970", null],
    ["unknown", null],
    ["", null],
  ])("%s", (text, edtf) => expect(parseBirth(text)).toBe(edtf));

  it.each([
    ["1970-01-31", ["1970-01-31", "1970-01-31"]],
    ["1970-02", ["1970-02-01", "1970-02-31"]],
    ["1970", ["1970-01-01", "1970-12-31"]],
    ["1970~", ["1968-01-01", "1972-12-31"]],
    ["1970/1972", ["1970-01-01", "1972-12-31"]],
    ["1970-05-01/1971-06-02", ["1970-05-01", "1971-06-02"]],
  ])("%s as a range", (edtf, range) => expect(birthRange(edtf)).toEqual(range));
});
