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
  const by = decider ?? "Another administrator";
  return {
    confirmed: [`${by} confirmed your request`, `${by} confirmed it, and it has been carried out.`],
    declined: [`${by} declined your request`, `${by} declined it, so nothing was changed.`],
    expired: ["Your request has expired", "It was not confirmed within 7 days, so nothing was changed."],
    superseded: [
      "Your request has ended",
      "Something else has been decided since, so your request no longer applies. Check the current state before you ask again.",
    ],
    failed: [
      "Your request could not be carried out",
      "By the time it was confirmed, it was no longer possible, so nothing was changed.",
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
    createEmail(`${requirement} is ${on ? "now required" : "no longer required"}`, [
      hello(name),
      `${actor} switched this requirement ${on ? "on" : "off"}. ${consequence}`,
      { label: "See all requirements", href: url(paths.adminApprovals()) },
    ]),

  // The email omits users' names, which would otherwise remain in the mailbox.
  secondApprovalNeeded: ({ name, proposer, act }: { name: string; proposer: string; act: string }) =>
    createEmail(`${proposer} has asked for a second approval`, [
      hello(name),
      `${proposer} has asked to ${act}. Nothing happens until another administrator confirms it. The request expires after 7 days.`,
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
