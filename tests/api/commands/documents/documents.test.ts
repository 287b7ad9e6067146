import { beforeAll, expect, it } from "vitest";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { lagosDay, dateOf, dayAt, dayNumber } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { makeAgreement } from "@/lib/documents/agreement";
import { makePayoutAdvice } from "@/lib/documents/payout-advice";
import { listOwnPdfs } from "@/lib/documents/queries";
import { makeReceipt } from "@/lib/documents/receipt";
import { makeStatement } from "@/lib/documents/statement";
import { cancelInvestment, requestInvestment } from "@/lib/investments/commands";
import { postDueInvestments } from "@/lib/investments/posting";
import type { InvestmentDto } from "@/lib/investments/schema";
import { formatAmount } from "@/lib/money";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import type { Viewer } from "@/lib/viewer";
import { createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { readsOf, importLine } from "../../../support/payouts";
import { pdfTexts } from "../../../support/pdf-text";

/** PDFs about investments (product 10.37): agreement, receipt, payout advice, account statement. */
const today = lagosDay();
const HUNDRED_THOUSAND = "10000000";
let staff: Viewer;
let investor: Viewer;
let stranger: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  staff = await reviewer();
  plan = await openPlan({ payout: "monthly", tenor: { unit: "months", count: 3 }, fee: 500 });
  // The account is verified for longer than payouts to a new one are held.
  const submittedAt = new Date(Date.now() - 30 * 86_400_000);
  const spec = { role: "investor", investorType: "personal", verification: "approved", submittedAt } as const;
  investor = await viewerOf(await createUser(spec));
  stranger = await viewerOf(await createUser(spec));
});

const request = (): Promise<InvestmentDto> =>
  requestInvestment(investor, { ...requestBody(plan, HUNDRED_THOUSAND), accepted: true });
/** Records a receipt that a statement shows. */
async function pay(id: string): Promise<void> {
  const reference = bankReference();
  await recordReceipt(staff, id, { bankReference: reference, amount: HUNDRED_THOUSAND, receivedOn: today });
  await importLine(BigInt(HUNDRED_THOUSAND), { shows: reference });
}
const missing = { code: "NOT_FOUND" };

/** Starts the tenor of a paid investment earlier, and posts what has fallen due since. */
async function startEarlier(id: string, days: number): Promise<void> {
  const start = dayAt(dayNumber(today) - days);
  const [startOn, maturityOn] = [dateOf(start), dateOf(dayAt(dayNumber(today) + 30))];
  await db.investment.update({
    where: { id },
    data: { paidOn: startOn, startOn, nextDueOn: startOn, maturityOn },
  });
  await postDueInvestments();
}

it("the agreement exists from the request on, does not change, and has what the investor accepted", async () => {
  const investment = await request();
  const { bytes, name } = await makeAgreement(investor, investment._id);
  const texts = await pdfTexts(bytes);
  const text = texts.join("\n");
  expect(name).toBe(`agreement-${investment.reference}.pdf`);
  const submission = await db.submission.findFirstOrThrow({
    where: { userId: investor.userId },
    include: { personal: true },
  });
  const party = new RegExp(`${submission.personal!.firstName}.*${submission.personal!.surname}`);
  for (const part of ["₦100,000.00", investment.reference, "Notes, version 1", party, "10% of the return"])
    expect(text).toMatch(part);
  expect(texts.join("")).toContain(investment.termsHash);
  expect(texts.join("")).toContain(investment.terms.riskText.split("\n")[0]!.slice(0, 40));
  expect((await makeAgreement(investor, investment._id)).bytes).toEqual(bytes);
  // A later change of the account or of the rate changes nothing.
  await db.user.update({ where: { id: investor.userId }, data: { name: "Somebody Else" } });
  await db.taxChange.create({ data: { from: dateOf("2990-01-01"), rate: 2_000, changedById: staff.userId } });
  expect((await makeAgreement(investor, investment._id)).bytes).toEqual(bytes);
  const mail = (await emailsFor(investor.userId)).find(({ template }) => template === "investmentRequested")!;
  expect(mail.text).toContain("/dashboard/documents");
  await cancelInvestment(investor, investment._id);
  expect((await pdfTexts((await makeAgreement(investor, investment._id)).bytes)).join("\n")).toContain(
    "This investment was cancelled.",
  );
});

it("documents belong to their investor, and an administrator's opening is recorded", async () => {
  const { _id } = await request();
  await pay(_id);
  const { receipts } = await listOwnPdfs(investor.userId, _id);
  const [receipt] = receipts;
  if (receipt?.link.kind !== "receipt") throw new Error("There is no receipt");
  const { entryId } = receipt.link;
  await expect(makeAgreement(stranger, _id)).rejects.toMatchObject(missing);
  await expect(makeReceipt(stranger, _id, entryId)).rejects.toMatchObject(missing);
  expect(await listOwnPdfs(stranger.userId, _id)).toEqual({ agreements: [], receipts: [], advices: [] });
  expect(await readsOf(investor.userId, staff.userId, "account")).toBe(0);
  await makeAgreement(staff, _id);
  expect(await readsOf(investor.userId, staff.userId, "account")).toBe(1);
  const texts = (await pdfTexts((await makeReceipt(investor, _id, entryId)).bytes)).join("\n");
  expect(texts).toContain("We have received ₦100,000.00.");
  // Another entry of the investment is no payment.
  const allocation = await db.ledgerEntry.findFirstOrThrow({ where: { subjectId: _id, kind: "allocation" } });
  await expect(makeReceipt(investor, _id, allocation.id)).rejects.toMatchObject(missing);
});

it("the statement has the totals and the tax of the ledger, and a released payout its advice", async () => {
  const { _id } = await request();
  await pay(_id);
  await startEarlier(_id, 40);
  const due = await db.ledgerEntry.findFirstOrThrow({
    where: { subjectId: _id, kind: "return_due" },
    include: { postings: { include: { account: true } } },
  });
  const posted = (name: string) => {
    const { amount } = due.postings.find(({ account }) => account.name === name)!;
    return formatAmount(amount < 0n ? -amount : amount);
  };
  const texts = await pdfTexts(
    (await makeStatement(investor, { from: dayAt(dayNumber(today) - 60), to: today })).bytes,
  );
  const after = (label: string) => texts[texts.lastIndexOf(label) + 1];
  expect(after("Returns before tax")).toBe(posted("return_expense"));
  expect(after("Our fees")).toBe(posted("fee_income"));
  expect(after("Tax withheld")).toBe(posted("withholding_tax_payable"));
  expect(after("Returns after tax")).toBe(posted("due_to_investor"));

  const amount = due.postings.find(({ account }) => account.name === "due_to_investor")!.amount;
  const { id: dueId } = await db.amountDue.findFirstOrThrow({ where: { investmentId: _id } });
  const { _id: batchId } = await proposeBatch(staff, { ids: [dueId], total: String(-amount) });
  const { id } = await db.payout.findFirstOrThrow({ where: { batchId } });
  await expect(makePayoutAdvice(investor, id)).rejects.toMatchObject(missing);
  await releaseBatch(await reviewer(), batchId);
  await expect(makePayoutAdvice(stranger, id)).rejects.toMatchObject(missing);
  expect((await pdfTexts((await makePayoutAdvice(investor, id)).bytes)).join("\n")).toContain(
    `We have sent you ₦${formatAmount(-amount)}.`,
  );
});
