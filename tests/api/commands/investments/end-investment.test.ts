import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import type { EndReason } from "@/lib/acts/reason-labels";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { cancelRedemption } from "@/lib/corrections/undo";
import { endInvestment } from "@/lib/corrections/end-investment";
import { addMonths, dateOf, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { requestInvestment } from "@/lib/investments/commands";
import { monthOf } from "@/lib/investments/instalments";
import { postDueInstalments } from "@/lib/investments/posting";
import { getInvestment } from "@/lib/investments/queries";
import { redeemInvestment } from "@/lib/investments/redemption";
import { readBalance } from "@/lib/ledger/queries";
import type { TermsDto } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { confirmed, declareAtOnce, lastActAbout, undo } from "../../../support/acts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { watchBooks } from "../../../support/books";

/** Two administrators end an active investment (product 10.33). */
const today = lagosDay();
const DAYS = 40;
const START = dayAt(dayNumber(today) - DAYS);
const N = 100_000_00n;
const note = "Letter of 3 November";

let staff: Viewer;
let confirmer: Viewer;
let investor: Viewer;
let expectSound: () => Promise<void>;
beforeAll(async () => {
  expectSound = await watchBooks();
  [staff, confirmer] = [await reviewer(), await reviewer(true)];
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  investor = await viewerOf(
    await createUser({ ...spec, submittedAt: new Date(Date.now() - 60 * 86_400_000) }),
  );
});
afterAll(() => expectSound());

async function active(plan: SamplePlan, amount = N, start = START): Promise<string> {
  const { _id } = await requestInvestment(investor, requestBody(plan, String(amount)));
  const receipt = { bankReference: bankReference(), amount: String(amount), receivedOn: today };
  await recordReceipt(staff, _id, receipt);
  const [startOn, maturityOn] = [dateOf(start), dateOf(addMonths(start, 6))];
  await db.investment.update({
    where: { id: _id },
    data: { paidOn: startOn, startOn, maturityOn, nextDueOn: startOn },
  });
  return _id;
}
const tenor: Partial<TermsDto> = { tenor: { unit: "months", count: 6 }, withholdingTax: 1_000 };
const declared: Partial<TermsDto> = {
  ...tenor,
  return: { kind: "declared", low: 1_000, high: 2_000 },
  payout: "quarterly",
  earlyRedemption: { fromDay: 1, charge: 100 },
};
const end = (id: string, reason: EndReason = "fraud", by = staff) => endInvestment(by, id, { reason, note });
const proposalOf = async (act: Promise<never>): Promise<string> => {
  const error = await act.catch((thrown: AppError) => thrown);
  expect(error.code).toBe("CONFIRMATION_REQUIRED");
  return String(error.details.data?.["proposalId"]);
};
const endConfirmed = (id: string, reason?: EndReason) => confirmed(confirmer, end(id, reason));
const stateOf = async (id: string) => (await getInvestment(investor.userId, id)).state;
const balances = async (id: string) => ({
  principal: -(await readBalance("principal", id)),
  due: -(await readBalance("due_to_investor", id)),
});
const takenOf = async ({ id }: SamplePlan) => (await db.plan.findUniqueOrThrow({ where: { id } })).taken;

describe("with a fixed return", () => {
  it("the principal and the accrued return are due at once, without a charge, although the plan cannot be redeemed", async () => {
    const plan = await openPlan({ ...tenor, earlyRedemption: null });
    const id = await active(plan);
    const proposalId = await proposalOf(end(id));
    // One administrator alone cannot end it.
    expect(await balances(id)).toEqual({ principal: N, due: 0n });
    await expect(confirmProposal(staff, proposalId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await stateOf(id)).toBe("active");

    await confirmProposal(confirmer, proposalId);
    const gross = (N * 1_800n * BigInt(DAYS)) / 3_650_000n;
    const due = N + gross - gross / 10n;
    expect(await balances(id)).toEqual({ principal: 0n, due });
    expect(await getInvestment(investor.userId, id)).toMatchObject({
      state: "ended",
      value: null,
      nextPayment: null,
    });
    expect(await takenOf(plan)).toBe(0n);
    const act = await db.moneyAct.findFirstOrThrow({ where: { kind: "end", subjects: { some: { id } } } });
    expect(act).toMatchObject({
      actorId: staff.userId,
      confirmedById: confirmer.userId,
      reason: "fraud",
    });
    expect((await auditEventsFor(id)).at(-1)).toMatchObject({ action: "investment.ended" });
    const email = (await emailsFor(investor.userId)).find(({ template }) => template === "investmentEnded")!;
    expect(email.text).toContain("for legal reasons");
    expect(email.text).not.toMatch(/fraud|Letter of 3/i);
    await expect(end(id)).rejects.toMatchObject({ code: "CONFLICT" });

    // Undone by two administrators, it continues as before.
    await undo(staff, confirmer, act.id);
    expect(await balances(id)).toEqual({ principal: N, due: 0n });
    expect(await stateOf(id)).toBe("active");
    expect(await takenOf(plan)).toBe(N);
    await endConfirmed(id, "agreed_correction");
    expect(await balances(id)).toEqual({ principal: 0n, due });
  });

  it("is refused before it is paid, and after it was redeemed since the proposal", async () => {
    const plan = await openPlan(tenor);
    const { _id } = await requestInvestment(investor, requestBody(plan, String(N)));
    await expect(end(_id)).rejects.toThrow(/Only an active investment/);
    await expect(end(staff.userId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const redeemable = await openPlan({ ...tenor, earlyRedemption: { fromDay: 1, charge: 100 } });
    const id = await active(redeemable);
    const proposalId = await proposalOf(end(id));
    await redeemInvestment(investor, id, { amount: String(N), day: today });
    await expect(confirmProposal(confirmer, proposalId)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await stateOf(id)).toBe("redeemed");
  });
});

it("is neither proposed nor confirmed by an administrator who shares identifying details with the investor", async () => {
  const id = await active(await openPlan(tenor));
  const [related, late] = [await reviewer(true), await reviewer()];
  const { phone } = await db.user.findUniqueOrThrow({ where: { id: investor.userId } });
  const share = ({ userId }: Viewer) => db.user.update({ where: { id: userId }, data: { phone } });
  await share(related);
  await expect(end(id, "death", related)).rejects.toMatchObject({ code: "CONFLICT" });
  const proposalId = await proposalOf(end(id, "death", late));
  await expect(confirmProposal(related, proposalId)).rejects.toMatchObject({ code: "CONFLICT" });
  const again = await proposalOf(end(id, "death", late));
  await share(late);
  await expect(confirmProposal(confirmer, again)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await stateOf(id)).toBe("active");
});

describe("with a declared return", () => {
  const periodEnd = addMonths(START, 3);
  const post = (id: string) => transaction((tx) => postDueInstalments(tx, id, investor.userId, periodEnd));

  it("takes effect at the end of the period, with its loss; redemptions keep their charge", async () => {
    const plan = await openPlan(declared);
    const id = await active(plan, 3n * N);
    await redeemInvestment(investor, id, { amount: String(N), day: periodEnd });
    await endConfirmed(id, "death");
    const { pendingRedemptions, state } = await getInvestment(investor.userId, id);
    expect(state).toBe("active");
    expect(pendingRedemptions).toMatchObject([
      { amount: String(N), isEnd: false, canCancel: false },
      { amount: String(2n * N), on: periodEnd, isEnd: true, canCancel: false },
    ]);
    const [first, last] = pendingRedemptions;
    for (const { _id } of [first!, last!])
      await expect(cancelRedemption(investor, id, _id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(end(id)).rejects.toThrow(/redeemed already/);

    const declaration = { planId: plan.id, month: monthOf(periodEnd), rate: -3_650 };
    const act = await declareAtOnce(staff, confirmer, declaration);
    await post(id);
    const days = BigInt(dayNumber(periodEnd) - dayNumber(START));
    // A thousandth of the principal for each day.
    const loss = (3n * N * days) / 1_000n;
    const ended = { principal: 0n, due: 3n * N - loss - N / 100n };
    expect(await balances(id)).toEqual(ended);
    expect(await stateOf(id)).toBe("ended");
    expect(await takenOf(plan)).toBe(0n);

    await undo(staff, confirmer, act);
    expect(await balances(id)).toEqual({ principal: 3n * N, due: 0n });
    expect(await stateOf(id)).toBe("active");
    await declareAtOnce(staff, confirmer, declaration);
    await post(id);
    expect(await balances(id)).toEqual(ended);
    await undo(staff, confirmer, (await endActOf(id)).id);
    await post(id);
    expect(await balances(id)).toEqual({ principal: 2n * N, due: N - loss / 3n - N / 100n });
    expect(await takenOf(plan)).toBe(2n * N);
  });

  const endActOf = (id: string) =>
    db.moneyAct.findFirstOrThrow({ where: { kind: "end", subjects: { some: { id } }, undoneBy: null } });

  it("can be undone before that day, and is not needed in the last period", async () => {
    const plan = await openPlan(declared);
    const id = await active(plan);
    await endConfirmed(id);
    expect((await lastActAbout(id)).kind).toBe("end");
    await undo(staff, confirmer, (await endActOf(id)).id);
    expect((await getInvestment(investor.userId, id)).pendingRedemptions).toEqual([]);
    expect((await emailsFor(investor.userId)).at(-1)!.text).toContain("it was ended by mistake");
    const late = await active(plan, N, addMonths(START, -3));
    await expect(end(late)).rejects.toThrow(/last period/);
  });
});
