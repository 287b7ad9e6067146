import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDueArchive, requestArchive } from "@/lib/account/archive";
import { deleteMe, setInvestorType } from "@/lib/account/profile-commands";
import { changeRole, deleteUser } from "@/lib/administration/commands";
import { openRetainedRecord } from "@/lib/administration/retained-records";
import { matchLine } from "@/lib/bank/match-line";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { dateOf, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { cancelInvestment, requestInvestment } from "@/lib/investments/commands";
import { postDueInstalments } from "@/lib/investments/posting";
import { readVerifiedAccounts } from "@/lib/investments/verified-accounts";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import { deleteExpiredRecords } from "@/lib/onboarding/retention/retained-records";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { findDue, getBatch, listDue, withAccounts } from "@/lib/payouts/queries";
import { matchPayouts } from "@/lib/payouts/settlement";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { decisionSchema } from "@/lib/review/decisions/schema";
import type { Viewer } from "@/lib/viewer";
import { createUser, reviewer, userRow, viewerOf } from "../../../support/accounts";
import { expectErrorLog } from "../../../support/error-log";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { DAY_MS, expectSoundLedger } from "../../../support/payouts";
import { staffEmail } from "../../../support/users";
import { importOneLine } from "../../../support/statements";

/** What retention, erasure, reviews and changes of role do to people with money: it remains payable, or the act is refused (ADR 15). */
const today = lagosDay();
const N = 10_000_000n;
const personal = { role: "investor", investorType: "personal" } as const;

let staff: Viewer;
let releaser: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, releaser] = [await reviewer(true), await reviewer(true)];
  plan = await openPlan({ payout: "maturity", tenor: { unit: "months", count: 3 } });
});
afterAll(expectSoundLedger);

/** An investor with an investment, and the ids of the batch and payout, once they exist. */
interface Case {
  investor: Viewer;
  id: string;
  reference: string;
  batchId?: string;
}

const importLine = (amount: bigint, text: string) => importOneLine(staff, amount, { text });

async function request(): Promise<Case> {
  const submittedAt = new Date(Date.now() - 200 * DAY_MS);
  const spec = { ...personal, verification: "approved", email: staffEmail("investor"), submittedAt } as const;
  const investor = await viewerOf(await createUser(spec));
  const { _id: id, reference } = await requestInvestment(investor, requestBody(plan, String(N)));
  return { investor, id, reference };
}

async function activate(given: Case): Promise<Case> {
  const line = await importLine(N, `Transfer ${given.reference}`);
  await matchLine(staff, line, { parts: [{ reference: given.reference, amount: String(N) }] });
  return given;
}

/** Lets an active investment mature. */
async function mature(given: Case): Promise<Case> {
  const [start, maturityOn] = [100, 9].map((days) => dateOf(dayAt(dayNumber(today) - days)));
  const days = { paidOn: start!, startOn: start!, nextDueOn: start!, maturityOn: maturityOn! };
  await db.investment.update({ where: { id: given.id }, data: days });
  await transaction((tx) => postDueInstalments(tx, given.id, given.investor.userId, today));
  return given;
}

const duesOf = async ({ id: investmentId }: Case) => {
  const dues = await db.amountDue.findMany({ where: { investmentId, state: "due" } });
  return findDue(dues.map(({ id }) => id));
};

const totalOf = (dues: Awaited<ReturnType<typeof duesOf>>) => ({
  ids: dues.map(({ id }) => id),
  total: String(dues.reduce((sum, { amount }) => sum + amount, 0n)),
});

async function propose(given: Case): Promise<Case> {
  const { _id: batchId } = await proposeBatch(staff, totalOf(await duesOf(given)));
  return { ...given, batchId };
}

async function settle(given: Case, sign: 1n | -1n): Promise<Case> {
  const { id, amount, reference } = await db.payout.findFirstOrThrow({ where: { batchId: given.batchId! } });
  await matchPayouts(staff, await importLine(sign * amount, reference), [id]);
  return given;
}

async function pay(given: Case): Promise<Case> {
  const proposed = await propose(given);
  await releaseBatch(releaser, proposed.batchId!);
  return settle(proposed, -1n);
}

const states = {
  requested: request,
  "line waiting": async () => {
    const given = await request();
    await importLine(N, `Transfer ${given.reference}`);
    return given;
  },
  "partly paid": async () => {
    const given = await request();
    const receipt = { bankReference: bankReference(), amount: "4000000", receivedOn: today };
    await recordReceipt(staff, given.id, receipt);
    return given;
  },
  active: async () => activate(await request()),
  due: async () => mature(await activate(await request())),
  "in a batch": async () => propose(await mature(await activate(await request()))),
  paid: async () => pay(await mature(await activate(await request()))),
  returned: async () => settle(await pay(await mature(await activate(await request()))), 1n),
} as const;

