import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { parseReference } from "@/lib/investments/reference-rules";
import type { AdminInvestmentDto, InvestmentSummaryDto } from "@/lib/investments/schema";
import { readBalance } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { maturityOf } from "@/lib/plans/schedule-rules";
import { hashTerms } from "@/lib/plans/terms-hash";
import { admin, call, del, get, patch, put, times, waitForMail, type SignedIn } from "../../support/api";
import { bankReference, invest, investor, openPlan, receive, requestBody } from "../../support/investments";
import { sampleTerms } from "../../support/sample-terms";
import {
  HUNDRED_THOUSAND,
  HOUR_MS,
  of,
  request,
  ownInvestment,
  cancel,
  auditOf,
  refused,
  totalsOf,
  age,
  returnsOf,
} from "../../support/investment-cases";

let owner: SignedIn;
let otherUser: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  [otherUser, staff] = await Promise.all([investor(), admin()]);
});

// The number of an investor's unpaid investments is limited.
beforeEach(async () => {
  owner = await investor();
});

describe("a request", () => {
  it("has a reference, the firm's account and its times; it is audited and emailed", async () => {
    const plan = await openPlan();
    const answer = await request(owner, requestBody(plan));
    expect(answer.status).toBe(201);
    const investment = of(answer);
    expect(investment).toMatchObject({
      state: "requested",
      planSlug: plan.slug,
      version: 1,
      amount: HUNDRED_THOUSAND,
      received: "0",
      termsHash: hashTerms(sampleTerms),
      terms: sampleTerms,
      canCancel: true,
      startOn: null,
      nextPayment: null,
      entries: [],
      account: { number: "0000000000" },
    });
    expect(parseReference(investment.reference)).toBe(investment.reference);
    const from = Date.parse(investment.requestedAt);
    expect(Date.parse(investment.cancelUntil) - from).toBe(48 * HOUR_MS);
    expect(Date.parse(investment.expiresAt) - from).toBe(14 * 24 * HOUR_MS);
    expect(await auditOf(investment._id)).toEqual(["investment.requested"]);
    const mail = await waitForMail(owner.email, new RegExp(investment.reference));
    for (const text of ["₦100,000", "0000000000", investment.reference]) expect(mail.text).toContain(text);
    const list = (await get("/api/investments", owner.token)).body.data as InvestmentSummaryDto[];
    expect(list[0]).toMatchObject({ _id: investment._id, reference: investment.reference });
  });

  it("needs an approved investor", async () => {
    const plan = await openPlan();
    const rejected = await investor();
    const before = await invest(rejected, plan);
    expect((await receive(staff, before, HUNDRED_THOUSAND)).status).toBe(200);
    const decision = {
      status: "rejected",
      rejectionReason: "The bill is too old.",
      expectedStatus: "approved",
    };
    expect(
      (await patch(`/api/admin/users/${rejected.id}/verification-status`, decision, staff.token)).status,
    ).toBe(200);
    expect(refused(await request(rejected, requestBody(plan)))).toEqual([
      403,
      "FORBIDDEN",
      "Only verified investors can invest",
    ]);
    // The amount owed remains unchanged.
    expect(await ownInvestment(rejected, before)).toMatchObject({ state: "active" });
    expect(await readBalance("principal", before._id)).toBe(-BigInt(HUNDRED_THOUSAND));
  });

  it("for the last slot is made once for 50 in parallel", async () => {
    const plan = await openPlan({ capacity: "15000000" });
    const people = await times(10, () => investor());
    const answers = await times(50, (index) =>
      call("POST", "/api/investments", {
        body: requestBody(plan),
        token: people[index % people.length]!.token,
        server: index % 2 === 0 ? 0 : 1,
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status, body }) => (status === 201 ? "" : body.message)))).toEqual(
      new Set(["", "This plan is full"]),
    );
    expect(await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).toMatchObject({ taken: 10_000_000n });
    // Cancelling releases its capacity.
    const made = answers.find(({ status }) => status === 201)!;
    const { userId } = await db.investment.findUniqueOrThrow({ where: { id: of(made)._id } });
    const by = people.find(({ id }) => id === userId)!;
    expect((await cancel(by, of(made))).status).toBe(200);
    expect((await request(owner, requestBody(plan))).status).toBe(201);
  });
});

describe("another user's investment", () => {
  it("is 404", async () => {
    const investment = await invest(owner, await openPlan());
    for (const answer of [
      await get(`/api/investments/${investment._id}`, otherUser.token),
      await cancel(otherUser, investment),
    ])
      expect(answer.status).toBe(404);
    const list = (await get("/api/investments?limit=50", otherUser.token)).body
      .data as InvestmentSummaryDto[];
    expect(list.map(({ _id }) => _id)).not.toContain(investment._id);
    expect(await ownInvestment(owner, investment)).toMatchObject({ state: "requested" });
  });
});

describe("a cancellation", () => {
  it("is possible once, for 48 hours", async () => {
    const plan = await openPlan();
    const [first, late] = [await invest(owner, plan), await invest(owner, plan)];
    const answers = await times(5, () => cancel(owner, first));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await ownInvestment(owner, first)).toMatchObject({
      state: "cancelled",
      canCancel: false,
      account: null,
    });
    await waitForMail(owner.email, new RegExp(`${first.reference} is cancelled`));
    await age(late, 48);
    expect((await cancel(owner, late)).body.message).toMatch(/48 hours/);
    expect(await auditOf(first._id)).toEqual(["investment.requested", "investment.cancelled"]);
  });

  it("racing a receipt: the money is either invested or refunded", async () => {
    const plan = await openPlan();
    for (let round = 0; round < 5; round += 1) {
      const investment = await invest(owner, plan);
      const [cancelled, received] = await Promise.all([
        cancel(owner, investment, 1),
        receive(staff, investment, HUNDRED_THOUSAND),
      ]);
      expect(received.status).toBe(200);
      const { state } = await ownInvestment(owner, investment);
      expect([cancelled.status, state]).toEqual(
        cancelled.status === 200 ? [200, "cancelled"] : [409, "active"],
      );
      const { principal = 0n, unallocated_receipts: returned = 0n } = await totalsOf(investment);
      expect([principal, returned]).toEqual(state === "active" ? [-10_000_000n, 0n] : [0n, -10_000_000n]);
    }
  });
});

