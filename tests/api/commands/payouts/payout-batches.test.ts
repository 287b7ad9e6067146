import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { listPayoutChoices, proposePayouts } from "@/lib/bank/payout-candidates";
import { getLine } from "@/lib/bank/queries";
import { sealAccount } from "@/lib/bank/sealed-account";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { newReference } from "@/lib/investments/reference-rules";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";
import { findDue } from "@/lib/payouts/queries";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { matchPayouts, rejectPayout } from "@/lib/payouts/settlement";
import { stopPayouts } from "@/lib/payouts/stops";
import type { Viewer } from "@/lib/viewer";
import { reviewer, verifiedInvestor } from "../../../support/accounts";
import { undo } from "../../../support/acts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { requestInvestment } from "@/lib/investments/commands";
import { account, expectSoundLedger } from "../../../support/payouts";
import { importOneLine } from "../../../support/statements";

/** Statement lines of several payouts (product 10.34): one debit for a batch, and one credit for those that came back. */
let staff: Viewer;
let other: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, other, plan] = [await reviewer(), await reviewer(), await openPlan()];
});
afterAll(expectSoundLedger);

/** Releases a batch with a refund of each amount to an investor of their own. */
async function release(amounts: readonly bigint[]): Promise<BatchDetailDto & { investors: Viewer[] }> {
  const investors: Viewer[] = [];
  const ids: string[] = [];
  for (const amount of amounts) {
    const investor = await verifiedInvestor();
    const { reference } = await requestInvestment(investor, requestBody(plan, "10000000"));
    const lineId = await importOneLine(other, amount, { text: `Transfer ${reference}` });
    await refundLine(staff, lineId);
    ids.push((await db.amountDue.findFirstOrThrow({ where: { lineId } })).id);
    investors.push(investor);
  }
  const total = (await findDue(ids)).reduce((sum, { amount }) => sum + amount, 0n);
  const { _id } = await proposeBatch(staff, { ids, total: String(total) });
  return { ...(await releaseBatch(other, _id)), investors };
}

const idsOf = ({ payouts }: BatchDetailDto) => payouts.map(({ _id }) => _id);
const statesOf = async ({ _id }: BatchDetailDto) =>
  (await db.payout.findMany({ where: { batchId: _id }, orderBy: { id: "asc" } })).map(({ state }) => state);
const batchesOf = async (id: string) => (await getLine(id)).batches.map(({ payoutIds }) => payoutIds);
const conflict = (message: RegExp) => ({
  code: "CONFLICT",
  message: expect.stringMatching(message) as string,
});

/** Amounts that no other batch of these tests adds up to. */
let kobo = 1_000_000n;
const amounts = (count: number) => Array.from({ length: count }, () => (kobo += 1_117n));

describe("one debit for a batch", () => {
  it("is offered as the batch, which is paid with one act and undone with one", async () => {
    const batch = await release(amounts(3));
    const line = await importOneLine(other, -BigInt(batch.total), { text: "BULK PAYMENT" });
    expect(await batchesOf(line)).toEqual([idsOf(batch)]);

    const { actId, bookedAs } = await matchPayouts(staff, line, idsOf(batch));
    expect(bookedAs).toBe("payout");
    expect(await statesOf(batch)).toEqual(["paid", "paid", "paid"]);
    expect(await db.moneyActSubject.count({ where: { actId: actId!, thing: "payout" } })).toBe(3);
    const paid = await db.auditEvent.findMany({ where: { action: "payout.paid" } });
    for (const payoutId of idsOf(batch))
      expect(paid.filter(({ data }) => (data as { payoutId?: string }).payoutId === payoutId)).toHaveLength(
        1,
      );

    await undo(staff, await reviewer(true), actId!);
    expect(await statesOf(batch)).toEqual(["released", "released", "released"]);
    expect(await batchesOf(line)).toEqual([idsOf(batch)]);
  });

  it("is offered as the payouts of one payment file, if that has only some of them", async () => {
    const batch = await release(amounts(3));
    const stopped = batch.payouts.findIndex(({ investor }) => investor?._id === batch.investors[1]!.userId);
    await stopPayouts(staff, batch.investors[1]!.userId, "A court order of today");
    await makePaymentFile(other, batch._id, { format: "csv" });
    const sent = idsOf(batch).toSpliced(stopped, 1);
    const sum = BigInt(batch.total) - BigInt(batch.payouts[stopped]!.amount);
    const line = await importOneLine(other, -sum);
    expect(await batchesOf(line)).toEqual([sent]);
    await matchPayouts(staff, line, sent);
    expect((await statesOf(batch))[stopped]).toBe("released");
  });

  it("is not matched with payouts of another sum, nor with one that was recorded as rejected", async () => {
    const batch = await release(amounts(2));
    const line = await importOneLine(other, -BigInt(batch.total));
    await expect(matchPayouts(staff, line, idsOf(batch).slice(1))).rejects.toMatchObject(
      conflict(/^The amount of payout/),
    );
    const more = await release(amounts(1));
    await expect(matchPayouts(staff, line, [...idsOf(batch), ...idsOf(more)])).rejects.toMatchObject(
      conflict(/add up to/),
    );
    // A payout counts once, also if it is named twice.
    const [first] = idsOf(batch);
    await expect(matchPayouts(staff, line, [first!, first!])).rejects.toMatchObject(
      conflict(/amount of payout/),
    );
    await rejectPayout(staff, first!);
    expect(await batchesOf(line)).toEqual([]);
    await expect(matchPayouts(staff, line, idsOf(batch))).rejects.toMatchObject(conflict(/Undo that first/));
    expect(await statesOf(batch)).toEqual(["returned", "released"]);
  });

  it("that names a payout is matched with that among others only", async () => {
    const [batch, named] = [await release(amounts(2)), await release(amounts(1))];
    const text = `Payments ${named.payouts[0]!.reference}`;
    const line = await importOneLine(other, -BigInt(batch.total), { text });
    await expect(matchPayouts(staff, line, idsOf(batch))).rejects.toMatchObject(
      conflict(/has the reference of payout/),
    );
  });
});

