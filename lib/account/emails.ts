import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, hello, notYou, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails about a user's own account. */
export const accountEmails = {
  archiveRequested: ({ name, token, dueAt }: { name: string; token: string; dueAt: string }) =>
    createEmail(`Someone asked for a copy of your ${brand.name} data`, [
      hello(name),
      `Someone who is logged in to your account asked for a copy of everything we keep about you, with your full NIN, BVN and documents. It will be ready from ${dateTime(dueAt)} (Lagos time).`,
      "If this was you, you don't need to do anything. We'll email you when it is ready.",
      { label: "Not you? Stop it and log out every device", href: url(paths.stopDownload({ token })) },
    ]),

  archiveReady: ({ name, until }: { name: string; until: string }) =>
    createEmail(`Your ${brand.name} data is ready`, [
      hello(name),
      `The copy of your data that you asked for is ready. You can download it until ${dateTime(until)} (Lagos time).`,
      { label: "Download it in your account", href: url(paths.accountSecurity()) },
      notYou(),
    ]),

  archiveFailed: ({ name }: { name: string }) =>
    createEmail(`We couldn't prepare the copy of your data`, [
      hello(name),
      `Something went wrong on our side, and we couldn't prepare the copy of your data that you asked for. Please ask for it again. If it fails again, write to ${brand.supportEmail} and we'll help.`,
      { label: "Your account", href: url(paths.accountSecurity()) },
    ]),

  // The email contains neither the old nor the new value, because the change may have been made by an intruder who reads the mailbox.
  profileChanged: ({ name, fields }: { name: string; fields: ("name" | "phone")[] }) =>
    createEmail(`Your ${brand.name} profile was changed`, [
      hello(name),
      `The ${fields.map((field) => ({ name: "name", phone: "phone number" })[field]).join(" and the ")} of your verified account ${fields.length === 1 ? "was" : "were"} changed.${fields.includes("name") ? " A reviewer will look at the new name. You can use your account as before." : ""}`,
      `If you didn't make this change, write to us at ${brand.supportEmail} and we will undo it.`,
      notYou(),
    ]),
};
