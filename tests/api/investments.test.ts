import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { uuidv7 } from "@/lib/ids";
import { cancelInvestment, expireInvestments } from "@/lib/investments/commands";
import { parseReference } from "@/lib/investments/reference-rules";
import type { AdminInvestmentDto, InvestmentDto, InvestmentSummaryDto } from "@/lib/investments/schema";
import { listTransactions } from "@/lib/investments/transactions";
import { readBalance, readSubjectTotals } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { maturityOf } from "@/lib/plans/schedule-rules";
import { hashTerms } from "@/lib/plans/terms-hash";
import {
  admin,
  call,
  del,
  get,
  patch,
  post,
  put,
  times,
  waitForMail,
  type Answer,
  type SignedIn,
} from "../support/api";
import { whileLocked } from "../support/held-user";
import { bankReference, invest, investor, openPlan, receive, requestBody } from "../support/investments";
import { sampleTerms } from "../support/sample-terms";

/** Investments (product 10.31): requests, capacity, cancellation, expiry, receipts, and what they prevent. */
const HUNDRED_THOUSAND = "10000000";
const HOUR_MS = 3_600_000;

let one: SignedIn;
let other: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  [other, staff] = await Promise.all([investor(), admin()]);
});
// Few of an investor's investments can be unpaid.
beforeEach(async () => {
  one = await investor();
});

const of = (answer: Answer): InvestmentDto => answer.body.data;
const request = (by: SignedIn, body: unknown, key?: string) =>
  call("POST", "/api/investments", {
    body,
    token: by.token,
    ...(key && { headers: { "Idempotency-Key": key } }),
  });
const own = async (by: SignedIn, { _id }: { _id: string }) =>
  of(await get(`/api/investments/${_id}`, by.token));
const cancel = (by: SignedIn, { _id }: { _id: string }, server: 0 | 1 = 0) =>
  post(`/api/investments/${_id}/cancel`, {}, by.token, server);
const auditOf = async (targetId: string) =>
  (await db.auditEvent.findMany({ where: { targetId }, orderBy: { seq: "asc" } })).map(
    ({ action }) => action,
  );
const totalsOf = async ({ _id }: { _id: string }) => (await readSubjectTotals([_id])).get(_id) ?? {};
/** The amounts that are to be returned of what arrived for an investment. */
const returnsOf = async ({ _id }: { _id: string }) =>
  (await db.payout.findMany({ where: { investmentId: _id, state: "due" }, orderBy: { id: "asc" } })).map(
    ({ amount }) => amount,
  );
const refused = ({ status, body }: Answer) => [status, body.error, body.message];
/** Moves the times of an investment into the past. */
const age = ({ _id }: { _id: string }, hours: number) =>
  db.$executeRaw`UPDATE investments SET requested_at = requested_at - ${hours}::int * interval '1 hour',
    cancel_until = cancel_until - ${hours}::int * interval '1 hour', expires_at = expires_at - ${hours}::int * interval '1 hour'
    WHERE id = ${_id}::uuid`;

