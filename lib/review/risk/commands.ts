import "server-only";
import type * as z from "zod";
import { type PendingProposal, propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import { dateOf } from "@/lib/dates";
import { transaction, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sealNoteColumns } from "@/lib/pii/note-columns";
import { requireNoConflict } from "@/lib/users/conflicts";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { NOTE_TABLE, explainLevel, rateUser } from "@/lib/risk/rating";
import type { idExpirySchema, riskOverrideSchema } from "@/lib/risk/schema";

/** Reviewers' commands about the risk rating and the review date of a customer (product 10.42). */

/**
 * Stores when the ID in a submission expires, as the reviewer reads it on the document. Audited. Throws NOT_FOUND; FORBIDDEN for one's own
 * account; CONFLICT if there is a newer submission, or the reviewer shares identifying details with the applicant.
 */
export async function enterIdExpiry(
  viewer: Viewer,
  userId: string,
  { submissionId, expiresOn }: z.output<typeof idExpirySchema>,
): Promise<void> {
  await transaction(async (tx) => {
    const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
    await requireNoConflict(tx, viewer.userId, userId);
    if (user.currentSubmissionId !== submissionId)
      throw new AppError("CONFLICT", "There is a newer submission. Look at its document first.");
    await tx.submission.update({
      where: { id: submissionId },
      data: { idExpiresOn: expiresOn === null ? null : dateOf(expiresOn), idExpiryEnteredAt: new Date() },
    });
    if (user.status === "approved") await rateUser(tx, userId);
    const data = { submissionId, expires: expiresOn !== null };
    await audit(tx, { actorId: viewer.userId, action: "case.id_expiry_entered", targetId: userId, data });
  });
}

/**
 * Proposes another risk level than the calculated one. Throws CONFIRMATION_REQUIRED once it is proposed; NOT_FOUND; CONFLICT if it is the
 * present level already, or for a reviewer who shares identifying details with the customer.
 */
export async function proposeRiskOverride(
  viewer: Viewer,
  userId: string,
  { level, note }: z.output<typeof riskOverrideSchema>,
): Promise<void> {
  await transactionOrProposal(async (tx): Promise<PendingProposal> => {
    await requireOverridable(tx, viewer, userId, level);
    return propose(tx, viewer, { kind: "risk_override", targetId: userId, payload: { level, note } });
  });
}

/** Carries out a confirmed override; the calculated level is still updated. Throws as `proposeRiskOverride` does. */
export async function executeRiskOverride(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  { level, note }: z.output<typeof riskOverrideSchema>,
  proposerId: string,
): Promise<void> {
  await requireOverridable(tx, viewer, userId, level);
  await requireNoConflict(tx, proposerId, userId, "The administrator who asked for this");
  await rateUser(tx, userId);
  const { calculated, factors } = await explainLevel(tx, userId);
  await tx.riskRating.update({
    where: { userId },
    // Choosing the calculated level ends an override.
    data:
      level === calculated
        ? {
            overrideLevel: null,
            overrideFactors: [],
            overriddenById: null,
            overriddenAt: null,
            dataKey: null,
            noteCipher: null,
          }
        : {
            overrideLevel: level,
            overrideFactors: factors,
            overriddenById: proposerId,
            overriddenAt: new Date(),
            ...sealNoteColumns(NOTE_TABLE, userId, note),
          },
  });
  // The review date follows from the level that counts.
  await rateUser(tx, userId);
  const data = { level, proposedBy: proposerId };
  await audit(tx, { actorId: viewer.userId, action: "risk.overridden", targetId: userId, data });
}

async function requireOverridable(tx: Tx, viewer: Viewer, userId: string, level: string): Promise<void> {
  const { user } = await lockManagedUser(tx, viewer, userId, "compliance.decide");
  await requireNoConflict(tx, viewer.userId, userId);
  if (user.role !== "investor" && user.role !== "startup")
    throw new AppError("CONFLICT", "Only investors and startups have a risk rating");
  if ((await explainLevel(tx, userId)).level === level)
    throw new AppError("CONFLICT", "This is the present level already");
}
