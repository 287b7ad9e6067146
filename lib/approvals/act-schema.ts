import * as z from "zod";
import { endReasons, undoReasons, type EndReason, type UndoReason } from "@/lib/acts/reason-labels";
import { categoryNames } from "@/lib/ledger/category-rules";
import { duties } from "@/lib/roles";
import { riskLevels, verificationStatuses } from "@/lib/roles";
import { deletionReasons, type DeletionReason } from "@/lib/users/admin-schema";
import {
  approvalReasons,
  bankAccountChange,
  dueDiligence,
  lineDecision,
  lineMatch,
  publication,
  statementGap,
  taxChange,
} from "./schema";

/** What a proposal stores (product 10.14, ADR 28), in a file that browsers do not load. */
const targetId = z.uuid();

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
      /** The acts to be undone, if they were decided at once; `actId` is the first of them. */
      groupId: z.uuid().optional(),
      /** The act, or the acts, in words. */
      act: z.string(),
      reason: z.enum(Object.keys(undoReasons) as UndoReason[]),
      note: z.string(),
    }),
  }),
  z.object({
    kind: z.literal("line_match"),
    targetId: z.null(),
    payload: z.object({ ...lineDecision, ...lineMatch, toSender: lineMatch.toSender.default("0") }),
  }),
  z.object({
    kind: z.literal("firm_transfer"),
    targetId: z.null(),
    payload: z.object({ ...lineDecision, as: z.enum(categoryNames), note: z.string().optional() }),
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
  z.object({
    kind: z.literal("due_diligence"),
    targetId,
    /** `keys` identify the findings. */
    payload: z.object({ ...dueDiligence, keys: z.array(z.string()) }),
  }),
  z.object({ kind: z.literal("bank_account"), targetId: z.null(), payload: z.object(bankAccountChange) }),
  z.object({
    kind: z.literal("statement_gap"),
    targetId: z.null(),
    /** `sha256` identifies the file, how it was read, and the gap. */
    payload: z.object({ ...statementGap, sha256: z.string() }),
  }),
]);
export type ProposedAct = z.output<typeof proposedActSchema>;
/** What a proposal of a kind stores. */
export type ActPayload<K extends ProposedAct["kind"]> = Extract<ProposedAct, { kind: K }>["payload"];

/** Returns the fields of an act that the list contains. */
export const actFields = (act: ProposedAct) => ({
  kind: act.kind,
  reason: act.kind === "deletion" ? act.payload.reason : null,
  role: act.kind === "role_change" ? act.payload.role : null,
  duty: act.kind === "duty_change" ? act.payload.duty : null,
  newAdministrator:
    act.kind === "new_administrator" ? { name: act.payload.name, email: act.payload.email } : null,
  declaration: act.kind === "return_declaration" ? act.payload : null,
  undo:
    act.kind === "money_undo"
      ? {
          actId: act.payload.actId,
          act: act.payload.act,
          reason: undoReasons[act.payload.reason],
          note: act.payload.note,
        }
      : null,
  line:
    act.kind === "line_match" || act.kind === "firm_transfer"
      ? { lineId: act.payload.lineId, decision: act.payload.decision }
      : null,
  match:
    act.kind === "line_match"
      ? { parts: act.payload.parts, surplus: act.payload.surplus, toSender: act.payload.toSender }
      : null,
  taxChange: act.kind === "tax_change" ? act.payload : null,
  publication:
    act.kind === "plan_publication"
      ? { planId: act.payload.planId, plan: act.payload.plan, version: act.payload.version }
      : null,
  dueDiligence:
    act.kind === "due_diligence" ? { formId: act.payload.formId, findings: act.payload.findings } : null,
  bankAccount: act.kind === "bank_account" ? act.payload : null,
  gap:
    act.kind === "statement_gap"
      ? { bankAccountId: act.payload.bankAccountId, fileName: act.payload.fileName, gap: act.payload.gap }
      : null,
  end: act.kind === "investment_end" ? { ...act.payload, reason: endReasons[act.payload.reason] } : null,
  note:
    act.kind === "account_reopening" || act.kind === "block_lift" || act.kind === "risk_override"
      ? act.payload.note
      : act.kind === "firm_transfer"
        ? (act.payload.note ?? null)
        : null,
  riskLevel: act.kind === "risk_override" ? act.payload.level : null,
  approvalReasons: act.kind === "approval" ? act.payload.reasons : [],
});
