import "server-only";
import { audit } from "@/lib/audit/audit";
import type { Viewer } from "@/lib/auth/sessions";
import { db, lockUser, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { attachFiles, type StoredFile } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import { blindIndex, newRowCipher } from "@/lib/pii/cipher";
import { OTHER, findLocalGovernment, findState } from "@/lib/reference";
import type { SubmissionKind } from "@/lib/users/dto";
import { requiredKind } from "./projection";
import type { IndividualAnswers, IndividualFile, IndividualVariant } from "./schema";

/** Submitting a verification: the text first, then the documents, which complete it (SPEC 4.4, DECISIONS 5). */

/** The variant of the individual form that a person fills. Throws FORBIDDEN when it is not their form. */
export function variantOf(viewer: Pick<Viewer, "role" | "investorType">): IndividualVariant {
  if (viewer.role === "startup") return "startup";
  if (viewer.role === "investor" && viewer.investorType === "personal") return "investor";
  throw new AppError("FORBIDDEN", "This form is not for your profile");
}

/** The locked user, if they may submit this kind now. Throws FORBIDDEN, or ALREADY_SUBMITTED while a submission stands. */
export async function submitter(tx: Tx, userId: string, kind: SubmissionKind) {
  await lockUser(tx, userId);
  const user = await tx.user.findUnique({ where: { id: userId } });
  if (!user || requiredKind(user.role, user.investorType) !== kind) {
    throw new AppError("FORBIDDEN", "This form is not for your profile");
  }
  if (user.status === "approved") {
    throw new AppError("ALREADY_SUBMITTED", "Your verification is already approved");
  }
  if (user.status === "pending" && user.submittedAt) {
    throw new AppError("ALREADY_SUBMITTED", "Your verification has already been submitted");
  }
  return user;
}

/** The rows of a submission's answers, sealed for the submission with this id. */
export function individualParts(id: string, variant: IndividualVariant, answers: IndividualAnswers) {
  const state = findState(answers.stateOfResidence)!;
  const personal = newRowCipher("personal_details", id);
  const bank = newRowCipher("bank_details", id);
  const otherOnly = (choice: string, other: string | undefined) =>
    choice === OTHER ? (other ?? null) : null;
  return {
    personal: {
      create: {
        firstName: answers.firstName,
        surname: answers.surname,
        phoneNumber: answers.phoneNumber,
        email: answers.email,
        ageBracket: variant === "investor" ? (answers.ageBracket ?? null) : null,
        dateOfBirth: new Date(`${answers.dateOfBirth}T00:00:00Z`),
        stateOfResidence: state,
        localGovernment: findLocalGovernment(state, answers.localGovernment) ?? OTHER,
        localGovernmentOther: otherOnly(answers.localGovernment, answers.localGovernmentOther),
        residentialAddress: answers.residentialAddress,
        dataKey: personal.dataKey,
        ninCipher: personal.seal("nin_cipher", answers.ninNumber),
        ninIndex: blindIndex("nin", answers.ninNumber),
      },
    },
    nextOfKin: {
      create: {
        fullName: answers.kinFullName,
        relationship: answers.kinRelationship,
        relationshipOther: otherOnly(answers.kinRelationship, answers.kinRelationshipOther),
        phoneNumber: answers.kinPhoneNumber,
        email: answers.kinEmail,
        residentialAddress: answers.kinResidentialAddress,
      },
    },
    bankDetails: {
      create: {
        accountName: answers.accountName,
        bankName: answers.bankName,
        accountType: answers.accountType,
        accountTypeOther: otherOnly(answers.accountType, answers.accountTypeOther),
        dataKey: bank.dataKey,
        accountNumberCipher: bank.seal("account_number_cipher", answers.accountNumber),
        accountNumberIndex: blindIndex("accountNumber", answers.accountNumber),
        bvnCipher: bank.seal("bvn_cipher", answers.bvnNumber),
        bvnIndex: blindIndex("bvn", answers.bvnNumber),
      },
    },
  };
}

/**
 * Stores the answers as the person's draft, in place of an earlier one. Nothing is submitted yet.
 *
 * @returns the id of the draft, which the documents may name so that answers and documents of two tabs never mix
 */
export async function saveIndividualAnswers(viewer: Viewer, answers: IndividualAnswers): Promise<string> {
  const variant = variantOf(viewer);
  return db.$transaction(async (tx) => {
    const user = await submitter(tx, viewer.userId, "individual");
    await tx.submission.deleteMany({ where: { userId: user.id, state: "draft" } });
    const id = uuidv7();
    await tx.submission.create({
      data: { id, userId: user.id, kind: "individual", ...individualParts(id, variant, answers) },
    });
    return id;
  });
}

/** The draft that documents would complete. Throws CONFLICT when the text has not come first, or is another than the one named. */
export async function draftFor(
  tx: Tx,
  userId: string,
  kind: SubmissionKind,
  submissionId?: string,
): Promise<string> {
  const draft = await tx.submission.findFirst({
    where: { userId, kind, state: "draft" },
    select: { id: true },
  });
  if (!draft) throw new AppError("CONFLICT", "Send your answers before your documents");
  if (submissionId && submissionId !== draft.id) {
    throw new AppError("CONFLICT", "Your answers were sent again from elsewhere. Please submit again.");
  }
  return draft.id;
}

/** Refuses documents that could not be accepted anyway, before a byte of them is read. Throws like the completing call. */
export async function expectIndividualDocuments(viewer: Viewer): Promise<void> {
  variantOf(viewer);
  await db.$transaction(async (tx) => {
    await submitter(tx, viewer.userId, "individual");
    await draftFor(tx, viewer.userId, "individual");
  });
}

/** The name a document has in the submission (SPEC 3), by its field in the form. */
const documentNames = {
  identificationDocument: "idDocument",
  passportPhoto: "passportPhoto",
  utilityBill: "utilityBill",
} as const;

/** Completes the draft with its stored files: from this commit on it is submitted, pending and mailed about. */
export async function completeIndividual(
  viewer: Viewer,
  files: Record<IndividualFile, StoredFile>,
  submissionId?: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const user = await submitter(tx, viewer.userId, "individual");
    const draft = await draftFor(tx, user.id, "individual", submissionId);
    await tx.document.createMany({
      data: Object.entries(documentNames).map(([field, name]) => ({
        submissionId: draft,
        name,
        fileId: files[field as IndividualFile].id,
      })),
    });
    await attachFiles(tx, Object.values(files));
    await submit(tx, user, draft);
  });
}

/** Turns a complete draft into the submission that counts. */
export async function submit(
  tx: Tx,
  user: { id: string; email: string; name: string },
  submissionId: string,
): Promise<void> {
  const submittedAt = new Date();
  // One of another kind may still be waiting since before a change of role; it no longer counts.
  await tx.submission.updateMany({
    where: { userId: user.id, state: "pending" },
    data: { state: "superseded" },
  });
  await tx.submission.update({ where: { id: submissionId }, data: { state: "pending", submittedAt } });
  await tx.user.update({
    where: { id: user.id },
    data: {
      status: "pending",
      submittedAt,
      reviewedAt: null,
      reviewedById: null,
      rejectionReason: null,
      currentSubmissionId: submissionId,
    },
  });
  await enqueue(tx, {
    to: user.email,
    userId: user.id,
    template: "submissionReceived",
    data: { name: user.name },
  });
  await audit(tx, {
    actorId: user.id,
    action: "submission.submitted",
    targetId: user.id,
    data: { submissionId },
  });
}
