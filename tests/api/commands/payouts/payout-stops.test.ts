import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { listProposals } from "@/lib/approvals/queries";
import { refundLine } from "@/lib/bank/commands";
import { undoAct, withdrawBatch } from "@/lib/corrections/undo";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";
import { readOwnMoney } from "@/lib/payouts/own-money";
import { findDue, getBatch, listDue } from "@/lib/payouts/queries";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { stopPayouts } from "@/lib/payouts/stops";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, emailsFor, reviewer, userRow, verifiedInvestor } from "../../../support/accounts";
import { undo } from "../../../support/acts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { expectSoundLedger } from "../../../support/payouts";
import { importOneLine } from "../../../support/statements";

/** An administrator stops payouts to an investor at once, and two lift it (product 10.34). */
const N = 10_000_000n;
const NOTE = "A court order of today";

let staff: Viewer;
let other: Viewer;
let supervisor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, other, supervisor] = [await reviewer(), await reviewer(), await reviewer(true)];
  plan = await openPlan();
});
let investor: Viewer;
beforeEach(async () => {
  investor = await verifiedInvestor();
});
afterAll(expectSoundLedger);

/** Queues a refund of a transfer. Returns its id. */
async function owe(to = investor): Promise<string> {
  const { reference } = await requestInvestment(to, requestBody(plan, String(N)));
  const lineId = await importOneLine(other, N, { text: `Transfer ${reference}` });
  await refundLine(other, lineId);
  return (await db.amountDue.findFirstOrThrow({ where: { lineId } })).id;
}

const dueOf = async (id: string) => {
  const { due } = await listDue({ limit: 100 });
  return due.find(({ _id }) => _id === id);
};
async function propose(...ids: string[]): Promise<BatchDetailDto> {
  const total = (await findDue(ids)).reduce((sum, { amount }) => sum + amount, 0n);
  return proposeBatch(staff, { ids, total: String(total) });
}
const stopOf = async ({ userId }: Viewer) =>
  db.payoutStop.findFirstOrThrow({ where: { userId, undoneById: null } });
const lift = async (of: Viewer) => undo(staff, supervisor, (await stopOf(of)).actId);
const fileOf = (batch: BatchDetailDto, reason?: string) =>
  makePaymentFile(other, batch._id, { format: "csv", ...(reason && { reason }) }).then(
    ({ content }) => content as string,
  );

describe("stopped payouts", () => {
  it("are not proposed, and the list says who stopped them and when; the investor is not told", async () => {
    const id = await owe();
    const [shown, mails] = [await readOwnMoney(investor.userId), await emailsFor(investor.userId)];
    await stopPayouts(staff, investor.userId, NOTE);
    const { name } = await userRow(staff.userId);
    expect(await dueOf(id)).toMatchObject({
      problem: "stopped",
      stop: { by: { _id: staff.userId, name }, at: expect.stringMatching(/Z$/) as string },
    });
    await expect(propose(id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await readOwnMoney(investor.userId)).toEqual(shown);
    expect(await emailsFor(investor.userId)).toEqual(mails);
    expect(await auditEventsFor(investor.userId)).toContainEqual(
      expect.objectContaining({ action: "payout.stopped", actorId: staff.userId }),
    );
    await expect(stopPayouts(other, investor.userId, NOTE)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(stopPayouts(staff, staff.userId, NOTE)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("are possible again once a second administrator has confirmed it, who sees whose they are", async () => {
    const id = await owe();
    await stopPayouts(staff, investor.userId, NOTE);
    const { id: stopId, actId } = await stopOf(investor);
    const lifted = undoAct(staff, actId, { reason: "other", note: "The order was withdrawn" });
    await expect(lifted).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    expect(await dueOf(id)).toMatchObject({ problem: "stopped" });
    const proposal = (await listProposals(supervisor)).find(({ undo: of }) => of?.actId === actId);
    expect(proposal).toMatchObject({ kind: "money_undo", target: { _id: investor.userId } });
    await confirmProposal(supervisor, proposal!._id);
    expect(await dueOf(id)).toMatchObject({ problem: null, stop: null });
    const again = { where: { id: stopId }, data: { undoneById: null } };
    await expect(db.payoutStop.update(again)).rejects.toThrow("never change");
    await stopPayouts(other, investor.userId, NOTE);
    expect(await dueOf(id)).toMatchObject({ problem: "stopped" });
  });

  it("keep a proposed batch from being released, with the name of the payee", async () => {
    const batch = await propose(await owe(), await owe(await verifiedInvestor()));
    await stopPayouts(staff, investor.userId, NOTE);
    const { name } = await userRow(investor.userId);
    await expect(releaseBatch(other, batch._id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: `Payouts to ${name} are stopped. Withdraw the batch.`,
    });
    const { payouts } = await getBatch(other, batch._id);
    expect(payouts.filter(({ stop }) => stop !== null)).toMatchObject([
      { investor: { _id: investor.userId }, stop: { by: { _id: staff.userId } } },
    ]);
    expect((await withdrawBatch(other, batch._id)).state).toBe("withdrawn");
  });

  it("are left out of the payment file, and in the next one after they are possible again, without those already sent", async () => {
    const payee = await verifiedInvestor();
    const batch = await releaseBatch(other, (await propose(await owe(), await owe(payee)))._id);
    const referenceOf = ({ userId }: Viewer) =>
      batch.payouts.find((payout) => payout.investor?._id === userId)!.reference;
    const [stopped, sent] = [referenceOf(investor), referenceOf(payee)];
    await stopPayouts(staff, investor.userId, NOTE);
    const first = await fileOf(batch);
    expect([first.includes(stopped), first.includes(sent)]).toEqual([false, true]);
    const { payouts } = await getBatch(other, batch._id);
    expect(payouts.map(({ reference, isInFile }) => [reference, isInFile])).toEqual(
      expect.arrayContaining([
        [stopped, false],
        [sent, true],
      ]),
    );
    await lift(investor);
    const second = await fileOf(batch);
    expect([second.includes(stopped), second.includes(sent)]).toEqual([true, false]);
    await expect(fileOf(batch)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const third = await fileOf(batch, "The bank lost both");
    expect([third.includes(stopped), third.includes(sent)]).toEqual([true, true]);
    for (const viewer of [investor, payee]) await stopPayouts(staff, viewer.userId, NOTE);
    await expect(fileOf(batch, "The bank lost it")).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
