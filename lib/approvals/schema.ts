import * as z from "zod";
import { endReasons, undoReasons, type EndReason, type UndoReason } from "@/lib/acts/reason-labels";
import { dayWords } from "@/lib/dates";
import { note } from "@/lib/forms/atoms";
import { formatRate, monthWords } from "@/lib/rates";
import { dutyLabels } from "@/lib/duty-labels";
import { duties, riskLevels, roles, verificationStatuses } from "@/lib/roles";
import { deletionReasons, type DeletionReason } from "@/lib/users/admin-schema";

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

const targetId = z.uuid();

/** A decision about a statement line, in words. */
const lineDecision = { lineId: z.uuid(), decision: z.string() };

/** A change of the withholding tax: its first day, and the rate in basis points. */
const taxChange = { from: z.string(), rate: z.int() };

/** A plan, and the version to be published. */
const publication = { planId: z.uuid(), plan: z.string(), version: z.int() };

/** An act that needs a second approval, with the data needed to carry it out. */
export const proposedActSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("deletion"),
    targetId,
    payload: z.object({ reason: z.enum(Object.keys(deletionReasons) as DeletionReason[]) }),
  }),
  z.object({
    kind: z.literal("role_change"),
    targetId,
    payload: z.object({ role: z.enum(["startup", "investor", "admin"]) }),
  }),
  z.object({
    kind: z.literal("duty_change"),
    targetId,
    payload: z.object({ duty: z.enum(duties) }),
  }),
  z.object({
    kind: z.literal("new_administrator"),
    targetId: z.null(),
    /** The administrator chooses a password with an emailed link. */
    payload: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  }),
  z.object({
    kind: z.literal("approval"),
    targetId,
    /** The case as it was when reviewed. */
    payload: z.object({
      submissionId: z.uuid().nullable(),
      status: z.enum(verificationStatuses),
      reasons: z.array(z.enum(approvalReasons)),
      /** The account to continue with, if another account belongs to the same person. */
      goesOn: z.uuid().exactOptional(),
    }),
  }),
  z.object({
    kind: z.literal("second_approval_off"),
    targetId: z.null(),
    payload: z.object({}),
  }),
  z.object({
    kind: z.literal("return_declaration"),
    targetId: z.null(),
    payload: z.object({
      planId: z.uuid(),
      /** The name of the plan. */
      plan: z.string(),
      /** Such as `2026-11`. */
      month: z.string(),
      /** The annual rate, in basis points. */
      rate: z.int(),
    }),
  }),
  z.object({
    kind: z.literal("money_undo"),
    /** The investor whose payouts were stopped; null for other acts. */
    targetId: targetId.nullable(),
    payload: z.object({
      actId: z.uuid(),
      /** The act in words. */
      act: z.string(),
      reason: z.enum(Object.keys(undoReasons) as UndoReason[]),
      note: z.string(),
    }),
  }),
  z.object({
    kind: z.literal("line_match"),
    targetId: z.null(),
    /** The allocations, in kobo. */
    payload: z.object({
      ...lineDecision,
      parts: z.array(z.object({ reference: z.string(), amount: z.string() })),
      /** What the investments do not take, when it was proposed. */
      surplus: z.string(),
    }),
  }),
  z.object({
    kind: z.literal("firm_transfer"),
    targetId: z.null(),
    payload: z.object({ ...lineDecision, as: z.enum(["transfer", "tax_payment"]) }),
  }),
  z.object({ kind: z.literal("tax_change"), targetId: z.null(), payload: z.object(taxChange) }),
  z.object({
    kind: z.literal("plan_publication"),
    targetId: z.null(),
    /** The revision of the plan that the proposer has seen. */
    payload: z.object({ ...publication, revision: z.int() }),
  }),
  z.object({
    kind: z.literal("account_reopening"),
    targetId,
    payload: z.object({ note: z.string() }),
  }),
  z.object({
    kind: z.literal("block_lift"),
    /** The blocked user; null if the account was erased. */
    targetId: targetId.nullable(),
    /** `reason` is why the person is blocked, in words. */
    payload: z.object({ blockId: z.uuid(), reason: z.string(), note: z.string() }),
  }),
  z.object({
    kind: z.literal("risk_override"),
    targetId,
    payload: z.object({ level: z.enum(riskLevels), note: z.string() }),
  }),
  z.object({
    kind: z.literal("investment_end"),
    targetId: z.null(),
    payload: z.object({
      investmentId: z.uuid(),
      reference: z.string(),
      reason: z.enum(Object.keys(endReasons) as EndReason[]),
      note: z.string(),
    }),
  }),
]);
export type ProposedAct = z.output<typeof proposedActSchema>;
export type ProposalKind = ProposedAct["kind"];

export const proposalKinds = proposedActSchema.options.map(({ shape }) => shape.kind.value);

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
  taxChange: z.object(taxChange).nullable(),
  publication: z.object(publication).nullable(),
  /** The investment to be ended, and why. */
  end: z
    .object({ investmentId: z.uuid(), reference: z.string(), reason: z.string(), note: z.string() })
    .nullable(),
  /** Why an account is reopened, a block is lifted, or a risk rating is changed. */
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

/** Returns the fields of an act that the list contains. */
export const actFields = (act: ProposedAct) => ({
  kind: act.kind,
  reason: act.kind === "deletion" ? act.payload.reason : null,
  role: act.kind === "role_change" ? act.payload.role : null,
  duty: act.kind === "duty_change" ? act.payload.duty : null,
  newAdministrator:
    act.kind === "new_administrator" ? { name: act.payload.name, email: act.payload.email } : null,
  declaration: act.kind === "return_declaration" ? act.payload : null,
  undo: act.kind === "money_undo" ? { ...act.payload, reason: undoReasons[act.payload.reason] } : null,
  line:
    act.kind === "line_match" || act.kind === "firm_transfer"
      ? { lineId: act.payload.lineId, decision: act.payload.decision }
      : null,
  taxChange: act.kind === "tax_change" ? act.payload : null,
  publication:
    act.kind === "plan_publication"
      ? { planId: act.payload.planId, plan: act.payload.plan, version: act.payload.version }
      : null,
  end: act.kind === "investment_end" ? { ...act.payload, reason: endReasons[act.payload.reason] } : null,
  note:
    act.kind === "account_reopening" || act.kind === "block_lift" || act.kind === "risk_override"
      ? act.payload.note
      : null,
  riskLevel: act.kind === "risk_override" ? act.payload.level : null,
  approvalReasons: act.kind === "approval" ? act.payload.reasons : [],
});

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
  }: Pick<
    ProposalDto,
    | "kind"
    | "role"
    | "duty"
    | "riskLevel"
    | "declaration"
    | "undo"
    | "line"
    | "taxChange"
    | "publication"
    | "end"
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
      return line?.decision ?? "book a transfer of the firm";
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
  }
}

/** The reason for declining a proposal, shown to its proposer. Withdrawing one's own proposal requires no reason. */
export const declineProposalSchema = z.object({ reason: note(1000) });
