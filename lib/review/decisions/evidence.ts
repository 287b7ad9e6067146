import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ZipFile } from "yazl";
import { currentHead } from "@/lib/audit/anchor";
import { auditNow } from "@/lib/audit/audit";
import { signText } from "@/lib/audit/head";
import { allAuditRows } from "@/lib/audit/rows";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { brand } from "@/lib/brand";
import { db, transaction } from "@/lib/db/client";
import { lockSuperAdministrator } from "@/lib/db/lock-viewer";
import { decodeKey32, env } from "@/lib/env";
import { consume } from "@/lib/limits/limits";
import { maskNumbersIn } from "@/lib/mask";
import { loadWithGuardian } from "@/lib/onboarding/submission/guardian-consent";
import { findCaseForViewer } from "@/lib/users/admin-queries";
import type { OpeningReason } from "@/lib/users/admin-schema";
import type { Viewer } from "@/lib/viewer";
import { listReads } from "../cases/reads";
import { listSubmissions } from "../cases/submission-history";
import { listTimeline } from "../cases/timeline";
import { listAllIdentityChecks } from "../identity-checks/queries";
import { listHits } from "../screening/hits";
import { findGuardian } from "./guardian";
import { listPartReviews } from "./parts";

const MAX_PER_HOUR = 10;
const VERIFIER = "server/commands/evidence-verifier.ts";

/** Returns the documents of a user's submissions: identifying data without the contents. */
async function listDocuments(userId: string) {
  const rows = await db.document.findMany({
    where: { submission: { userId } },
    include: { file: { include: { original: { select: { sha256: true } } } } },
    orderBy: { submissionId: "asc" },
  });
  return rows.map(
    ({ submissionId, name, file: { id, sha256, size, contentType, createdAt, original, signatures } }) => ({
      submissionId,
      name,
      fileId: id,
      sha256,
      // A signed document is identified by the uploaded file, because the safe copy has no signature.
      originalSha256: original?.sha256 ?? null,
      signatures,
      size,
      contentType,
      uploadedAt: createdAt,
    }),
  );
}

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
 * Builds a signed ZIP about a user's verification: answers with masked numbers, document hashes, decisions, notes, reads, the user's rows
 * of the audit log, and a program that verifies all of this without our systems (product 10.18). The export is audited. The route has
 * already required step-up. Throws NOT_FOUND, FORBIDDEN unless the viewer is a super administrator, RECENTLY_RESET, RATE_LIMITED.
 */
export async function makeEvidencePack(
  viewer: Viewer,
  userId: string,
  reason: OpeningReason,
): Promise<Buffer> {
  await requireNoRecentReset(viewer.userId);
  const user = await findCaseForViewer(viewer, userId);
  await consume(`evidence|${viewer.userId}`, MAX_PER_HOUR, 3_600);
  const madeAt = new Date();
  const head = await transaction(async (tx) => {
    await lockSuperAdministrator(tx, viewer);
    // The password may have been reset since the check before this transaction.
    await requireNoRecentReset(viewer.userId, tx);
    const data = { submissionId: user.currentSubmissionId, reason };
    await auditNow(tx, [{ actorId: viewer.userId, action: "evidence.exported", targetId: userId, data }]);
    return currentHead(tx, madeAt);
  });
  const [submissions, documents, parts, checks, timeline, screening, pairs, guardian, reads, events] =
    await Promise.all([
      listSubmissions(viewer, user),
      listDocuments(userId),
      listPartReviews(user),
      listAllIdentityChecks(userId),
      listTimeline(viewer, userId, true),
      listHits(userId),
      listPairDecisions(userId),
      loadWithGuardian(db, userId).then((row) => findGuardian(user, row)),
      listReads(viewer, userId, true),
      allAuditRows({ targetId: userId, seq: { lte: BigInt(head!.seq) } }),
    ]);
  const { id, name, email, phone, role, investorType, status, createdAt } = user;
  const rows = events.map((row) => `${JSON.stringify({ ...row, seq: row.seq.toString() })}\n`);
  const files = new Map<string, Buffer>([
    ["README.txt", Buffer.from(readme())],
    ["account.json", json({ id, name, email, phone, role, investorType, status, createdAt })],
    ["submissions.json", json(submissions)],
    ["documents.json", json(documents)],
    ["identity-checks.json", json(checks)],
    ["parts.json", json(parts)],
    ["timeline.json", json(timeline)],
    ["screening.json", json(screening.hits)],
    ["duplicates.json", json(pairs)],
    ["guardian.json", json(guardian)],
    ["reads.json", json(reads)],
    ["audit.jsonl", Buffer.from(rows.join(""))],
    ["audit-head.json", json(head)],
    ["verify.ts", await readFile(path.resolve(VERIFIER))],
  ]);
  const hashes = [...files].map(([file, content]) => [
    file,
    createHash("sha256").update(content).digest("hex"),
  ]);
  const manifest = json({
    madeAt,
    madeBy: viewer.userId,
    userId,
    reason,
    files: Object.fromEntries(hashes) as object,
  });
  const signature = signText(decodeKey32(env.AUDIT_SIGNING_KEY), "evidence", manifest.toString());
  return zip(new Map([...files, ["manifest.json", manifest], ["manifest.sig.json", json(signature)]]));
}

/** Keys of texts that administrators write themselves, and may have typed a number into. */
const freeText = new Set(["note", "reason", "rejectionReason"]);

const json = (value: unknown) => {
  const masked = (key: string, item: unknown) =>
    freeText.has(key) && typeof item === "string" ? maskNumbersIn(item) : item;
  return Buffer.from(`${JSON.stringify(value, masked, 2)}\n`);
};

async function zip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of files) archive.addBuffer(content, name);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const readme = () => `Evidence of a verification at ${brand.name}

account.json       the account
submissions.json   every submission with its answers (identity numbers masked), changes and decisions
documents.json     every document by its SHA-256, without its contents
identity-checks.json  what outside sources said about the numbers, without the numbers
timeline.json      what happened, with internal notes
screening.json     entries of sanctions lists that a name resembles, and what was decided about them
duplicates.json    what was decided about possible duplicates, by the ids of the accounts
guardian.json      the parent or guardian of an applicant under 18 (the identity number masked)
reads.json         who opened the data, and who revealed a number for which reason
audit.jsonl        the rows of the audit log about this account, each with its hash
audit-head.json    the signed head of the audit log when this was made
manifest.json      the SHA-256 of each of these files, signed in manifest.sig.json

To verify: unpack the files, and run with Node.js 22.18 or later

  node verify.ts . --public-key KEY

KEY is our public key. Get it from us through another channel than this pack. To check that the rows are part of the full log, compare them with an export
of it: rows with the same number must have the same hash.
`;