it("one credit for several payouts that came back makes each due again, and is undone as one", async () => {
  const batch = await release(amounts(3));
  await matchPayouts(staff, await importOneLine(other, -BigInt(batch.total)), idsOf(batch));
  const [first, second] = batch.payouts as [BatchDetailDto["payouts"][0], BatchDetailDto["payouts"][0]];
  const sum = BigInt(first.amount) + BigInt(second.amount);
  const text = `RETURNED ${first.reference} ${second.reference}`;
  const line = await importOneLine(other, sum, { text });

  const choices = await listPayoutChoices(line, "");
  expect(
    choices
      .filter(({ isNamed }) => isNamed)
      .map(({ _id }) => _id)
      .toSorted(),
  ).toEqual([first._id, second._id].toSorted());
  expect(
    (await listPayoutChoices(line, first.amount.slice(0, -2) + "." + first.amount.slice(-2))).map(
      ({ _id }) => _id,
    ),
  ).toContain(first._id);
  await expect(matchPayouts(staff, line, [first._id])).rejects.toMatchObject(conflict(/amount of payout/));

  const { actId } = await matchPayouts(staff, line, [first._id, second._id]);
  expect(await statesOf(batch)).toEqual(["returned", "returned", "paid"]);
  const again = await db.amountDue.findMany({ where: { returnedId: { in: [first._id, second._id] } } });
  expect(again.map(({ state }) => state)).toEqual(["due", "due"]);
  await undo(staff, await reviewer(true), actId!);
  expect(await statesOf(batch)).toEqual(["paid", "paid", "paid"]);
});

it("a payout is found by its reference among any number with the same amount", async () => {
  const [batchId, amount, reference] = [uuidv7(), 8_765_431n, newReference()];
  const people = { proposedById: staff.userId, decidedById: other.userId, decidedAt: new Date() };
  const data = { id: batchId, state: "released", count: 1, total: 1n, actId: batchId, ...people } as const;
  await db.payoutBatch.create({ data });
  const ids = Array.from({ length: 1_500 }, () => uuidv7()).toSorted();
  await db.payout.createMany({
    data: ids.map((id, index) => ({
      id,
      batchId,
      actId: batchId,
      state: "released" as const,
      amount,
      reference: index === 0 ? reference : newReference(),
      ...sealAccount("payouts", id, account),
    })),
  });
  try {
    const line = { id: "line", amount: -amount, narration: `Paid ${reference}`, parts: [] };
    const inPart = { id: "part", amount: -amount, narration: "BULK", parts: [{ narration: reference }] };
    const found = await proposePayouts([line, inPart]);
    for (const { id } of [line, inPart])
      expect(found.get(id)![0]).toMatchObject({ payoutId: ids[0], isExact: true });
    // Of the others, only the newest are offered.
    expect(found.get("line")).toHaveLength(21);
    expect(found.get("line")![1]).toMatchObject({ payoutId: ids.at(-1), isExact: false });
  } finally {
    await db.payout.deleteMany({ where: { batchId } });
    await db.payoutBatch.delete({ where: { id: batchId } });
  }
});
