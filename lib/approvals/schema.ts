import * as z from "zod";
import { dayWords } from "@/lib/dates";
import { note } from "@/lib/forms/atoms";
import { formatRate, monthWords } from "@/lib/rates";
import { dutyLabels } from "@/lib/duty-labels";
import { duties, riskLevels, roles } from "@/lib/roles";

/** Request and response schemas for second approval (product 10.14, ADR 28). Safe in the browser. */
/** Why the approval of a case needs a second person: kinds of findings (lib/review/findings/schema.ts). */
export const approvalReasons = [
  "blocked",
  "closed",
  "watchlist",
  "duplicate",
  "erased_record",
  "administrator",
  "no_submission",
  "identity_check",
  "check",
  "risk",
] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/** A decision about a statement line, in words. */
export const lineDecision = { lineId: z.uuid(), decision: z.string() };

/** How a match allocates a line, in kobo. */
export const lineMatch = {
  parts: z.array(
    z.object({ reference: z.string(), amount: z.string(), acceptedCharge: z.string().optional() }),
  ),
  /** What the investments do not take, when it was proposed. */
  surplus: z.string(),
  /** What of the surplus is refunded to a sender who is not the investor. */
  toSender: z.string(),
};

/** A change of the withholding tax: its first day, and the rate in basis points. */
export const taxChange = { from: z.string(), rate: z.int() };

/** A due diligence form, and its serious findings in words. */
export const dueDiligence = { formId: z.uuid(), findings: z.array(z.string()) };

/** A bank account of the firm, in words. */
export const bankAccountChange = {
  bankAccountId: z.uuid().nullable(),
  name: z.string(),
  bank: z.string(),
  number: z.string(),
  receives: z.boolean(),
};

/** A statement beside which lines are missing, and what is missing in words. */
export const statementGap = { bankAccountId: z.uuid(), fileName: z.string(), gap: z.string() };

/** A plan, and the version to be published. */
export const publication = { planId: z.uuid(), plan: z.string(), version: z.int() };

