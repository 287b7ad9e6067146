import "server-only";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { currentHead } from "@/lib/audit/anchor";
import { auditNow } from "@/lib/audit/audit";
import { recordReads } from "@/lib/audit/reads";
import { allAuditRows } from "@/lib/audit/rows";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { db, transaction } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { listFormRecords } from "@/lib/due-diligence/export";
import { env } from "@/lib/env";
import { invalid } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { consume } from "@/lib/limits/limits";
import { mask, maskNumbersIn } from "@/lib/mask";
import { loadWithGuardian } from "@/lib/onboarding/submission/guardian-consent";
import { findCaseForViewer } from "@/lib/users/admin-queries";
import type { Viewer } from "@/lib/viewer";
import { listReads } from "../cases/reads";
import { listSubmissions } from "../cases/submission-history";
import { listTimeline } from "../cases/timeline";
import { listAllIdentityChecks } from "../identity-checks/queries";
import { listHits } from "../screening/hits";
import { encryptDocuments, listDocuments, temporaryPath, zipPack, type PackFile } from "./evidence-files";
import { findGuardian } from "./guardian";
import { listPartReviews } from "./parts";
import type { EvidenceInput } from "./schema";

const MAX_PER_HOUR = 10;
const VERIFIER = "server/commands/evidence-verifier.mjs";

/** Lists reviewers' decisions about possible duplicates of a user, with the other accounts' ids but without their data. */
const listPairDecisions = (userId: string) =>
  db.duplicateDecision.findMany({
    where: { OR: [{ userId }, { otherId: userId }] },
    select: {
      userId: true,
      otherId: true,
      recordId: true,
      verdict: true,
      links: true,
      decidedById: true,
      decidedAt: true,
    },
    orderBy: { decidedAt: "asc" },
  });

/**
 * Builds a signed ZIP about a user's verification: answers with masked numbers, document hashes and on request the documents, encrypted,
 * decisions, notes, reads, the user's rows of the audit log, and a program that verifies all of this without our systems (product 10.18).
 * The export and the read of each document are audited. The route has already required step-up. Throws NOT_FOUND, FORBIDDEN unless the
 * viewer is a super administrator, VALIDATION_FAILED for documents without BACKUP_KEY, RECENTLY_RESET, RATE_LIMITED.
 */
export async function makeEvidencePack(
  viewer: Viewer,
  userId: string,
  { reason, documents: withDocuments = false }: EvidenceInput,
): Promise<ReadableStream<Uint8Array>> {
  await requireNoRecentReset(viewer.userId);
  const user = await findCaseForViewer(viewer, userId);
  if (withDocuments && !env.BACKUP_KEY) throw invalid("documents", NO_KEY);
  await consume(`evidence|${viewer.userId}`, MAX_PER_HOUR, 3_600);
  const id = uuidv7();
  const madeAt = new Date();
  const documents = await listDocuments(userId);
  // Before the export, so that the pack contains these reads.
  if (withDocuments)
    await recordReads(
      viewer,
      documents.map((one) => ({
        subjectId: userId,
        part: "document",
        fileId: one.fileId,
        document: one.name,
      })),
    );
  const head = await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    // The password may have been reset since the check before this transaction.
    await requireNoRecentReset(viewer.userId, tx);
    const data = { submissionId: user.currentSubmissionId, reason, documents: withDocuments };
    await auditNow(tx, [{ actorId: viewer.userId, action: "evidence.exported", targetId: userId, data }]);
    return currentHead(tx, madeAt);
  });
  const [submissions, forms, parts, checks, timeline, screening, pairs, guardian, reads, events] =
    await Promise.all([
      listSubmissions(viewer, user),
      listFormRecords(db, { userId }, mask),
      listPartReviews(user),
      listAllIdentityChecks(userId),
      listTimeline(viewer, userId, true),
      listHits(userId),
      listPairDecisions(userId),
      loadWithGuardian(db, userId).then((row) => findGuardian(user, row)),
      listReads(viewer, userId, true),
      allAuditRows({ targetId: userId, seq: { lte: BigInt(head!.seq) } }),
    ]);
  const { name, email, phone, role, investorType, status, createdAt } = user;
  const account = { id: user.id, name, email, phone, role, investorType, status, createdAt };
  const rows = events.map((row) => `${JSON.stringify({ ...row, seq: row.seq.toString() })}\n`);
  const file = (fileName: string, about: string, content: Buffer): PackFile => ({
    name: fileName,
    about,
    content,
  });
  const temporary = await temporaryPath(`${id}.age`);
  try {
    return await zipPack({ id, madeAt, madeBy: viewer.userId, userId, reason }, [
      file("account.json", "the account", json(account)),
      file(
        "submissions.json",
        "every submission with its answers (identity numbers masked), changes and decisions",
        json(submissions),
      ),
      file(
        "due-diligence.json",
        "every due diligence form (the Tax ID masked) and its decision",
        json(forms),
      ),
      file("documents.json", "every document by its SHA-256, without its contents", json(documents)),
      ...(withDocuments ? [await encryptDocuments(id, documents, temporary)] : []),
      file(
        "identity-checks.json",
        "what outside sources said about the numbers, without the numbers",
        json(checks),
      ),
      file("parts.json", "what reviewers decided on each answer and document", json(parts)),
      file("timeline.json", "what happened, with internal notes", json(timeline)),
      file(
        "screening.json",
        "entries of sanctions lists that a name resembles, and what was decided about them",
        json(screening.hits),
      ),
      file(
        "duplicates.json",
        "what was decided about possible duplicates, by the ids of the accounts",
        json(pairs),
      ),
      file(
        "guardian.json",
        "the parent or guardian of an applicant under 18 (the identity number masked)",
        json(guardian),
      ),
      file("reads.json", "who opened the data, and who revealed a number for which reason", json(reads)),
      file(
        "audit.jsonl",
        "the rows of the audit log about this account, each with its hash",
        Buffer.from(rows.join("")),
      ),
      file("audit-head.json", "the signed head of the audit log when this was made", json(head)),
      file("verify.mjs", "the program that verifies the pack", await readFile(path.resolve(VERIFIER))),
    ]);
  } finally {
    await rm(temporary, { force: true });
  }
}

const NO_KEY =
  "This server has no BACKUP_KEY, so it cannot encrypt documents. Leave them out, or ask your system administrator to set it.";

/** Keys of texts that administrators write themselves, and may have typed a number into. */
const freeText = new Set(["note", "reason", "rejectionReason"]);

const json = (value: unknown) => {
  const masked = (key: string, item: unknown) =>
    freeText.has(key) && typeof item === "string" ? maskNumbersIn(item) : item;
  return Buffer.from(`${JSON.stringify(value, masked, 2)}\n`);
};
