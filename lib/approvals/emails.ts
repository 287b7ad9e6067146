import "server-only";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

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

/** Emails about requirements and second approvals. */
export const approvalEmails = {
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
};
