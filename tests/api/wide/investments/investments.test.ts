import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { uuidv7 } from "@/lib/ids";
import { cancelInvestment, expireInvestments } from "@/lib/investments/commands";
import type { AdminInvestmentDto } from "@/lib/investments/schema";
import { listTransactions } from "@/lib/investments/transactions";
import { readBalance } from "@/lib/ledger/queries";
import { hashTerms } from "@/lib/plans/terms-hash";
import { admin, get, post, times, waitForMail, type SignedIn } from "../../../support/api";
import { whileLocked } from "../../../support/held-user";
import { invest, investor, openPlan, receive, requestBody } from "../../../support/investments";
import { sampleTerms } from "../../../support/sample-terms";
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
} from "../../../support/investment-cases";
import { expectErrorLog } from "../../../support/error-log";

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
      const answer = await request(owner, { ...requestBody(plan), amount });
      expect([amount, answer.status, answer.body.errors?.[0]?.path]).toEqual([amount, 422, "amount"]);
      expect(answer.body.errors![0]!.message).toMatch(message);
    }
    const unaccepted = await request(owner, { ...requestBody(plan), accepted: false });
    expect([unaccepted.status, unaccepted.body.errors?.[0]?.path]).toEqual([422, "accepted"]);
    expect(await db.investment.count({ where: { planVersion: { planId: plan.id } } })).toBe(0);
  });

  it("repeated with its key, even in parallel, is made once; without a key each is separate", async () => {
    const plan = await openPlan();
    const key = uuidv7();
    const answers = await times(8, () => request(owner, requestBody(plan), key));
    expect(new Set(answers.map((answer) => of(answer)._id)).size).toBe(1);
    expect(await db.investment.count({ where: { planVersion: { planId: plan.id } } })).toBe(1);
    const changed = await request(owner, requestBody(plan, "11000000"), key);
    expect(changed.status).toBe(422);
  });

  it("is refused after a new version was published, and while the plan is closed", async () => {
    const plan = await openPlan();
    const terms = { ...sampleTerms, fee: 500 };
    const content = { name: "Notes", summary: "Notes.", description: "It lends.", risk: "Low", terms };
    await db.planVersion.create({
      data: { planId: plan.id, version: 2, ...content, publishedAt: new Date() },
    });
    const answer = await request(owner, requestBody(plan));
    expect(refused(answer).slice(0, 2)).toEqual([409, "CONFLICT"]);
    expect(answer.body.message).toMatch(/terms of this plan have changed/);
    const wrongHash = await request(owner, { ...requestBody(plan), version: 2 });
    expect(wrongHash.status).toBe(409);
    const present = { ...plan, version: 2, termsHash: hashTerms(terms) };
    await db.plan.update({ where: { id: plan.id }, data: { state: "closed" } });
    expect((await request(owner, requestBody(present))).body.message).toBe(
      "This plan is closed to new investments",
    );
    await db.plan.update({ where: { id: plan.id }, data: { state: "open" } });
    expect((await request(owner, requestBody(present))).status).toBe(201);
    expect((await request(owner, { ...requestBody(plan), plan: "no-such-plan" })).status).toBe(404);
  });

  it("racing the closing of the plan is made before it or refused", async () => {
    const plan = await openPlan();
    const close = post(`/api/admin/plans/${plan.id}/close`, { revision: 1 }, staff.token, 1);
    const answers = await times(6, () => request(owner, requestBody(plan)));
    expect((await close).status).toBe(200);
    const made = answers.filter(({ status }) => status === 201).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - made);
    expect(await db.investment.count({ where: { planVersion: { planId: plan.id } } })).toBe(made);
    expect((await request(owner, requestBody(plan))).status).toBe(409);
  });

  it("of an investor with ten unpaid ones is refused", async () => {
    const [plan, busy] = [await openPlan(), await investor()];
    const answers = await times(12, () => request(busy, requestBody(plan)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  });
});