describe("a receipt", () => {
  it("of the whole amount makes it active from that day, with its maturity", async () => {
    const investment = await invest(owner, await openPlan());
    const today = lagosDay();
    const answer = await receive(staff, investment, HUNDRED_THOUSAND);
    const maturityOn = maturityOf(sampleTerms, today);
    expect(answer.body.data as AdminInvestmentDto).toMatchObject({
      state: "active",
      startOn: today,
      maturityOn,
      received: "0",
      investor: { _id: owner.id },
    });
    expect(await ownInvestment(owner, investment)).toMatchObject({
      state: "active",
      canCancel: false,
      account: null,
      entries: [
        { kind: "allocation", on: today, amount: HUNDRED_THOUSAND },
        { kind: "receipt_match", on: today, amount: HUNDRED_THOUSAND },
      ],
      // 18 % of ₦100,000 for the days of the tenor, less 10 % of tax, with the principal.
      nextPayment: { day: maturityOn, low: expect.any(String), isTarget: false },
    });
    expect(await readBalance("principal", investment._id)).toBe(-10_000_000n);
    expect(await auditOf(investment._id)).toEqual([
      "investment.requested",
      "investment.receipt_recorded",
      "investment.activated",
    ]);
    await waitForMail(owner.email, new RegExp(`${investment.reference} is active`));
    expect((await cancel(owner, investment)).body.message).toBe("This investment is already active");
  });

  it("of too much is invested up to the amount, and the surplus is due as a refund", async () => {
    const investment = await invest(owner, await openPlan());
    expect((await receive(staff, investment, "10000001")).body.data).toMatchObject({ state: "active" });
    expect(await totalsOf(investment)).toEqual({
      expected_receipts: 10_000_001n,
      unallocated_receipts: -1n,
      received: 0n,
      principal: -10_000_000n,
    });
    // A second one for an active investment is refunded in full.
    expect((await receive(staff, investment, "500")).status).toBe(200);
    expect(await totalsOf(investment)).toMatchObject({
      principal: -10_000_000n,
      unallocated_receipts: -501n,
    });
    expect(await returnsOf(investment)).toEqual([1n, 500n]);
  });

  it("recorded twice, even in parallel, is stored once; another one with its reference is refused", async () => {
    const [plan, reference] = [await openPlan(), bankReference()];
    const [investment, second] = [await invest(owner, plan), await invest(owner, plan)];
    const answers = await times(8, (index) =>
      receive(staff, investment, "6000000", {
        reference: index % 2 ? reference : reference.toLowerCase(),
        server: index % 2 ? 1 : 0,
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await totalsOf(investment)).toEqual({
      expected_receipts: 6_000_000n,
      unallocated_receipts: 0n,
      received: -6_000_000n,
    });
    for (const [target, amount] of [
      [investment, "6000001"],
      [second, "6000000"],
    ] as const)
      expect(refused(await receive(staff, target, amount, { reference }))).toEqual([
        409,
        "CONFLICT",
        "Another receipt was recorded with this bank reference",
      ]);
    expect(await totalsOf(second)).toEqual({});
  });
});

describe("an account with money in it", () => {
  it("is not erased and keeps its role; one with a request is erased once that is cancelled", async () => {
    const plan = await openPlan();
    const [rich, poor] = [await investor(), await investor()];
    const [requested, investment] = [await invest(poor, plan), await invest(rich, plan)];
    const role = (user: SignedIn) =>
      patch(`/api/admin/users/${user.id}/role`, { role: "startup" }, staff.token);
    expect((await role(poor)).body.message).toMatch(/has investments/);
    await receive(staff, investment, "100");
    expect((await role(rich)).status).toBe(409);
    for (const answer of [
      await del("/api/auth/deleteMe", rich.token),
      await del(`/api/admin/users/${rich.id}`, staff.token),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringMatching(/still has money in investments.*once all money has been paid out/),
      ]);
    expect((await put("/api/auth/setInvestorType", { type: "corporate" }, rich.token)).status).toBe(409);
    const before = await db.plan.findUniqueOrThrow({ where: { id: plan.id } });
    const early = await del("/api/auth/deleteMe", poor.token);
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/Cancel the investment/)]);
    await cancel(poor, requested);
    expect((await del("/api/auth/deleteMe", poor.token)).status).toBe(200);
    expect((await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).taken).toBe(
      before.taken - 10_000_000n,
    );
  });
});

describe("the database", () => {
  it("protects the agreed terms from every role, and the ledger balances", async () => {
    const investment = await invest(owner, await openPlan());
    const where = { id: investment._id };
    await expect(db.investment.update({ where, data: { amount: 1n } })).rejects.toThrow(/never changes/);
    const { id: actId } = await db.moneyAct.create({ data: { kind: "match" } });
    await expect(db.investment.update({ where, data: { state: "active", actId } })).rejects.toThrow(
      /investments_paid/,
    );
    await receive(staff, investment, HUNDRED_THOUSAND);
    await expect(db.investment.update({ where, data: { state: "requested" } })).rejects.toThrow();
    const problems: string[] = [];
    await verifyLedger((problem) => problems.push(problem));
    expect(problems).toEqual([]);
  });
});
