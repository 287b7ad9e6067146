import { afterAll, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { rejectPayout } from "@/lib/payouts/settlement";
import { reviewer, verifiedInvestor } from "../../../support/accounts";
import { undoLast } from "../../../support/acts";
import { openPlan, requestBody } from "../../../support/investments";
import { expectSoundLedger } from "../../../support/payouts";
import { importOneLine } from "../../../support/statements";

afterAll(expectSoundLedger);

it("undoing the rejection of a refund puts it in transit again, and withdraws the refund due that replaced it", async () => {
  const [staff, other, supervisor] = [await reviewer(), await reviewer(), await reviewer(true)];
  const { reference } = await requestInvestment(await verifiedInvestor(), requestBody(await openPlan()));
  const lineId = await importOneLine(staff, 70_000n, { text: `Transfer ${reference}` });
  await refundLine(staff, lineId);
  const { id: dueId } = await db.amountDue.findFirstOrThrow({ where: { lineId } });
  const batch = await proposeBatch(staff, { ids: [dueId], total: "70000" });
  await releaseBatch(other, batch._id);
  const [{ _id: id }] = batch.payouts as [(typeof batch.payouts)[number]];
  await rejectPayout(staff, id);
  const states = async () => [
    (await db.payout.findUniqueOrThrow({ where: { id } })).state,
    ...(await db.amountDue.findMany({ where: { lineId }, orderBy: { id: "asc" } })).map(({ state }) => state),
  ];
  expect(await states()).toEqual(["returned", "assigned", "due"]);
  await undoLast(staff, supervisor, id);
  expect(await states()).toEqual(["released", "assigned", "withdrawn"]);
});
