import "server-only";
import { isMinorToday } from "@/lib/age";
import { audit } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import type { db, Prisma, Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { nationalNumber } from "@/lib/phone";
import { fullName, nameColumns } from "../forms/full-name";
import { mailboxOf, personKey } from "../link-facts";

/** Determines which guardian consent counts (product 10.24): one for the applicant of the current submission, given by another person. */

const applicant = { ...nameColumns, dateOfBirth: true, ninIndex: true } as const;
type Applicant = Prisma.PersonalDetailsGetPayload<{ select: typeof applicant }>;

/** The relations to load for an applicant who may be under 18. */
export const withGuardian = {
  name: true,
  email: true,
  phone: true,
  guardian: true,
  guardianRequest: { include: { submission: { select: { personal: { select: applicant } } } } },
  currentSubmission: {
    select: { id: true, state: true, personal: { select: { ...applicant, phoneNumber: true, email: true } } },
  },
} as const satisfies Prisma.UserSelect;
export type ApplicantRow = Prisma.UserGetPayload<{ select: typeof withGuardian }>;

/** Loads a user with their guardian request and guardian. Throws NOT_FOUND. */
export async function loadWithGuardian(reader: Tx | typeof db, id: string): Promise<ApplicantRow> {
  const user = await reader.user.findUnique({ where: { id }, select: withGuardian });
  if (!user) throw notFound();
  return user;
}

/** Returns whether the applicant of the current submission is under 18 today. */
export function isMinor({ currentSubmission }: Pick<ApplicantRow, "currentSubmission">): boolean {
  const dateOfBirth = currentSubmission?.personal?.dateOfBirth;
  return dateOfBirth !== undefined && isMinorToday(dayOf(dateOfBirth));
}

const identityOf = (person: Applicant): string => {
  const [name, born] = [fullName(person), dayOf(person.dateOfBirth)];
  return [personKey(name, born) ?? name, born, person.ninIndex].join("|");
};

/** Returns whether the guardian was asked about the applicant of the current submission: the same name, date of birth and NIN. */
export function isForApplicant({
  guardianRequest,
  currentSubmission,
}: Pick<ApplicantRow, "guardianRequest" | "currentSubmission">): boolean {
  const [asked, current] = [guardianRequest?.submission?.personal, currentSubmission?.personal];
  return !!asked && !!current && identityOf(asked) === identityOf(current);
}

/** The applicant's own phone numbers and mailboxes, from the account and the current submission. */
export const ownContacts = ({
  phone,
  email,
  currentSubmission,
}: Pick<ApplicantRow, "phone" | "email" | "currentSubmission">) => ({
  phones: [phone, currentSubmission?.personal?.phoneNumber ?? ""].filter(Boolean).map(nationalNumber),
  mailboxes: [email, currentSubmission?.personal?.email ?? ""].filter(Boolean).map(mailboxOf),
});

/** Returns the details that a guardian shares with the applicant, in words. A consent with any of them does not count. */
export function sharedWithApplicant(
  user: Pick<ApplicantRow, "phone" | "email" | "currentSubmission" | "guardian">,
): string[] {
  const { guardian, currentSubmission } = user;
  if (!guardian) return [];
  const { phones, mailboxes } = ownContacts(user);
  return [
    ...(guardian.ninIndex === currentSubmission?.personal?.ninIndex ? ["NIN"] : []),
    ...(phones.includes(nationalNumber(guardian.phoneNumber)) ? ["phone number"] : []),
    ...(mailboxes.includes(mailboxOf(guardian.email)) ? ["email address"] : []),
  ];
}

/** Returns the guardian whose consent counts for the current submission; null if there is none. */
export const consentingGuardian = (user: ApplicantRow): ApplicantRow["guardian"] =>
  isForApplicant(user) && sharedWithApplicant(user).length === 0 ? user.guardian : null;

/**
 * Carries the request and the consent over to a new current submission. If that submission is about another person by name, date of birth
 * or NIN, ends them instead: the emailed link stops working, the guardian's details are deleted, and the applicant is emailed if there was
 * a consent. A company's submission leaves both unchanged. Audited. The applicant's row must be locked.
 */
export async function renewGuardianRequest(tx: Tx, userId: string): Promise<void> {
  const user = await loadWithGuardian(tx, userId);
  const { guardianRequest, guardian, currentSubmission, email: to, name } = user;
  if (!guardianRequest || !currentSubmission?.personal) return;
  if (isForApplicant(user)) {
    await tx.guardianRequest.update({ where: { userId }, data: { submissionId: currentSubmission.id } });
    return;
  }
  await tx.guardian.deleteMany({ where: { userId } });
  await tx.guardianRequest.delete({ where: { userId } });
  if (guardian) await enqueue(tx, { to, userId, template: "consentEnded", data: { name } });
  await audit(tx, {
    actorId: null,
    action: "guardian.ended",
    targetId: userId,
    data: { submissionId: currentSubmission.id, consented: guardian !== null },
  });
}
