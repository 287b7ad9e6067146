import { beforeAll, describe, expect, it } from "vitest";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import type { AccountStatementDto } from "@/lib/investments/account-statement-schema";
import type {
  InvestmentDto,
  InvestmentLedgerDto,
  InvestmentSummaryDto,
  PortfolioDto,
} from "@/lib/investments/schema";
import { credit, debit, postEntries, type EntryInput } from "@/lib/ledger/entries";
import { readBalance, readOwnerTotals } from "@/lib/ledger/queries";
import type { PostingDto, TrialBalanceDto } from "@/lib/ledger/schema";
import { admin, get, urls, type SignedIn } from "../../support/api";
import { invest, investor, openPlan, receive } from "../../support/investments";

/** Views of the ledger: the account statement for investors; trial balance, accounts and postings for administrators. */
const today = lagosDay();
const daysAgo = (days: number) => dayAt(dayNumber(today) - days);

let ada: SignedIn;
let staff: SignedIn;
let investment: InvestmentDto;

/** Half of the money and a return on it are due; part of this has been paid. */
beforeAll(async () => {
  [ada, staff] = await Promise.all([investor(), admin()]);
  investment = await invest(ada, await openPlan());
  await receive(staff, investment, "10000000");
  const subjectId = investment._id;
  const holder = { subjectId, ownerId: ada.id };
  const entry = (kind: EntryInput["kind"], on: string, ...postings: EntryInput["postings"]): EntryInput => ({
    key: `${kind}:${subjectId}`,
    kind,
    on,
    subjectId,
    postings,
  });
  await transaction((tx) =>
    postEntries(tx, [
      entry("return_due", daysAgo(20), debit("return_expense", 5_000n), credit("due_to_investor", 4_500n, holder), credit("withholding_tax_payable", 500n)), // oxfmt-ignore
      entry("payout_release", daysAgo(10), debit("due_to_investor", 1_500n, holder), credit("payouts_in_transit", 1_500n)), // oxfmt-ignore
    ]),
  );
});

const statement = async (query: string, by = ada): Promise<AccountStatementDto> =>
  (await get(`/api/statements?${query}`, by.token)).body.data;

