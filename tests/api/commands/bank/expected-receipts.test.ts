import { beforeAll, beforeEach, expect, it } from "vitest";
import { recogniseReceipt } from "@/lib/bank/fulfil-receipts";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { listOpenReceipts } from "@/lib/bank/open-receipts";
import { getLine } from "@/lib/bank/queries";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { readBalance } from "@/lib/ledger/queries";
import type { Viewer } from "@/lib/viewer";
import { createUser, reviewer, verifiedInvestor, viewerOf } from "../../../support/accounts";
import { lastActAbout, undoLast } from "../../../support/acts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { importBatchBooking, importOneLine } from "../../../support/statements";

/** A manual receipt is an expectation that a statement line fulfils (product 10.31, 10.32). */
const today = lagosDay();
let staff: Viewer;
let confirmer: Viewer;
let investor: Viewer;
let plan: SamplePlan;
/** An amount that no other test uses, because open receipts of the same amount are offered. */
let amount = 7_000_000n + BigInt(Math.floor(Math.random() * 1_000)) * 100n;
beforeAll(async () => {
  [staff, confirmer, plan] = [await reviewer(), await reviewer(true), await openPlan()];
});
beforeEach(async () => {
  investor = await viewerOf(
    await createUser({ role: "investor", investorType: "personal", verification: "approved" }),
  );
  amount += 100n;
});

async function expectReceipt() {
  const { _id, reference } = await requestInvestment(investor, {
    ...requestBody(plan, "20000000"),
    accepted: true,
  });
  const receipt = { bankReference: bankReference(), amount: String(amount), receivedOn: today };
  await recordReceipt(staff, _id, receipt);
  const { id } = await db.manualReceipt.findFirstOrThrow({ where: { investmentId: _id } });
  return { id, reference, investmentId: _id };
}
const isOpen = async (id: string) => (await listOpenReceipts()).some(({ _id }) => _id === id);

it("is open, and its money not in the bank, until a person chooses the line that shows it; undone, it is open again", async () => {
  const before = await readBalance("expected_receipts");
  const { id, reference } = await expectReceipt();
  expect([await isOpen(id), (await readBalance("expected_receipts")) - before]).toEqual([true, amount]);
  const line = await importOneLine(staff, amount, { text: "a transfer without a reference" });
  expect((await getLine(line)).receipts).toMatchObject([{ _id: id, reference }]);
  expect(await recogniseReceipt(staff, line, id)).toMatchObject({ state: "matched", isByHand: true });
  expect([await isOpen(id), (await readBalance("expected_receipts")) - before]).toEqual([false, 0n]);
  const another = await importOneLine(staff, amount);
  await expect(recogniseReceipt(staff, another, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await undoLast(staff, confirmer, line);
  expect([await isOpen(id), (await getLine(line)).state]).toEqual([true, "waiting"]);
});

it("is fulfilled by a line with the reference of its investment, within a week", async () => {
  const { id, reference } = await expectReceipt();
  const late = { text: `Transfer ${reference}`, on: dayAt(dayNumber(today) - 8) };
  expect((await getLine(await importOneLine(staff, amount, late))).state).toBe("waiting");
  const line = await importOneLine(staff, amount, { text: `Transfer ${reference}` });
  expect(await getLine(line)).toMatchObject({ state: "matched", isByHand: true });
  expect(await isOpen(id)).toBe(false);
  expect((await lastActAbout(line)).kind).toBe("fulfil");
});

it("is not chosen for another amount, or for one's own money", async () => {
  const { id } = await expectReceipt();
  const other = await importOneLine(staff, amount + 50n);
  await expect(recogniseReceipt(staff, other, id)).rejects.toMatchObject({ message: "The amounts differ" });
  const line = await importOneLine(staff, amount);
  await expect(recogniseReceipt(investor, line, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

it("is not chosen for a transfer with the reference of another investment, or of another week", async () => {
  const { id, reference } = await expectReceipt();
  const foreign = await verifiedInvestor();
  const other = await requestInvestment(foreign, requestBody(plan, "20000000"));
  const named = await importOneLine(staff, amount, { text: `Transfer ${other.reference}` });
  const batch = await importBatchBooking(staff, [
    [amount - 100n, `Transfer ${other.reference}`],
    [100n, "Transfer"],
  ]);
  for (const line of [named, batch])
    await expect(recogniseReceipt(staff, line, id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(other.reference) as string,
    });
  const old = await importOneLine(staff, amount, { on: dayAt(dayNumber(today) - 8) });
  await expect(recogniseReceipt(staff, old, id)).rejects.toMatchObject({ code: "CONFLICT" });
  const both = await importOneLine(staff, amount, { text: `${other.reference} ${reference}` });
  expect(await recogniseReceipt(staff, both, id)).toMatchObject({ state: "matched" });
});
