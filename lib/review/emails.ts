import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails to reviewers, and to super administrators about the review. */
export const reviewEmails = {
  casesAssigned: ({ name, actor, userIds }: { name: string; actor: string; userIds: string[] }) =>
    createEmail(
      userIds.length === 1 ? "A case was assigned to you" : `${userIds.length} cases were assigned to you`,
      [
        hello(name),
        userIds.length === 1
          ? `${actor} assigned a case to you. A note from them, if any, is in its timeline.`
          : `${actor} assigned ${userIds.length} cases to you. Notes from them, if any, are in their timelines.`,
        userIds.length === 1
          ? { label: "Open the case", href: url(paths.adminVerificationUser(userIds[0]!)) }
          : { label: "See your cases", href: url(`${paths.adminVerification()}?role=all&assignment=mine`) },
      ],
    ),

  changesAnswered: ({ name, userId }: { name: string; userId: string }) =>
    createEmail("An applicant has made the changes you asked for", [
      hello(name),
      "They have submitted their verification again. The case is held for you until the end of the next business day; release it if somebody else should decide.",
      { label: "Open the case", href: url(paths.adminVerificationUser(userId)) },
    ]),

  lateCases: ({ name, cases }: { name: string; cases: number }) =>
    createEmail(cases === 1 ? "A case of yours is late" : `${cases} of your cases are late`, [
      hello(name),
      cases === 1
        ? "The decision on a case that you claimed was due and has not been made. Decide on it, or release it."
        : `The decisions on ${cases} cases that you claimed were due and have not been made. Decide on them, or release them.`,
      {
        label: "See your cases",
        href: url(`${paths.adminVerification()}?role=all&assignment=mine&order=deadline`),
      },
    ]),

  veryLateCases: ({ name, cases }: { name: string; cases: number }) =>
    createEmail(
      cases === 1 ? "A case is late by a business day" : `${cases} cases are late by a business day`,
      [
        hello(name),
        cases === 1
          ? "The decision on a case was due a business day ago and has not been made. Assign it to somebody who can decide today."
          : `The decisions on ${cases} cases were due a business day ago and have not been made. Assign them to somebody who can decide today.`,
        {
          label: "See late cases",
          href: url(paths.adminVerification({ role: "all", mark: "late", order: "deadline" })),
        },
      ],
    ),

  accountClosedAsDuplicate: ({ name }: { name: string }) =>
    createEmail(`Your account at ${brand.name} is closed`, [
      hello(name),
      "You have another account with us. One person has one account, so we have closed this one. Please use the other one.",
      "What we owe you on this account is still paid. You cannot submit a verification or invest with it any more.",
      `If you think this is a mistake, write to ${brand.supportEmail}.`,
    ]),

  accountReopened: ({ name }: { name: string }) =>
    createEmail(`Your account at ${brand.name} is open again`, [
      hello(name),
      "We had closed this account because of another one. It is open again.",
      { label: "Open your account", href: url(paths.login()) },
    ]),

  mentioned: ({ name, actor, userId }: { name: string; actor: string; userId: string }) =>
    createEmail(`${actor} mentioned you in a note`, [
      hello(name),
      `${actor} wrote a note about a case and mentioned you.`,
      { label: "Read the note", href: url(paths.adminVerificationUser(userId)) },
    ]),

  manyReveals: ({ name, reader, limit }: { name: string; reader: string; limit: number }) =>
    createEmail(`An administrator of ${brand.name} reached the limit of revealed numbers`, [
      hello(name),
      `${reader} tried to reveal more than ${limit} numbers (NIN, BVN, account number) within an hour. We refused the rest.`,
      "Please ask why. If someone else may be using the account, delete it to end its sessions.",
      { label: "See what administrators opened", href: url(paths.adminAudit()) },
    ]),

  identityProviderFault: ({ name, provider }: { name: string; provider: string }) =>
    createEmail(`Identity checks with ${provider} are not working`, [
      hello(name),
      `${provider} rejected a check because of a problem with our account there: the key, the balance or the address. Reviewers can decide without it, or compare the numbers themselves.`,
      `Please check the balance and the keys in ${provider}'s dashboard, and the configuration of ${brand.name}.`,
    ]),

  // The email omits users' names, which would otherwise remain in the mailbox.
  watchlistHits: ({ name, users }: { name: string; users: number }) =>
    createEmail("Approved users may be on a list of sanctions or politically exposed people", [
      hello(name),
      `${users === 1 ? "1 approved user" : `${users} approved users`} may be on a list of sanctions or politically exposed people, after an import or a change of name. A reviewer must clear or confirm each hit.`,
      "We send this at most once a day.",
      {
        label: "Open the alerts",
        href: url(paths.adminAlerts()),
      },
    ]),
};
