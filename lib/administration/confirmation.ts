import "server-only";
import { requireIndependent } from "@/lib/approvals/independence";
import { decideProposal, endProposals, openAct, type ProposalRow } from "@/lib/approvals/proposals";
import { mayConfirm, mayPropose, rightOfKind } from "@/lib/approvals/right-rules";
import { switchSecondApprovalOff } from "@/lib/approvals/requirements";
import type { ProposedAct } from "@/lib/approvals/act-schema";
import { audit } from "@/lib/audit/audit";
import { sealNote } from "@/lib/audit/notes";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { executeBankAccount } from "@/lib/bank/accounts";
import { executeBooking } from "@/lib/bank/commands";
import { executeMatch } from "@/lib/bank/match-line";
import { executeGap } from "@/lib/bank/import";
import { executeEnd } from "@/lib/corrections/end-investment";
import { executeUndo } from "@/lib/corrections/undo";
import { lockUsers, transaction, type Tx } from "@/lib/db/client";
import { requireOpenSession } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { executeDueDiligence } from "@/lib/due-diligence/decisions";
import { executeDeclaration } from "@/lib/investments/declared-returns";
import { executeTaxChange } from "@/lib/investments/withholding-tax";
import { executePublication } from "@/lib/plans/commands";
import { executeLift } from "@/lib/review/blocks/commands";
import { executeApproval } from "@/lib/review/decisions/commands";
import { executeReopening } from "@/lib/review/duplicates/closure";
import { executeRiskOverride } from "@/lib/review/risk/commands";
import { can } from "@/lib/rights";
import { requireNoConflict } from "@/lib/users/conflicts";
import type { Viewer } from "@/lib/viewer";
import { deleteErasedFiles } from "../users/erasure";
import { lockManagedUser } from "../users/lock-managed-user";
import { executeDutyChange } from "./duties";
import { executeRoleChange, executeDeletion, insertAdmin } from "./commands";

/** Confirmation by a second administrator (product 10.14, ADR 28, threat 68). */

/** Undoing hundreds of acts that were decided at once takes a few seconds, in one transaction. */
const TIMEOUT_MS = 60_000;

/**
 * Confirms a proposal and carries it out in one transaction, repeating the act's own checks. Of concurrent confirmations, only one
 * succeeds. Throws NOT_FOUND; ALREADY_DECIDED; RECENTLY_RESET; FORBIDDEN for the proposer, for administrators without the right to confirm this act, for somebody who is not independent of the
 * proposer (`requireIndependent`), and for the person it is about; CONFLICT for a reviewer who shares identifying details with the applicant. If
 * the act is no longer possible, throws the act's own error; the proposal then ends as failed, with the confirming administrator and the
 * error code in the audit log.
 */
export async function confirmProposal(viewer: Viewer, proposalId: string): Promise<void> {
  let isExecuting = false;
  try {
    await transaction(
      async (tx) => {
        isExecuting = false;
        const { proposal, actor } = await lockProposal(tx, viewer, proposalId);
        await requireNoRecentReset(viewer.userId, tx);
        if (!mayConfirm(actor, proposal.kind)) throw new AppError("FORBIDDEN");
        if (proposal.proposedById === viewer.userId) {
          throw new AppError("FORBIDDEN", "Another administrator must confirm your request");
        }
        await requireIndependent(tx, viewer.userId, [proposal.proposedById]);
        if (proposal.kind === "approval") await requireNoConflict(tx, viewer.userId, proposal.targetId!);
        const act = proposal.dataKey === null ? null : openAct(proposal);
        await decideProposal(tx, viewer, proposal, "confirmed");
        isExecuting = true;
        await requireProposer(tx, proposal);
        await executeAct(
          tx,
          { ...viewer, isSuper: actor.isSuper, duty: actor.duty },
          actor.name,
          proposal,
          act!,
        );
        await auditDecision(tx, viewer, proposal, "confirmed");
      },
      { timeoutMs: TIMEOUT_MS },
    );
  } catch (error) {
    if (isExecuting && error instanceof AppError) {
      const end = { state: "failed", actorId: viewer.userId, error: error.code } as const;
      await transaction((tx) => endProposals(tx, { id: proposalId }, end));
    }
    throw error;
  }
  await deleteErasedFiles();
}

/**
 * Declines a proposal for a reason, which is emailed to its proposer and stored beside the audit log; or withdraws one's own proposal.
 * Throws NOT_FOUND, including for administrators who neither proposed it nor may confirm it; VALIDATION_FAILED without a reason;
 * ALREADY_DECIDED; FORBIDDEN for the person it is about, and for a proposer who has lost the right to the act.
 */
