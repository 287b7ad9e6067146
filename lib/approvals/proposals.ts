import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateData } from "@/lib/mail/templates";
import { blindIndex, newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { Role, VerificationStatus } from "@/lib/roles";
import { emailAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import { mayPropose, rightOfKind } from "./right-rules";
import { actFields, proposedActSchema, type ProposedAct } from "./act-schema";
import { describeAct } from "./schema";
import type { proposalTransitions } from "./state-rules";

/** Acts that one administrator proposes and another confirms (product 10.14, ADR 28). */
export type ProposalRow = Prisma.ProposalModel;

/** A proposal expires after this time. */
export const LIFETIME_MS = 7 * 86_400_000;

/** Returns the condition for proposals that can still be decided. */
export const isPending = () =>
  ({ state: "pending", proposedAt: { gt: new Date(Date.now() - LIFETIME_MS) } }) as const;
const isOverdue = () =>
  ({ state: "pending", proposedAt: { lte: new Date(Date.now() - LIFETIME_MS) } }) as const;

/** The result of a command that created a proposal instead of acting. */
export class PendingProposal {
  readonly proposalId: string;

  constructor(proposalId: string) {
    this.proposalId = proposalId;
  }
}

/**
 * Runs the transaction of a command that may need a second approval. If `work` creates a proposal, throws CONFIRMATION_REQUIRED with the
 * proposal's id after the commit, so that no client assumes that the act was carried out.
 */
export async function transactionOrProposal<T>(
  work: (tx: Tx) => Promise<T | PendingProposal>,
  options?: { timeoutMs: number },
): Promise<T> {
  const result = await transaction(work, options);
  if (!(result instanceof PendingProposal)) return result;
  throw new AppError("CONFIRMATION_REQUIRED", undefined, { data: { proposalId: result.proposalId } });
}

/** Returns the subject of a proposal. Another case or another role of the same user is a different subject. */
function subjectOf(act: ProposedAct): string {
  switch (act.kind) {
    case "deletion":
    case "account_reopening":
      return act.targetId;
    case "block_lift":
      return act.payload.blockId;
    case "risk_override":
      return `${act.targetId}|${act.payload.level}`;
    case "duty_change":
      return `${act.targetId}|${act.payload.duty}`;
    case "role_change":
      return roleSubject(act.targetId, act.payload.role);
    case "new_administrator":
      return blindIndex("email", act.payload.email);
    case "approval":
      return caseSubject(act.targetId, act.payload.submissionId, act.payload.status);
    case "second_approval_off":
      return "second_approval";
    case "return_declaration":
      return returnSubject(act.payload.planId, act.payload.month);
    case "money_undo":
      return act.payload.groupId ?? act.payload.actId;
    case "line_match":
    case "firm_transfer":
      return `${act.payload.lineId}|${act.payload.decision}`;
    case "plan_publication":
      return act.payload.planId;
    case "investment_end":
      return `${act.payload.investmentId}|${act.payload.reason}`;
    case "tax_change":
      return `${act.payload.from}|${act.payload.rate}`;
    case "due_diligence":
      return act.payload.formId;
    case "bank_account": {
      // Another change of the same account is another proposal: its proposer must not be told that theirs was stored.
      const { bankAccountId, number, bank, name, receives } = act.payload;
      return [bankAccountId ?? "new", number, receives, bank, name].join("|");
    }
    case "statement_gap":
      return `${act.payload.bankAccountId}|${act.payload.sha256}`;
  }
}

export const returnSubject = (planId: string, month: string): string => `${planId}|${month}`;

export const roleSubject = (userId: string, role: Role): string => `${userId}|${role}`;

/** The subject of an approval: the case in the state that was reviewed. */
export const caseSubject = (
  userId: string,
  submissionId: string | null,
  status: VerificationStatus,
): string => `${userId}|${submissionId}|${status}`;

/**
 * Writes a proposal with its audit row, and emails the others who may confirm it. If the same act has already been proposed by an
 * administrator who still has the right to do so, that proposal is returned. The caller has checked the viewer's rights.
 */
export async function propose(tx: Tx, viewer: Viewer, act: ProposedAct): Promise<PendingProposal> {
  const { kind, targetId } = act;
  const subject = subjectOf(act);
  await endProposals(tx, { kind, subject, ...isOverdue() }, { state: "expired", actorId: null });
  await endReplacedProposals(tx, viewer, act, subject);
  const id = uuidv7();
  const cipher = newRowCipher("proposals", id);
  const { count } = await tx.proposal.createMany({
    data: {
      id,
      kind,
      subject,
      targetId,
      dataKey: cipher.dataKey,
      payloadCipher: cipher.seal("payload_cipher", JSON.stringify(act.payload)),
      proposedById: viewer.userId,
    },
    skipDuplicates: true,
  });
  if (count === 0) {
    const present = await tx.proposal.findFirst({ where: { kind, subject, state: "pending" } });
    if (!present) throw new AppError("CONFLICT", "This has just been decided. Reload the page.");
    return new PendingProposal(present.id);
  }
  const proposer = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { name: true } });
  const data = { proposer: proposer.name, act: describeAct(actFields(act)) };
  await emailAdministrators(tx, ["approvals.confirm", rightOfKind[kind]], "secondApprovalNeeded", data, [
    viewer.userId,
    ...(targetId ? [targetId] : []),
  ]);
  await audit(tx, {
    actorId: viewer.userId,
    action: "proposal.made",
    targetId,
    data: { proposalId: id, kind },
  });
  return new PendingProposal(id);
}

