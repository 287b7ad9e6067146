import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { uuidv7 } from "@/lib/ids";
import type { EntryInput, PostingInput } from "@/lib/ledger/entries";
import { readBalance } from "@/lib/ledger/queries";
import { kinds, type EntryKind, accountNames, chart, isAccountName } from "@/lib/ledger/rules";
import { scheduleOf } from "@/lib/plans/schedule-rules";
import { toTerms } from "@/lib/plans/terms-schema";
import { root } from "../../../../server/process";
import { newInvestment, post } from "../../../support/ledger";
import { sampleTerms } from "../../../support/sample-terms";

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
const signed = (balance: string): bigint =>
  balance.endsWith(" Cr") ? -kobo(balance.slice(0, -3)) : kobo(balance);

it("has the chart of accounts of the code", () => {
  const documented = table("account", "type").map(([name, type, , holder]) => [
    name!.replaceAll("`", ""),
    type,
    holder,
  ]);
  const expected = accountNames.map((name) => [name, chart[name].type, chart[name].perInvestment ? "each investment" : "the firm"]); // oxfmt-ignore
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

it("has an example that the ledger accepts, with the right balance in each row", async () => {
  const investment = newInvestment();
  const balances = new Map<string, bigint>();
  const entries: (EntryInput & { postings: PostingInput[] })[] = [];
  for (const [day, kind, account, debited, credited, balance] of table("day", "kind")) {
    if (!account || !isAccountName(account)) throw new Error(`There is no account ${account}`);
    if (day) entries.push({ key: uuidv7(), kind: kind as EntryKind, on: day, postings: [] });
    const amount = kobo(debited!) - kobo(credited!);
    const holder = chart[account].perInvestment ? investment : {};
    entries.at(-1)!.postings.push({ account, amount, ...holder });
    balances.set(account, (balances.get(account) ?? 0n) + amount);
    expect([day, kind, account, signed(balance!)]).toEqual([day, kind, account, balances.get(account)]);
  }
  for (const entry of entries) await post(entry);
  for (const account of ["principal", "due_to_investor"] as const)
    expect(await readBalance(account, investment.subjectId)).toBe(0n);

  const rows = table("account", "debit");
  const left = rows
    .slice(0, -1)
    .map(([account, debited, credited]) => [account, kobo(debited!) - kobo(credited!)]);
  expect(Object.fromEntries(left)).toEqual(
    Object.fromEntries([...balances].filter(([, balance]) => balance !== 0n)),
  );
  const sum = (n: 1 | 2) => rows.slice(0, -1).reduce((total, row) => total + kobo(row[n]!), 0n);
  expect(rows.at(-1)!.slice(1).map(kobo)).toEqual([sum(1), sum(2)]);
});

it("has the payments that the schedule of such an investment has", () => {
  const terms = toTerms({ ...sampleTerms, minimum: "100", earlyRedemption: { fromDay: 1, charge: 100 } });
  const redemptions = [{ day: "2026-07-06", amount: 40_000_000n }];
  const schedule = scheduleOf(terms, 100_000_000n, "2026-01-05", { redemptions });
  if (schedule.kind !== "fixed") throw new Error("The return is fixed");
  const postedOn = (day: string) => {
    const amounts = new Map<string, bigint>();
    let [present, of]: (string | undefined)[] = [];
    for (const [on, kind, account, debited, credited] of table("day", "kind")) {
      if (on) [present, of] = [on, kind];
      if (present === day) amounts.set(`${of} ${account}`, kobo(debited!) + kobo(credited!));
    }
    return (name: string) => amounts.get(name) ?? 0n;
  };
  for (const { day, gross, tax, net, principal, charge } of schedule.instalments) {
    const posted = postedOn(day);
    expect([day, gross, tax, net]).toEqual([
      day,
      posted("return_due return_expense"),
      posted("return_due withholding_tax_payable"),
      posted("return_due due_to_investor"),
    ]);
    expect([principal, charge]).toEqual([
      posted("principal_due principal"),
      posted("principal_due redemption_charges"),
    ]);
  }
  expect(schedule.instalments.map(({ day }) => day)).toEqual(["2026-07-06", "2027-01-05"]);
});
