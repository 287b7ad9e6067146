import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listActs } from "@/lib/acts/queries";
import { refundLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { undoAct } from "@/lib/corrections/undo";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { newReference } from "@/lib/investments/reference-rules";
import { requestInvestment } from "@/lib/investments/commands";
import type { InvestmentDto } from "@/lib/investments/schema";
import { enterReceiptAccount, proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";
import { findDue } from "@/lib/payouts/queries";
import { matchPayouts, rejectPayout } from "@/lib/payouts/settlement";
import { stopPayouts } from "@/lib/payouts/stops";
import { readVerifiedAccounts } from "@/lib/payouts/accounts";
import type { Viewer } from "@/lib/viewer";
import { reviewer, verifiedInvestor } from "../../../support/accounts";
import { undo } from "../../../support/acts";
import { expectErrorLog } from "../../../support/error-log";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { expectSoundLedger, importLine } from "../../../support/payouts";
import { importIntoNewAccount, importOneLine, statementMapping } from "../../../support/statements";

/** What is checked before money leaves, so that nobody can prepare it alone (product 10.34, threat 69). */
const N = 10_000_000n;
const conflict = (message: RegExp) => ({
  code: "CONFLICT",
  message: expect.stringMatching(message) as string,
});

let staff: Viewer;
let other: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, other, plan] = [await reviewer(), await reviewer(), await openPlan()];
});
let investor: Viewer;
beforeEach(async () => {
  investor = await verifiedInvestor();
});
afterAll(expectSoundLedger);

const request = (by = investor): Promise<InvestmentDto> =>
  requestInvestment(by, requestBody(plan, String(N)));
const receive = ({ _id }: InvestmentDto, amount: bigint, reference = bankReference()) =>
  recordReceipt(staff, _id, { bankReference: reference, amount: String(amount), receivedOn: lagosDay() });

/** Proposes what is due to an investor. */
async function propose(to = investor) {
  const rows = await db.amountDue.findMany({ where: { userId: to.userId, state: "due" } });
  const ids = rows.map(({ id }) => id);
  const total = (await findDue(ids)).reduce((sum, { amount }) => sum + amount, 0n);
  return proposeBatch(staff, { ids, total: String(total) });
}

/** Releases the refund of a transfer. */
async function releaseRefund() {
  const { reference } = await request();
  await refundLine(staff, await importOneLine(other, N, { text: `Transfer ${reference}` }));
  const batch = await releaseBatch(other, (await propose())._id);
  return { batch, payout: batch.payouts[0]! };
}

const fileOf = ({ _id }: { _id: string }) => makePaymentFile(other, _id, { format: "csv" });

describe("the money of a payout", () => {
  it("that is a surplus is proved by its own receipt, not by others of the investment", async () => {
    const investment = await request();
    const line = await importOneLine(other, N, { text: `Transfer ${investment.reference}` });
    await matchLine(staff, line, { parts: [{ reference: investment.reference, amount: String(N) }] });
    await receive(investment, 50n * N);
    const { _id } = await propose();
    await expect(releaseBatch(other, _id)).rejects.toMatchObject(conflict(/on no imported statement/));
  });

  it("that is no longer on a statement after the release is not put into a file", async () => {
    const investment = await request();
    const reference = bankReference();
    await receive(investment, N + 500n, reference);
    await importLine(N + 500n, { shows: reference });
    const { id } = await db.statementLine.findFirstOrThrow({ orderBy: { id: "desc" } });
    const batch = await releaseBatch(other, (await propose())._id);
    const { actId } = await db.moneyActSubject.findFirstOrThrow({ where: { id, act: { kind: "import" } } });
    // It is evidence, so one administrator alone cannot take it away.
    const wrong = { reason: "wrong_file", note: "Not the bank's" } as const;
    await expect(undoAct(staff, actId, wrong)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    await undo(staff, await reviewer(true), actId);
    await expect(fileOf(batch)).rejects.toMatchObject(conflict(/on no imported statement/));
  });
});

it("a line with another investor's reference is not the manual receipt that its bank reference suggests", async () => {
  const [own, foreign] = [await request(), await request(await verifiedInvestor())];
  const reference = bankReference();
  await receive(foreign, N, reference);
  const row = [lagosDay(), "100000", `Transfer ${own.reference}`, reference].join();
  const file = { name: "s.csv", bytes: Buffer.from(`Date,Amount,Text,Ref\n${row}`) };
  const { _id: importId } = await importIntoNewAccount(staff, file, statementMapping);
  const line = await db.statementLine.findFirstOrThrow({ where: { importId } });
  expect(line).toMatchObject({ state: "waiting", proposedId: own._id });
});

describe("a payout that was recorded as rejected", () => {
  it("is not released again while a line shows that it was paid, and the line settles no other payout", async () => {
    const { payout } = await releaseRefund();
    await rejectPayout(staff, payout._id);
    const again = await propose();
    const line = await importOneLine(other, -N, { text: `Paid ${payout.reference}` });
    await expect(releaseBatch(other, again._id)).rejects.toMatchObject(
      conflict(/shows that payout .* was paid/),
    );
    await db.statementLine.update({ where: { id: line }, data: { proposedId: null } });
    const { payout: unrelated } = await releaseRefund();
    await expect(matchPayouts(staff, line, [unrelated._id])).rejects.toMatchObject(
      conflict(/has the reference of payout/),
    );
  });
});

it("a transfer with another investor's reference is not a payout that came back", async () => {
  const { payout } = await releaseRefund();
  await matchPayouts(staff, await importOneLine(other, -N, { text: payout.reference }), [payout._id]);
  const { reference } = await request(await verifiedInvestor());
  const line = await importOneLine(other, N, { text: `Transfer ${reference}` });
  await expect(matchPayouts(staff, line, [payout._id])).rejects.toMatchObject(
    conflict(/reference .* of an investment/),
  );
});

it("a batch cannot be undone once its file was downloaded, and none of its acts offers it", async () => {
  const { batch } = await releaseRefund();
  const offered = async () =>
    (await listActs({ kind: "all", about: batch._id, limit: 5 })).acts.map(({ undo: who }) => who);
  expect(await offered()).toEqual(["two", "alone"]);
  await fileOf(batch);
  expect(await offered()).toEqual([null, null, null]);
});

it("a stopped investor is not paid as an unknown sender", async () => {
  const line = await importOneLine(other, N);
  await refundLine(staff, line);
  const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId: line } });
  const account = (await readVerifiedAccounts([investor.userId])).get(investor.userId)!;
  await stopPayouts(staff, investor.userId, "A court order of today");
  await expect(enterReceiptAccount(staff, id, account)).rejects.toMatchObject(conflict(/are stopped/));
});

it("a file that cannot be made is no download", async () => {
  expectErrorLog("account.unreadable");
  const actId = uuidv7();
  const people = { proposedById: staff.userId, decidedById: other.userId, decidedAt: new Date() };
  const { id: batchId } = await db.payoutBatch.create({
    data: { ...people, state: "released", count: 1, total: 1n, actId },
  });
  const broken = { dataKey: "broken", accountCipher: "broken", reference: newReference() };
  const { id } = await db.payout.create({
    data: { ...broken, batchId, state: "released", amount: 1n, actId },
  });
  await expect(fileOf({ _id: batchId })).rejects.toMatchObject(conflict(/cannot be read/));
  expect(await db.moneyActSubject.count({ where: { id: batchId } })).toBe(0);
  await db.payout.delete({ where: { id } });
  await db.payoutBatch.delete({ where: { id: batchId } });
});
