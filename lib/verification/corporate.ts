import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { transaction, type Tx } from "@/lib/db/client";
import { attachFiles, type StoredFile } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { blindIndex, newRowCipher } from "@/lib/pii/cipher";
import { OTHER, findLocalGovernment, findState } from "@/lib/reference";
import { corporateFiles, signatoryFile } from "./documents";
import { type CorporateAnswers } from "./corporate-schema";
import { requireDraftSubmission, completeSubmission, lockForSubmission } from "./submission";

/** Submitting a company's verification: the text, then the documents (product 7.2, product 10.5). */

/** The rows of a company's answers, sealed for the submission with this id. */
export function corporateParts(
  id: string,
  { company, bankDetails, signatories, referral }: CorporateAnswers,
) {
  const state = findState(company.state)!;
  const bank = newRowCipher("bank_details", id);
  return {
    company: {
      create: {
        name: company.name,
        incorporationNumber: company.incorporationNumber,
        dateOfIncorporation: company.dateOfIncorporation,
        address: company.address,
        state,
        localGovernment: findLocalGovernment(state, company.localGovernment) ?? OTHER,
        localGovernmentOther:
          company.localGovernment === OTHER ? (company.localGovernmentOther ?? null) : null,
        phone: company.phone,
        email: company.email,
        referralOfficer: referral.officerName ?? null,
        referralContact: referral.contact ?? null,
      },
    },
    bankDetails: {
      create: {
        accountName: bankDetails.accountName,
        bankName: bankDetails.bankName,
        // Fixed, whatever was sent (product 10.9).
        accountType: "Corporate",
        dataKey: bank.dataKey,
        accountNumberCipher: bank.seal("account_number_cipher", bankDetails.accountNumber),
        accountNumberIndex: blindIndex("accountNumber", bankDetails.accountNumber),
        bvnCipher: bank.seal("bvn_cipher", bankDetails.bvnNumber),
        bvnIndex: blindIndex("bvn", bankDetails.bvnNumber),
      },
    },
    signatories: {
      create: signatories.map((signatory, ordinal) => {
        const signatoryId = uuidv7();
        const cipher = newRowCipher("signatories", signatoryId);
        return {
          id: signatoryId,
          ordinal,
          fullName: signatory.fullName,
          position: signatory.position,
          phoneNumber: signatory.phoneNumber,
          email: signatory.email,
          dataKey: cipher.dataKey,
          bvnCipher: cipher.seal("bvn_cipher", signatory.bvnNumber),
          bvnIndex: blindIndex("bvn", signatory.bvnNumber),
        };
      }),
    },
  };
}

/** Stores the answers as the person's draft, in place of an earlier one. Answers its id. */
export async function saveCorporateAnswers(viewer: Viewer, answers: CorporateAnswers): Promise<string> {
  return transaction(async (tx) => {
    const user = await lockForSubmission(tx, viewer.userId, "corporate");
    await tx.submission.deleteMany({ where: { userId: user.id, state: "draft" } });
    const id = uuidv7();
    await tx.submission.create({
      data: { id, userId: user.id, kind: "corporate", ...corporateParts(id, answers) },
    });
    return id;
  });
}

const signatoriesOf = (tx: Tx, submissionId: string) =>
  tx.signatory.findMany({ where: { submissionId }, orderBy: { ordinal: "asc" }, select: { id: true } });

/**
 * The draft that the documents are for, and how many signatories it has. Refuses early what could not be accepted; throws like the
 * completing call.
 */
export async function expectCorporateDocuments(
  viewer: Viewer,
): Promise<{ draft: string; signatories: number }> {
  return transaction(async (tx) => {
    await lockForSubmission(tx, viewer.userId, "corporate");
    const draft = await requireDraftSubmission(tx, viewer.userId, "corporate");
    return { draft, signatories: (await signatoriesOf(tx, draft)).length };
  });
}

/** The memorandum of the submission that was rejected: no field of the form could name it again (product 3), so it is kept. */
async function formerMemorandum(tx: Tx, userId: string): Promise<StoredFile | null> {
  const former = await tx.document.findFirst({
    where: {
      name: "memorandumAndArticles",
      submission: { kind: "corporate", state: "rejected", currentOf: { id: userId } },
    },
    select: { fileId: true },
  });
  return former && { id: former.fileId };
}

/** Completes the draft with its stored files, by the names of their multipart parts. */
export async function completeCorporate(
  viewer: Viewer,
  files: Map<string, StoredFile>,
  submissionId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockForSubmission(tx, viewer.userId, "corporate");
    const draft = await requireDraftSubmission(tx, user.id, "corporate", submissionId);
    const signatories = await signatoriesOf(tx, draft);
    const all = new Map(files);
    const memorandum = all.get("memorandumAndArticles") ?? (await formerMemorandum(tx, user.id));
    if (memorandum) all.set("memorandumAndArticles", memorandum);
    await tx.document.createMany({
      data: [
        ...corporateFiles.flatMap(({ field, name }) => {
          const file = all.get(field);
          return file ? [{ submissionId: draft, name, fileId: file.id }] : [];
        }),
        ...signatories.map((signatory, index) => ({
          submissionId: draft,
          signatoryId: signatory.id,
          name: "signatoryIdDocument" as const,
          fileId: all.get(signatoryFile(index))!.id,
        })),
      ],
    });
    await attachFiles(tx, [...all.values()]);
    await completeSubmission(tx, user, draft);
  });
}
