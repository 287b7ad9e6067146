import * as z from "zod";
import { roles, type VerificationStatus } from "@/lib/roles";
import type { DeletionReason } from "@/lib/users/admin-schema";

/** Input and answers of the calls about second approval (product 10.14, ADR 28). Safe in the browser. */
export const approvalRules = ["deletions", "administrators", "flagged_approvals"] as const;
export type ApprovalRule = (typeof approvalRules)[number];

export const switchRuleSchema = z.object({ on: z.boolean("on must be true or false") });

export const approvalRuleDto = z.object({
  rule: z.enum(approvalRules),
  /** Since when it is on; null while it is off. */
  since: z.iso.datetime().nullable(),
  /** Null while it is off, and if that account was deleted. */
  switchedOnBy: z.string().nullable(),
});
export type ApprovalRuleDto = z.output<typeof approvalRuleDto>;

/** An act that needs a second approval, with what carrying it out takes. */
export type ProposedAct =
  | { kind: "deletion"; targetId: string; payload: { reason: DeletionReason } }
  | { kind: "role_change"; targetId: string; payload: { role: "startup" | "investor" | "admin" } }
  | {
      kind: "new_administrator";
      targetId: null;
      /** Without a hash they choose their own password with an emailed link. */
      payload: { name: string; email: string; phone: string; passwordHash?: string };
    }
  | {
      kind: "approval";
      targetId: string;
      /** The case that was reviewed, as it was then. */
      payload: { submissionId: string | null; status: VerificationStatus };
    }
  | { kind: "rule_off"; targetId: null; payload: { rule: ApprovalRule } };
export type ProposalKind = ProposedAct["kind"];

const proposalKinds = [
  "deletion",
  "role_change",
  "new_administrator",
  "approval",
  "rule_off",
] as const satisfies ProposalKind[];

/** A pending proposal. Of the values after `target`, those of its kind are set. */
export const proposalDto = z.object({
  _id: z.uuid(),
  kind: z.enum(proposalKinds),
  target: z.object({ _id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(roles) }).nullable(),
  /** Of a deletion. */
  reason: z.string().nullable(),
  /** Of a change of role: the new one. */
  role: z.enum(roles).nullable(),
  newAdministrator: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** That is to be switched off. */
  rule: z.enum(approvalRules).nullable(),
  /** The name is null if that account was deleted. */
  proposedBy: z.object({ _id: z.uuid(), name: z.string().nullable() }),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ProposalDto = z.output<typeof proposalDto>;

/** What a rule is for, as in "second approval for deletions". */
export const ruleNames = {
  deletions: "deletions",
  administrators: "administrators",
  flagged_approvals: "flagged approvals",
} as const satisfies Record<ApprovalRule, string>;

/** What a proposal asks for, without personal data, as in "asks to delete an account". */
export function describeAct(act: Pick<ProposedAct, "kind"> & { payload?: unknown }): string {
  const { role, rule } = (act.payload ?? {}) as { role?: string; rule?: ApprovalRule };
  switch (act.kind) {
    case "deletion":
      return "delete an account";
    case "role_change":
      return role === "admin" ? "make a user an administrator" : "take an administrator's rights away";
    case "new_administrator":
      return "create an administrator";
    case "approval":
      return "approve a flagged verification";
    case "rule_off":
      return `switch off second approval for ${rule ? ruleNames[rule] : "an act"}`;
  }
}
