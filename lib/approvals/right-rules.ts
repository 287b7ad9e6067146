import { can, type BackOfficeAccess, type RightsHolder } from "@/lib/rights";
import { proposalKinds, type ProposalKind } from "./schema";

/** Who may propose, confirm and see an act that needs a second administrator (product 10.40, ADR 47). Pure. */

/** The right that an act needs of the administrator who proposes it, and of the one who confirms it. */
export const rightOfKind = {
  deletion: "users.change",
  role_change: "super",
  new_administrator: "super",
  duty_change: "super",
  approval: "cases.decide",
  second_approval_off: "super",
  return_declaration: "money.act",
  money_undo: "money.act",
  line_match: "money.act",
  firm_transfer: "money.act",
  tax_change: "super",
  plan_publication: "money.act",
  investment_end: "money.act",
  account_reopening: "cases.decide",
  block_lift: "cases.decide",
  risk_override: "compliance.decide",
  due_diligence: "cases.decide",
  bank_account: "super",
  statement_gap: "money.act",
} as const satisfies Record<ProposalKind, BackOfficeAccess>;

/** Whether the proposer of an act still has the right to propose it; null is a deleted account. */
export const mayPropose = (proposer: RightsHolder | null, kind: ProposalKind): boolean =>
  proposer !== null && can(proposer, rightOfKind[kind]);

/** Whether an administrator may be the second person of an act. */
export const mayConfirm = (user: RightsHolder, kind: ProposalKind): boolean =>
  can(user, "approvals.confirm") && can(user, rightOfKind[kind]);

/** The kinds of proposals that an administrator may confirm. */
export const confirmableKinds = (user: RightsHolder): ProposalKind[] =>
  proposalKinds.filter((kind) => mayConfirm(user, kind));

/** The kinds of proposals that an administrator sees in the list: auditors see all but those about administrators. */
export const visibleKinds = (user: RightsHolder): ProposalKind[] =>
  proposalKinds.filter(
    (kind) => mayConfirm(user, kind) || (can(user, "audit.read") && rightOfKind[kind] !== "super"),
  );
