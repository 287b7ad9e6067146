import { beforeAll, describe, expect, it } from "vitest";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { cancelInvestment, requestInvestment } from "@/lib/investments/commands";
import { declareReturn } from "@/lib/investments/declared-returns";
import { redeemInvestment } from "@/lib/investments/redemption";
import { chooseReinvestment } from "@/lib/investments/reinvestment";
import { HOLD_MS, readVerifiedAccounts } from "@/lib/investments/verified-accounts";
import { changeTax } from "@/lib/investments/withholding-tax";
import { announceHolds } from "@/lib/payouts/holds";
import { closePlan, publishPlan } from "@/lib/plans/commands";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { decisionSchema } from "@/lib/review/decisions/schema";
import type { Viewer } from "@/lib/viewer";
import { createUser, emailsFor, reviewer, userRow, viewerOf } from "../../../support/accounts";
import { openPlan, requestBody } from "../../../support/investments";
import { invest, newInvestment } from "../../../support/ledger";
import { DAY_MS } from "../../../support/payouts";

let staff: Viewer;
beforeAll(async () => {
  staff = await reviewer(true);
});

const personal = { role: "investor", investorType: "personal" } as const;
const approvedDaysAgo = (days: number) =>
  createUser({
    ...personal,
    verification: "approved",
    submittedAt: new Date(Date.now() - (days + 1) * DAY_MS),
  });

/** Gives the user another pending submission, with another account. */
async function submitAgain(userId: string): Promise<void> {
  const other = await createUser({ ...personal, verification: "pending" });
  const id = other.currentSubmissionId!;
  await db.user.update({ where: { id: other.id }, data: { currentSubmissionId: null, submittedAt: null } });
  await db.submission.update({ where: { id }, data: { userId } });
  await db.user.update({
    where: { id: userId },
    data: { status: "pending", currentSubmissionId: id, reviewedAt: null, reviewedById: null },
  });
}

const decide = (userId: string, status: "approved" | "rejected") =>
  decideSubmission(staff, userId, decisionSchema.parse({ status, rejectionReason: "A mistake." }));
const accountOf = async (userId: string) => (await readVerifiedAccounts([userId])).get(userId);
const mails = async (userId: string) => (await emailsFor(userId)).map(({ template }) => template);

describe("the verified account", () => {
  it("is again the one before once its approval was rejected, and its owner is emailed at each change", async () => {
    const { id } = await approvedDaysAgo(30);
    await invest(100n, newInvestment(id));
    const first = await accountOf(id);
    await submitAgain(id);
    expect(await accountOf(id)).toEqual(first);

    await decide(id, "approved");
    const second = (await accountOf(id))!;
    expect(second.accountNumber).not.toBe(first!.accountNumber);
    expect(second.heldUntil.getTime()).toBeGreaterThan(Date.now() + HOLD_MS - DAY_MS);

    await decide(id, "rejected");
    const third = (await accountOf(id))!;
    expect(third.accountNumber).toBe(first!.accountNumber);
    expect(third.heldUntil.getTime()).toBeGreaterThanOrEqual(second.heldUntil.getTime());
    await announceHolds();
    expect((await mails(id)).filter((template) => template.startsWith("payout"))).toEqual([
      "payoutHeld",
      "payoutHeld",
    ]);
  });

  it("is none if the only approval was rejected; the owner is emailed while anything is invested", async () => {
    for (const [amount, expected] of [
      [100n, ["payoutAccountWithdrawn", "submissionRejected"]],
      [0n, ["submissionRejected"]],
    ] as const) {
      const { id } = await approvedDaysAgo(30);
      if (amount > 0n) await invest(amount, newInvestment(id));
      await decide(id, "rejected");
      expect(await accountOf(id)).toBeUndefined();
      expect(await mails(id)).toEqual(expected);
    }
  });

  it("is held for 72 hours from the email, however late that is sent", async () => {
    const { id } = await approvedDaysAgo(30);
    await submitAgain(id);
    await decide(id, "approved");
    const changedAt = new Date(Date.now() - HOLD_MS + DAY_MS);
    const newest = await db.decision.findFirstOrThrow({ where: { userId: id }, orderBy: { id: "desc" } });
    await db.decision.update({ where: { id: newest.id }, data: { decidedAt: changedAt } });
    expect((await accountOf(id))!.heldUntil.getTime()).toBe(changedAt.getTime() + HOLD_MS);
    await invest(100n, newInvestment(id));
    await requestOf(id);
    await announceHolds();
    expect((await accountOf(id))!.heldUntil.getTime()).toBeGreaterThan(Date.now() + HOLD_MS - DAY_MS / 24);
  });
});

async function requestOf(userId: string) {
  const plan = await openPlan();
  return requestInvestment(await viewerOf(await userRow(userId)), requestBody(plan));
}

it("no money is moved by anybody for a while after a password reset by email (threat 53)", async () => {
  const [{ id }, plan] = [await approvedDaysAgo(30), await openPlan()];
  const [investor, administrator] = [await viewerOf(await userRow(id)), await reviewer(true)];
  const { _id } = await requestInvestment(investor, requestBody(plan));
  await db.user.updateMany({
    where: { id: { in: [id, administrator.userId] } },
    data: { passwordResetAt: new Date() },
  });
  const expected = { planId: plan.id, revision: 1 };
  for (const act of [
    () => requestInvestment(investor, requestBody(plan)),
    () => cancelInvestment(investor, _id),
    () => redeemInvestment(investor, _id, { amount: "100", day: lagosDay() }),
    () => chooseReinvestment(investor, _id, { choice: "nothing" }),
    () => publishPlan(administrator, expected),
    () => closePlan(administrator, expected),
    () => changeTax(administrator, { from: lagosDay(), rate: 1_000 }),
    () => declareReturn(administrator, plan.id, { month: "2026-01", rate: 100, isOutsideTarget: false }),
  ])
    await expect(act()).rejects.toMatchObject({ code: "RECENTLY_RESET" });
});
