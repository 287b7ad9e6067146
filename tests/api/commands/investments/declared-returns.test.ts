import { beforeAll, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { addMonths, dateOf, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { requestInvestment } from "@/lib/investments/commands";
import { previewDeclaration } from "@/lib/investments/declaration-preview";
import { declareReturn } from "@/lib/investments/declared-returns";
import { postDueInvestments } from "@/lib/investments/posting";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { periodEnds } from "@/lib/plans/schedule-rules";
import { hashTerms } from "@/lib/plans/terms-hash";
import type { TermsDto } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { undo } from "../../../support/acts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { sampleTerms } from "../../../support/sample-terms";

/** Declared returns (product 10.33): what is shown before the confirmation is what is posted. */
const MONTH = addMonths(`${lagosDay().slice(0, 7)}-01`, -1).slice(0, 7);
const AMOUNT = "13000000";
const declared: TermsDto = {
  ...sampleTerms,
  return: { kind: "declared", low: 1_000, high: 2_000 },
  fee: 333,
};
const quarterly: TermsDto = { ...declared, payout: "quarterly" };
const monthly: TermsDto = { ...declared, payout: "monthly" };

let proposer: Viewer, confirmer: Viewer, investor: Viewer;
beforeAll(async () => {
  [proposer, confirmer] = [await reviewer(), await reviewer(true)];
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  investor = await viewerOf(await createUser(spec));
});

/** Creates an active investment that began `months` before the tenth of the declared month. */
async function active(plan: SamplePlan, terms: TermsDto, months: number): Promise<string> {
  const { _id } = await requestInvestment(investor, requestBody(plan, AMOUNT));
  const receipt = { bankReference: bankReference(), amount: AMOUNT, receivedOn: lagosDay() };
  await recordReceipt(proposer, _id, receipt);
  const start = addMonths(`${MONTH}-10`, -months);
  const [startOn, maturityOn] = [dateOf(start), dateOf(periodEnds(terms, start).at(-1)!)];
  const data = { paidOn: startOn, startOn, maturityOn, nextDueOn: startOn };
  await db.investment.update({ where: { id: _id }, data });
  return _id;
}

const declare = (planId: string, rate: number, isOutsideTarget = false) =>
  declareReturn(proposer, planId, { month: MONTH, rate, isOutsideTarget }).catch((error: AppError) => error);

/** Declares a rate, has it confirmed, and posts what is due. */
async function confirmed(planId: string, rate: number): Promise<void> {
  const { details } = await declare(planId, rate, true);
  await confirmProposal(confirmer, String(details.data?.["proposalId"]));
  await postDueInvestments();
}

async function posted(ids: readonly string[]) {
  const totals = [...(await readSubjectTotals(ids)).values()];
  const sum = (name: "return_expense" | "fee_income" | "withholding_tax_payable" | "due_to_investor") =>
    String(totals.reduce((before, each) => before + (each[name] ?? 0n), 0n)).replace("-", "");
  return {
    gross: sum("return_expense"),
    fee: sum("fee_income"),
    tax: sum("withholding_tax_payable"),
    net: sum("due_to_investor"),
  };
}

describe("a declared return", () => {
  it("is shown before it is confirmed with its periods and amounts, which are those that are posted", async () => {
    const plan = await openPlan(quarterly);
    const quarters = [await active(plan, quarterly, 3), await active(plan, quarterly, 3)];
    const content = {
      name: "Notes",
      summary: "Notes.",
      description: "It lends.",
      risk: "Low",
      terms: monthly,
    };
    const data = { planId: plan.id, version: 2, ...content, publishedAt: new Date() };
    await db.planVersion.create({ data });
    const newer = { ...plan, version: 2, termsHash: hashTerms(monthly) };
    const ids = [...quarters, await active(newer, monthly, 1)];
    await postDueInvestments();

    const { isOutsideTarget, periods, loss, ...amounts } = await previewDeclaration(plan.id, {
      month: MONTH,
      rate: 1_500,
    });
    expect([isOutsideTarget, loss]).toEqual([false, "0"]);
    expect(periods).toEqual([
      { payout: "quarterly", investments: 2 },
      { payout: "monthly", investments: 1 },
    ]);
    await confirmed(plan.id, 1_500);
    expect(amounts).toEqual(await posted(ids));
    expect(Number(amounts.net)).toBeGreaterThan(0);
  });

  it("outside of the target has to be confirmed, and shows the loss", async () => {
    const plan = await openPlan(monthly);
    const id = await active(plan, monthly, 1);
    await postDueInvestments();
    expect(await declare(plan.id, -3_000)).toMatchObject({
      code: "VALIDATION_FAILED",
      message: "The target of this plan is 10% to 20% a year. Confirm that this rate is right.",
      details: { errors: [{ path: "isOutsideTarget" }] },
    });
    const preview = await previewDeclaration(plan.id, { month: MONTH, rate: -3_000 });
    const days =
      BigInt(new Date(`${MONTH}-10`).getTime() - new Date(addMonths(`${MONTH}-10`, -1)).getTime()) /
      86_400_000n;
    const loss = (BigInt(AMOUNT) * 3_000n * days + 3_649_999n) / 3_650_000n;
    expect(preview).toMatchObject({ gross: "0", net: "0", loss: String(loss), isOutsideTarget: true });
    await confirmed(plan.id, -3_000);
    expect(await posted([id])).toEqual({ gross: "0", fee: "0", tax: "0", net: "0" });
  });

  it("that was wrong is undone with the instalments posted for it, which then wait for the right one", async () => {
    const plan = await openPlan(monthly);
    const id = await active(plan, monthly, 1);
    await postDueInvestments();
    await confirmed(plan.id, 1_900);
    const wrong = await posted([id]);
    const { id: declarationId } = await db.returnDeclaration.findFirstOrThrow({ where: { planId: plan.id } });
    const declaration = await db.moneyAct.findFirstOrThrow({
      where: { kind: "declare", subjects: { some: { id: declarationId } } },
    });
    await undo(proposer, confirmer, declaration.id);
    expect(await posted([id])).toEqual({ gross: "0", fee: "0", tax: "0", net: "0" });
    expect(await db.investment.findUniqueOrThrow({ where: { id } })).toMatchObject({ waitsFor: MONTH });
    expect((await emailsFor(investor.userId)).at(-1)).toMatchObject({
      template: "postingUndone",
      text: expect.stringContaining("a declared return was wrong") as string,
    });
    await confirmed(plan.id, 1_100);
    const right = await posted([id]);
    expect(Number(right.gross)).toBeGreaterThan(0);
    expect(Number(right.gross)).toBeLessThan(Number(wrong.gross));
  });
});
