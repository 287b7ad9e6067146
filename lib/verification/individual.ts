import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { transaction } from "@/lib/db/client";
import { attachFiles, type StoredFile } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { blindIndex, newRowCipher } from "@/lib/pii/cipher";
import { OTHER, findLocalGovernment, findState } from "@/lib/reference";
import { requireDraftSubmission, requireKind, completeSubmission, lockForSubmission } from "./submission";
import type { IndividualAnswers } from "./schema";
import type { IndividualVariant } from "./steps";

/** Submitting a verification: the text first, then the documents, which complete it (product 4.4, product 10.5). */

/** The variant of the individual form that a person fills. Throws FORBIDDEN when it is not their form. */
export function variantOf(viewer: Pick<Viewer, "role" | "investorType">): IndividualVariant {
  requireKind(viewer, "individual");
  return viewer.role === "startup" ? "startup" : "investor";
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
  return transaction(async (tx) => {
    const user = await lockForSubmission(tx, viewer.userId, "individual");
    await tx.submission.deleteMany({ where: { userId: user.id, state: "draft" } });
    const id = uuidv7();
    await tx.submission.create({
      data: { id, userId: user.id, kind: "individual", ...individualParts(id, variant, answers) },
    });
    return id;
  });
}

/**
 * Refuses documents that could not be accepted anyway, before a byte of them is read. Answers the draft they are for: if the text is
 * sent again meanwhile, they are for another. Throws like the completing call.
 */
export async function expectIndividualDocuments(viewer: Viewer): Promise<string> {
  variantOf(viewer);
  return transaction(async (tx) => {
    await lockForSubmission(tx, viewer.userId, "individual");
    return requireDraftSubmission(tx, viewer.userId, "individual");
  });
}

/** The name a document has in the submission (product 3), by its field in the form and the multipart call. */
const documentNames = {
  identificationDocument: "idDocument",
  passportPhoto: "passportPhoto",
  utilityBill: "utilityBill",
} as const;

/** Completes the draft with its stored files: from this commit on it is submitted, pending and mailed about. */
export async function completeIndividual(
  viewer: Viewer,
  files: Map<string, StoredFile>,
  submissionId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockForSubmission(tx, viewer.userId, "individual");
    const draft = await requireDraftSubmission(tx, user.id, "individual", submissionId);
    await tx.document.createMany({
      data: Object.entries(documentNames).map(([field, name]) => ({
        submissionId: draft,
        name,
        fileId: files.get(field)!.id,
      })),
    });
    await attachFiles(tx, [...files.values()]);
    await completeSubmission(tx, user, draft);
  });
}