describe("a statement", () => {
  it("adds up: opening balance, lines and closing balance match the ledger", async () => {
    const all = await statement(`from=${daysAgo(100)}&to=${today}`);
    expect(all.lines.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ["return_due", "4500", "4500"],
      ["payout_release", "-1500", "3000"],
      ["allocation", "10000000", "10003000"],
    ]);
    expect([all.opening, all.closing]).toEqual(["0", "10003000"]);
    const owned = await readOwnerTotals(ada.id);
    const sum = Object.values(owned).reduce((total, amount) => total - amount, 0n);
    expect(all.closing).toBe(String(sum));
  });

  it("for a period opens with the balance before it", async () => {
    const part = await statement(`from=${daysAgo(15)}&to=${daysAgo(5)}`);
    expect([part.opening, part.lines.length, part.closing]).toEqual(["4500", 1, "3000"]);
    const none = await statement(`from=${daysAgo(9)}&to=${daysAgo(5)}`);
    expect([none.opening, none.lines, none.closing]).toEqual(["3000", [], "3000"]);
  });

  it("contains no data of other investors", async () => {
    const otherUser = await investor();
    expect(await statement(`from=${daysAgo(100)}&to=${today}`, otherUser)).toMatchObject({
      opening: "0",
      lines: [],
      closing: "0",
    });
  });

  it.each([
    ["a day that does not exist", "from=2026-02-30&to=2026-03-01", "from"],
    ["the year 0", "from=0000-01-01&to=2026-03-01", "from"],
    ["the end before the beginning", "from=2026-03-02&to=2026-03-01", "to"],
    ["a hundred years", "from=1926-03-02&to=2026-03-01", "to"],
    ["no end", "from=2026-03-02", "to"],
  ])("is refused for %s", async (_, query, field) => {
    const answer = await get(`/api/statements?${query}`, ada.token);
    expect([answer.status, answer.body.errors?.map(({ path }) => path)]).toEqual([422, [field]]);
  });

  it("is the same as CSV, where no cell begins with a minus sign, which would start a formula", async () => {
    const response = await fetch(`${urls()[0]}/api/statements/export?from=${daysAgo(100)}&to=${today}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = (await response.text()).trim().split("\r\n");
    expect(rows).toHaveLength(6);
    expect(rows[3]).toBe(`"${daysAgo(10)}","Payout released","${investment.reference}","","15.00","30.00"`);
  });
});

describe("a portfolio", () => {
  it("shows the ledger's figures, and the value of all investments", async () => {
    const portfolio = (await get("/api/portfolio", ada.token)).body.data as PortfolioDto;
    const owned = await readOwnerTotals(ada.id);
    expect(portfolio).toMatchObject({
      invested: String(-owned.principal!),
      due: String(-owned.due_to_investor!),
      paidOut: "1500",
    });
    const list = (await get("/api/investments", ada.token)).body.data as InvestmentSummaryDto[];
    const value = list.reduce((sum, row) => sum + BigInt(row.value ?? 0), 0n);
    expect(portfolio.value).toBe(String(value));
    expect(portfolio.points.at(-1)).toEqual({ day: today, value: portfolio.value });
  });

  it("is empty without investments", async () => {
    const { body } = await get("/api/portfolio", (await investor()).token);
    expect(body.data).toEqual({ invested: "0", value: "0", due: "0", paidOut: "0", points: [] });
  });
});

describe("the ledger for administrators", () => {
  it("has a trial balance with equal sums over the ledger's accounts", async () => {
    const {
      accounts,
      debit: debits,
      credit: credits,
    } = (await get("/api/admin/ledger", staff.token)).body.data as TrialBalanceDto;
    expect(debits).toBe(credits);
    const sum = accounts.reduce((total, row) => total + BigInt(row.debit) - BigInt(row.credit), 0n);
    expect(sum).toBe(0n);
    const returns = accounts.find(({ account }) => account === "return_expense")!;
    expect(BigInt(returns.debit)).toBeGreaterThanOrEqual(5_000n);
  });

  it("lists an account's postings page by page, each with its running balance", async () => {
    const seen: PostingDto[] = [];
    for (let after = ""; ;) {
      const { body } = await get(`/api/admin/ledger/return_expense?limit=1${after}`, staff.token);
      const [posting] = body.data as PostingDto[];
      seen.push(posting!);
      const { next } = body as unknown as { next: string | null };
      if (posting!.investment?._id === investment._id || !next) break;
      after = `&after=${next}`;
    }
    expect(seen.at(-1)).toMatchObject({ kind: "return_due", amount: "5000" });
    expect(seen.every((row, index) => index === 0 || BigInt(seen[index - 1]!.balance) === BigInt(row.balance) + BigInt(seen[index - 1]!.amount))).toBe(true); // oxfmt-ignore
    expect((await get("/api/admin/ledger/no_such_account", staff.token)).status).toBe(404);
  });

  it("shows an investment with all of its postings, and records the read", async () => {
    const books = (await get(`/api/admin/investments/${investment._id}`, staff.token)).body
      .data as InvestmentLedgerDto;
    const sums = new Map<string, bigint>();
    for (const { account, amount } of books.postings)
      sums.set(account, (sums.get(account) ?? 0n) + BigInt(amount));
    expect([...sums.values()].reduce((total, amount) => total + amount, 0n)).toBe(0n);
    for (const account of ["principal", "due_to_investor"] as const)
      expect([account, sums.get(account)]).toEqual([account, await readBalance(account, investment._id)]);
    const read = { actorId: staff.id, targetId: ada.id, action: "user.viewed" };
    expect(await db.auditEvent.count({ where: read })).toBe(1);
  });
});
