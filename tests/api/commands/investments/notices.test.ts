import { beforeAll, expect, it } from "vitest";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { dayAt, dayNumber, lagosDay, dateOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { announceMaturities, announceTaxChanges } from "@/lib/investments/notices";
import { changeTax } from "@/lib/investments/withholding-tax";
import type { Viewer } from "@/lib/viewer";
import { confirmed } from "../../../support/acts";
import { createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";

/** Emails of jobs to investors (product 10.33): before maturity, and at a change of tax. */
const today = lagosDay();
const inDays = (days: number) => dateOf(dayAt(dayNumber(today) + days));
let staff: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  staff = await reviewer();
  plan = await openPlan();
});

const newInvestor = async () =>
  viewerOf(await createUser({ role: "investor", investorType: "personal", verification: "approved" }));

async function active(investor: Viewer, maturesInDays: number): Promise<string> {
  const { _id } = await requestInvestment(investor, { ...requestBody(plan), accepted: true });
  await recordReceipt(staff, _id, { bankReference: bankReference(), amount: "10000000", receivedOn: today });
  await db.investment.update({ where: { id: _id }, data: { maturityOn: inDays(maturesInDays) } });
  return _id;
}
const mails = async ({ userId }: Viewer, template: string) =>
  (await emailsFor(userId)).filter((mail) => mail.template === template);

it("an investor is asked to choose seven days before maturity, once per investment, also by parallel jobs", async () => {
  const investor = await newInvestor();
  const near = await active(investor, 7);
  await active(investor, 8);
  await Promise.all([announceMaturities(), announceMaturities()]);
  await announceMaturities();
  const sent = await mails(investor, "maturityNear");
  expect(sent.map(({ text }) => text.includes(`/dashboard/investments/${near}`))).toEqual([true]);
  await announceMaturities(dayAt(dayNumber(today) + 1));
  expect(await mails(investor, "maturityNear")).toHaveLength(2);
});

it("a change of tax is emailed once to every investor with an active investment, and to nobody else", async () => {
  const [invested, waiting] = [await newInvestor(), await newInvestor()];
  await active(invested, 100);
  await active(invested, 200);
  await requestInvestment(waiting, { ...requestBody(plan), accepted: true });
  // Far away, because all investments of the installation pay the rate.
  const change = { from: "2991-01-01", rate: 1_250 };
  const changes = () => db.taxChange.count({ where: { from: dateOf(change.from), rate: change.rate } });
  const proposer = await reviewer(true);
  await expect(changeTax(proposer, change)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  expect(await changes()).toBe(0);
  await confirmed(await reviewer(true), changeTax(proposer, change));
  expect(await changes()).toBe(1);
  await Promise.all([announceTaxChanges(), announceTaxChanges()]);
  await announceTaxChanges();
  const sent = await mails(invested, "taxChanged");
  expect(sent.map(({ subject }) => subject)).toContain("Withholding tax is 12.5% from 1 January 2991");
  expect(new Set(sent.map(({ subject }) => subject)).size).toBe(sent.length);
  expect(await mails(waiting, "taxChanged")).toEqual([]);
});