/**
 * Ends the proposals that a new one replaces: those about an earlier case of the user, and those of a proposer who has lost the right to
 * the act.
 */
async function endReplacedProposals(
  tx: Tx,
  viewer: Viewer,
  { kind, targetId }: ProposedAct,
  subject: string,
): Promise<void> {
  const end = { state: "superseded", actorId: viewer.userId } as const;
  if (kind === "approval") await endProposals(tx, { kind, targetId, subject: { not: subject } }, end);
  const present = await tx.proposal.findFirst({ where: { kind, subject, state: "pending" } });
  if (!present) return;
  const proposer = await tx.user.findUnique({ where: { id: present.proposedById } });
  if (!mayPropose(proposer, kind)) await endProposals(tx, { id: present.id }, end);
}

/** Decrypts the act of a pending proposal. Throws ZodError if it is invalid. */
export function openAct({ id, kind, targetId, dataKey, payloadCipher }: ProposalRow): ProposedAct {
  const payload: unknown = JSON.parse(
    openRowCipher("proposals", id, dataKey!).open("payload_cipher", payloadCipher!),
  );
  return proposedActSchema.parse({ kind, targetId, payload });
}

/** Clears the payload of a proposal. The subject is cleared too, because it may be a hash of an email address. */
const withoutPayload = { dataKey: null, payloadCipher: null, subject: "" } as const;

const endings = {
  confirmed: "been confirmed",
  declined: "been declined",
  expired: "expired",
  withdrawn: "been withdrawn",
  superseded: "ended, because something else was decided",
  failed: "failed",
} as const satisfies Record<Exclude<keyof typeof proposalTransitions, "pending">, string>;

/**
 * Decides on a proposal with compare-and-swap, so that of several concurrent decisions only one succeeds. Deletes the payload. Emails the
 * proposer, including a reason if there is one, unless they withdrew it. The caller writes the audit row. Throws ALREADY_DECIDED with the
 * current state.
 */
