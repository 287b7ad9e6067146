import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

interface DeletedAccount {
  name: string;
  actor: string;
  role: string;
  /** The status of the verification; null if nothing was submitted. */
  status: string | null;
  /** The reason in words; null if none was given. */
  reason: string | null;
}

/** Emails to administrators about accounts and about colleagues' reads of users' data. */
export const administrationEmails = {
  adminCreated: ({ name }: { name: string }) =>
    createEmail(`You are now an administrator of ${brand.name}`, [
      hello(name),
      "We created an administrator account for you. Log in with this email address and the password you were given.",
      { label: "Log in", href: url(paths.login()) },
    ]),

  adminInvited: ({ name, token, hours }: { name: string; token: string; hours: number }) =>
    createEmail(`You are now an administrator of ${brand.name}`, [
      hello(name),
      `We created an administrator account for you. Use the link below to choose your own password. It works once and expires in ${hours} hours.`,
      { label: "Choose a password", href: url(paths.resetPassword({ token })) },
      "Has the link expired? Choose Forgot password on the login page to get a new one.",
    ]),

  dutyChanged: ({ name, duty }: { name: string; duty: string }) =>
    createEmail(`Your duty at ${brand.name} has changed`, [
      hello(name),
      `A super administrator has changed what you are responsible for. Your duty is now: ${duty}. It determines what you can see and do in the back office, from now on.`,
      { label: "Go to the dashboard", href: url(paths.admin()) },
      "If you don't know why, ask a super administrator.",
    ]),

  // The email omits the deleted user's name, which would otherwise remain in the mailbox.
  accountDeleted: ({ name, actor, role, status, reason }: DeletedAccount) =>
    createEmail(`${actor} deleted an account`, [
      hello(name),
      `${actor} deleted an account (role: ${role}${status ? `, verification: ${status}` : ""}). ${reason ? `The reason given: ${reason}.` : "No reason was given."}`,
      "If you don't know why, ask them. The audit log has the details, and what the law requires us to keep stays in a sealed record.",
      { label: "See records of erased accounts", href: url(paths.adminAudit()) },
    ]),

  manyReads: ({ name, reader, users }: { name: string; reader: string; users: number }) =>
    createEmail(`${reader} opened many users' data today`, [
      hello(name),
      `${reader} has opened the data of ${users} users today. This may be ordinary work. If you don't know why, ask them, and check what they opened.`,
      { label: "See reads per administrator", href: url(paths.adminAudit()) },
    ]),
};
