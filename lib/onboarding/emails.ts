import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails to applicants. */
export const onboardingEmails = {
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

  approvalEnded: ({ name }: { name: string }) =>
    createEmail("Your approval has ended", [
      hello(name),
      `An administrator has changed your account at ${brand.name} to another profile, such as investor or startup. Your approval does not apply to it, so please verify again.`,
      { label: "Continue", href: url(paths.login()) },
    ]),

  renewalDue: ({ name, request }: { name: string; request: string }) =>
    createEmail("Please renew your details", [
      hello(name),
      request,
      "Until then nothing changes. After that day you can make new investments again when you have renewed. What we owe you is paid in any case.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),

  verifyAgainAsAdult: ({ name }: { name: string }) =>
    createEmail("You are 18: please verify again", [
      hello(name),
      "You were under 18 when you applied. You are an adult now, so please verify again.",
      "Your dashboard stays open until you begin. After you begin, it opens again when we approve the new verification.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),
};
