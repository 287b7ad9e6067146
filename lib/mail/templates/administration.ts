import "server-only";
import { brand } from "@/lib/brand";
import { paths } from "@/lib/routes/paths";
import { createEmail, hello, url } from "./layout";

interface ConsultationRequest {
  fullName: string;
  email: string;
  phone: string;
  interest: string | undefined;
  message: string | undefined;
}

interface DeletedAccount {
  name: string;
  actor: string;
  role: string;
  /** The status of the verification; null if nothing was submitted. */
  status: string | null;
  /** The reason in words; null if none was given. */
  reason: string | null;
}

interface DecidedProposal {
  name: string;
  /** The administrator who decided; null if it ended without a decision. */
  decider: string | null;
  /** The proposed act in words. */
  act: string;
  state: "confirmed" | "declined" | "expired" | "superseded" | "failed";
  /** The reason for declining it. */
  reason: string | null;
}

/** Returns how the proposal ended, in words for the subject and for the text. */
function describeEnd({ decider, state }: Pick<DecidedProposal, "decider" | "state">): [string, string] {
  const by = decider ?? "A super administrator";
  return {
    confirmed: [`${by} confirmed what you asked for`, `${by} confirmed it, so it is done.`],
    declined: [`${by} declined what you asked for`, `${by} declined it, so nothing was changed.`],
    expired: [
      "What you asked for has expired",
      "It was not confirmed within 7 days, so nothing was changed.",
    ],
    superseded: [
      "What you asked for has ended",
      "Something else was decided since, so it no longer needs a confirmation. Look at the present state before you ask again.",
    ],
    failed: [
      "What you asked for could not be done",
      "When it was confirmed, it was no longer possible, so nothing was changed.",
    ],
  }[state] as [string, string];
}

/** Emails to administrators and reviewers. */
export const administrationEmails = {
  consultationRequested: ({ fullName, email, phone, interest, message }: ConsultationRequest) =>
    createEmail("Consultation request", [
      "A visitor asked for a call within 24 hours.",
      { quote: `Name: ${fullName}\nEmail: ${email}\nPhone: ${phone}\nInterest: ${interest ?? "not given"}` },
      ...(message ? [{ quote: message }] : []),
      "These details were typed by a visitor and are not verified.",
    ]),

  requirementSwitched: ({
    name,
    actor,
    requirement,
    on,
    consequence,
  }: {
    name: string;
    actor: string;
    requirement: string;
    on: boolean;
    consequence: string;
  }) =>
    createEmail(`${requirement} is ${on ? "required now" : "no longer required"}`, [
      hello(name),
      `${actor} switched this requirement ${on ? "on" : "off"}. ${consequence}`,
      { label: "See what is required", href: url(paths.adminApprovals()) },
    ]),

  approvedMinorWithoutConsent: ({ name, userId }: { name: string; userId: string }) =>
    createEmail("A parent or guardian has withdrawn their consent", [
      hello(name),
      "The applicant is under 18 and has already been approved. Please decide whether the approval stays.",
      { label: "Open the case", href: url(paths.adminVerificationUser(userId)) },
    ]),

  adminCreated: ({ name }: { name: string }) =>
    createEmail(`You are now an administrator of ${brand.name}`, [
      hello(name),
      "We created an administrator account for you. Log in with this email address and the password you were given.",
      { label: "Log in", href: url(paths.login()) },
    ]),

  adminInvited: ({ name, token, hours }: { name: string; token: string; hours: number }) =>
    createEmail(`You are now an administrator of ${brand.name}`, [
      hello(name),
      `We created an administrator account for you. Choose your own password with the link below. It works once, for ${hours} hours.`,
      { label: "Choose a password", href: url(paths.resetPassword({ token })) },
      "Has the link expired? Ask for a new one with Forgot password on the login page.",
    ]),

  manyReveals: ({ name, reader, limit }: { name: string; reader: string; limit: number }) =>
    createEmail(`An administrator of ${brand.name} reached the limit of revealed numbers`, [
      hello(name),
      `${reader} wanted to reveal more than ${limit} numbers (NIN, BVN, account number) within an hour. We refused the rest.`,
      "Please ask why. If the account may be in other hands, end its sessions by deleting it.",
      { label: "See what administrators opened", href: url(paths.adminAudit()) },
    ]),

  identityProviderFault: ({ name, provider }: { name: string; provider: string }) =>
    createEmail(`Identity checks with ${provider} do not work`, [
      hello(name),
      `${provider} refused a check because of our account there: the key, the balance or the address. Reviewers can decide without it, and compare themselves.`,
      `Please check the balance and the keys in ${provider}'s dashboard, and at the configuration of ${brand.name}.`,
    ]),

  // The email omits the deleted user's name, which would otherwise remain in the mailbox.
  accountDeleted: ({ name, actor, role, status, reason }: DeletedAccount) =>
    createEmail(`${actor} deleted an account`, [
      hello(name),
      `${actor} deleted an account (role: ${role}${status ? `, verification: ${status}` : ""}). ${reason ? `The reason given: ${reason}.` : "No reason was given."}`,
      "If you don't know why, ask them. The audit log has the details, and what the law requires us to keep stays in a sealed record.",
      { label: "Records of erased accounts", href: url(paths.adminAudit()) },
    ]),

  manyReads: ({ name, reader, users }: { name: string; reader: string; users: number }) =>
    createEmail(`${reader} opened many users' data today`, [
      hello(name),
      `${reader} has opened the data of ${users} users today. This may be ordinary work. If you don't know why, ask them, and check what they opened.`,
      { label: "Reads per administrator", href: url(paths.adminAudit()) },
    ]),

  // The email omits users' names, which would otherwise remain in the mailbox.
  watchlistHits: ({ name, users }: { name: string; users: number }) =>
    createEmail("Approved users may be on a list of sanctions or politically exposed people", [
      hello(name),
      `${users === 1 ? "1 approved user" : `${users} approved users`} may be on a list of sanctions or politically exposed people, after an import or a change of name. A reviewer must clear or confirm each hit.`,
      "We send this at most once a day.",
      { label: "Approved users", href: url(paths.adminVerification({ role: "all", status: "approved" })) },
    ]),

  // The email omits users' names, which would otherwise remain in the mailbox.
  secondApprovalNeeded: ({ name, proposer, act }: { name: string; proposer: string; act: string }) =>
    createEmail(`${proposer} asks for a second approval`, [
      hello(name),
      `${proposer} asks to ${act}. Nothing happens until another super administrator confirms it. Without a confirmation it expires after 7 days.`,
      { label: "Confirm or decline", href: url(paths.adminApprovals()) },
    ]),

  secondApprovalDecided: ({ name, act, reason, ...end }: DecidedProposal) => {
    const [subject, text] = describeEnd(end);
    return createEmail(subject, [
      hello(name),
      `You asked to ${act}. ${text}`,
      ...(reason ? ["The reason:", { quote: reason }] : []),
    ]);
  },

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
  mentioned: ({ name, actor, userId }: { name: string; actor: string; userId: string }) =>
    createEmail(`${actor} mentioned you in a note`, [
      hello(name),
      `${actor} wrote a note about a case and mentioned you.`,
      { label: "Read the note", href: url(paths.adminVerificationUser(userId)) },
    ]),
};