describe("a request", () => {
  it("has a reference, the firm's account and its times; it is audited and emailed", async () => {
    const plan = await openPlan();
    const answer = await request(one, requestBody(plan));
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
    const mail = await waitForMail(one.email, new RegExp(investment.reference));
    for (const text of ["₦100,000", "0000000000", investment.reference]) expect(mail.text).toContain(text);
    const list = (await get("/api/investments", one.token)).body.data as InvestmentSummaryDto[];
    expect(list[0]).toMatchObject({ _id: investment._id, reference: investment.reference });
  });

  it("is refused at the field for a wrong amount, and without acceptance", async () => {
    const plan = await openPlan({ capacity: "20000000" });
    for (const [amount, message] of [
      ["9999999", /minimum is ₦100,000/],
      ["10500000", /steps of ₦10,000/],
      ["10000050", /whole naira/],
      ["21000000", /most you can invest in this plan is ₦200,000/],
      ["-10000000", /./],
      ["0", /./],
      ["1e21", /./],
      ["1,000", /./],
      ["₦1 000", /./],
      ["99999999999999999999", /./],
      [10000000, /./],
    ] as const) {
      const answer = await request(one, { ...requestBody(plan), amount });
      expect([amount, answer.status, answer.body.errors?.[0]?.path]).toEqual([amount, 422, "amount"]);
      expect(answer.body.errors![0]!.message).toMatch(message);
    }
    const unaccepted = await request(one, { ...requestBody(plan), accepted: false });
    expect([unaccepted.status, unaccepted.body.errors?.[0]?.path]).toEqual([422, "accepted"]);
    expect(await db.investment.count({ where: { planVersion: { planId: plan.id } } })).toBe(0);
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
    // What is owed stays as it is.
    expect(await own(rejected, before)).toMatchObject({ state: "active" });
    expect(await readBalance("principal", before._id)).toBe(-BigInt(HUNDRED_THOUSAND));
  });

  it("made again with its key, also in parallel, is one; without a key each is one of its own", async () => {
    const plan = await openPlan();
    const key = uuidv7();
    const answers = await times(8, () => request(one, requestBody(plan), key));
    expect(new Set(answers.map((answer) => of(answer)._id)).size).toBe(1);
    expect(await db.investment.count({ where: { planVersion: { planId: plan.id } } })).toBe(1);
    const changed = await request(one, requestBody(plan, "11000000"), key);
    expect(changed.status).toBe(422);
  });

  it("is refused after a new version was published, and while the plan is closed", async () => {
    const plan = await openPlan();
    const terms = { ...sampleTerms, fee: 500 };
    const content = { name: "Notes", summary: "Notes.", description: "It lends.", risk: "Low", terms };
    await db.planVersion.create({
      data: { planId: plan.id, version: 2, ...content, publishedAt: new Date() },
    });
    const answer = await request(one, requestBody(plan));
    expect(refused(answer).slice(0, 2)).toEqual([409, "CONFLICT"]);
    expect(answer.body.message).toMatch(/terms of this plan have changed/);
    const wrongHash = await request(one, { ...requestBody(plan), version: 2 });
    expect(wrongHash.status).toBe(409);
    const present = { ...plan, version: 2, termsHash: hashTerms(terms) };
    await db.plan.update({ where: { id: plan.id }, data: { state: "closed" } });
    expect((await request(one, requestBody(present))).body.message).toBe(
      "This plan is closed to new investments",
    );
    await db.plan.update({ where: { id: plan.id }, data: { state: "open" } });
    expect((await request(one, requestBody(present))).status).toBe(201);
    expect((await request(one, { ...requestBody(plan), plan: "no-such-plan" })).status).toBe(404);
  });

  it("racing the closing of the plan is made before it or refused", async () => {
    const plan = await openPlan();
    const close = post(`/api/admin/plans/${plan.id}/close`, { revision: 1 }, staff.token, 1);
    const answers = await times(6, () => request(one, requestBody(plan)));
    expect((await close).status).toBe(200);
    const made = answers.filter(({ status }) => status === 201).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - made);
    expect(await db.investment.count({ where: { planVersion: { planId: plan.id } } })).toBe(made);
    expect((await request(one, requestBody(plan))).status).toBe(409);
  });

  it("of 50 in parallel for the last place, one is made", async () => {
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
    // A cancelled one gives its place back.
    const made = answers.find(({ status }) => status === 201)!;
    const { userId } = await db.investment.findUniqueOrThrow({ where: { id: of(made)._id } });
    const by = people.find(({ id }) => id === userId)!;
    expect((await cancel(by, of(made))).status).toBe(200);
    expect((await request(one, requestBody(plan))).status).toBe(201);
  });

  it("of an investor with ten unpaid ones is refused", async () => {
    const [plan, busy] = [await openPlan(), await investor()];
    const answers = await times(12, () => request(busy, requestBody(plan)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  });
});

describe("another user's investment", () => {
  it("is 404", async () => {
    const investment = await invest(one, await openPlan());
    for (const answer of [
      await get(`/api/investments/${investment._id}`, other.token),
      await cancel(other, investment),
    ])
      expect(answer.status).toBe(404);
    const list = (await get("/api/investments?limit=50", other.token)).body.data as InvestmentSummaryDto[];
    expect(list.map(({ _id }) => _id)).not.toContain(investment._id);
    expect(await own(one, investment)).toMatchObject({ state: "requested" });
  });
});

describe("a cancellation", () => {
  it("is possible once, for 48 hours", async () => {
    const plan = await openPlan();
    const [first, late] = [await invest(one, plan), await invest(one, plan)];
    const answers = await times(5, () => cancel(one, first));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await own(one, first)).toMatchObject({ state: "cancelled", canCancel: false, account: null });
    await waitForMail(one.email, new RegExp(`${first.reference} is cancelled`));
    await age(late, 48);
    expect((await cancel(one, late)).body.message).toMatch(/48 hours/);
    expect(await auditOf(first._id)).toEqual(["investment.requested", "investment.cancelled"]);
  });

  it("racing a receipt: either the money is invested, or it is returned", async () => {
    const plan = await openPlan();
    for (let round = 0; round < 5; round += 1) {
      const investment = await invest(one, plan);
      const [cancelled, received] = await Promise.all([
        cancel(one, investment, 1),
        receive(staff, investment, HUNDRED_THOUSAND),
      ]);
      expect(received.status).toBe(200);
      const { state } = await own(one, investment);
      expect([cancelled.status, state]).toEqual(
        cancelled.status === 200 ? [200, "cancelled"] : [409, "active"],
      );
      const { principal = 0n, unallocated_receipts: returned = 0n } = await totalsOf(investment);
      expect([principal, returned]).toEqual(state === "active" ? [-10_000_000n, 0n] : [0n, -10_000_000n]);
    }
  });
});

