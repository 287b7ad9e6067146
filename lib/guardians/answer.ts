import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { fullName } from "@/lib/onboarding/forms/full-name";
import { mailboxOf } from "@/lib/onboarding/link-facts";
import {
  isForApplicant,
  isMinor,
  ownContacts,
  withGuardian,
} from "@/lib/onboarding/submission/guardian-consent";
import { guardianColumns } from "@/lib/onboarding/submission/guardian-rows";
import { nationalNumber } from "@/lib/phone";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import { hashToken } from "./request";
import type { consentSchema, guardianQuestionDto, guardianTokenSchema } from "./schema";

/** Commands of a parent or guardian, who follows the emailed link (product 10.24). */
type Token = z.output<typeof guardianTokenSchema>;

const invalidLink = () =>
  new AppError("INVALID_TOKEN", "This link has expired, was replaced by a newer one or is no longer needed.");

/** Returns the request of an emailed link that is still open or has been answered with a consent. Throws INVALID_TOKEN. */
async function findRequest(reader: Tx | typeof db, token: string) {
  const request = await reader.guardianRequest.findFirst({
    where: {
      tokenHash: hashToken(token),
      declinedAt: null,
      withdrawnAt: null,
      OR: [{ expiresAt: { gt: new Date() } }, { user: { guardian: { isNot: null } } }],
    },
    include: { user: { select: withGuardian } },
  });
  // An applicant who has since turned 18 or entered another date of birth needs no consent.
  if (!request || !isMinor(request.user)) throw invalidLink();
  // The consent is requested for the person described by the answers when it was requested. A consent can always be withdrawn.
  if (!request.user.guardian && !isForApplicant(request.user)) throw invalidLink();
  return request;
}

/** Returns who requests the consent, and whether it has been given. Throws INVALID_TOKEN. */
export async function findQuestion({ token }: Token): Promise<z.output<typeof guardianQuestionDto>> {
  const { expiresAt, user } = await findRequest(db, token);
  const personal = user.currentSubmission?.personal;
  return {
    // The name comes from the answers, because the consent is for the person they describe.
    applicant: personal ? fullName(personal) : user.name,
    expiresAt: expiresAt.toISOString(),
    consentedAt: user.guardian?.consentedAt.toISOString() ?? null,
  };
}

/** Returns the request of a link and locks its applicant. Throws INVALID_TOKEN. */
async function lockRequest(tx: Tx, token: string) {
  await lockUsers(tx, (await findRequest(tx, token)).userId);
  return findRequest(tx, token);
}

/**
 * Stores the consent with the guardian's identity and emails the applicant. Throws INVALID_TOKEN, VALIDATION_FAILED for the applicant's own
 * NIN or phone number.
 */
export async function consent({
  token,
  agreed: _,
  ...answers
}: z.output<typeof consentSchema>): Promise<void> {
  await transaction(async (tx) => {
    const { userId, email, user } = await lockRequest(tx, token);
    // The address may have become the applicant's own since the link was sent.
    if (user.guardian || ownContacts(user).mailboxes.includes(mailboxOf(email))) throw invalidLink();
    const columns = guardianColumns(userId, answers);
    const own = { ninIndex: columns.ninIndex, submission: { userId } };
    if ((await tx.personalDetails.count({ where: own })) > 0)
      throw invalid("ninNumber", "This is the applicant's NIN. Enter your own.");
    if (ownContacts(user).phones.includes(nationalNumber(answers.phoneNumber)))
      throw invalid("phoneNumber", "This is the applicant's phone number. Enter your own.");
    await tx.guardian.create({ data: { userId, email, ...columns } });
    const { email: to, name } = user;
    await enqueue(tx, { to, userId, template: "guardianConsented", data: { name } });
    await audit(tx, { actorId: null, action: "guardian.consented", targetId: userId });
  });
}

/**
 * Records that the guardian refuses, or withdraws their consent, which deletes the identity they gave. The link ends; the applicant is
 * emailed and can name another person. Super administrators are emailed if the applicant has already been approved. Throws INVALID_TOKEN.
 */
export async function decline({ token }: Token): Promise<void> {
  await transaction(async (tx) => {
    const { userId, user } = await lockRequest(tx, token);
    const isWithdrawal = user.guardian !== null;
    await tx.guardian.deleteMany({ where: { userId } });
    const answered = isWithdrawal ? { withdrawnAt: new Date() } : { declinedAt: new Date() };
    await tx.guardianRequest.update({ where: { userId }, data: answered });
    const { email: to, name, currentSubmission } = user;
    const template = isWithdrawal ? "consentWithdrawn" : "guardianDeclined";
    await enqueue(tx, { to, userId, template, data: { name } });
    if (isWithdrawal && currentSubmission?.state === "approved")
      await emailSuperAdministrators(tx, "approvedMinorWithoutConsent", { userId });
    const action = isWithdrawal ? "guardian.withdrew" : "guardian.declined";
    await audit(tx, { actorId: null, action, targetId: userId });
  });
}