/** Replaces the current submission by a new one with another account. */
async function submitAgain(userId: string): Promise<void> {
  const other = await createUser({ ...personal, verification: "pending" });
  const id = other.currentSubmissionId!;
  await db.user.update({ where: { id: other.id }, data: { currentSubmissionId: null, submittedAt: null } });
  await db.submission.update({ where: { id }, data: { userId } });
  const reset = { status: "pending", currentSubmissionId: id, reviewedAt: null, reviewedById: null } as const;
  await db.user.update({ where: { id: userId }, data: reset });
}

const decide = (userId: string, status: "approved" | "rejected") =>
  decideSubmission(staff, userId, decisionSchema.parse({ status, rejectionReason: "A mistake." }));

/** Runs retention 90 days after the rejections of a user. */
async function expire(userId: string): Promise<void> {
  const reviewedAt = new Date(Date.now() - (env.RETENTION_REJECTED_DAYS + 1) * DAY_MS);
  await db.submission.updateMany({ where: { userId, state: "rejected" }, data: { reviewedAt } });
  await redactExpiredRejections();
}

/** What is possible while somebody has money. */
const allowed = {
  rejected: async ({ userId }: Viewer) => {
    await decide(userId, "rejected");
    await expire(userId);
  },
  "account changed": async ({ userId }: Viewer) => {
    await submitAgain(userId);
    await decide(userId, "approved");
    await expire(userId);
  },
  archived: async (investor: Viewer) => {
    await requestArchive(investor);
    const { id } = await db.dataArchive.findFirstOrThrow({ where: { userId: investor.userId } });
    await makeDueArchive(id);
  },
} as const;

/** What is refused while somebody has money. */
const refused = {
  erased: (investor: Viewer) => deleteMe(investor),
  "erased by an administrator": ({ userId }: Viewer) => deleteUser(staff, userId, "other"),
  "role changed": ({ userId }: Viewer) => changeRole(staff, userId, "startup"),
  "made administrator": ({ userId }: Viewer) => changeRole(staff, userId, "admin"),
} as const;

const namesOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[];

/** All money of an investment, and what is known about it. */
const moneyOf = async ({ id, investor: { userId } }: Case) => ({
  totals: (await readSubjectTotals([id])).get(id),
  investment: await db.investment.findUnique({ where: { id } }),
  payouts: await db.payout.findMany({ where: { userId }, orderBy: { id: "asc" } }),
  waiting: await db.statementLine.count({ where: { proposedId: id, state: "waiting" } }),
});

/** Requires that what is due can be paid once the new account is no longer held, and that lists and batches answer. */
async function expectPayable(given: Case, isHeld: boolean): Promise<void> {
  const { investor, batchId } = given;
  const { userId } = investor;
  await listDue({ limit: 100 });
  if (batchId) await getBatch(staff, batchId);
  const dues = await duesOf(given);
  const now = isHeld ? new Date(Date.now() + 4 * DAY_MS) : new Date();
  for (const { account, problem } of await withAccounts(dues, db, now)) {
    expect(account).toEqual((await readVerifiedAccounts([userId])).get(userId));
    expect([problem, account?.accountNumber]).toEqual([null, expect.stringMatching(/^\d{10}$/)]);
  }
  if (dues.length === 0) return;
  const batch = proposeBatch(staff, totalOf(dues));
  if (isHeld) await expect(batch).rejects.toMatchObject({ code: "CONFLICT" });
  else expect((await batch).payouts).toHaveLength(1);
}

describe.each(namesOf(states))("while an investment is %s", (state) => {
  it.each(namesOf(allowed))("somebody who is %s loses nothing", async (act) => {
    const given = await states[state]();
    const before = await moneyOf(given);
    await allowed[act](given.investor);
    expect(await moneyOf(given)).toEqual(before);
    if (act === "rejected" && state !== "paid") {
      const dues = await withAccounts(await duesOf(given));
      for (const { problem } of dues) expect(problem).toBe("no_account");
      await listDue({ limit: 100 });
      // The account is still there once the rejection turns out to be a mistake.
      await decide(given.investor.userId, "approved");
    }
    await expectPayable(given, act !== "archived");
  });

  if (state !== "paid")
    it("nobody is erased, and no role changes", async () => {
      const given = await states[state]();
      const before = await moneyOf(given);
      for (const act of namesOf(refused))
        await expect(refused[act](given.investor)).rejects.toMatchObject({
          code: "CONFLICT",
          message: expect.stringMatching(/^(?:This account|A bank transfer) .*cannot be/) as string,
        });
      expect(await moneyOf(given)).toEqual(before);
      await expectPayable(given, false);
    });
});

