import { describe, expect, it } from "vitest";
import { parseGuards, readGuards } from "./guards";

const named = (sql: string) => parseGuards(sql).map(({ name }) => name);

describe("the guards of a file", () => {
  it.each([
    ["ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0);", "constraint b on a"],
    ["ALTER TABLE a\n  ADD CONSTRAINT b\n  CHECK (c <> ';' AND d <> 'it''s;');", "constraint b on a"],
    [
      "CREATE OR REPLACE FUNCTION f(i a, n integer) RETURNS text AS $$ SELECT ';' $$;",
      "function f(i a, n integer)",
    ],
    ["CREATE TRIGGER t BEFORE UPDATE OF b, c ON a FOR EACH ROW EXECUTE FUNCTION f();", "trigger t on a"],
    ["CREATE CONSTRAINT TRIGGER t AFTER INSERT ON a\n  DEFERRABLE EXECUTE FUNCTION f();", "trigger t on a"],
    ["CREATE VIEW v (x) AS SELECT 1 -- not the end; here\n;", "view v"],
  ])("%s", (statement, name) => {
    expect(parseGuards(`-- Why; it's needed.\n-- Because.\n${statement}\n`)).toMatchObject([
      { name, statement },
    ]);
  });

  it("are read one after the other, after the comment about the file", () => {
    const sql =
      "-- The file.\n\n-- One.\nCREATE VIEW a AS SELECT 1;\n\n-- Two.\nCREATE VIEW b AS SELECT 1;\n";
    expect(named(sql)).toEqual(["view a", "view b"]);
  });

  it.each([
    ["without a comment", "-- The file.\n\nCREATE VIEW a AS SELECT 1;"],
    ["of another form", "-- Why.\nCREATE INDEX a ON b (c);"],
    ["of several constraints", "-- Why.\nALTER TABLE a DROP CONSTRAINT b;"],
    ["without an end", "-- Why.\nCREATE VIEW a AS SELECT 1"],
  ])("are no statement %s", (_, sql) => expect(() => parseGuards(sql)).toThrow(/^not a/));

  it("have the same hash with another comment, and another with another text", () => {
    const hash = (sql: string) => parseGuards(sql)[0]?.hash;
    const statement = "CREATE VIEW a AS SELECT 1;";
    expect(hash(`-- One.\n${statement}`)).toBe(hash(`-- Two.\n${statement}`));
    expect(hash(`-- One.\n${statement}`)).not.toBe(hash(`-- One.\nCREATE VIEW a AS SELECT 2;`));
  });
});

it("all guards can be read, functions first", async () => {
  const { guards, hash } = await readGuards(process.cwd());
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const kinds = guards.map(({ kind }) => kind);
  expect(kinds).toEqual(
    ["function", "view", "constraint", "trigger"].flatMap((kind) => kinds.filter((other) => other === kind)),
  );
});
