import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { addMonths, dateOf, dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import { readAccountStates } from "@/lib/investments/verified-accounts";
import { listRequestedChanges } from "@/lib/onboarding/submission/requested-changes";
import { startRenewal } from "@/lib/onboarding/submission/renewal";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { decisionSchema } from "@/lib/review/decisions/schema";
import { getReview } from "@/lib/review/review";
import { enterIdExpiry, proposeRiskOverride } from "@/lib/review/risk/commands";
import { listReviewDates, reviewCustomers } from "@/lib/review/risk/renewals";
import { reviewDatesQuery } from "@/lib/risk/schema";
import { syncAlert } from "@/lib/review/screening/alerts";
import { checkAccess } from "@/lib/routes/policy";
import { paths } from "@/lib/routes/paths";
import { getCurrentUser } from "@/lib/users/queries";
import type { Viewer } from "@/lib/viewer";
import {
  auditEventsFor,
  createUser,
  emailsFor,
  reviewer,
  userRow,
  verifiedInvestor,
} from "../../../support/accounts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { submitOffered, viewerOf } from "../../../support/presented-form";

/** Risk ratings, review dates and renewals (product 10.42). */
const AMOUNT = "10000000";
const inDays = (days: number) => dayAt(dayNumber(lagosDay()) + days);
let staff: Viewer, chief: Viewer, plan: SamplePlan, customer: Viewer;
beforeAll(async () => {
  [staff, chief] = [await reviewer(), await reviewer(true)];
  plan = await openPlan();
});
beforeEach(async () => {
  customer = await verifiedInvestor();
  await reviewCustomers();
});

const riskOf = async ({ userId }: Pick<Viewer, "userId">) => (await getReview(staff, userId)).risk!;
const ratingOf = ({ userId }: Viewer) => db.riskRating.findUniqueOrThrow({ where: { userId } });
const invest = async () => requestInvestment(customer, requestBody(plan, AMOUNT));
async function enter(expiresOn: string | null) {
  const { currentSubmissionId } = await userRow(customer.userId);
  await enterIdExpiry(staff, customer.userId, { submissionId: currentSubmissionId!, expiresOn });
}
const decide = (body: object, by = staff) =>
  decideSubmission(by, customer.userId, decisionSchema.parse(body));

async function storeHit(userId: string, source: "un" | "pep", state: "open" | "confirmed") {
  const id = uuidv7();
  const person = { name: "Invented Name", normalized: id, matchedName: "INVENTED NAME", explanation: "" };
  const entry = { source, externalId: id, entryName: "INVENTED NAME", programme: "", births: [] };
  const decided =
    state === "open" ? {} : { reason: "documents", decidedById: staff.userId, decidedAt: new Date() };
  await db.screeningHit.create({
    data: {
      id,
      userId,
      ...entry,
      ...person,
      party: "applicant",
      score: 80,
      basis: id,
      state,
      ...decided,
    } as never,
  });
}

describe("the rating", () => {
  it("follows from facts, and high needs a super administrator", async () => {
    expect(await riskOf(customer)).toMatchObject({
      level: "low",
      factors: [{ factor: "unmatched", points: 1 }],
    });
    const applicant = await createUser({
      role: "investor",
      investorType: "personal",
      verification: "pending",
    });
    await storeHit(applicant.id, "pep", "confirmed");
    const { risk, findings } = await getReview(staff, applicant.id);
    expect(risk).toMatchObject({ level: "high", calculated: "high", reviewDueOn: null });
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: "risk", state: "high", consequence: "second_person" }),
    );
    const approval = decisionSchema.parse({ status: "approved" });
    await expect(decideSubmission(staff, applicant.id, approval)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await decideSubmission(chief, applicant.id, approval);
    const rated = await ratingOf({ userId: applicant.id } as Viewer);
    expect(rated.factors).toEqual(["unmatched", "pep_hit", "findings"]);
    expect(dayOf(rated.reviewDueOn!)).toBe(addMonths(lagosDay(), 12));
  });

  it("is changed by two, with a note, and the review date with it", async () => {
    const approvedOn = lagosDay((await userRow(customer.userId)).reviewedAt!);
    expect((await riskOf(customer)).reviewDueOn).toBe(addMonths(approvedOn, 36));
    const body = { level: "medium", note: "Sends from many accounts" } as const;
    const proposal = await proposeRiskOverride(staff, customer.userId, body).catch((error: unknown) => error);
    expect(proposal).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    expect((await riskOf(customer)).level).toBe("low");
    const { id } = await db.proposal.findFirstOrThrow({
      where: { targetId: customer.userId, kind: "risk_override" },
    });
    await confirmProposal(chief, id);
    expect(await riskOf(customer)).toMatchObject({
      level: "medium",
      calculated: "low",
      override: { level: "medium", note: body.note },
      reviewDueOn: addMonths(approvedOn, 24),
    });
    // The daily rating keeps it.
    await reviewCustomers();
    expect((await riskOf(customer)).level).toBe("medium");
    await expect(proposeRiskOverride(staff, customer.userId, body)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    // A fact that the two did not know counts.
    await storeHit(customer.userId, "pep", "confirmed");
    expect(await riskOf(customer)).toMatchObject({ level: "high", override: { level: "medium" } });
  });
});

