import { describe, expect, it } from "vitest";
import { kinds, misplacedAccounts, type EntryKind, accountNames, chart, type AccountName } from "./rules";

const all = Object.keys(kinds) as EntryKind[];
const one = (account: AccountName, amount: bigint) => [{ account, amount }];

describe("the kinds of entries", () => {
  it.each(all)("%s allows each account on its own side only", (kind) => {
    const { debits, credits }: { debits: readonly string[]; credits: readonly string[] } = kinds[kind];
    for (const account of accountNames) {
      expect(misplacedAccounts(kind, one(account, 1n))).toEqual(debits.includes(account) ? [] : [account]);
      expect(misplacedAccounts(kind, one(account, -1n))).toEqual(credits.includes(account) ? [] : [account]);
    }
  });

  it("name every misplaced account", () => {
    const postings = [...one("bank", -5n), ...one("fee_income", 3n), ...one("unallocated_receipts", 2n)];
    expect(misplacedAccounts("receipt", postings)).toEqual(["bank", "fee_income", "unallocated_receipts"]);
  });

  it("use every account of the chart on both sides of the books, except those that only collect", () => {
    const used = (side: "debits" | "credits") =>
      new Set<string>(all.flatMap((kind) => [...kinds[kind][side]]));
    const onlyCredited = accountNames.filter((name) => !used("debits").has(name));
    expect(onlyCredited).toEqual(["fee_income", "redemption_charges"]);
    expect(accountNames.filter((name) => !used("credits").has(name))).toEqual([]);
  });

  it("have an own account of an investment for what investors own, and only there", () => {
    expect(accountNames.filter((name) => chart[name].of === "investment")).toEqual([
      "received",
      "principal",
      "due_to_investor",
    ]);
  });
});