describe("expiry", () => {
  it("ends wholly unpaid requests after 14 days", async () => {
    const plan = await openPlan();
    const [unpaid, partly, recent] = [
      await invest(owner, plan),
      await invest(owner, plan),
      await invest(owner, plan),
    ];
    expect((await receive(staff, partly, "1")).status).toBe(200);
    await age(unpaid, 14 * 24);
    await age(partly, 14 * 24);
    await expireInvestments();
    expect((await ownInvestment(owner, unpaid)).state).toBe("expired");
    expect((await ownInvestment(owner, partly)).state).toBe("requested");
    expect((await ownInvestment(owner, recent)).state).toBe("requested");
    expect(await auditOf(unpaid._id)).toEqual(["investment.requested", "investment.expired"]);
    await waitForMail(owner.email, new RegExp(`${unpaid.reference} has expired`));
    await expireInvestments();
    expect(await auditOf(unpaid._id)).toHaveLength(2);
    expect(await db.plan.findUniqueOrThrow({ where: { id: plan.id } })).toMatchObject({ taken: 20_000_000n });
    // Money that arrives later is due as a refund.
    expect((await receive(staff, unpaid, HUNDRED_THOUSAND)).status).toBe(200);
    expect((await ownInvestment(owner, unpaid)).state).toBe("expired");
    expect(await totalsOf(unpaid)).toEqual({
      expected_receipts: 10_000_000n,
      unallocated_receipts: -10_000_000n,
    });
    expect(await returnsOf(unpaid)).toEqual([10_000_000n]);
    await waitForMail(owner.email, /We will refund ₦100,000/);
  });

  it("of one that fails does not block the others, and one that is deleted meanwhile does not fail", async () => {
    expectErrorLog("investment.not_expired");
    const [broken, plan] = [await openPlan(), await openPlan()];
    const first = await invest(owner, broken);
    const [gone, last] = [await invest(otherUser, plan), await invest(owner, plan)];
    for (const each of [first, gone, last]) await age(each, 14 * 24);
    // Releasing its capacity would make the used capacity negative.
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
    expect([(await ownInvestment(owner, first)).state, (await ownInvestment(owner, last)).state]).toEqual([
      "requested",
      "expired",
    ]);
    await expireInvestments();
    expect((await ownInvestment(owner, first)).state).toBe("expired");
  });

  it("racing a receipt and a cancellation: one of them succeeds", async () => {
    const plan = await openPlan();
    for (let round = 0; round < 5; round += 1) {
      const investment = await invest(owner, plan);
      await age(investment, 14 * 24);
      await Promise.all([
        expireInvestments(),
        receive(staff, investment, HUNDRED_THOUSAND),
        cancel(owner, investment),
        cancelInvestment({ userId: otherUser.id, sessionId: uuidv7() } as never, investment._id).catch(
          () => null,
        ),
      ]);
      const { state } = await ownInvestment(owner, investment);
      expect(["expired", "active"]).toContain(state);
      const { principal = 0n, unallocated_receipts: returned = 0n, ...others } = await totalsOf(investment);
      expect([principal + returned, others.expected_receipts]).toEqual([-10_000_000n, 10_000_000n]);
      expect(principal === 0n).toBe(state === "expired");
    }
  });
});

describe("a receipt", () => {
  it("of too little waits for the rest, in any order of days", async () => {
    const investment = await invest(owner, await openPlan());
    await age(investment, 24);
    const yesterday = lagosDay(new Date(Date.now() - 24 * HOUR_MS));
    expect((await receive(staff, investment, "4000000")).body.data).toMatchObject({
      state: "requested",
      received: "4000000",
    });
    await waitForMail(
      owner.email,
      new RegExp(`₦60,000 is missing for your investment ${investment.reference}`),
    );
    expect((await ownInvestment(owner, investment)).canCancel).toBe(false);
    expect(await totalsOf(investment)).toEqual({
      expected_receipts: 4_000_000n,
      unallocated_receipts: 0n,
      received: -4_000_000n,
    });
    expect((await receive(staff, investment, "6000000", { on: yesterday })).body.data).toMatchObject({
      state: "active",
      startOn: lagosDay(),
    });
  });

  it("two in parallel that complete the amount together make it active once", async () => {
    for (const amounts of [
      ["5000000", "5000000"],
      [HUNDRED_THOUSAND, HUNDRED_THOUSAND],
    ] as const) {
      const investment = await invest(owner, await openPlan());
      const answers = await Promise.all(
        amounts.map((amount, index) => receive(staff, investment, amount, { server: index === 0 ? 0 : 1 })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
      const { unallocated_receipts: returned = 0n, ...totals } = await totalsOf(investment);
      expect([returned, totals]).toEqual([
        10_000_000n - total,
        { expected_receipts: total, received: 0n, principal: -10_000_000n },
      ]);
    }
  });

  it("needs a day between the request and today, a reference and an amount", async () => {
    const investment = await invest(owner, await openPlan());
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
    const investment = await invest(owner, await openPlan());
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

describe("the archive of one's data", () => {
  it("has the investments with the accepted terms and the transactions", async () => {
    const investment = await invest(owner, await openPlan());
    await receive(staff, investment, "4000000");
    const { data } = await collectPersonalData(owner.id);
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

it("a request that was paid in very many transfers is refunded in full", async () => {
  const investment = await invest(owner, await openPlan());
  for (let part = 0; part < 105; part++) await receive(staff, investment, "100");
  const answer = await post(`/api/admin/investments/${investment._id}/cancel`, undefined, staff.token);
  expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ state: "cancelled" })]);
  expect(await readBalance("received", investment._id)).toBe(0n);
  expect(await db.amountDue.findMany({ where: { investmentId: investment._id } })).toMatchObject([
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
      await receive(staff, await invest(owner, plan, amount), amount);
    const { transactions, next } = await listTransactions(owner.id);
    expect(next).toBeNull();
    expect(transactions.map(({ kind }) => kind)).toEqual(Array(3).fill("allocation"));
    expect(transactions.map(({ amount, balance }) => [amount, balance])).toEqual([
      [30_000_000n, 60_000_000n],
      [20_000_000n, 30_000_000n],
      [10_000_000n, 10_000_000n],
    ]);
    // Balances do not depend on where a page begins.
    const page = async (query: Parameters<typeof listTransactions>[1]) =>
      (await listTransactions(owner.id, query)).transactions;
    expect(await page({ after: transactions[0]!.id })).toEqual(transactions.slice(1));
    expect(await page({ after: "nonsense" })).toEqual(transactions);
    expect(await page({ kind: "allocation" })).toEqual(transactions);
    expect(await page({ kind: "loss" })).toEqual([]);
    expect((await listTransactions(otherUser.id)).transactions).toEqual([]);
  });
});
