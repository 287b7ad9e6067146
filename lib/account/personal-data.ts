import "server-only";
import { listAllReadsOf } from "@/lib/audit/reads";
import { parseUserAgent } from "@/lib/auth/user-agent";
import { exportReceipts } from "@/lib/bank/export";
import { db, type Prisma } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { openAnswer } from "@/lib/identity/sealed-answer";
import { exportDueDiligence } from "@/lib/due-diligence/export";
import { SOURCE_DOCUMENT } from "@/lib/due-diligence/labels";
import { exportInvestments } from "@/lib/investments/export";
import { readDraftBody } from "@/lib/onboarding/drafts/draft-body";
import {
  currentReasonInclude,
  currentReasonOf,
  reasonInclude,
  reasonOf,
  reasonOfSubmission,
} from "@/lib/onboarding/submission/decision-reasons";
import { submissionInclude, toAnswersDto } from "@/lib/onboarding/submission/serialize";
import { exportPayouts } from "@/lib/payouts/export";
import { paths } from "@/lib/routes/paths";

/**
 * Limits the failures, which anyone can cause, so that they cannot make the archive arbitrarily large. Their total shows whether some are
 * missing.
 */
const MAX_EVENTS = 5_000;

const parts = {
  ...submissionInclude,
  ...currentReasonInclude.ofSubmission,
  identityChecks: { orderBy: { askedAt: "asc" } },
  documents: {
    select: { name: true, fileId: true, signatoryId: true, file: { include: { original: true } } },
  },
} as const satisfies Prisma.SubmissionInclude;
type Row = Prisma.SubmissionGetPayload<{ include: typeof parts }>;

/** A document in the export: its path in the ZIP and the stored file. */
export interface ExportedFile {
  archivePath: string;
  fileId: string;
  createdAt: Date;
}

export interface OwnRecord {
  data: unknown;
  files: ExportedFile[];
}

/** Returns the data stored about a user, with identity numbers in full. Throws NOT_FOUND if the account has been deleted. */
export async function collectPersonalData(userId: string): Promise<OwnRecord> {
  const user = await db.user.findUnique({
    where: { id: userId },
    include: {
      ...currentReasonInclude.ofUser,
      currentSubmission: { select: currentReasonInclude.ofSubmission },
      submissions: { include: parts, orderBy: { createdAt: "asc" } },
      decisions: { orderBy: { number: "asc" }, include: reasonInclude },
      sessions: { orderBy: { createdAt: "desc" } },
      securityEvents: { orderBy: { at: "desc" }, take: MAX_EVENTS },
      _count: { select: { securityEvents: true } },
      draftFiles: { include: { file: { include: { original: true } } } },
      profileChanges: { orderBy: { changedAt: "desc" } },
      passkeys: { orderBy: { createdAt: "asc" } },
      guardianRequest: true,
      guardian: true,
    },
  });
  if (!user) throw notFound();
  const draft = await readDraftBody(userId);
  const reads = await listAllReadsOf(userId);
  const investments = await exportInvestments(userId);
  const receipts = await exportReceipts(userId);
  const payouts = await exportPayouts(userId);
  const dueDiligence = await exportDueDiligence(userId);
  const dueDiligenceFiles = dueDiligence.documents.flatMap(({ folder, file }) =>
    toExportedFiles(folder, SOURCE_DOCUMENT.name, file),
  );
  const draftFiles = user.draftFiles.flatMap(({ field, file }) => toExportedFiles("draft", field, file));
  const submissions = user.submissions.map((row, index) =>
    toExportedSubmission(row, `submission-${index + 1}`, user),
  );

  return {
    data: {
      madeAt: new Date(),
      account: {
        _id: user.id,
        name: user.name,
        email: user.email,
        emailProvedAt: user.emailVerifiedAt,
        phone: user.phone,
        role: user.role,
        ...(user.role === "admin" ? { isSuper: user.isSuper } : { investorType: user.investorType }),
        createdAt: user.createdAt,
        twoStepSignIn: { on: user.twoStepSince !== null, since: user.twoStepSince },
      },
      verification: {
        status: user.status,
        submittedAt: user.submittedAt,
        decidedAt: user.reviewedAt,
        rejectionReason: currentReasonOf(user),
      },
      submissions: submissions.map(({ data }) => data),
      // Applicants see the decision and its reason, but not the reviewer.
      decisions: user.decisions.map((decision) => ({
        submissionId: decision.submissionId,
        status: decision.status,
        reason: reasonOf(decision),
        decidedAt: decision.decidedAt,
      })),
      draft: draft && {
        kind: draft.kind,
        savedAt: draft.updatedAt,
        answers: draft.values,
        documents: draftFiles.map(({ archivePath }) => archivePath),
      },
      // The guardian is another person, so the export contains only the data that the user may know.
      guardian: user.guardianRequest && {
        email: user.guardianRequest.email,
        askedAt: user.guardianRequest.requestedAt,
        declinedAt: user.guardianRequest.declinedAt,
        withdrawnAt: user.guardianRequest.withdrawnAt,
        fullName: user.guardian?.fullName ?? null,
        consentedAt: user.guardian?.consentedAt ?? null,
      },
      profileChanges: user.profileChanges.map(({ field, before, after, changedAt }) => ({
        field,
        before,
        after,
        changedAt,
      })),
      dueDiligence: {
        forms: dueDiligence.forms,
        draft: dueDiligence.draft,
        documents: dueDiligenceFiles.map(({ archivePath }) => archivePath),
      },
      investments,
      receipts,
      payouts,
      // Administrators are not named.
      reads: reads.map(({ at, what, reason }) => ({ at, ...what, reason })),
      passkeys: user.passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
      sessions: user.sessions.map((session) => ({
        device: parseUserAgent(session.userAgent).name,
        browser: session.userAgent,
        signedInAt: session.createdAt,
        lastSeenAt: session.lastSeenAt,
        endedAt: session.endedAt,
      })),
      securityEventsInTotal: user._count.securityEvents,
      securityEvents: user.securityEvents.map(({ at, kind, network, userAgent }) => ({
        at,
        kind,
        network,
        browser: userAgent,
      })),
    },
    files: [...submissions.flatMap(({ files }) => files), ...draftFiles, ...dueDiligenceFiles],
  };
}

