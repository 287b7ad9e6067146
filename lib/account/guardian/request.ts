import "server-only";
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { isMinorToday } from "@/lib/age";
import { dayOf } from "@/lib/dates";
import { audit } from "@/lib/audit/audit";
import { secretHash } from "@/lib/auth/tokens";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockViewer, type Actor } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { mailboxOf } from "@/lib/verification/identity";
import type { Viewer } from "@/lib/viewer";
import type { nameGuardianSchema, OwnGuardianDto } from "./schema";

/**
 * An applicant under 18 names a parent or guardian, who is asked by email (product 10.24).
 * lib/account/guardian/answer.ts has the answer.
 */

const VALID_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_PER_DAY = 5;

export const hashToken = (token: string) => secretHash("guardian", token);

/** What is read of an applicant who may be under 18. */
export const withGuardian = {
  name: true,
  email: true,
  guardian: true,
  guardianRequest: true,
  currentSubmission: { select: { state: true, personal: { select: { dateOfBirth: true, email: true } } } },
} as const satisfies Prisma.UserSelect;
type Row = Prisma.UserGetPayload<{ select: typeof withGuardian }>;

/** A user with what was asked of whom. Throws NOT_FOUND. */
export async function loadWithGuardian(reader: Tx | typeof db, id: string): Promise<Row> {
  const user = await reader.user.findUnique({ where: { id }, select: withGuardian });
  if (!user) throw notFound();
  return user;
}

/** Whether the current submission is of a person who is under 18 today. */
export function isMinor({ currentSubmission }: Row): boolean {
  const dateOfBirth = currentSubmission?.personal?.dateOfBirth;
  return dateOfBirth !== undefined && isMinorToday(dayOf(dateOfBirth));
}

/** The DTO of who was asked; null if no one was. */
export const toRequest = ({ guardianRequest: row }: Row) =>
  row && {
    email: row.email,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    declinedAt: row.declinedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  };

/** Whom the viewer has named, and whether they have consented. */
export async function ownGuardian({ userId }: Pick<Viewer, "userId">): Promise<OwnGuardianDto> {
  const row = await loadWithGuardian(db, userId);
  const { guardian } = row;
  return {
    needed: isMinor(row),
    request: toRequest(row),
    consent: guardian && { fullName: guardian.fullName, consentedAt: guardian.consentedAt.toISOString() },
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
    requireNaming(await loadWithGuardian(tx, userId), email);
    const requestedAt = new Date();
    const expiresAt = new Date(requestedAt.getTime() + VALID_DAYS * DAY_MS);
    const request = {
      email,
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
