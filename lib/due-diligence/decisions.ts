import "server-only";
import { endProposals, propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import type { Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { rateUser } from "@/lib/risk/rating";
import { requireNoConflict } from "@/lib/users/conflicts";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import { requireNotSanctioned } from "@/lib/users/watchlist-hold";
import type { Viewer } from "@/lib/viewer";
import type { DueDiligenceFinding, DueDiligenceFormDto } from "./dto";
import { findFindings } from "./findings";
import { getForm } from "./queries";
import { newestForm } from "./requirement";
import { sealReason, type FormRow } from "./rows";
import type { DueDiligenceDecision, DueDiligenceState } from "./schema";

/** Decisions on due diligence forms (product 10.41). The caller has verified that the viewer is an administrator. */

const MAX_DECISIONS_PER_HOUR = 120;

const stateWords = {
  sent: "sent again",
  approved: "approved",
  changes_requested: "returned for changes",
} as const satisfies Record<DueDiligenceState, string>;

/**
 * Locks the newest form of a customer for a decision. Throws NOT_FOUND; FORBIDDEN for one's own form; ALREADY_DECIDED with the current state if it
 * is not the one that the reviewer saw; CONFLICT if there is a newer version, or for a reviewer who shares identifying details with the
 * customer (threat 64).
 */
async function lockForm(tx: Tx, viewer: Viewer, id: string, expectedState: DueDiligenceState) {
  const found = await tx.dueDiligence.findUnique({ where: { id }, select: { userId: true, kind: true } });
  if (!found) throw notFound("This form does not exist");
  const { user } = await lockManagedUser(tx, viewer, found.userId, "cases.decide");
  const form = await newestForm(tx, found);
  if (!form) throw notFound("This form does not exist");
  if (form.id !== id) throw new AppError("CONFLICT", "The customer has sent a newer version. Open that one.");
  if (form.state !== expectedState)
    throw new AppError("ALREADY_DECIDED", `This form has already been ${stateWords[form.state]}`, {
      data: { state: form.state },
    });
  await requireNoConflict(tx, viewer.userId, user.id);
  return { form, user };
}

/**
 * Approves a form, or asks the customer for changes, also of an approved form; new investments then wait for the next version. Decision, audit
 * row and email commit together. Throws as `lockForm` does; CONFLICT for an approval with findings that the reviewer was not shown, or of
 * somebody who is confirmed to be on a list of sanctions; CONFIRMATION_REQUIRED for an approval with a serious finding, which always needs a
 * second person.
 */
export async function decideDueDiligence(
  viewer: Viewer,
  id: string,
  { verdict, reason, expectedState, seen }: DueDiligenceDecision,
): Promise<DueDiligenceFormDto> {
  await consume(`due-diligence-decision|${viewer.userId}`, MAX_DECISIONS_PER_HOUR, 3_600);
  await transactionOrProposal(async (tx) => {
    const { form, user } = await lockForm(tx, viewer, id, expectedState);
    if (verdict === "changes_requested")
      return saveDecision(tx, viewer.userId, { form, user, verdict, reason: reason ?? "" });
    if (expectedState !== "sent")
      throw new AppError("ALREADY_DECIDED", "This form has already been approved", {
        data: { state: form.state },
      });
    await requireNotSanctioned(tx, user.id);
    const findings = await findFindings(tx, form, viewer.userId);
    const unseen = findings.filter(({ key }) => !seen.includes(key));
    if (unseen.length > 0)
      throw new AppError(
        "CONFLICT",
        "There are new findings about this form. Read them before you approve.",
        {
          data: { findings: unseen.map(({ text }) => text) },
        },
      );
    const serious = findings.filter(({ needsSecondPerson }) => needsSecondPerson);
    if (serious.length > 0)
      return propose(tx, viewer, {
        kind: "due_diligence",
        targetId: user.id,
        payload: {
          formId: id,
          findings: serious.map(({ text }) => text),
          keys: serious.map(({ key }) => key),
        },
      });
    return saveDecision(tx, viewer.userId, { form, user, verdict, findings });
  });
  return getForm(viewer, id);
}

/** Carries out a confirmed approval. Throws as `decideDueDiligence` does, including when there are serious findings that were not proposed. */
export async function executeDueDiligence(
  tx: Tx,
  viewer: Viewer,
  { formId, keys }: { formId: string; keys: readonly string[] },
  proposerId: string,
): Promise<void> {
  const { form, user } = await lockForm(tx, viewer, formId, "sent");
  await requireNoConflict(tx, proposerId, user.id, "The administrator who asked for this");
  await requireNotSanctioned(tx, user.id);
  const findings = await findFindings(tx, form, proposerId);
  if (findings.some(({ kind }) => kind === "risk") && !viewer.isSuper)
    throw new AppError("FORBIDDEN", "A super administrator must approve a customer who is rated high");
  if (findings.some(({ key, needsSecondPerson }) => needsSecondPerson && !keys.includes(key)))
    throw new AppError("CONFLICT", "There are new findings about this form. Look at it again.");
  await saveDecision(tx, viewer.userId, { form, user, verdict: "approved", findings, proposerId });
}

interface NewDecision {
  form: FormRow;
  user: { id: string; name: string; email: string };
  verdict: "approved" | "changes_requested";
  reason?: string;
  /** The findings that the approval sets aside; their number is recorded in the audit log. */
  findings?: readonly DueDiligenceFinding[];
  proposerId?: string;
}

/** Stores the decision with its audit row and email, and ends the pending proposal about the form. */
async function saveDecision(
  tx: Tx,
  actorId: string,
  { form, user, verdict, reason, findings = [], proposerId }: NewDecision,
): Promise<void> {
  const { id: userId, name, email: to } = user;
  await tx.dueDiligence.update({
    where: { id: form.id },
    data: {
      state: verdict,
      decidedAt: new Date(),
      decidedById: actorId,
      reasonCipher: reason === undefined ? null : sealReason(form, reason),
    },
  });
  await rateUser(tx, userId);
  await endProposals(tx, { kind: "due_diligence", subject: form.id }, { state: "superseded", actorId });
  await audit(tx, {
    actorId,
    action: `due_diligence.${verdict}`,
    targetId: userId,
    data: {
      formId: form.id,
      from: form.state,
      ...(findings.length > 0 && { findings: findings.length }),
      ...(proposerId && { proposedBy: proposerId }),
    },
  });
  await enqueue(
    tx,
    reason === undefined
      ? { to, userId, template: "dueDiligenceApproved", data: { name } }
      : { to, userId, template: "dueDiligenceReturned", data: { name, reason } },
  );
}
