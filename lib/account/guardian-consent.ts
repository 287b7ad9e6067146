import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { hashToken, isMinor, loadWithGuardian } from "./guardian";
import { guardianColumns } from "@/lib/verification/guardian-rows";
import type { consentSchema, guardianQuestionDto, guardianTokenSchema } from "./guardian-schema";

/** A parent or guardian answers with the emailed link (product 10.24). */
type Token = z.output<typeof guardianTokenSchema>;

const invalidLink = () =>
  new AppError(
    "INVALID_TOKEN",
    "This link has expired, was replaced by a newer one or has already been used.",
  );

const isOpen = (token: string) => ({
  tokenHash: hashToken(token),
  expiresAt: { gt: new Date() },
  declinedAt: null,
  user: { guardian: null },
});

/** Who asks for the consent. Throws INVALID_TOKEN. */
export async function findQuestion({ token }: Token): Promise<z.output<typeof guardianQuestionDto>> {
  const request = await db.guardianRequest.findFirst({
    where: isOpen(token),
    select: { expiresAt: true, user: { select: { name: true } } },
  });
  if (!request) throw invalidLink();
  return { applicant: request.user.name, expiresAt: request.expiresAt.toISOString() };
}

/** The request of a token and its applicant, who is locked. Throws INVALID_TOKEN. */
async function lockRequest(tx: Tx, token: string) {
  const found = await tx.guardianRequest.findFirst({ where: isOpen(token), select: { userId: true } });
  if (!found) throw invalidLink();
  await lockUsers(tx, found.userId);
  const request = await tx.guardianRequest.findFirst({ where: isOpen(token), include: { user: true } });
  // An applicant who has sent another date of birth since may need no consent.
  if (!request || !isMinor(await loadWithGuardian(tx, found.userId))) throw invalidLink();
  return request;
}

/**
 * Stores the consent with the guardian's identity and emails the applicant. Throws INVALID_TOKEN, VALIDATION_FAILED for the applicant's
 * own NIN.
 */
export async function consent({
  token,
  agreed: _,
  ...answers
}: z.output<typeof consentSchema>): Promise<void> {
  await transaction(async (tx) => {
    const { userId, email, user } = await lockRequest(tx, token);
    const columns = guardianColumns(userId, answers);
    const own = { ninIndex: columns.ninIndex, submission: { userId } };
    if ((await tx.personalDetails.count({ where: own })) > 0)
      throw invalid("ninNumber", "This is the applicant's NIN. Enter your own.");
    await tx.guardian.create({ data: { userId, email, ...columns } });
    const { email: to, name } = user;
    await enqueue(tx, { to, userId, template: "guardianConsented", data: { name } });
    await audit(tx, { actorId: null, action: "guardian.consented", targetId: userId });
  });
}

/** The guardian does not agree: the link ends, and the applicant is emailed and can name another person. Throws INVALID_TOKEN. */
export async function decline({ token }: Token): Promise<void> {
  await transaction(async (tx) => {
    const { userId, user } = await lockRequest(tx, token);
    await tx.guardianRequest.update({ where: { userId }, data: { declinedAt: new Date() } });
    const { email: to, name } = user;
    await enqueue(tx, { to, userId, template: "guardianDeclined", data: { name } });
    await audit(tx, { actorId: null, action: "guardian.declined", targetId: userId });
  });
}
