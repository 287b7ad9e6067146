import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { importStatement } from "@/lib/bank/import";
import { dayAt, dayNumber, dayWords, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";
import { findDue, getBatch, listDue } from "@/lib/payouts/queries";
import { readOpenRestore } from "@/lib/payouts/restores";
import type { Viewer } from "@/lib/viewer";
import { withClient } from "../../../../server/postgres";
import { reviewer, verifiedInvestor } from "../../../support/accounts";
import { undoLast } from "../../../support/acts";
import { newBankAccount } from "../../../support/bank-accounts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { DAY_MS, expectSoundLedger } from "../../../support/payouts";
import { stack } from "../../../support/stack";
import { importOneLine, statementMapping } from "../../../support/statements";

/** After a restore, payouts wait for the statement of its day (product 10.34). */
const N = 10_000_000n;
const today = lagosDay();

let staff: Viewer;
let other: Viewer;
let supervisor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, other, supervisor] = [await reviewer(), await reviewer(), await reviewer(true)];
  plan = await openPlan();
});
beforeEach(forgetRestores);
afterAll(async () => {
  await forgetRestores();
  await expectSoundLedger();
});

/** As superuser, because the application cannot end the hold. */
async function forgetRestores(): Promise<void> {
  await withClient(stack().databaseUrl, (client) => client.query("DELETE FROM restores"));
}

/** Makes the account of an import the one that pays. */
async function payFrom(importId: string): Promise<void> {
  const { bankAccountId } = await db.statementImport.findUniqueOrThrow({ where: { id: importId } });
  await db.$transaction([
    db.bankAccount.updateMany({ where: { receives: true }, data: { receives: false } }),
    db.bankAccount.update({ where: { id: bankAccountId }, data: { receives: true } }),
  ]);
}

/** Imports a statement with a line of a day, of the account that pays. Returns the id of the import. */
async function load(on: string): Promise<string> {
  const { importId } = await db.statementLine.findUniqueOrThrow({
    where: { id: await importOneLine(other, N, { on }) },
  });
  await payFrom(importId);
  return importId;
}

/** Queues a refund to a new investor. Returns its id. */
async function owe(): Promise<string> {
  const { reference } = await requestInvestment(await verifiedInvestor(), requestBody(plan, String(N)));
  const lineId = await importOneLine(other, N, { text: `Transfer ${reference}` });
  await refundLine(other, lineId);
  return (await db.amountDue.findFirstOrThrow({ where: { lineId } })).id;
}

async function propose(id: string) {
  const [due] = await findDue([id]);
  return proposeBatch(staff, { ids: [id], total: String(due!.amount) });
}
const problemOf = async (id: string) =>
  (await listDue({ limit: 100 })).due.find(({ _id }) => _id === id)?.problem;
const file = (id: string) => makePaymentFile(other, id, { format: "csv" });

const held = {
  code: "CONFLICT",
  message: `The database was restored on ${dayWords(today)}. Import the statements up to that day first, because they may show payments that are missing here.`,
};

describe("after a restore", () => {
  it("nothing is proposed, released or put into a file until a statement of that day is imported", async () => {
    const due = await owe();
    const proposed = await propose(await owe());
    const released = await releaseBatch(other, (await propose(await owe()))._id);
    await db.restore.create({ data: {} });

    expect(await problemOf(due)).toBe("restored");
    expect((await getBatch(other, proposed._id)).restoredOn).toBe(today);
    const acts = [
      () => propose(due),
      () => releaseBatch(other, proposed._id),
      () => file(released._id),
    ] as const;
    for (const act of acts) await expect(act()).rejects.toMatchObject(held);
    await load(dayAt(dayNumber(today) - 1));
    for (const act of acts) await expect(act()).rejects.toMatchObject(held);

    // It is not lifted by a statement of another account.
    await importOneLine(other, N, { on: today });
    for (const act of acts) await expect(act()).rejects.toMatchObject(held);

    // The statement is of the day, and counts only while it is not undone.
    const importId = await load(today);
    expect(await readOpenRestore()).toBeNull();
    await undoLast(other, supervisor, importId);
    await expect(propose(due)).rejects.toMatchObject(held);
    await load(today);
    expect(await problemOf(due)).toBeNull();
    for (const act of acts) await act();
  });

  it("an import from before does not count, also if it is repeated, and the last restore does", async () => {
    const row = [today, "100000", "Transfer", bankReference()].join();
    const file = { name: "s.csv", bytes: Buffer.from(`Date,Amount,Text,Ref\n${row}`) };
    const options = { bankAccountId: await newBankAccount(), closing: "0" };
    await importStatement(other, file, statementMapping, options);
    await db.restore.create({ data: {} });
    expect(await readOpenRestore()).toBe(today);
    expect(await importStatement(other, file, statementMapping, options)).toMatchObject({ added: 0 });
    expect(await readOpenRestore()).toBe(today);
    await db.restore.create({ data: { at: new Date(Date.now() - 5 * DAY_MS) } });
    expect(await readOpenRestore()).toBe(today);
    await load(today);
    expect(await readOpenRestore()).toBeNull();
  });
});
