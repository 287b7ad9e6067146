import { beforeAll, describe, expect, it } from "vitest";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { expireInvestments, requestInvestment } from "@/lib/investments/commands";
import { reportOverdueInvestments } from "@/lib/investments/overdue";
import type { Viewer } from "@/lib/viewer";
import { createUser, emailsFor, reviewer, viewerOf } from "../../../support/accounts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";

let staff: Viewer;
beforeAll(async () => {
  staff = await reviewer();
});

const investor = async () =>
  viewerOf(await createUser({ role: "investor", investorType: "personal", verification: "approved" }));
const request = (by: Viewer, plan: SamplePlan, amount: bigint) =>
  requestInvestment(by, requestBody(plan, String(amount)));
const pay = (id: string, amount: bigint) =>
  recordReceipt(staff, id, {
    bankReference: bankReference(),
    amount: String(amount),
    receivedOn: lagosDay(),
  });

describe("a request for an investment (product 10.31)", () => {
  it("needs a verified bank account, and says so", async () => {
    const [viewer, plan] = [await investor(), await openPlan()];
    await db.bankDetails.deleteMany({ where: { submission: { userId: viewer.userId } } });
    await expect(request(viewer, plan, 10_000_000n)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("no verified bank account") as string,
      details: { data: { missing: "bank_account" } },
    });
  });

  it("holds at most a share of the plan's capacity until it is paid", async () => {
    const [viewer, other] = [await investor(), await investor()];
    const plan = await openPlan({ capacity: "100000000" });
    await expect(request(viewer, plan, 26_000_000n)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: { errors: [{ path: "amount" }] },
    });
    const { _id } = await request(viewer, plan, 15_000_000n);
    await expect(request(viewer, plan, 11_000_000n)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await request(viewer, plan, 10_000_000n);
    await expect(request(viewer, plan, 10_000_000n)).rejects.toMatchObject({ code: "CONFLICT" });
    await request(other, plan, 10_000_000n);
    await pay(_id, 15_000_000n);
    await request(viewer, plan, 15_000_000n);
  });

  it("can always be one of the minimum", async () => {
    const [viewer, plan] = [await investor(), await openPlan({ capacity: "20000000" })];
    await request(viewer, plan, 10_000_000n);
  });
});

it("a partly paid investment is reported to all administrators once, when it would have expired", async () => {
  const [viewer, plan] = [await investor(), await openPlan()];
  const { _id } = await request(viewer, plan, 10_000_000n);
  await pay(_id, 1n);
  const mails = async () =>
    (await emailsFor(staff.userId)).filter(({ template }) => template === "investmentOverdue");
  await reportOverdueInvestments();
  expect(await mails()).toEqual([]);
  await db.$executeRaw`UPDATE investments SET requested_at = requested_at - interval '15 days',
    cancel_until = cancel_until - interval '15 days', expires_at = expires_at - interval '15 days' WHERE id = ${_id}::uuid`;
  await expireInvestments();
  await Promise.all([reportOverdueInvestments(), reportOverdueInvestments()]);
  expect(await mails()).toHaveLength(1);
  expect((await db.investment.findUniqueOrThrow({ where: { id: _id } })).state).toBe("requested");
});
