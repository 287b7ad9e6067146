import "server-only";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** The email about a report, without names, which would otherwise remain in the mailbox. */
export const suspicionEmails = {
  suspicionReported: ({ name }: { name: string }) =>
    createEmail("A colleague has reported a suspicion", [
      hello(name),
      "Decide within 24 hours whether it is filed with the Nigerian Financial Intelligence Unit. Do not speak with the person about it.",
      { label: "Open the register", href: url(paths.adminSuspicions()) },
    ]),
};
