import "server-only";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails about decisions on the due diligence form. */
export const dueDiligenceEmails = {
  dueDiligenceApproved: ({ name }: { name: string }) =>
    createEmail("Your due diligence form is approved", [
      hello(name),
      "We have checked your due diligence form. Nothing is left to do.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),

  dueDiligenceReturned: ({ name, reason }: { name: string; reason: string }) =>
    createEmail("Please change your due diligence form", [
      hello(name),
      "We have checked your due diligence form. Before we can approve it, please fix this:",
      { quote: reason },
      "Your answers are still in the form.",
      { label: "Open the form", href: url(paths.dueDiligence()) },
    ]),
};
