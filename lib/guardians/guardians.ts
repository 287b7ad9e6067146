import "server-only";
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { dayOf, isAdult } from "@/lib/age";
import { audit } from "@/lib/audit/audit";
import { secretHash } from "@/lib/auth/tokens";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { lagosDay } from "@/lib/lagos-day";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { isRequired } from "@/lib/review/requirements";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { mailboxOf } from "@/lib/verification/identity";
import type { Viewer } from "@/lib/viewer";
import { guardianAnswers } from "./rows";
import type { GuardianDto, nameGuardianSchema, OwnGuardianDto } from "./schema";

/** An applicant under 18 names a parent or guardian, who is asked by email (product 10.24). lib/guardians/consent.ts has the answer. */

const VALID_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_PER_DAY = 5;

export const hashToken = (token: string) => secretHash("guardian", token);

const parts = {
  email: true,
  guardian: true,
  guardianRequest: true,
  currentSubmission: { select: { personal: { select: { dateOfBirth: true, email: true } } } },
} as const satisfies Prisma.UserSelect;
type Row = Prisma.UserGetPayload<{ select: typeof parts }>;

const load = (reader: Tx | typeof db, id: string): Promise<Row> =>
  reader.user.findUniqueOrThrow({ where: { id }, select: parts });

/** Whether the current submission is of a person who is under 18 today. */
function isMinor({ currentSubmission }: Row): boolean {
  const dateOfBirth = currentSubmission?.personal?.dateOfBirth;
  return dateOfBirth !== undefined && !isAdult(dayOf(dateOfBirth), lagosDay());
}

const toRequest = ({ guardianRequest: row }: Row) =>
  row && {
    email: row.email,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    declinedAt: row.declinedAt?.toISOString() ?? null,
  };

/** Whom the viewer has named, and whether they have consented. */
export async function ownGuardian({ userId }: Pick<Viewer, "userId">): Promise<OwnGuardianDto> {
  const row = await load(db, userId);
  const { guardian } = row;
  return {
    needed: isMinor(row),
    request: toRequest(row),
    consent: guardian && { fullName: guardian.fullName, consentedAt: guardian.consentedAt.toISOString() },
  };
}

/** The guardian of an applicant, the NIN masked. The read is recorded (threat 51). Throws NOT_FOUND. */
export async function findGuardian(viewer: Viewer, userId: string): Promise<GuardianDto> {
  await findUserForViewer(viewer, userId);
  const row = await load(db, userId);
  const { guardian } = row;
  return {
    needed: isMinor(row),
    required: await isRequired(db, "guardian_consent"),
    request: toRequest(row),
    guardian: guardian && {
      ...guardianAnswers(guardian),
      email: guardian.email,
      consentedAt: guardian.consentedAt.toISOString(),
    },
  };
}

/** Throws CONFLICT unless the applicant is under 18 and without a consent, VALIDATION_FAILED for their own address. */
function requireNaming(row: Row, email: string): void {
  if (row.guardian) throw new AppError("CONFLICT", "Your parent or guardian has already consented");
  if (!isMinor(row)) throw new AppError("CONFLICT", "Only applicants under 18 name a parent or guardian");
  const own = [row.email, row.currentSubmission?.personal?.email ?? ""].map(mailboxOf);
  if (own.includes(mailboxOf(email)))
    throw invalid("email", "Enter your parent's or guardian's address, not your own");
}

/**
 * Names a parent or guardian and emails them a link, which replaces an earlier one. Throws CONFLICT unless the viewer is under 18 by their
 * answers and without a consent, VALIDATION_FAILED for the viewer's own address, RATE_LIMITED.
 */
export async function nameGuardian(
  { userId }: Pick<Viewer, "userId">,
  { email }: z.output<typeof nameGuardianSchema>,
): Promise<OwnGuardianDto> {
  requireNaming(await load(db, userId), email);
  await consume(`guardian|${userId}`, MAX_PER_DAY, 24 * 3_600);
  await consume(`guardian-to|${mailboxOf(email)}`, MAX_PER_DAY, 24 * 3_600);
  const token = randomBytes(24).toString("base64url");
  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    requireNaming(await load(tx, userId), email);
    const requestedAt = new Date();
    const expiresAt = new Date(requestedAt.getTime() + VALID_DAYS * DAY_MS);
    const request = { email, tokenHash: hashToken(token), requestedAt, expiresAt, declinedAt: null };
    await tx.guardianRequest.upsert({ where: { userId }, create: { userId, ...request }, update: request });
    const data = { token, expiresAt: expiresAt.toISOString() };
    await enqueue(tx, { to: email, userId: null, template: "guardianRequested", data, expiresAt });
    await audit(tx, { actorId: userId, action: "guardian.named", targetId: userId });
  });
  return ownGuardian({ userId });
}