export async function decideProposal(
  tx: Tx,
  viewer: Viewer,
  proposal: ProposalRow,
  state: "confirmed" | "declined" | "withdrawn",
  reason: string | null = null,
): Promise<void> {
  const act = proposal.dataKey ? openAct(proposal) : null;
  const { count } = await tx.proposal.updateMany({
    where: { id: proposal.id, ...isPending() },
    data: { state, decidedById: viewer.userId, decidedAt: new Date(), ...withoutPayload },
  });
  if (count === 0 || !act) {
    const present = await tx.proposal.findUnique({ where: { id: proposal.id }, select: { state: true } });
    const reached = !present || present.state === "pending" ? "expired" : present.state;
    throw new AppError("ALREADY_DECIDED", `This proposal has already ${endings[reached]}`, {
      data: { state: reached },
    });
  }
  const decider = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { name: true } });
  if (state !== "withdrawn") await emailProposer(tx, proposal.proposedById, act, { state, decider, reason });
}

/**
 * Emails the result to the proposer if they are still an administrator. Ordinary administrators do not learn who the super administrators
 * are (product 10.7).
 */
async function emailProposer(
  tx: Tx,
  proposerId: string,
  act: ProposedAct,
  end: {
    state: TemplateData<"secondApprovalDecided">["state"];
    decider: { name: string } | null;
    reason?: string | null;
  },
): Promise<void> {
  const proposer = await tx.user.findUnique({ where: { id: proposerId, role: "admin" } });
  if (!proposer) return;
  const { id: userId, email: to, name, isSuper } = proposer;
  const decider = isSuper && end.decider ? end.decider.name : null;
  const data = {
    name,
    decider,
    act: describeAct(actFields(act)),
    state: end.state,
    reason: end.reason ?? null,
  };
  await enqueue(tx, { to, userId, template: "secondApprovalDecided", data });
}

/** How a proposal ends without a decision, and the user who caused it; `actorId` is null for the system. */
interface ProposalEnd {
  state: "expired" | "superseded" | "failed";
  actorId: string | null;
  /** The error code of a failed confirmation. */
  error?: string;
}

const BATCH = 100;

/** Ends pending proposals without a decision: deletes their payloads, audits each, and emails its proposer unless they caused it. */
export async function endProposals(
  tx: Tx,
  where: Prisma.ProposalWhereInput,
  { state, actorId, error }: ProposalEnd,
): Promise<void> {
  const pending = await tx.proposal.findMany({ where: { ...where, state: "pending" }, take: BATCH });
  if (pending.length === 0) return;
  const ended = await tx.proposal.updateManyAndReturn({
    where: { id: { in: pending.map(({ id }) => id) }, state: "pending" },
    data: { state, decidedAt: new Date(), ...withoutPayload },
    select: { id: true },
  });
  for (const row of pending.filter(({ id }) => ended.some((other) => other.id === id))) {
    const { id, kind, targetId, proposedById } = row;
    if (proposedById !== actorId)
      await emailProposer(tx, proposedById, openAct(row), { state, decider: null });
    const data = { proposalId: id, kind, ...(error && { error }) };
    await audit(tx, { actorId, action: `proposal.${state}`, targetId, data });
  }
  if (pending.length === BATCH) await endProposals(tx, where, { state, actorId, ...(error && { error }) });
}

/**
 * Ends the pending proposals about a case that has just been decided or deleted, because their proposers saw an earlier state; or about the
 * role of a user whose role has changed.
 */
export const supersedeProposals = (
  tx: Tx,
  actorId: string,
  targetId: string,
  kinds: ("approval" | "role_change" | "duty_change" | "deletion")[],
): Promise<void> => endProposals(tx, { targetId, kind: { in: kinds } }, { state: "superseded", actorId });

/** Ends the pending proposals about an erased user, and those that the user made. */
export const endProposalsOf = (tx: Tx, userId: string, actorId: string): Promise<void> =>
  endProposals(
    tx,
    { OR: [{ targetId: userId }, { proposedById: userId }] },
    { state: "superseded", actorId },
  );

/** Ends proposals that were not confirmed within 7 days. Called by a job. */
export async function expireProposals(): Promise<void> {
  if ((await db.proposal.count({ where: isOverdue() })) > 0)
    await transaction((tx) => endProposals(tx, isOverdue(), { state: "expired", actorId: null }));
}
