import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails to guardians, and about their consent. */
export const guardianEmails = {
  // The address is not verified, so the email contains no text by the applicant (threat 58).
  guardianRequested: ({ token, expiresAt }: { token: string; expiresAt: string }) =>
    createEmail(`${brand.name} asks for a parent's or guardian's consent`, [
      "Hello,",
      `A person who is under 18 applied to ${brand.name} and named you as their parent or guardian. We'd like to know whether you agree.`,
      { label: "See who asks, and answer", href: url(paths.guardian({ token })) },
      `The link works until ${dateTime(expiresAt)}. If you don't know anyone who has applied, choose "I don't agree" there or ignore this email. We use your address only for this.`,
    ]),

  guardianConsented: ({ name }: { name: string }) =>
    createEmail("Your parent or guardian has consented", [
      hello(name),
      "The parent or guardian you named has agreed. Our reviewers can see it now.",
      { label: "Check your status", href: url(paths.login()) },
    ]),

  guardianDeclined: ({ name }: { name: string }) =>
    createEmail("Your parent or guardian did not consent", [
      hello(name),
      "The person you named as your parent or guardian did not agree. If that was a mistake, or you gave us the wrong email address, name them again.",
      { label: "Name a parent or guardian", href: url(paths.login()) },
    ]),

  consentWithdrawn: ({ name }: { name: string }) =>
    createEmail("Your parent or guardian has withdrawn their consent", [
      hello(name),
      "Your parent or guardian no longer agrees. We have deleted their details. Talk to them, or name another parent or guardian.",
      { label: "Name a parent or guardian", href: url(paths.login()) },
    ]),

  consentEnded: ({ name }: { name: string }) =>
    createEmail("Your parent's or guardian's consent has ended", [
      hello(name),
      "You have submitted a different name, NIN or date of birth from the one your parent or guardian agreed to, so their consent no longer applies. We have deleted their details. Please ask them again.",
      { label: "Name a parent or guardian", href: url(paths.login()) },
    ]),

  approvedMinorWithoutConsent: ({ name, userId }: { name: string; userId: string }) =>
    createEmail("A parent or guardian has withdrawn their consent", [
      hello(name),
      "The applicant is under 18 and has already been approved. Please decide whether the approval should stand.",
      { label: "Open the case", href: url(paths.adminVerificationUser(userId)) },
    ]),
};