describe("expiry", () => {
  it("ends after 14 days what was not paid at all", async () => {
    const plan = await openPlan();
    const [unpaid, partly, recent] = [
      await invest(one, plan),
      await invest(one, plan),
      await invest(one, plan),
    ];
    expect((await receive(staff, partly, "1")).status).toBe(200);
    await age(unpaid, 14 * 24);
    await age(partly, 14 * 24);
    await expireInvestments();
    expect((await own(one, unpaid)).state).toBe("expired");
    expect((await own(one, partly)).state).toBe("requested");
    expect((await own(one, recent)).state).toBe("requested");
    expect(await auditOf(unpaid._id)).toEqual(["investment.requested", "investment.expired"]);
    await waitForMail(one.email, new RegExp(`${unpaid.reference} has expired`));
    await expireInvestments();
    expect(await auditOf(unpaid._id)).toHaveLength(2);
    expect(await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).toMatchObject({ taken: 20_000_000n });
    // Money that arrives later is to be returned.
    expect((await receive(staff, unpaid, HUNDRED_THOUSAND)).status).toBe(200);
    expect((await own(one, unpaid)).state).toBe("expired");
    expect(await totalsOf(unpaid)).toEqual({ bank: 10_000_000n, unallocated_receipts: -10_000_000n });
    expect(await returnsOf(unpaid)).toEqual([10_000_000n]);
    await waitForMail(one.email, /We will refund ₦100,000/);
  });

  it("of one that fails does not stop the others, and one that is deleted meanwhile does not fail", async () => {
    const [broken, plan] = [await openPlan(), await openPlan()];
    const first = await invest(one, broken);
    const [gone, last] = [await invest(other, plan), await invest(one, plan)];
    for (const each of [first, gone, last]) await age(each, 14 * 24);
    // Giving its place back would make less than nothing of what is taken.
    await db.plan.update({ where: { id: broken.id }, data: { taken: 0n } });
    const results = await whileLocked(
      gone._id,
      () => expireInvestments(),
      (tx) => tx.investment.delete({ where: { id: gone._id } }),
    ).finally(() => db.plan.update({ where: { id: broken.id }, data: { taken: BigInt(HUNDRED_THOUSAND) } }));
    expect(results).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringMatching(/plan_taken/) },
    });
    expect([(await own(one, first)).state, (await own(one, last)).state]).toEqual(["requested", "expired"]);
    await expireInvestments();
    expect((await own(one, first)).state).toBe("expired");
  });

  it("racing a receipt and a cancellation: one of them wins", async () => {
    const plan = await openPlan();
    for (let round = 0; round < 5; round += 1) {
      const investment = await invest(one, plan);
      await age(investment, 14 * 24);
      await Promise.all([
        expireInvestments(),
        receive(staff, investment, HUNDRED_THOUSAND),
        cancel(one, investment),
        cancelInvestment({ userId: other.id, sessionId: uuidv7() } as never, investment._id).catch(
          () => null,
        ),
      ]);
      const { state } = await own(one, investment);
      expect(["expired", "active"]).toContain(state);
      const { principal = 0n, unallocated_receipts: returned = 0n, bank } = await totalsOf(investment);
      expect([principal + returned, bank]).toEqual([-10_000_000n, 10_000_000n]);
      expect(principal === 0n).toBe(state === "expired");
    }
  });
});

