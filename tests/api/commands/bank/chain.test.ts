import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { undoAct } from "@/lib/corrections/undo";
import { proposeBankAccount } from "@/lib/bank/accounts";
import { bookLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { importStatement } from "@/lib/bank/import";
import { previewStatement } from "@/lib/bank/preview";
import { readStatementFile } from "@/lib/bank/statement-files";
import { listGaps, listStatements } from "@/lib/bank/statements";
import { dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { readBalance } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { toNaira } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import {
  auditEventsFor,
  createUser,
  emailsFor,
  freshNumber,
  reviewer,
  viewerOf,
} from "../../../support/accounts";
import { openPlan, requestBody } from "../../../support/investments";
import { newBankAccount } from "../../../support/bank-accounts";

/** The chain of balances (product 10.32, ADR 51). */
const day = (ago: number) => dayAt(dayNumber(lagosDay()) - ago);

interface Booked {
  on: string;
  amount: bigint;
  balance: bigint;
  text?: string;
}

/** Returns what a bank books: the days ago and the amounts, in order. */
function book(opening: bigint, ...lines: [number, bigint][]): Booked[] {
  let balance = opening;
  return lines.map(([ago, amount]) => ({ on: day(ago), amount, balance: (balance += amount) }));
}

const withBalances = { date: 0, dateOrder: "ymd", amount: 1, narration: 2, balance: 3 } as const;
const without = { date: 0, dateOrder: "ymd", amount: 1, narration: 2 } as const;

const fileOf = (lines: readonly Booked[], { balances = true, text = "transfer", name = "s.csv" } = {}) => ({
  name,
  bytes: Buffer.from(
    [
      `Date,Amount,Text${balances ? ",Balance" : ""}`,
      ...lines.map(({ on, amount, balance, text: own = text }) =>
        [on, toNaira(amount), own, ...(balances ? [toNaira(balance)] : [])].join(","),
      ),
    ].join("\n"),
  ),
});

let staff: Viewer;
let second: Viewer;
beforeAll(async () => {
  [staff, second] = [await reviewer(), await reviewer(true)];
});
afterAll(async () => {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  expect(problems).toEqual([]);
});

const load = (bankAccountId: string, lines: readonly Booked[], how: Parameters<typeof fileOf>[1] = {}) =>
  importStatement(staff, fileOf(lines, how), how.balances === false ? without : withBalances, {
    bankAccountId,
    ...(how.balances === false && { closing: String(lines.at(-1)!.balance) }),
  });
const linesOf = async (bankAccountId: string): Promise<Booked[]> => {
  const where = { bankAccountId, state: { not: "withdrawn" } } as const;
  const rows = await db.statementLine.findMany({ where, orderBy: { position: "asc" } });
  return rows.map(({ on, amount, balance }) => ({ on: dayOf(on), amount, balance }));
};
const actOf = async (bankAccountId: string, fileName: string) => {
  const { items } = await listStatements({ bankAccountId, limit: 50 });
  return items.find((each) => each.fileName === fileName)!.actId!;
};
const undo = (actId: string) => undoAct(staff, actId, { reason: "wrong_file", note: "An invented file" });

const bank = book(5_000n, [9, 100n], [9, -30n], [8, 250n], [7, 40n], [7, 40n], [6, -7n]);

describe("a bank account", () => {
  const account = (number: string) => ({
    name: "Client account",
    bank: "Test Bank",
    number,
    receives: false,
  });
  const newNumber = () => String(freshNumber()).padStart(10, "8");

  it("is added and changed by two super administrators", async () => {
    const [number, other] = [newNumber(), await reviewer(true)];
    const confirm = async (act: Promise<never>) => {
      const { details } = (await act.catch((error: unknown) => error)) as {
        details: { data: { proposalId: string } };
      };
      await expect(confirmProposal(second, details.data.proposalId)).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
      await confirmProposal(other, details.data.proposalId);
    };
    await expect(proposeBankAccount(staff, null, account(number))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await confirm(proposeBankAccount(second, null, account(number)));
    const { id } = await db.bankAccount.findUniqueOrThrow({ where: { number } });
    await expect(proposeBankAccount(second, null, account(number))).rejects.toMatchObject({
      details: { errors: [{ path: "number" }] },
    });
    await confirm(proposeBankAccount(second, id, { ...account(number), bank: "Other Bank" }));
    expect(await db.bankAccount.findUniqueOrThrow({ where: { id } })).toMatchObject({ bank: "Other Bank" });
    expect(await auditEventsFor(id)).toMatchObject(Array(2).fill({ action: "bank_account.changed" }));
  });

  it("is proposed to be changed in two ways by two proposals", async () => {
    const { id } = await db.bankAccount.create({ data: account(newNumber()) });
    const propose = async (number: string) => {
      const error: unknown = await proposeBankAccount(second, id, account(number)).catch((thrown) => thrown);
      return (error as { details: { data: { proposalId: string } } }).details.data.proposalId;
    };
    const [first, other] = [newNumber(), newNumber()];
    const proposal = await propose(first);
    expect([await propose(first), (await propose(other)) === proposal]).toEqual([proposal, false]);
  });

  it("is named by its file, or the file is refused", async () => {
    const number = newNumber();
    await db.bankAccount.create({ data: account(number) });
    const named = (name: string) => ({
      name: "s.csv",
      bytes: Buffer.from(`Account No,${name}\n${fileOf(bank.slice(0, 1)).bytes.toString()}`),
    });
    const mapping = { ...withBalances, headerRow: 2 };
    expect(await importStatement(staff, named(number), mapping)).toMatchObject({ added: 1 });
    await expect(importStatement(staff, named("0999999999"), mapping)).rejects.toMatchObject({
      details: { errors: [{ path: "file", message: expect.stringContaining("0999999999") as string }] },
    });
  });
});

describe("statements of an account (threat 76)", () => {
  it("overlap in any layout and order, and the ledger has the bank's balance", async () => {
    const account = await newBankAccount();
    expect(await load(account, bank.slice(2, 5))).toMatchObject({ count: 3, added: 3 });
    expect(await readBalance("bank", account)).toBe(bank[4]!.balance);
    const other = { text: "another text", balances: false };
    expect(await load(account, bank.slice(0, 4), other)).toMatchObject({ added: 2 });
    expect(await load(account, bank.slice(3))).toMatchObject({ added: 1 });
    expect(await load(account, bank, other)).toMatchObject({ count: 6, added: 0 });
    expect(await linesOf(account)).toEqual(bank);
    expect(await readBalance("bank", account)).toBe(bank.at(-1)!.balance);
  });

  it("show the gap between them, which two people accept; a later file fills it", async () => {
    const account = await newBankAccount();
    await load(account, bank.slice(0, 2));
    const file = fileOf(bank.slice(3), { name: "later.csv" });
    const options = { bankAccountId: account };
    const preview = () => previewStatement(file, withBalances, options);
    expect((await preview()).chain).toMatchObject({
      gap: "open",
      sides: { file: { amount: "40", balance: "5360" }, stored: { amount: "-30", balance: "5070" } },
    });
    const importLater = (more = {}) => importStatement(staff, file, withBalances, { ...options, ...more });
    await expect(importLater()).rejects.toMatchObject({ code: "CONFLICT", details: { data: { gap: true } } });
    await expect(importLater({ asksForGap: true })).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    const proposal = await db.proposal.findFirstOrThrow({
      where: { kind: "statement_gap", proposedById: staff.userId, state: "pending" },
    });
    await confirmProposal(second, proposal.id);
    expect((await preview()).chain).toMatchObject({ gap: "accepted" });
    expect(await importLater()).toMatchObject({ added: 3 });
    expect(await listGaps(account)).toMatchObject([{ before: { balance: "5070" }, after: { amount: "40" } }]);
    expect(await readBalance("bank", account)).toBe(bank.at(-1)!.balance);
    await load(account, bank.slice(2, 4));
    expect(await listGaps(account)).toEqual([]);
    expect(await linesOf(account)).toEqual(bank);
    expect(await readBalance("bank", account)).toBe(bank.at(-1)!.balance);
  });

  it("with an accepted gap are not read differently", async () => {
    const account = await newBankAccount();
    await load(account, bank.slice(0, 2));
    const line = [day(2), "1.00", "fee", "100.00", "9000000.00", "20000000.00"].join();
    const file = {
      name: "later.csv",
      bytes: Buffer.from(`Date,Amount,Text,Balance,Amount,Balance\n${line}`),
    };
    const [shown, other] = [withBalances, { ...withBalances, amount: 4, balance: 5 }];
    const importAs = (mapping: typeof shown | typeof other, more = {}) =>
      importStatement(staff, file, mapping, { bankAccountId: account, ...more });
    await expect(importAs(shown, { asksForGap: true })).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
    const proposal = await db.proposal.findFirstOrThrow({
      where: { kind: "statement_gap", proposedById: staff.userId, state: "pending" },
    });
    await confirmProposal(second, proposal.id);
    await expect(importAs(other)).rejects.toMatchObject({ details: { data: { gap: true } } });
    expect((await previewStatement(file, other, { bankAccountId: account })).chain).toMatchObject({
      gap: "open",
    });
    const withClosing = importAs({ ...without } as typeof shown, { closing: "2000000000" });
    await expect(withClosing).rejects.toMatchObject({ details: { data: { gap: true } } });
    expect(await importAs(shown)).toMatchObject({ added: 1 });
  });

  it("that are invented are found by the next real one, and undone as a whole", async () => {
    const account = await newBankAccount();
    await load(account, bank.slice(0, 3), { name: "real.csv" });
    const invented = book(bank[2]!.balance, [7, 1_000_000n], [7, 5n]);
    await load(account, invented, { name: "invented.csv" });
    await expect(load(account, bank)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("10,000") as string,
    });
    await expect(undo(await actOf(account, "real.csv"))).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(
        /^"Statement imported" of .* \(invented\.csv\) depends on this\. Undo that first\.$/,
      ) as string,
    });
    await undo(await actOf(account, "invented.csv"));
    expect(await readBalance("bank", account)).toBe(bank[2]!.balance);
    expect(await load(account, bank)).toMatchObject({ added: 3 });
    expect(await linesOf(account)).toEqual(bank);
    expect(await readBalance("bank", account)).toBe(bank.at(-1)!.balance);
  });

  it("contradict an invented line, although another investor paid the same amount on that day", async () => {
    const account = await newBankAccount();
    const [invented, real] = ["NIP/KUDA/ADA OBI/SDL-7KK4-7K9F", "NIP/GTB/BELLO MUSA/SDL-H879-H4RH"];
    const paid = (opening: bigint, ...lines: [bigint, string][]) =>
      book(opening, ...lines.map(([amount]): [number, bigint] => [5, amount])).map((line, index) => ({
        ...line,
        text: lines[index]![1],
      }));
    await load(account, bank);
    await load(account, paid(5_393n, [500n, invented]));
    const ofBank = paid(5_393n, [-50n, "Stamp duty"], [500n, real]);
    await expect(load(account, ofBank)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("contradicts the statements of this account"),
    });
    // The same line, as another layout of the bank describes it, is no contradiction.
    await load(account, paid(5_393n, [-50n, "Stamp duty"], [500n, "TRF FRM OBI ADA REF SDL7KK47K9F"]));
    expect(await linesOf(account)).toEqual([...bank, ...book(5_393n, [5, 500n], [5, -50n])]);
  });

  it("are undone with the decisions about their lines, by two people", async () => {
    const account = await newBankAccount();
    const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
    const investor = await viewerOf(await createUser(spec));
    const request = { ...requestBody(await openPlan(), "10000000"), accepted: true } as const;
    const { _id, reference } = await requestInvestment(investor, request);
    const invented = book(0n, [3, 10_000_000n], [3, -500n]);
    await load(account, invented, { name: "invented.csv", text: `Transfer ${reference}` });
    const [received, charge] = await db.statementLine.findMany({
      where: { bankAccountId: account },
      orderBy: { position: "asc" },
    });
    await matchLine(staff, received!.id, { parts: [{ reference, amount: "10000000" }] });
    await bookLine(staff, charge!.id, { as: "bank_charge" });
    const state = async () => (await db.investment.findUniqueOrThrow({ where: { id: _id } })).state;
    expect(await state()).toBe("active");
    const asked = await undo(await actOf(account, "invented.csv")).catch((error: unknown) => error);
    expect(asked).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    await confirmProposal(
      second,
      (asked as { details: { data: { proposalId: string } } }).details.data.proposalId,
    );
    expect([await state(), await readBalance("bank", account), await linesOf(account)]).toEqual([
      "requested",
      0n,
      [],
    ]);
    expect((await emailsFor(investor.userId)).map(({ template }) => template)).toContain("receiptUndone");
  });

  it("keep their file, which is sealed, and each download is recorded", async () => {
    const account = await newBankAccount();
    const { _id } = await load(account, bank, { text: "Zubairu" });
    const [{ content }] = await db.$queryRaw<[{ content: Uint8Array }]>`
      SELECT content FROM statement_files WHERE import_id = ${_id}::uuid`;
    expect(Buffer.from(content).includes("Zubairu")).toBe(false);
    const { name, bytes } = await readStatementFile(second, _id);
    expect([name, Buffer.from(bytes)]).toEqual(["s.csv", fileOf(bank, { text: "Zubairu" }).bytes]);
    expect(await auditEventsFor(_id)).toMatchObject([
      { action: "statement.imported" },
      { action: "statement.read", actorId: second.userId },
    ]);
  });

  it("of random cuts are imported once each or refused, and the ledger has the balance of the last one", () => {
    const moves = fc.array(
      fc.record({ wait: fc.constantFrom(0, 0, 1), amount: fc.bigInt(-500n, 500n).filter(Boolean) }),
      { minLength: 1, maxLength: 12 },
    );
    const cuts = fc.array(
      fc.record({ from: fc.nat(11), count: fc.integer({ min: 1, max: 6 }), balances: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    return fc.assert(
      fc.asyncProperty(moves, cuts, async (found, files) => {
        let ago = 20;
        const history = book(
          0n,
          ...found.map(({ wait, amount }): [number, bigint] => [(ago -= wait), amount]),
        );
        const account = await newBankAccount();
        const seen = new Set<number>();
        for (const { from, count, balances } of files) {
          const start = history.findIndex(({ on }) => on === history[from]?.on);
          const lines = history.slice(Math.max(start, 0), from + count);
          if (start < 0 || lines.length === 0) continue;
          const result = await load(account, lines, { balances }).catch(
            (error: { code: string }) => error.code,
          );
          if (result === "CONFLICT") continue;
          for (let index = start; index < start + lines.length; index += 1) seen.add(index);
          expect(await linesOf(account)).toEqual(history.filter((_, index) => seen.has(index)));
          expect(await readBalance("bank", account)).toBe(history[Math.max(...seen)]!.balance);
        }
      }),
      { numRuns: 25 },
    );
  });
});
