import { createSession, endSession } from "@/lib/auth/sessions";
import { secretHash } from "@/lib/auth/tokens";
import { db } from "@/lib/db/client";
import { storeFile } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { normalizeName } from "@/lib/names";
import { documentSlots } from "@/lib/onboarding/forms/document-rules";
import { saveAnswers, submitDocuments } from "@/lib/onboarding/submission/commands";
import { guardianColumns } from "@/lib/onboarding/submission/guardian-rows";
import { individualRows } from "@/lib/onboarding/submission/rows";
import { addNote, assignCases } from "@/lib/review/cases/commands";
import { requestChanges, reviewPart } from "@/lib/review/decisions/parts";
import type { Viewer } from "@/lib/viewer";
import { samplePhone } from "./answers";
import { answersOf, buildUser, samplePdfFile, type UserSpec } from "./builders";
import { demoAnswers } from "./demo-answers";

/** Acts for a user in a separate session. */
export async function asViewer<T>(
  userId: string,
  role: "admin" | "startup" | "investor",
  work: (viewer: Viewer) => Promise<T>,
): Promise<T> {
  const { id: sessionId } = await createSession(db, userId, "");
  const isApproved = role !== "startup";
  const result = await work({
    sessionId,
    userId,
    provedAt: new Date(),
    role,
    isSuper: false,
    duty: "administrator",
    investorType: role === "investor" ? "personal" : "none",
    isVerified: isApproved,
    isRenewing: false,
    status: isApproved ? "approved" : "pending",
    submitted: true,
    twoStepSetupRequired: false,
  });
  await endSession(sessionId, "logout");
  return result;
}

/*
 * What reviewers and applicants did with some cases of the demo, by the product's own commands (product 10.15, 10.16, 10.24).
 */

/** Adds a founder with a pending submission; returns undefined if the account exists from an earlier run. */
async function founder(email: string, name: string, n: number, hoursAgo: number) {
  if ((await db.user.count({ where: { email } })) > 0) return undefined;
  const submittedAt = new Date(Date.now() - hoursAgo * 3_600_000);
  const spec: UserSpec = {
    n,
    email,
    name,
    role: "startup",
    verification: "pending",
    ...demoAnswers(name, n),
  };
  const userId = await buildUser({
    ...spec,
    createdAt: new Date(submittedAt.getTime() - 86_400_000),
    submittedAt,
  });
  const { currentSubmissionId } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return { userId, submissionId: currentSubmissionId!, spec };
}

type Founder = NonNullable<Awaited<ReturnType<typeof founder>>>;

async function askForChanges(reviewer: Viewer, { userId, submissionId }: Founder): Promise<void> {
  const flag = (part: string, reason: "name_differs" | "blurred", note: string) =>
    reviewPart(reviewer, userId, { submissionId, part, verdict: "flagged", reason, note });
  await flag("bankDetails.accountName", "name_differs", "Write it as your bank does.");
  await flag("documents.idDocument", "blurred", "Photograph it in daylight.");
  await requestChanges(reviewer, userId, { submissionId });
}

/** Makes the requested corrections, and submits again. */
async function submitAgain(applicant: Viewer, { userId, submissionId, spec }: Founder): Promise<void> {
  const corrected = { ...answersOf(spec), accountName: `${spec.name} Ventures` };
  const draftId = await saveAnswers(applicant, "individual", (id) => individualRows(id, corrected));
  const former = await db.document.findMany({ where: { submissionId } });
  const newId = await storeFile(
    userId,
    "identity-again.pdf",
    await samplePdfFile("Identity document", `${spec.n}b`),
  );
  const files = documentSlots("individual").flatMap(({ field, name }) => {
    const file = former.find((document) => document.name === name);
    return file ? [[field, name === "idDocument" ? newId : { id: file.fileId }] as const] : [];
  });
  await submitDocuments(applicant, "individual", new Map(files), draftId);
}

/** Adds the parent of a minor, who has consented. */
async function addGuardian(applicant: string): Promise<void> {
  const { id: userId, currentSubmissionId: submissionId } = await db.user.findUniqueOrThrow({
    where: { email: applicant },
  });
  if ((await db.guardian.count({ where: { userId } })) > 0) return;
  const email = "parent@demo.example";
  const columns = guardianColumns(userId, {
    fullName: "Another Person",
    relationship: "Parent",
    phoneNumber: samplePhone(91),
    dateOfBirth: "1979-03-21",
    ninNumber: "70000000079",
  });
  const tokenHash = secretHash("guardian", userId);
  await db.guardianRequest.create({
    data: { userId, submissionId, email, tokenHash, expiresAt: new Date() },
  });
  await db.guardian.create({ data: { userId, email, ...columns } });
}

/** Adds a hit: the company's name is on an invented list. */
async function addHit(applicant: string): Promise<void> {
  const { id: userId, name } = await db.user.findUniqueOrThrow({ where: { email: applicant } });
  if ((await db.screeningHit.count({ where: { userId } })) > 0) return;
  await db.screeningHit.create({
    data: {
      id: uuidv7(),
      userId,
      source: "un",
      externalId: "INe.041",
      party: "company",
      name: `${name} Limited`,
      normalized: normalizeName(`${name} Limited`),
      answers: ["corporate.company.name"],
      entryName: `${name} Ltd`,
      programme: "Invented for the demo",
      matchedName: `${name} Ltd`,
      births: [],
      score: 72,
      explanation: "3 of 4 words of the name agree.",
      basis: "demo",
    },
  });
}

/** Adds cases with requested changes, in a second round or claimed, and a guardian's consent and a hit. Can be repeated. */
export async function addCaseWork(reviewerId: string): Promise<void> {
  await asViewer(reviewerId, "admin", addWorkOf);
  await addGuardian("sample01@demo.example");
  await addHit("sample41@demo.example");
}

async function addWorkOf(reviewer: Viewer): Promise<void> {
  const waiting = await founder("changes@demo.example", "Demo Changes", 10, 50);
  if (waiting) await askForChanges(reviewer, waiting);

  const again = await founder("again@demo.example", "Demo Again", 11, 60);
  if (again) {
    await askForChanges(reviewer, again);
    await asViewer(again.userId, "startup", (applicant) => submitAgain(applicant, again));
  }

  const claimed = await founder("claimed@demo.example", "Demo Claimed", 12, 8);
  if (claimed) {
    await assignCases(reviewer, {
      userIds: [claimed.userId],
      reviewerId: reviewer.userId,
      note: undefined,
      renew: false,
    });
    const text = "I asked the bank whether the account is a joint one.";
    await addNote(reviewer, claimed.userId, { text, mentions: [] });
  }
}