it.each(namesOf(refused))("once everything is paid, somebody is %s, and the books remain", async (act) => {
  const given = await states.paid();
  const before = await moneyOf(given);
  await refused[act](given.investor);
  await listDue({ limit: 100 });
  await getBatch(staff, given.batchId!);
  if (act.startsWith("erased")) await expectRetained(given, before);
  else expect(await moneyOf(given)).toEqual(before);
});

/** Requires that the books of an erased investor are in a retained record, and are deleted with it. */
async function expectRetained(
  { id, reference, investor: { userId } }: Case,
  { payouts }: Awaited<ReturnType<typeof moneyOf>>,
): Promise<void> {
  expect(await db.user.count({ where: { id: userId } })).toBe(0);
  expect(await db.payout.count({ where: { userId } })).toBe(0);
  const records = await db.retainedRecord.findMany({ where: { userId }, orderBy: { keepUntil: "asc" } });
  const years = records.map(({ keepUntil, erasedAt }) => keepUntil.getUTCFullYear() - erasedAt.getUTCFullYear()); // oxfmt-ignore
  // The verification, the due diligence form, and the books.
  expect(years).toEqual([env.RETENTION_KYC_YEARS, env.RETENTION_KYC_YEARS, env.RETENTION_PAYMENT_YEARS]);
  const books = records[2]!;
  expect(books.bodyCipher).not.toContain(reference);
  const { sections } = await openRetainedRecord(staff, books.id, "own_audit");
  const factsOf = (title: string) =>
    Object.fromEntries(
      sections.find((section) => section.title === title)!.facts.map(({ path, value }) => [path, value]),
    );
  expect(factsOf("Investment 1")).toMatchObject({ id, reference, amount: String(N), state: "matured" });
  const [paid] = payouts;
  expect(factsOf("Payout 1")).toMatchObject({
    reference: paid!.reference,
    amount: String(paid!.amount),
    state: "paid",
    settledOn: today,
  });
  expect(JSON.stringify(sections)).not.toContain("accountNumber");
  await db.retainedRecord.update({ where: { id: books.id }, data: { keepUntil: new Date(Date.now() - 1) } });
  await deleteExpiredRecords();
  expect(await db.retainedRecord.count({ where: { id: books.id } })).toBe(0);
}

it("an unpaid request is cancelled before the account is erased, and its type stays with it", async () => {
  const { investor, id } = await request();
  await expect(deleteMe(investor)).rejects.toMatchObject({
    message: expect.stringContaining("Cancel the investment") as string,
  });
  await db.user.update({ where: { id: investor.userId }, data: { status: "rejected" } });
  await expect(setInvestorType(investor, "corporate")).rejects.toMatchObject({ code: "CONFLICT" });
  await cancelInvestment(investor, id);
  await deleteMe(investor);
  expect(await db.investment.count({ where: { id } })).toBe(0);
});

/** Runs `work` while the number of an investor's account cannot be decrypted. */
async function whileUnreadable({ investor: { userId } }: Case, work: () => Promise<void>): Promise<void> {
  const { currentSubmissionId } = await userRow(userId);
  const where = { submissionId: currentSubmissionId! };
  const { accountNumberCipher } = await db.bankDetails.findUniqueOrThrow({ where });
  await db.bankDetails.update({ where, data: { accountNumberCipher: "broken" } });
  await work();
  await db.bankDetails.update({ where, data: { accountNumberCipher } });
}

it("an account that cannot be read is a problem of its own payout only", async () => {
  expectErrorLog("account.unreadable");
  const [broken, proposed] = [await states.due(), await states["in a batch"]()];
  const batchId = proposed.batchId!;
  const conflict = { code: "CONFLICT" };
  await whileUnreadable(broken, async () => {
    const dues = await duesOf(broken);
    const [due] = await withAccounts(dues);
    expect(due).toMatchObject({ problem: "no_account", account: null });
    expect((await listDue({ limit: 100 })).due.length).toBeGreaterThan(0);
    await expect(proposeBatch(staff, totalOf(dues))).rejects.toMatchObject(conflict);
  });
  await whileUnreadable(proposed, async () => {
    expect((await getBatch(staff, batchId)).payouts[0]!.account).not.toBeNull();
    await expect(releaseBatch(releaser, batchId)).rejects.toMatchObject(conflict);
  });
  await releaseBatch(releaser, batchId);
});
