import "server-only";
import type * as z from "zod";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { isRequired } from "@/lib/approvals/requirements";
import type { ApprovalReason } from "@/lib/approvals/schema";
import { lockUsers, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { joinWords } from "@/lib/join-words";
import type { VerificationStatus } from "@/lib/roles";
import { getUserForViewer } from "@/lib/users/admin-queries";
import type { UserDto } from "@/lib/users/dto";
import { type lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "@/lib/users/conflicts";
import { blockPerson } from "../blocks/commands";
import { requireNotSanctioned } from "../screening/hits";
import { requireNotBlocked } from "../blocks/queries";
import { closeTwins, findOpenTwins } from "../duplicates/closure";
import { questionsOf, reasonsOf, type FindingDto } from "../findings/schema";
import { readFindings } from "../review";
import { lockForDecision } from "./lock-for-decision";
import { emailDecision, saveDecision, type NewDecision } from "./save-decision";
import type { decisionSchema } from "./schema";

/** Commands of reviewers (product 4.3, 10.5, 10.9). The caller has verified that the viewer is an administrator. */

/**
 * Approves or rejects a submission. Uses compare-and-swap on the state that the reviewer saw: one of several concurrent decisions
 * succeeds, and the others throw ALREADY_DECIDED with the current state. Decision, audit row and email commit together (threat 20). Throws
 * NOT_FOUND; FORBIDDEN for one's own submission; CONFLICT for administrators, if reviewer and applicant have identifying details in
 * common (threat 64), and for approvals as `requireApprovable` and `requireSeen` do; CONFIRMATION_REQUIRED to approve a case with a finding
 * that needs a second person while second approval is on (threat 68).
 */
export async function decideSubmission(
  viewer: Viewer,
  userId: string,
  decision: z.output<typeof decisionSchema>,
): Promise<UserDto> {
  const { status, rejectionReason: reason, goesOn, seen, block } = decision;
  await transactionOrProposal(async (tx) => {
    if (status === "approved") await lockWithTwins(tx, viewer.userId, userId);
    const user = await lockForDecision(tx, viewer, userId, decision);
    if (status === "rejected") {
      await decide(tx, viewer, user, { status, reason });
      if (block) await blockPerson(tx, viewer.userId, userId, block);
      return;
    }
    await requireApprovable(tx, user, goesOn);
    const findings = await readFindings(tx, viewer, userId);
    requireSeen(findings, seen);
    const reasons = reasonsOf(findings);
    if (reasons.length > 0 && (await isRequired(tx, "second_approval"))) {
      const payload = {
        submissionId: user.currentSubmissionId,
        status: user.status,
        reasons,
        ...(goesOn && { goesOn }),
      };
      return propose(tx, viewer, { kind: "approval", targetId: userId, payload });
    }
    if (reasons.includes("risk") && !viewer.isSuper)
      throw new AppError("FORBIDDEN", "A super administrator must approve a customer who is rated high");
    await approve(tx, viewer, user, { findings, shown: seen !== undefined });
  });
  return getUserForViewer(viewer, userId);
}

type Applicant = Awaited<ReturnType<typeof lockManagedUser>>["user"];

/** Carries out a confirmed approval. Throws as `decideSubmission` does, including when the case has changed since it was proposed. */
export async function executeApproval(
  tx: Tx,
  viewer: Viewer,
  proposal: {
    userId: string;
    proposerId: string;
    submissionId: string | null;
    status: VerificationStatus;
    reasons: readonly ApprovalReason[];
    goesOn?: string;
  },
): Promise<void> {
  const { userId, proposerId, submissionId, status: expectedStatus, goesOn } = proposal;
  await lockWithTwins(tx, viewer.userId, userId);
  const user = await lockForDecision(tx, viewer, userId, {
    status: "approved",
    submissionId,
    expectedStatus,
  });
  await requireApprovable(tx, user, goesOn);
  await requireNoConflict(tx, proposerId, userId, "The administrator who asked for this");
  const proposer = await tx.user.findUniqueOrThrow({ where: { id: proposerId } });
  const findings = await readFindings(
    tx,
    { ...viewer, userId: proposerId, isSuper: proposer.isSuper, duty: proposer.duty },
    userId,
  );
  if (reasonsOf(findings).some((reason) => !proposal.reasons.includes(reason)))
    throw new AppError("CONFLICT", "There are new findings about this case. Look at it again.");
  await approve(tx, viewer, user, { findings, shown: true });
}

/** Locks the user together with the accounts that an approval closes, in id order. */
const lockWithTwins = async (tx: Tx, viewerId: string, userId: string) =>
  lockUsers(tx, viewerId, userId, ...(await findOpenTwins(tx, userId)));

async function approve(
  tx: Tx,
  viewer: Viewer,
  user: Applicant,
  setAside: NonNullable<NewDecision["setAside"]>,
): Promise<void> {
  await decide(tx, viewer, user, { status: "approved", setAside });
  await closeTwins(tx, viewer.userId, user.id);
}

async function decide(tx: Tx, viewer: Viewer, user: Applicant, decision: NewDecision): Promise<void> {
  await saveDecision(tx, viewer.userId, user, decision);
  await emailDecision(tx, user, decision);
}

/**
 * Throws CONFLICT if the account is closed, if the person is blocked (product 10.20) or confirmed to be on a list of sanctions, or if another open account belongs to the same person and
 * `goesOn` is not this account.
 */
async function requireApprovable(tx: Tx, user: Applicant, goesOn: string | undefined): Promise<void> {
  if (user.closedAt)
    throw new AppError(
      "CONFLICT",
      "This account is closed as a duplicate. Two administrators can reopen it.",
    );
  await requireNotBlocked(tx, user.id);
  await requireNotSanctioned(tx, user.id);
  if (goesOn === user.id) return;
  const twins = await findOpenTwins(tx, user.id);
  if (twins.length === 0) return;
  const others = await tx.user.findMany({
    where: { id: { in: twins } },
    select: { name: true, email: true },
  });
  throw new AppError(
    "CONFLICT",
    `This person has another account: ${joinWords(others.map(({ name, email }) => `${name}, ${email}`))}. Choose which one continues: only that one can be approved.`,
  );
}

/** Throws CONFLICT, with their texts, if there are findings with a consequence that the reviewer was not shown. */
function requireSeen(findings: readonly FindingDto[], seen: readonly string[] | undefined): void {
  const unseen = questionsOf(findings).filter(({ key }) => seen && !seen.includes(key));
  if (unseen.length > 0)
    throw new AppError("CONFLICT", "There are new findings about this case. Read them before you approve.", {
      data: { findings: unseen.map(({ text }) => text) },
    });
}
