import "server-only";
import { isMinorToday } from "@/lib/age";
import { audit } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import type { db, Prisma, Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { fullName, nameColumns } from "@/lib/verification/forms/full-name";
import { nationalNumber } from "@/lib/phone";
import { mailboxOf, personKey } from "../link-facts";

/** Which consent of a parent or guardian counts (product 10.24): one for the applicant of the current submission, by another person. */

const applicant = { ...nameColumns, dateOfBirth: true, ninIndex: true } as const;
type Applicant = Prisma.PersonalDetailsGetPayload<{ select: typeof applicant }>;

/** The relations that are loaded of an applicant who may be under 18. */
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

/** A user with what was asked of whom. Throws NOT_FOUND. */
export async function loadWithGuardian(reader: Tx | typeof db, id: string): Promise<ApplicantRow> {
  const user = await reader.user.findUnique({ where: { id }, select: withGuardian });
  if (!user) throw notFound();
  return user;
}

/** Whether the current submission is of a person who is under 18 today. */
export function isMinor({ currentSubmission }: Pick<ApplicantRow, "currentSubmission">): boolean {
  const dateOfBirth = currentSubmission?.personal?.dateOfBirth;
  return dateOfBirth !== undefined && isMinorToday(dayOf(dateOfBirth));
}

const identityOf = (person: Applicant): string => {
  const [name, born] = [fullName(person), dayOf(person.dateOfBirth)];
  return [personKey(name, born) ?? name, born, person.ninIndex].join("|");
};

/** Whether a guardian was asked about the person of the current submission: the same name, date of birth and NIN. */
export function isForApplicant({
  guardianRequest,
  currentSubmission,
}: Pick<ApplicantRow, "guardianRequest" | "currentSubmission">): boolean {
  const [asked, current] = [guardianRequest?.submission?.personal, currentSubmission?.personal];
  return !!asked && !!current && identityOf(asked) === identityOf(current);
}

/** The applicant's own phone numbers and mailboxes, of the account and of the current submission. */
export const ownContacts = ({
  phone,
  email,
  currentSubmission,
}: Pick<ApplicantRow, "phone" | "email" | "currentSubmission">) => ({
  phones: [phone, currentSubmission?.personal?.phoneNumber ?? ""].filter(Boolean).map(nationalNumber),
  mailboxes: [email, currentSubmission?.personal?.email ?? ""].filter(Boolean).map(mailboxOf),
});

/** What a guardian has in common with the applicant, in words. A consent with any of it does not count. */
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

/** The guardian whose consent counts for the current submission; null without one. */
export const consentingGuardian = (user: ApplicantRow): ApplicantRow["guardian"] =>
  isForApplicant(user) && sharedWithApplicant(user).length === 0 ? user.guardian : null;

/**
 * Takes the request and the consent over to a new current submission, or ends them if that is of another person by name, date of birth or
 * NIN: the emailed link stops working, the guardian's details are deleted, and the applicant is emailed if there was a consent. A company's
 * submission leaves both as they are. It is audited. The applicant's row must be locked.
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