describe("the review date", () => {
  it("is the day on which the ID expires, if that is earlier; the customer is asked once, 30 days before", async () => {
    await enter(inDays(40));
    expect(await riskOf(customer)).toMatchObject({ reviewDueOn: inDays(40), idExpiry: { on: inDays(40) } });
    await reviewCustomers();
    expect((await ratingOf(customer)).askedAt).toBeNull();
    await enter(inDays(30));
    await reviewCustomers();
    await reviewCustomers();
    const mails = (await emailsFor(customer.userId)).filter(({ template }) => template === "renewalDue");
    expect(mails).toHaveLength(1);
    const { reviews } = await listReviewDates(staff, reviewDatesQuery.parse({ limit: 50 }));
    expect(reviews.find(({ user }) => user._id === customer.userId)).toMatchObject({
      dueOn: inDays(30),
      isIdExpiry: true,
      isOverdue: false,
      isRenewing: false,
    });
    await enter(null);
    expect(await riskOf(customer)).toMatchObject({ idExpiry: { on: null } });
    await expect(
      enterIdExpiry(staff, customer.userId, { submissionId: uuidv7(), expiresOn: null }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("stops new investments once it has passed, on the day after", async () => {
    await enter(lagosDay());
    await invest();
    await enter(inDays(-1));
    await expect(invest()).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Renew them on your dashboard"),
    });
    expect((await getReview(staff, customer.userId)).findings).toContainEqual(
      expect.objectContaining({ kind: "id_expiry", consequence: "asks" }),
    );
  });
});

describe("a renewal", () => {
  beforeEach(async () => {
    await expect(startRenewal(customer)).rejects.toMatchObject({ code: "CONFLICT" });
    await enter(inDays(10));
    await reviewCustomers();
    await startRenewal(customer);
  });
  const account = async () => (await readAccountStates([customer.userId], db)).get(customer.userId)?.account;

  it("opens only the ID, keeps the access and the account for payouts, and ends with the approval", async () => {
    const before = await account();
    expect(before).toBeTruthy();
    expect(await getCurrentUser(customer.userId)).toMatchObject({
      isVerified: true,
      renewing: true,
      verification: { status: "rejected", changesRequested: true },
    });
    expect(await listRequestedChanges(customer.userId)).toMatchObject([
      { part: "documents.idDocument", reason: "renewal" },
    ]);
    const open = async (path: string) => checkAccess(await viewerOf(customer.userId), path).allow;
    expect(await open(paths.dashboard())).toBe(true);
    expect(await open(paths.investorVerification())).toBe(true);
    await expect(invest()).rejects.toMatchObject({ code: "FORBIDDEN" });

    await submitOffered(customer.userId, 1, (below) => below - 1);
    expect(await getCurrentUser(customer.userId)).toMatchObject({
      isVerified: true,
      verification: { status: "pending" },
    });
    expect(await open(paths.verificationSuccess())).toBe(true);
    expect(await open(paths.investorVerification())).toBe(false);
    expect(await account()).toEqual(before);
    expect((await riskOf(customer)).reviewDueOn).toBe(inDays(10));

    await decide({ status: "approved" });
    expect(await userRow(customer.userId)).toMatchObject({ renewing: false, status: "approved" });
    expect(await riskOf(customer)).toMatchObject({ idExpiry: null, askedAt: null, isRenewing: false });
    expect(await ratingOf(customer)).toMatchObject({ reviewDueOn: dateOf(addMonths(lagosDay(), 36)) });
    await invest();
    expect((await auditEventsFor(customer.userId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["user.renewal_asked", "submission.renewal_started", "case.id_expiry_entered"]),
    );
  });

  it("changes nothing for alerts: a new hit opens one", async () => {
    await storeHit(customer.userId, "un", "open");
    await transaction((tx) => syncAlert(tx, customer.userId, null));
    expect(await db.watchlistAlert.count({ where: { userId: customer.userId, closedAt: null } })).toBe(1);
  });

  it("ends with a rejection, and the access with it", async () => {
    await submitOffered(customer.userId, 1, (below) => below - 1);
    await decide({ status: "rejected", rejectionReason: "The new ID is forged" });
    expect(await getCurrentUser(customer.userId)).toMatchObject({ isVerified: false, renewing: false });
    expect(checkAccess(await viewerOf(customer.userId), paths.dashboard()).allow).toBe(false);
    expect(await account()).toBeTruthy();
  });
});
