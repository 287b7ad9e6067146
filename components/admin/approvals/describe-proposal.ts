import { describeAct, type ApprovalReason, type ProposalDto } from "@/lib/approvals/schema";
import { deletionReasons, type DeletionReason } from "@/lib/users/admin-schema";
import { joinWords } from "@/lib/join-words";
import { formatKobo } from "@/lib/money";
import { fullDisplayName } from "../labels";

/** Describes the effect of confirming a proposal, such as `Delete Ada Obi`. */
export function describeProposal(proposal: ProposalDto): string {
  const text = describeAct(proposal, nameSubject(proposal));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameSubject({ kind, target, newAdministrator }: ProposalDto): string {
  if (newAdministrator) return `the administrator ${newAdministrator.name}`;
  const name = target
    ? fullDisplayName(target)
    : kind === "block_lift"
      ? "an erased person"
      : "a deleted account";
  return kind === "deletion" && target?.role === "admin" ? `the administrator ${name}` : name;
}

const reasons = {
  closed: "the account is closed as a duplicate",
  blocked: "the person, or somebody with the same details, is blocked",
  duplicate:
    "another account has a number, a document, a phone number, or the name and date of birth in common with it",
  erased_record: "it matches erased data",
  administrator: "the applicant shares identifying details with an administrator",
  watchlist:
    "a name in this case is similar to one on a list of sanctions or politically exposed people, or has not been compared yet",
  no_submission: "nothing has been submitted",
  identity_check: "an identity check did not match",
  check: "the bank account is in another name",
  risk: "the customer is rated high, so a super administrator decides",
} as const satisfies Record<ApprovalReason, string>;

/** Returns the details that the description of a proposal omits; null if there are none. */
export function detailsOf({
  kind,
  target,
  reason,
  newAdministrator,
  approvalReasons,
  undo,
  end,
  note,
  dueDiligence,
  bankAccount,
  gap,
  match,
}: ProposalDto): string | null {
  if (kind === "deletion") {
    return `${target?.email ?? ""}. Reason: ${deletionReasons[(reason ?? "other") as DeletionReason]}.`;
  }
  if (kind === "approval") {
    return `Look at the case first: ${approvalReasons.map((each) => reasons[each]).join("; ")}.`;
  }
  if (kind === "return_declaration")
    return "It applies to every period of the plan's investments that ends in this month. Confirm shows the amounts.";
  if (match)
    return `The transfer has the reference of another investor. Check with both before you confirm. ${describeMatch(match)}`;
  if (kind === "tax_change")
    return "It applies to the returns of all plans from this day on, and cannot be undone.";
  if (kind === "plan_publication")
    return "Read the terms on the page of the plan first. They apply to new investments immediately and can never be changed.";
  if (kind === "firm_transfer")
    return `Confirm only if this is the firm's own money.${note ? ` Note: ${note}` : ""}`;
  if (kind === "account_reopening") return `The account can then be verified and invest again: ${note}`;
  if (kind === "block_lift") return `The person can then be approved again: ${note}`;
  if (kind === "risk_override") return `The day of their next review changes with it: ${note}`;
  if (bankAccount)
    return `${bankAccount.name}. ${bankAccount.receives ? "Investors will transfer their money to this account. " : ""}Compare it with the bank's letter first.`;
  if (gap) return `${gap.gap} Ask the bank for the missing statement before you accept the gap.`;
  if (dueDiligence) return `Read the form first: ${dueDiligence.findings.join(" ")}`;
  if (undo) return `${target ? `${fullDisplayName(target)}. ` : ""}${undo.reason}: ${undo.note}`;
  if (end)
    return `${end.reason}: ${end.note}. The full principal becomes due without a charge: at once with the accrued return, or at the end of the period with its return or loss.`;
  return newAdministrator?.email ?? target?.email ?? null;
}

/** Describes what each investment of a match receives, and where the surplus goes. */
function describeMatch({ parts, surplus, toSender }: NonNullable<ProposalDto["match"]>): string {
  const allocations = parts.map(({ reference, amount, acceptedCharge }) => {
    const charge = BigInt(acceptedCharge ?? 0);
    const accepted = charge > 0n ? ` (${formatKobo(charge)} missing, accepted as a bank charge)` : "";
    return `${formatKobo(BigInt(amount))} for ${reference}${accepted}`;
  });
  const toInvestors = BigInt(surplus) - BigInt(toSender);
  const refunds = [
    toInvestors > 0n ? `${formatKobo(toInvestors)} is refunded to the investor.` : "",
    BigInt(toSender) > 0n ? `${formatKobo(BigInt(toSender))} is refunded to the sender.` : "",
  ];
  return [`${joinWords(allocations)}.`, ...refunds].filter(Boolean).join(" ");
}