/** The kinds of acts (lib/approvals/act-schema.ts). */
export const proposalKinds = [
  "deletion",
  "role_change",
  "duty_change",
  "new_administrator",
  "approval",
  "second_approval_off",
  "return_declaration",
  "money_undo",
  "line_match",
  "firm_transfer",
  "tax_change",
  "plan_publication",
  "account_reopening",
  "block_lift",
  "risk_override",
  "investment_end",
  "due_diligence",
  "bank_account",
  "statement_gap",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** The acts that need a second administrator only while second approval is on; all others always do. */
export const optionalKinds = [
  "deletion",
  "role_change",
  "duty_change",
  "new_administrator",
  "approval",
  "second_approval_off",
] as const satisfies ProposalKind[];

/** A pending proposal. The fields after `target` are set only for the kinds they apply to. */
export const proposalDto = z.object({
  _id: z.uuid(),
  kind: z.enum(proposalKinds),
  target: z
    .object({
      _id: z.uuid(),
      name: z.string(),
      companyName: z.string().nullable(),
      email: z.string(),
      role: z.enum(roles),
    })
    .nullable(),
  /** The reason for a deletion. */
  reason: z.string().nullable(),
  /** The new role, for a change of role. */
  role: z.enum(roles).nullable(),
  /** The new duty of an administrator. */
  duty: z.enum(duties).nullable(),
  newAdministrator: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** A plan's return in a month, as an annual rate in basis points. */
  declaration: z.object({ planId: z.uuid(), plan: z.string(), month: z.string(), rate: z.int() }).nullable(),
  /** The act of money to be undone, in words, and why. */
  undo: z.object({ actId: z.uuid(), act: z.string(), reason: z.string(), note: z.string() }).nullable(),
  /** The decision about a statement line, in words. */
  line: z.object(lineDecision).nullable(),
  match: z.object(lineMatch).nullable(),
  taxChange: z.object(taxChange).nullable(),
  publication: z.object(publication).nullable(),
  /** The due diligence form to be approved, and why a second person must confirm it. */
  dueDiligence: z.object(dueDiligence).nullable(),
  /** The new details of a bank account of the firm. */
  bankAccount: z.object(bankAccountChange).nullable(),
  /** The statement whose gap is to be accepted. */
  gap: z.object(statementGap).nullable(),
  /** The investment to be ended, and why. */
  end: z
    .object({ investmentId: z.uuid(), reference: z.string(), reason: z.string(), note: z.string() })
    .nullable(),
  /** Why an account is reopened, a block is lifted, or a risk rating is changed; what a booking is for. */
  note: z.string().nullable(),
  /** The new risk level. */
  riskLevel: z.enum(riskLevels).nullable(),
  /** Why an approval needs a second person. */
  approvalReasons: z.array(z.enum(approvalReasons)),
  /** The proposer; the name is null if that account has been deleted. */
  proposedBy: z.object({ _id: z.uuid(), name: z.string().nullable() }),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether the viewer has the right to withdraw their own proposal, or to confirm or decline another one's. */
  canDecide: z.boolean(),
});
export type ProposalDto = z.output<typeof proposalDto>;

/** A pending proposal about a user, as shown on the review page. */
export const userProposalDto = z.object({
  _id: z.uuid(),
  kind: z.enum(proposalKinds),
  /** The act in words, such as `delete an account`. */
  description: z.string(),
  isOwn: z.boolean(),
  /** The name of the proposer, for super administrators; null if that account has been deleted. */
  proposer: z.string().nullable(),
  proposedAt: z.iso.datetime(),
});
export type UserProposal = z.output<typeof userProposalDto>;

/** The subject of an act, for texts in which names must not appear. */
const anonymous = {
  deletion: "an account",
  role_change: "a user",
  duty_change: "an administrator",
  new_administrator: "an administrator",
  approval: "a verification with a serious finding",
  second_approval_off: "",
  return_declaration: "",
  money_undo: "",
  line_match: "",
  firm_transfer: "",
  tax_change: "",
  plan_publication: "",
  investment_end: "",
  account_reopening: "a closed account",
  block_lift: "a person",
  risk_override: "a customer",
  due_diligence: "a customer",
  bank_account: "",
  statement_gap: "",
} as const satisfies Record<ProposalKind, string>;

/** Describes what a proposal asks for, as in "asks to delete an account". It contains no personal data unless `who` is given. */
export function describeAct(
  {
    kind,
    role,
    duty,
    declaration,
    undo,
    line,
    taxChange: tax,
    publication: published,
    end,
    riskLevel,
    bankAccount,
    gap,
  }: Pick<
    ProposalDto,
    | "kind"
    | "role"
    | "duty"
    | "declaration"
    | "undo"
    | "line"
    | "taxChange"
    | "publication"
    | "end"
    | "riskLevel"
    | "bankAccount"
    | "gap"
  >,
  who: string = anonymous[kind],
): string {
  switch (kind) {
    case "deletion":
      return `delete ${who}`;
    case "role_change":
      return role === "admin"
        ? `make ${who} an administrator`
        : `remove ${who}'s administrator rights (new role: ${role ?? "none"})`;
    case "duty_change":
      return `give ${who} the duty ${duty ? dutyLabels[duty] : "of an administrator"}`;
    case "new_administrator":
      return `create ${who}`;
    case "approval":
      return `approve ${who}`;
    case "second_approval_off":
      return "switch off second approval";
    case "return_declaration":
      return declaration
        ? `declare a return of ${formatRate(declaration.rate)} a year for ${declaration.plan} in ${monthWords(declaration.month)}`
        : "declare a return";
    case "money_undo":
      return `undo ${undo?.act ?? "an act of money"}`;
    case "line_match":
      return line?.decision ?? "match a statement line";
    case "firm_transfer":
      return line?.decision ?? "book a statement line";
    case "tax_change":
      return tax
        ? `change the withholding tax to ${formatRate(tax.rate)} from ${dayWords(tax.from)}`
        : "change the withholding tax";
    case "plan_publication":
      return published
        ? `publish version ${published.version} of the plan ${published.plan}`
        : "publish a plan";
    case "account_reopening":
      return `reopen ${who}`;
    case "block_lift":
      return `lift the block of ${who}`;
    case "risk_override":
      return `rate ${who} ${riskLevel ?? "differently"}`;
    case "investment_end":
      return end ? `end the investment ${end.reference}` : "end an investment";
    case "due_diligence":
      return `approve the due diligence form of ${who}`;
    case "bank_account":
      return bankAccount
        ? `${bankAccount.bankAccountId ? "change" : "add"} the bank account ${bankAccount.number} of ${bankAccount.bank}`
        : "change a bank account of the firm";
    case "statement_gap":
      return gap ? `import ${gap.fileName} with a gap` : "import a statement with a gap";
  }
}

/** The reason for declining a proposal, shown to its proposer. Withdrawing one's own proposal requires no reason. */
export const declineProposalSchema = z.object({ reason: note(1000) });
