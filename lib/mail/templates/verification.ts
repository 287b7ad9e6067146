import "server-only";
import { brand } from "@/lib/brand";
import { paths } from "@/lib/routes/paths";
import { createEmail, dateTime, hello, url } from "./layout";

/** Emails to applicants and their guardians. */
export const verificationEmails = {
  submissionReceived: ({ name }: { name: string }) =>
    createEmail("We have received your verification", [
      hello(name),
      "We have received your answers and documents. A reviewer will check them next. This takes 1-2 business days.",
      "We'll email you as soon as we have a decision. You don't need to do anything until then.",
      { label: "Check your status", href: url(paths.verificationSuccess()) },
    ]),

  submissionApproved: ({ name }: { name: string }) =>
    createEmail("Your verification is approved", [
      hello(name),
      "Good news: we have approved your verification. You can now use your dashboard.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),

  submissionRejected: ({
    name,
    reason,
    changesRequested,
  }: {
    name: string;
    reason: string;
    changesRequested: boolean;
  }) =>
    changesRequested
      ? createEmail("Please change parts of your verification", [
          hello(name),
          "We have checked your verification. Before we can approve it, please fix this:",
          { quote: reason },
          "Everything else stays as it is.",
          { label: "Change these parts", href: url(paths.login()) },
        ])
      : createEmail("Your verification was not approved", [
          hello(name),
          "We could not approve your verification. Our reviewer gave this reason:",
          { quote: reason },
          "We have kept your answers. Correct what the reviewer asks for and submit again.",
          { label: "Correct your form", href: url(paths.login()) },
        ]),

  // The address is not verified, so the email contains no text by the applicant (threat 58).
  guardianRequested: ({ token, expiresAt }: { token: string; expiresAt: string }) =>
    createEmail(`${brand.name} asks for a parent's or guardian's consent`, [
      "Hello,",
      `A person who is under 18 applied to ${brand.name} and named you as their parent or guardian. We'd like to know whether you agree.`,
      { label: "See who asks, and answer", href: url(paths.guardian({ token })) },
      `The link works until ${dateTime(expiresAt)}. If you don't know anybody who applied, choose "I don't agree" there or ignore this email. We use your address only for this.`,
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
      "The parent or guardian who had agreed no longer does. We have deleted their details. Talk to them, or name another parent or guardian.",
      { label: "Name a parent or guardian", href: url(paths.login()) },
    ]),

  consentEnded: ({ name }: { name: string }) =>
    createEmail("Your parent's or guardian's consent has ended", [
      hello(name),
      "You have sent another name, NIN or date of birth than the one your parent or guardian agreed to, so their consent does not apply any more. We have deleted their details. Please ask them again.",
      { label: "Name a parent or guardian", href: url(paths.login()) },
    ]),

  approvalEnded: ({ name }: { name: string }) =>
    createEmail("Your approval has ended", [
      hello(name),
      `An administrator has given your account another profile at ${brand.name}. Your approval does not apply to it, so we need a new verification.`,
      { label: "Continue", href: url(paths.login()) },
    ]),

  verifyAgainAsAdult: ({ name }: { name: string }) =>
    createEmail("You are 18: please verify again", [
      hello(name),
      "You were under 18 when you applied. Now that you are an adult, please verify again in your own right.",
      "Your dashboard stays open until you begin. After you begin, it opens again when we approve the new verification.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),
};