export async function declineProposal(
  viewer: Viewer,
  proposalId: string,
  reason: string | undefined,
): Promise<void> {
  await transaction(async (tx) => {
    const { proposal, actor } = await lockProposal(tx, viewer, proposalId);
    const isOwn = proposal.proposedById === viewer.userId;
    if (!isOwn && !mayConfirm(actor, proposal.kind)) throw notFound();
    if (!mayPropose(actor, proposal.kind)) throw new AppError("FORBIDDEN");
    if (isOwn) {
      await decideProposal(tx, viewer, proposal, "withdrawn");
      await auditDecision(tx, viewer, proposal, "withdrawn");
      return;
    }
    if (!reason) throw invalid("reason", "Give a reason for the administrator who asked.");
    await decideProposal(tx, viewer, proposal, "declined", reason);
    const noteId = await sealNote(tx, proposal.proposedById, reason);
    await auditDecision(tx, viewer, proposal, "declined", noteId);
  });
}

/** Locks all users concerned, and reads the viewer's rights again. Throws NOT_FOUND, FORBIDDEN. */
async function lockProposal(tx: Tx, viewer: Viewer, proposalId: string) {
  const proposal = await tx.proposal.findUnique({ where: { id: proposalId } });
  if (!proposal) throw notFound("This proposal does not exist");
  const { targetId, proposedById } = proposal;
  await lockUsers(tx, viewer.userId, proposedById, ...(targetId ? [targetId] : []));
  await requireOpenSession(tx, viewer);
  const actor = await tx.user.findUnique({
    where: { id: viewer.userId },
    select: { name: true, role: true, isSuper: true, duty: true },
  });
  if (!actor || !can(actor, "admin")) throw new AppError("FORBIDDEN");
  if (targetId === viewer.userId) {
    throw new AppError("FORBIDDEN", "You cannot do this to your own account");
  }
  // The proposal is read again, because it may have been decided before the lock.
  return { proposal: await tx.proposal.findUniqueOrThrow({ where: { id: proposalId } }), actor };
}

/** Requires that the proposer still has the right to propose the act. Throws CONFLICT, NOT_FOUND for a deleted target. */
async function requireProposer(tx: Tx, { kind, proposedById, targetId }: ProposalRow): Promise<void> {
  const proposer = await tx.user.findUnique({ where: { id: proposedById } });
  if (!mayPropose(proposer, kind)) {
    throw new AppError("CONFLICT", "The administrator who asked for this no longer has permission to do it");
  }
  if (targetId) await lockManagedUser(tx, { userId: proposedById }, targetId, rightOfKind[kind]);
}

async function executeAct(
  tx: Tx,
  viewer: Viewer,
  name: string,
  { proposedById }: ProposalRow,
  act: ProposedAct,
): Promise<void> {
  switch (act.kind) {
    case "deletion":
      return executeDeletion(tx, viewer, act.targetId, act.payload.reason);
    case "role_change":
      return executeRoleChange(tx, viewer, {
        userId: act.targetId,
        proposedBy: proposedById,
        ...act.payload,
      });
    case "duty_change":
      return executeDutyChange(tx, viewer, {
        userId: act.targetId,
        proposedBy: proposedById,
        ...act.payload,
      });
    case "new_administrator":
      await insertAdmin(tx, viewer, act.payload, proposedById);
      return;
    case "approval":
      return executeApproval(tx, viewer, {
        userId: act.targetId,
        proposerId: proposedById,
        ...act.payload,
      });
    case "second_approval_off":
      return switchSecondApprovalOff(tx, { id: viewer.userId, name });
    case "return_declaration":
      return executeDeclaration(tx, viewer, act.payload, proposedById);
    case "money_undo":
      return executeUndo(tx, viewer, act.payload, proposedById);
    case "line_match":
      return executeMatch(tx, viewer, act.payload, proposedById);
    case "firm_transfer":
      return executeBooking(tx, viewer, act.payload, proposedById);
    case "account_reopening":
      return executeReopening(tx, viewer, act.targetId, proposedById);
    case "block_lift":
      return executeLift(tx, viewer, act.payload.blockId, proposedById);
    case "risk_override":
      return executeRiskOverride(tx, viewer, act.targetId, act.payload, proposedById);
    case "investment_end":
      return executeEnd(tx, viewer, act.payload, proposedById);
    case "tax_change":
      return executeTaxChange(tx, viewer, act.payload, proposedById);
    case "plan_publication":
      return executePublication(tx, viewer, act.payload, proposedById);
    case "due_diligence":
      return executeDueDiligence(tx, viewer, act.payload, proposedById);
    case "bank_account":
      return executeBankAccount(tx, viewer, act.payload, proposedById);
    case "statement_gap":
      return executeGap(tx, viewer, act.payload, proposedById);
  }
}

const auditDecision = (
  tx: Tx,
  viewer: Viewer,
  { id, kind, targetId, proposedById }: ProposalRow,
  state: "confirmed" | "declined" | "withdrawn",
  noteId?: string,
) =>
  audit(tx, {
    actorId: viewer.userId,
    action: `proposal.${state}`,
    targetId,
    data: { proposalId: id, kind, proposedBy: proposedById, ...(noteId && { noteId }) },
  });
