import * as z from "zod";
import { note } from "@/lib/forms/atoms";
import { formatRate, monthWords } from "@/lib/rates";
import { roles, verificationStatuses } from "@/lib/roles";
import { deletionReasons, type DeletionReason } from "@/lib/users/admin-schema";

/** Input and answers of the calls about second approval (product 10.14, ADR 28). Safe in the browser. */
/**
 * Why the approval of a case needs a second person: an equal number, a match with erased data, something in common with an administrator,
 * a hit on a watchlist, or names that are not compared yet, or that there is nothing to review.
 */
export const approvalReasons = [
  "duplicate",
  "erased_record",
  "administrator",
  "watchlist",
  "no_submission",
] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

const targetId = z.uuid();

/** An act that needs a second approval, with what carrying it out takes. */
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
    kind: z.literal("new_administrator"),
    targetId: z.null(),
    /** Without a password hash the administrator chooses their own password with an emailed link. */
    payload: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      passwordHash: z.string().exactOptional(),
    }),
  }),
  z.object({
    kind: z.literal("approval"),
    targetId,
    /** The case that was reviewed, as it was then. */
    payload: z.object({
      submissionId: z.uuid().nullable(),
      status: z.enum(verificationStatuses),
      reasons: z.array(z.enum(approvalReasons)),
      /** The account that goes on, if another one is of the same person. */
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
      /** A year, in basis points. */
      rate: z.int(),
    }),
  }),
]);
export type ProposedAct = z.output<typeof proposedActSchema>;
export type ProposalKind = ProposedAct["kind"];

const proposalKinds = proposedActSchema.options.map(({ shape }) => shape.kind.value);

/** A pending proposal. The values after `target` are set only if they belong to its kind. */
export const proposalDto = z.object({
  _id: z.uuid(),
  kind: z.enum(proposalKinds),
  target: z.object({ _id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(roles) }).nullable(),
  /** The reason for a deletion. */
  reason: z.string().nullable(),
  /** The new role, for a change of role. */
  role: z.enum(roles).nullable(),
  newAdministrator: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** What a plan has earned in a month, in basis points a year. */
  declaration: z.object({ plan: z.string(), month: z.string(), rate: z.int() }).nullable(),
  /** Why a second person must confirm, for an approval. */
  approvalReasons: z.array(z.enum(approvalReasons)),
  /** The proposer; the name is null if that account was deleted. */
  proposedBy: z.object({ _id: z.uuid(), name: z.string().nullable() }),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ProposalDto = z.output<typeof proposalDto>;

/** A pending proposal about a user, as the review page shows it. */
export const userProposalDto = z.object({
  _id: z.uuid(),
  kind: z.enum(proposalKinds),
  /** The act in words, such as `delete an account`. */
  description: z.string(),
  isOwn: z.boolean(),
  /** The name of the proposer, for super administrators; null if that account was deleted. */
  proposer: z.string().nullable(),
  proposedAt: z.iso.datetime(),
});
export type UserProposal = z.output<typeof userProposalDto>;

/** The values of an act as the list returns them. */
export const actFields = (act: ProposedAct) => ({
  kind: act.kind,
  reason: act.kind === "deletion" ? act.payload.reason : null,
  role: act.kind === "role_change" ? act.payload.role : null,
  newAdministrator:
    act.kind === "new_administrator" ? { name: act.payload.name, email: act.payload.email } : null,
  declaration:
    act.kind === "return_declaration"
      ? { plan: act.payload.plan, month: act.payload.month, rate: act.payload.rate }
      : null,
  approvalReasons: act.kind === "approval" ? act.payload.reasons : [],
});

/** Whom an act is about, where names do not belong. */
const anonymous = {
  deletion: "an account",
  role_change: "a user",
  new_administrator: "an administrator",
  approval: "a verification with a serious finding",
  second_approval_off: "",
  return_declaration: "",
} as const satisfies Record<ProposalKind, string>;

/** What a proposal asks for, as in "asks to delete an account". It contains no personal data unless `who` is given. */
export function describeAct(
  { kind, role, declaration }: Pick<ProposalDto, "kind" | "role" | "declaration">,
  who: string = anonymous[kind],
): string {
  switch (kind) {
    case "deletion":
      return `delete ${who}`;
    case "role_change":
      return role === "admin"
        ? `make ${who} an administrator`
        : `remove ${who}'s administrator rights (new role: ${role ?? "none"})`;
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
  }
}

/** Why a proposal is declined, which its proposer reads. Whoever withdraws their own proposal gives no reason. */
export const declineProposalSchema = z.object({ reason: note(1000) });
