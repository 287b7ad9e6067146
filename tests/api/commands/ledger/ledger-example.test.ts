import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { uuidv7 } from "@/lib/ids";
import { readBalance } from "@/lib/ledger/queries";
import { accountNames, chart, kinds } from "@/lib/ledger/rules";
import { root } from "../../../../server/process";
import { exampleEntries, exampleRows } from "../../../ledger-example";
import { post } from "../../../support/ledger";

/** docs/ledger.md, written for accountants: its tables match the code, and its example adds up. */
const page = readFileSync(path.join(root, "docs/ledger.md"), "utf8");
/** Returns the cells of the table whose header begins with these cells. */
const table = (...header: string[]): string[][] => {
  const tables = page.split("\n\n").filter((part) => part.startsWith("|"));
  const rows = tables.map((part) =>
    part.split("\n").map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  );
  const found = rows.find(([first]) => header.every((cell, n) => first?.[n] === cell));
  if (!found) throw new Error(`docs/ledger.md has no table ${header.join(", ")}`);
  return found.slice(2);
};
const kobo = (naira: string): bigint => BigInt(naira.replace(/[,.]/g, "") || "0");

it("has the chart of accounts of the code", () => {
  const documented = table("account", "type").map(([name, type, , holder]) => [
    name!.replaceAll("`", ""),
    type,
    holder,
  ]);
  const expected = accountNames.map((name) => [name, chart[name].type, chart[name].of === "firm" ? "the firm" : `each ${chart[name].of}`]); // oxfmt-ignore
  expect(documented.toSorted()).toEqual(expected.toSorted());
});

it("has the kinds of entries of the code", () => {
  const labels = (names: readonly (keyof typeof chart)[]) =>
    names.map((name) => chart[name].label.toLowerCase()).join(", ");
  const documented = table("kind", "when").map(([kind, , debits, credits]) => [kind, debits, credits]);
  const expected = Object.entries(kinds).map(([kind, { debits, credits }]) => [`\`${kind}\``, labels(debits), labels(credits)]); // oxfmt-ignore
  expect(documented).toEqual([
    ...expected,
    ["`reversal`", "the accounts it credited", "the accounts it debited"],
  ]);
});

it("has the example that the journal posts for such an investment, which leaves the balances below it", async () => {
  expect(table("day", "kind")).toEqual(exampleRows());
  const investment = { id: uuidv7(), userId: uuidv7() };
  const left = new Map<string, bigint>();
  for (const entry of exampleEntries(investment)) {
    await post(entry);
    for (const { account, amount } of entry.postings) left.set(account, (left.get(account) ?? 0n) + amount);
  }
  for (const account of ["received", "principal", "due_to_investor"] as const)
    expect(await readBalance(account, investment.id)).toBe(0n);

  const rows = table("account", "debit");
  const documented = rows
    .slice(0, -1)
    .map(([account, debited, credited]) => [account, kobo(debited!) - kobo(credited!)]);
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries([...left].filter(([, balance]) => balance !== 0n)),
  );
  const sum = (n: 1 | 2) => rows.slice(0, -1).reduce((total, row) => total + kobo(row[n]!), 0n);
  expect(rows.at(-1)!.slice(1).map(kobo)).toEqual([sum(1), sum(2)]);
});
