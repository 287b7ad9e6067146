import { requestArchive } from "@/lib/account/archive";
import { deleteMe, setInvestorType, setRole, updateMe } from "@/lib/account/profile-commands";
import { changeRole, deleteUser } from "@/lib/administration/commands";
import { db } from "@/lib/db/client";
import { consent, decline } from "@/lib/guardians/answer";
import { nameGuardian, hashToken } from "@/lib/guardians/request";
import { saveDraft } from "@/lib/onboarding/drafts/draft";
import { askedAnswers } from "@/lib/onboarding/forms/path-rules";
import { deleteAbandonedDrafts, redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import { startRenewal } from "@/lib/onboarding/submission/renewal";
import { verifyAgain } from "@/lib/onboarding/submission/coming-of-age";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { requestChanges, reviewPart } from "@/lib/review/decisions/parts";
import { decisionSchema } from "@/lib/review/decisions/schema";
import { requiredForm } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import { offeredForm, sendAnswers, submitOffered, viewerOf, type Random } from "./presented-form";
import { freshEmail, randomDigits } from "./api";
import { born } from "./guardians";

const DAY_MS = 86_400_000;

/** One random sequence: the account, the other actors and the random numbers. */
export interface Scenario {
  userId: string;
  n: number;
  reviewer: Viewer;
  chief: Viewer;
  random: Random;
}

/** Returns the user with the current submission. */
export const row = (userId: string) =>
  db.user.findUnique({
    where: { id: userId },
    include: { currentSubmission: { include: { signatories: true, documents: true, personal: true } } },
  });

/** Thrown by an action that is impossible in the account's state. */
export class NothingToDo extends Error {}

/** Flags a part of the current submission: a section, an answer or a document. */
async function flag({ userId, reviewer, random }: Scenario): Promise<void> {
  const user = await row(userId);
  const current = user?.currentSubmission;
  if (!current) throw new NothingToDo();
  const answers = askedAnswers(current.kind, random(2) ? "investor" : "startup").flatMap(({ answer }) =>
    answer.includes("*")
      ? current.signatories.map((_, index) => answer.replace("*", String(index)))
      : [answer],
  );
  // Answers that the form does not contain, or that only depend on another answer.
  const extra =
    current.kind === "corporate"
      ? ["corporate.documents.memorandumAndArticles", "corporate.bankDetails.accountType"]
      : ["nextOfKin.relationshipOther", "personal.localGovernmentOther", "bankDetails.accountTypeOther"];
  const sections = [...new Set(answers.map((answer) => answer.slice(0, answer.lastIndexOf("."))))];
  const parts = [...answers, ...answers, ...sections, ...extra].filter((part) => part !== "corporate");
  await reviewPart(reviewer, userId, {
    submissionId: current.id,
    part: parts[random(parts.length)]!,
    verdict: random(6) ? "flagged" : "open",
    reason: "other",
    note: "Look at it again",
    seen: undefined,
  });
}

const guardianAnswers = () => ({
  fullName: "Bisi Test",
  relationship: "Parent" as const,
  phoneNumber: `80${randomDigits(8)}`,
  dateOfBirth: born(45),
  ninNumber: randomDigits(11),
  agreed: true as const,
});

/** Names a guardian. Returns the token of the guardian's link. */
async function ask({ userId }: Scenario): Promise<string> {
  await nameGuardian(await viewerOf(userId), { email: freshEmail("guardian") });
  const token = `walk-${randomDigits(12)}`;
  await db.guardianRequest.update({ where: { userId }, data: { tokenHash: hashToken(token) } });
  return token;
}

/**
 * Actions of the applicant, the reviewer, the administrator and the clock. An impossible action throws an AppError or NothingToDo.
 */
export const acts = {
  chooseRole: async ({ userId, random }) => {
    const role = random(2) ? "investor" : "startup";
    await setRole(await viewerOf(userId), role);
  },
  chooseType: async ({ userId, random }) => {
    const type = random(2) ? "personal" : "corporate";
    await setInvestorType(await viewerOf(userId), type);
  },
  saveDraft: async ({ userId }) => {
    if (!(await mustAct(userId))) throw new NothingToDo();
    const { wizard, values, viewer } = await offeredForm(userId);
    await saveDraft(viewer, { values: wizard.answersOf(values), savedAt: null });
  },
  sendAnswers: async ({ userId, n }) => {
    if (!(await mustAct(userId))) throw new NothingToDo();
    await sendAnswers(await offeredForm(userId), n);
  },
  submit: async ({ userId, n, random }) => {
    if (!(await mustAct(userId))) throw new NothingToDo();
    await submitOffered(userId, n, random);
  },
  flag,
  flagAndRequestChanges: async (scenario) => {
    for (let flags = 1 + scenario.random(3); flags > 0; flags -= 1) await flag(scenario);
    await acts.requestChanges(scenario);
  },
  requestChanges: async ({ userId, reviewer }) => {
    const submissionId = (await row(userId))?.currentSubmissionId;
    if (!submissionId) throw new NothingToDo();
    await requestChanges(reviewer, userId, { submissionId });
  },
  reject: async ({ userId, reviewer }) => {
    await decideSubmission(
      reviewer,
      userId,
      decisionSchema.parse({ status: "rejected", rejectionReason: "Not readable" }),
    );
  },
  approve: async ({ userId, reviewer }) => {
    await decideSubmission(reviewer, userId, decisionSchema.parse({ status: "approved" }));
  },
  changeRole: async ({ userId, reviewer, chief, random }) => {
    const newRole = (await row(userId))?.role === "startup" ? "investor" : "startup";
    const role = random(5) ? newRole : "admin";
    await changeRole(role === "admin" ? chief : reviewer, userId, role);
    if (role === "admin") await changeRole(chief, userId, random(2) ? "startup" : "investor");
  },
  changeName: async ({ userId, random }) => {
    await updateMe(await viewerOf(userId), { name: `Walker ${random(1_000)}` });
  },
  guardianConsents: async (scenario) => {
    await consent({ token: await ask(scenario), ...guardianAnswers() });
  },
  guardianDeclines: async (scenario) => {
    const token = await ask(scenario);
    if (scenario.random(2)) await consent({ token, ...guardianAnswers() });
    await decline({ token });
  },
  /** The clock: the applicant, who was under 18 at submission, is now an adult. */
  comeOfAge: async ({ userId }) => {
    const user = await row(userId);
    if (!user?.currentSubmission?.personal || user.status !== "approved") throw new NothingToDo();
    const submissionId = user.currentSubmission.id;
    await db.personalDetails.update({ where: { submissionId }, data: { dateOfBirth: new Date(born(18)) } });
    await db.submission.update({ where: { id: submissionId }, data: { adultAskedAt: new Date() } });
    await verifyAgain(await viewerOf(userId));
  },
  /** The clock: a review is due, and the user renews. */
  renew: async ({ userId, random }) => {
    const user = await row(userId);
    if (!user?.currentSubmission || user.status !== "approved") throw new NothingToDo();
    const idExpiresOn = random(2) ? new Date() : null;
    await db.submission.update({ where: { id: user.currentSubmission.id }, data: { idExpiresOn } });
    const due = { askedAt: new Date(), reviewDueOn: new Date() };
    await db.riskRating.updateMany({ where: { userId }, data: due });
    await startRenewal(await viewerOf(userId));
  },
  /** The clock: the utility bill has become too old to be reused. */
  ageFiles: async ({ userId }) => {
    const createdAt = new Date(Date.now() - 100 * DAY_MS);
    await db.file.updateMany({ where: { ownerId: userId }, data: { createdAt } });
  },
  /** The clock: documents and numbers of a rejection are deleted. */
  redact: async ({ userId }) => {
    const long = new Date(Date.now() - 400 * DAY_MS);
    const past = { submittedAt: long };
    await db.submission.updateMany({ where: { userId, state: "superseded" }, data: past });
    await db.submission.updateMany({
      where: { userId, state: "rejected" },
      data: { ...past, reviewedAt: long },
    });
    await redactExpiredRejections();
  },
  /** The clock: an unchanged draft is deleted. */
  forgetDraft: async ({ userId }) => {
    const long = new Date(Date.now() - 400 * DAY_MS);
    await db.formDraft.updateMany({ where: { userId }, data: { updatedAt: long } });
    await db.submission.updateMany({ where: { userId, state: "draft" }, data: { createdAt: long } });
    await deleteAbandonedDrafts();
  },
  archive: async ({ userId }) => {
    await requestArchive(await viewerOf(userId));
  },
  erase: async ({ userId, chief, random }) => {
    if (random(8)) throw new NothingToDo();
    if (random(2)) await deleteMe(await viewerOf(userId));
    else await deleteUser(chief, userId, "test");
  },
} satisfies Record<string, (scenario: Scenario) => Promise<void>>;

/** Whether the applicant must take the next step, in their form. */
export async function mustAct(userId: string): Promise<boolean> {
  const user = await row(userId);
  if (!user || user.status === "approved" || !requiredForm(user)) return false;
  return user.status === "rejected" || user.submittedAt === null;
}
