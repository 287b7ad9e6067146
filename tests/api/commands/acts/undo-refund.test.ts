import { afterAll, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { importStatement } from "@/lib/bank/import";
import { requestInvestment } from "@/lib/investments/commands";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { rejectPayout } from "@/lib/payouts/settlement";
import { createUser, reviewer, viewerOf } from "../../../support/accounts";
import { undoLast } from "../../../support/acts";
import { bankReference, openPlan, requestBody } from "../../../support/investments";
import { DAY_MS, expectSoundLedger } from "../../../support/payouts";

const mapping = { date: "Date", dateOrder: "ymd", amount: "Amount", narration: "Text", counterparty: "Text", bankReference: "Ref" } as const; // oxfmt-ignore

afterAll(expectSoundLedger);

it("undoing the rejection of a refund puts it in transit again, and withdraws the refund due that replaced it", async () => {
  const [staff, other, supervisor] = [await reviewer(), await reviewer(), await reviewer(true)];
  const submittedAt = new Date(Date.now() - 30 * DAY_MS);
  const spec = { role: "investor", investorType: "personal", verification: "approved", submittedAt } as const;
  const investor = await viewerOf(await createUser(spec));
  const { reference } = await requestInvestment(investor, requestBody(await openPlan()));
  const row = [lagosDay(), "700", `Transfer ${reference}`, bankReference()].join();
  const bytes = Buffer.from(`Date,Amount,Text,Ref\n${row}`);
  const { _id: importId } = await importStatement(staff, { name: "s.csv", bytes }, mapping);
  const { id: lineId } = await db.statementLine.findFirstOrThrow({ where: { importId } });
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