function toExportedSubmission(row: Row, folder: string, user: { currentSubmissionId: string | null }) {
  const signatory = new Map(row.signatories.map(({ id }, index) => [id, `signatory-${index + 1}-`]));
  const files = row.documents.flatMap((document) =>
    toExportedFiles(folder, (signatory.get(document.signatoryId ?? "") ?? "") + document.name, document.file),
  );
  const data = {
    _id: row.id,
    kind: row.kind,
    state: row.state,
    counts: row.id === user.currentSubmissionId,
    startedAt: row.createdAt,
    submittedAt: row.submittedAt,
    decidedAt: row.reviewedAt,
    rejectionReason: reasonOfSubmission(row),
    ...toAnswersDto(row, (number) => number),
    agreedToChecks: row.checkConsent,
    identityChecks: row.identityChecks.map(toExportedCheck),
    signatures: row.documents.flatMap(({ name, file: { signatures } }) =>
      signatures ? [{ document: name, signatures }] : [],
    ),
  };
  // Answers refer to files by URL; the export refers to its own copies.
  const archivePaths = new Map(files.map(({ fileId, archivePath }) => [paths.file(fileId), archivePath]));
  const toArchivePath = (_: string, value: unknown) =>
    typeof value === "string" ? (archivePaths.get(value) ?? value) : value;
  return { data: JSON.parse(JSON.stringify(data, toArchivePath)) as unknown, files };
}

/**
 * Returns an identity check without the reviewer, their note and the source's data: otherwise a user who submits another person's number
 * would learn that person's name and date of birth.
 */
function toExportedCheck(row: Row["identityChecks"][number]) {
  const answer = openAnswer(row);
  return {
    kind: row.kind,
    signatory: row.ordinal === null ? null : row.ordinal + 1,
    comparedBy: row.provider,
    state: row.state,
    outcome: row.outcome,
    source: answer?.source ?? null,
    askedAt: row.askedAt,
    answeredAt: row.answeredAt,
  };
}

/** Removes path separators and characters reserved by file systems from a user's file name. */
const safeName = (name: string) =>
  name
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|[\]]+/gu, "_")
    .replace(/[.\s]+$/, "");

/** Returns the safe copy of a document and, in a separate folder, the uploaded file. */
function toExportedFiles(
  folder: string,
  name: string,
  { id, originalId, originalName, createdAt }: Prisma.FileModel,
): ExportedFile[] {
  const fileName = safeName(`${name}-${originalName.slice(-80)}`);
  return [
    { archivePath: `${folder}/${fileName}`, fileId: id, createdAt },
    ...(originalId
      ? [{ archivePath: `${folder}/as-uploaded/${fileName}`, fileId: originalId, createdAt }]
      : []),
  ];
}