describe("a receipt", () => {
  it("of the whole amount makes it active from that day, with its maturity", async () => {
    const investment = await invest(one, await openPlan());
    const today = lagosDay();
    const answer = await receive(staff, investment, HUNDRED_THOUSAND);
    const maturityOn = maturityOf(sampleTerms, today);
    expect(answer.body.data as AdminInvestmentDto).toMatchObject({
      state: "active",
      startOn: today,
      maturityOn,
      received: "0",
      investor: { _id: one.id },
    });
    expect(await own(one, investment)).toMatchObject({
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
    await waitForMail(one.email, new RegExp(`${investment.reference} is active`));
    expect((await cancel(one, investment)).body.message).toBe("This investment is already active");
  });

  it("of too little waits for the rest, in any order of days", async () => {
    const investment = await invest(one, await openPlan());
    await age(investment, 24);
    const yesterday = lagosDay(new Date(Date.now() - 24 * HOUR_MS));
    expect((await receive(staff, investment, "4000000")).body.data).toMatchObject({
      state: "requested",
      received: "4000000",
    });
    await waitForMail(
      one.email,
      new RegExp(`₦60,000 is missing for your investment ${investment.reference}`),
    );
    expect((await own(one, investment)).canCancel).toBe(false);
    expect(await totalsOf(investment)).toEqual({
      bank: 4_000_000n,
      unallocated_receipts: 0n,
      received: -4_000_000n,
    });
    expect((await receive(staff, investment, "6000000", { on: yesterday })).body.data).toMatchObject({
      state: "active",
      startOn: lagosDay(),
    });
  });

  it("of too much is invested up to the amount, and the rest is to be returned", async () => {
    const investment = await invest(one, await openPlan());
    expect((await receive(staff, investment, "10000001")).body.data).toMatchObject({ state: "active" });
    expect(await totalsOf(investment)).toEqual({
      bank: 10_000_001n,
      unallocated_receipts: -1n,
      received: 0n,
      principal: -10_000_000n,
    });
    // A second one for an active investment is returned whole.
    expect((await receive(staff, investment, "500")).status).toBe(200);
    expect(await totalsOf(investment)).toMatchObject({
      principal: -10_000_000n,
      unallocated_receipts: -501n,
    });
    expect(await returnsOf(investment)).toEqual([1n, 500n]);
  });

  it("recorded twice, also in parallel, is one; another one with its reference is refused", async () => {
    const [plan, reference] = [await openPlan(), bankReference()];
    const [investment, second] = [await invest(one, plan), await invest(one, plan)];
    const answers = await times(8, (index) =>
      receive(staff, investment, "6000000", {
        reference: index % 2 ? reference : reference.toLowerCase(),
        server: index % 2 ? 1 : 0,
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await totalsOf(investment)).toEqual({
      bank: 6_000_000n,
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

  it("two in parallel that complete the amount together make it active once", async () => {
    for (const amounts of [
      ["5000000", "5000000"],
      [HUNDRED_THOUSAND, HUNDRED_THOUSAND],
    ] as const) {
      const investment = await invest(one, await openPlan());
      const answers = await Promise.all(
        amounts.map((amount, index) => receive(staff, investment, amount, { server: index === 0 ? 0 : 1 })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
      const { unallocated_receipts: returned = 0n, ...totals } = await totalsOf(investment);
      expect([returned, totals]).toEqual([
        10_000_000n - total,
        { bank: total, received: 0n, principal: -10_000_000n },
      ]);
    }
  });

  it("needs a day that has come, not before the request, a reference and an amount", async () => {
    const investment = await invest(one, await openPlan());
    const day = (offset: number) => lagosDay(new Date(Date.now() + offset * 24 * HOUR_MS));
    for (const on of [day(1), day(-1), "2026-02-30", ""]) {
      const answer = await receive(staff, investment, "100", { on });
      expect([on, answer.status, answer.body.errors?.[0]?.path]).toEqual([on, 422, "receivedOn"]);
    }
    for (const reference of ["", "a", "<b>", "x".repeat(81)])
      expect((await receive(staff, investment, "100", { reference })).body.errors?.[0]?.path).toBe(
        "bankReference",
      );
    for (const amount of ["0", "-5", "1.5", "1e3"])
      expect((await receive(staff, investment, amount)).body.errors?.[0]?.path).toBe("amount");
    expect(await totalsOf(investment)).toEqual({});
  });
});

describe("administrators", () => {
  it("find an investment by its reference, however it is typed, and filter by state", async () => {
    const investment = await invest(one, await openPlan());
    const find = async (query: string) =>
      (await get(`/api/admin/investments?${query}`, staff.token)).body.data as AdminInvestmentDto[];
    for (const typed of [investment.reference, investment.reference.toLowerCase().replaceAll("-", " ")])
      expect((await find(`q=${encodeURIComponent(typed)}`)).map(({ _id }) => _id)).toEqual([investment._id]);
    expect(await find(`q=${investment.reference.replace(/.$/, "0")}`)).toEqual([]);
    expect((await find("state=requested")).map(({ _id }) => _id)).toContain(investment._id);
    expect((await find("state=active&limit=50")).map(({ _id }) => _id)).not.toContain(investment._id);
    const first = await get("/api/admin/investments?limit=1", staff.token);
    const { next } = first.body as unknown as { next: string };
    const [row] = first.body.data as AdminInvestmentDto[];
    expect(next).toBe(row!._id);
    expect((await find(`limit=1&after=${next}`))[0]!._id < next).toBe(true);
  });
});

describe("an account with money in it", () => {
  it("is not erased and keeps its role; without money it is erased with its requests", async () => {
    const plan = await openPlan();
    const [rich, poor] = [await investor(), await investor()];
    await invest(poor, plan);
    const investment = await invest(rich, plan);
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
    expect((await del("/api/auth/deleteMe", poor.token)).status).toBe(200);
    expect((await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).taken).toBe(
      before.taken - 10_000_000n,
    );
  });
});

describe("the archive of one's data", () => {
  it("has the investments with the accepted terms and the money", async () => {
    const investment = await invest(one, await openPlan());
    await receive(staff, investment, "4000000");
    const { data } = await collectPersonalData(one.id);
    expect(data).toMatchObject({
      investments: [
        {
          reference: investment.reference,
          state: "requested",
          amount: HUNDRED_THOUSAND,
          terms: sampleTerms,
          termsHash: hashTerms(sampleTerms),
          entries: [{ kind: "receipt_match", on: lagosDay(), amount: "4000000" }],
        },
      ],
    });
  });
});

it("a request that was paid in very many parts is returned whole", async () => {
  const investment = await invest(one, await openPlan());
  for (let part = 0; part < 105; part++) await receive(staff, investment, "100");
  const answer = await post(`/api/admin/investments/${investment._id}/cancel`, undefined, staff.token);
  expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ state: "cancelled" })]);
  expect(await readBalance("received", investment._id)).toBe(0n);
  expect(await db.payout.findMany({ where: { investmentId: investment._id } })).toMatchObject([
    { amount: 10_500n, state: "due" },
  ]);
});

it("the acts of an investor are limited (threat 69)", async () => {
  const { token } = await investor();
  const cancel = () => post(`/api/investments/${uuidv7()}/cancel`, undefined, token);
  const statuses: number[] = [];
  for (let batch = 0; batch < 16; batch++)
    statuses.push(...(await times(10, cancel)).map(({ status }) => status));
  const count = (status: number) => statuses.filter((each) => each === status).length;
  expect([count(404), count(429)]).toEqual([
    env.LIMIT_MONEY_ACTS_PER_HOUR,
    160 - env.LIMIT_MONEY_ACTS_PER_HOUR,
  ]);
});

describe("the transactions of an investor", () => {
  it("are the postings of the ledger with the running balance, newest first", async () => {
    const plan = await openPlan();
    for (const amount of ["10000000", "20000000", "30000000"])
      await receive(staff, await invest(one, plan, amount), amount);
    const { transactions, next } = await listTransactions(one.id);
    expect(next).toBeNull();
    expect(transactions.map(({ kind }) => kind)).toEqual(Array(3).fill("allocation"));
    expect(transactions.map(({ amount, balance }) => [amount, balance])).toEqual([
      [30_000_000n, 60_000_000n],
      [20_000_000n, 30_000_000n],
      [10_000_000n, 10_000_000n],
    ]);
    // A page that begins later has the same balances.
    const page = async (query: Parameters<typeof listTransactions>[1]) =>
      (await listTransactions(one.id, query)).transactions;
    expect(await page({ after: transactions[0]!.id })).toEqual(transactions.slice(1));
    expect(await page({ after: "nonsense" })).toEqual(transactions);
    expect(await page({ kind: "allocation" })).toEqual(transactions);
    expect(await page({ kind: "loss" })).toEqual([]);
    expect((await listTransactions(other.id)).transactions).toEqual([]);
  });
});

describe("the database", () => {
  it("keeps what was agreed, whoever tries, and the books balance", async () => {
    const investment = await invest(one, await openPlan());
    const where = { id: investment._id };
    await expect(db.investment.update({ where, data: { amount: 1n } })).rejects.toThrow(/never changes/);
    await expect(db.investment.update({ where, data: { state: "active" } })).rejects.toThrow(
      /investments_paid/,
    );
    await receive(staff, investment, HUNDRED_THOUSAND);
    await expect(db.investment.update({ where, data: { state: "requested" } })).rejects.toThrow();
    const problems: string[] = [];
    await verifyLedger((problem) => problems.push(problem));
    expect(problems).toEqual([]);
  });
});
