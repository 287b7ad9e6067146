import { newBankAccount } from "./bank-accounts";
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { sealTexts } from "@/lib/bank/statement-lines";
import { dateOf, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { queueRefund, recordDue } from "@/lib/ledger/dues";
import { postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { post, type Answer, type SignedIn } from "./api";

/** Payouts (product 10.34): two administrators, verified accounts, the bank's file, and returned payouts. */
export const HUNDRED_THOUSAND = "10000000";

export const DAY_MS = 86_400_000;

export const totalsOf = async ({ _id }: { _id: string }) => (await readSubjectTotals([_id])).get(_id) ?? {};

export async function expectSoundLedger(): Promise<void> {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  expect(problems).toEqual([]);
}

/** Creates a receipt from an unknown sender that must be refunded. */
export async function unknownReceipt(amount: bigint): Promise<{ id: string; lineId: string }> {
  const lineId = await importLine(amount);
  await transaction(async (tx) => {
    const actId = await recordAct(tx, { kind: "refund", actorId: null, subjects: { line: [lineId] } });
    await queueRefund(tx, actId, { amount, investmentId: null, userId: null, lineId });
    await tx.statementLine.update({ where: { id: lineId }, data: { state: "returning", actId } });
  });
  const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId } });
  return { id, lineId };
}

/** Posts a return of an investment that becomes due today. Returns the id of the amount due. */
export async function owe(investment: { id: string; userId: string }, amount: bigint): Promise<string> {
  const { id: investmentId, userId } = investment;
  const on = lagosDay();
  await transaction(async (tx) => {
    const subjects = { investment: [investmentId] };
    const actId = await recordAct(tx, { kind: "instalment", actorId: null, subjects });
    const event = { actId, on, amount, net: amount, tax: 0n, fee: 0n };
    await postEntry(tx, journal.returnDue(investment, event));
    await recordDue(tx, actId, { source: "investment", amount, on, investmentId, userId });
  });
  const where = { investmentId, state: "due" } as const;
  return (await db.amountDue.findFirstOrThrow({ where, orderBy: { id: "desc" } })).id;
}

export const account = { bankName: "Zenith Bank", accountNumber: "0123456789", accountName: "Ada Obi" };

export const readsOf = (userId: string, readerId: string, part: string) =>
  db.auditEvent.count({
    where: {
      actorId: readerId,
      targetId: userId,
      action: "user.viewed",
      data: { path: ["part"], equals: part },
    },
  });

/** Imports a statement line, which may show a manual receipt with the bank reference `shows`. Returns its id. */
export async function importLine(
  amount: bigint,
  { by, shows }: { by?: string; shows?: string } = {},
): Promise<string> {
  const [id, importId] = [uuidv7(), uuidv7()];
  await transaction(async (tx) => {
    const actId = await recordAct(tx, { kind: "import", actorId: null, subjects: {} });
    const sha256 = createHash("sha256").update(id).digest("hex");
    const bankAccountId = await newBankAccount();
    const file = {
      id: importId,
      bankAccountId,
      importedBy: by ?? importId,
      fileName: "statement.csv",
      sha256,
      count: 1,
      added: 1,
    };
    await tx.statementImport.create({ data: { ...file, actId } });
    const texts = sealTexts(id, { narration: "TRANSFER", counterparty: "", parts: [] });
    const place = { bankAccountId, position: 0n, balance: amount, begins: true };
    const line = { id, importId, actId, ...place, on: dateOf(lagosDay()), amount, bankReference: "" };
    await tx.statementLine.create({ data: { ...line, ...texts } });
    await recordCreated(tx, actId, "import", [importId]);
    await recordCreated(tx, actId, "line", [id]);
    const event = { actId, part: id, on: lagosDay() };
    await postEntry(
      tx,
      amount > 0n
        ? journal.receipt(bankAccountId, { ...event, amount })
        : journal.payment(bankAccountId, { ...event, amount: -amount }),
    );
    if (!shows) return;
    const receipt = await tx.manualReceipt.findFirstOrThrow({ where: { bankReference: shows } });
    const subjects = { line: [id], receipt: [receipt.id] };
    const fulfilId = await recordAct(tx, { kind: "fulfil", actorId: null, subjects });
    const correction = { actId: fulfilId, on: lagosDay(), amount };
    await postEntry(tx, journal.receiptCorrection(correction, receipt.investmentId));
    const fulfilled = { state: "fulfilled", actId: fulfilId } as const;
    await tx.manualReceipt.update({ where: { id: receipt.id }, data: fulfilled });
    await tx.statementLine.update({ where: { id }, data: { state: "matched", actId: fulfilId } });
  });
  return id;
}

/** Imports a statement line and matches it with a payout. The amount is negative if it was paid out. */
export async function showPayout(by: SignedIn, payoutId: string, amount: bigint): Promise<Answer> {
  const id = await importLine(amount);
  return post(`/api/admin/payments/lines/${id}/payouts`, { payoutIds: [payoutId] }, by.token);
}

/** Imports a receipt and matches it with an investment. */
export async function receiveOnStatement(
  by: SignedIn,
  { reference }: { reference: string },
  amount: string,
): Promise<void> {
  const id = await importLine(BigInt(amount));
  const body = { parts: [{ reference, amount }] };
  const { status } = await post(`/api/admin/payments/lines/${id}/match`, body, by.token);
  expect(status).toBe(200);
}
