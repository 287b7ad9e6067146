import "server-only";
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { secretHash } from "@/lib/auth/tokens";
import { db, transaction } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { AppError, invalid } from "@/lib/errors";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { mailboxOf } from "@/lib/onboarding/link-facts";
import {
  consentingGuardian,
  isMinor,
  loadWithGuardian,
  ownContacts,
  type ApplicantRow,
} from "@/lib/onboarding/submission/guardian-consent";
import type { Viewer } from "@/lib/viewer";
import type { nameGuardianSchema, OwnGuardianDto } from "./schema";

/**
 * An applicant under 18 names a parent or guardian, who gets an email asking for consent (product 10.24). The guardian's side is in
 * lib/guardians/answer.ts.
 */

const VALID_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_PER_DAY = 5;

export const hashToken = (token: string) => secretHash("guardian", token);

/** Returns the DTO of a guardian request; null if there is none. */
export const toRequest = ({ guardianRequest: row }: Pick<ApplicantRow, "guardianRequest">) =>
  row && {
    email: row.email,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    declinedAt: row.declinedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  };

/** Returns the guardian named by the viewer, and whether they have consented. */
export async function ownGuardian({ userId }: Pick<Viewer, "userId">): Promise<OwnGuardianDto> {
  const row = await loadWithGuardian(db, userId);
  const guardian = consentingGuardian(row);
  return {
    needed: isMinor(row),
    // A consent that does not count ends the request: the applicant must name a guardian again.
    request: row.guardian && !guardian ? null : toRequest(row),
    consent: guardian && { fullName: guardian.fullName, consentedAt: guardian.consentedAt.toISOString() },
  };
}

/** Throws CONFLICT unless the applicant is under 18 without a consent, VALIDATION_FAILED for their own address. */
function requireNaming(row: ApplicantRow, email: string): void {
  if (consentingGuardian(row))
    throw new AppError("CONFLICT", "Your parent or guardian has already consented");
  if (!isMinor(row)) throw new AppError("CONFLICT", "Only applicants under 18 name a parent or guardian");
  if (ownContacts(row).mailboxes.includes(mailboxOf(email)))
    throw invalid("email", "Enter your parent's or guardian's address, not your own");
}

/**
 * Names a parent or guardian and emails them a link, which replaces an earlier one. Throws CONFLICT unless the viewer is under 18 according
 * to their answers and has no consent, VALIDATION_FAILED for the viewer's own address, RATE_LIMITED.
 */
export async function nameGuardian(
  viewer: Actor,
  { email }: z.output<typeof nameGuardianSchema>,
): Promise<OwnGuardianDto> {
  const { userId } = viewer;
  requireNaming(await loadWithGuardian(db, userId), email);
  await consume(`guardian|${userId}`, MAX_PER_DAY, 24 * 3_600);
  await consume(`guardian-to|${mailboxOf(email)}`, 2 * MAX_PER_DAY, 24 * 3_600);
  const token = randomBytes(24).toString("base64url");
  await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const row = await loadWithGuardian(tx, userId);
    requireNaming(row, email);
    // A guardian whose consent no longer counts is replaced.
    await tx.guardian.deleteMany({ where: { userId } });
    const requestedAt = new Date();
    const expiresAt = new Date(requestedAt.getTime() + VALID_DAYS * DAY_MS);
    const request = {
      email,
      submissionId: row.currentSubmission?.id ?? null,
      tokenHash: hashToken(token),
      requestedAt,
      expiresAt,
      declinedAt: null,
      withdrawnAt: null,
    };
    await tx.guardianRequest.upsert({ where: { userId }, create: { userId, ...request }, update: request });
    const data = { token, expiresAt: expiresAt.toISOString() };
    await enqueue(tx, { to: email, userId, template: "guardianRequested", data, expiresAt });
    await audit(tx, { actorId: userId, action: "guardian.named", targetId: userId });
  });
  return ownGuardian({ userId });
}
