import "server-only";
import { createHash } from "node:crypto";
import { uuidv7 } from "@/lib/ids";
import { AdvisoryLock, lock } from "@/lib/locks";
import { beforeCommit, type Tx } from "@/lib/db/client";
import { canonical } from "./head";
import { currentKey } from "./key-context";

/** The audited actions (product 2.13, threat 37). */
export type AuditAction =
  | "user.role_changed"
  | "user.deleted"
  | "user.registered"
  | "user.password_changed"
  | "user.profile_changed"
  | "user.name_confirmed"
  | "user.archive_requested"
  | "user.archive_stopped"
  | "user.data_downloaded"
  | "two_step.enabled"
  | "two_step.app_added"
  | "two_step.app_removed"
  | "two_step.disabled"
  | "two_step.codes_renewed"
  | "two_step.recovery_used"
  | "passkey.added"
  | "passkey.removed"
  | "passkey.copy_suspected"
  | "users.exported"
  | "changes.exported"
  | "audit.exported"
  | "suspicion.reported"
  | "suspicion.decided"
  | "suspicion.listed"
  | "suspicion.exported"
  | "suspicion.expired"
  | "session.reuse_detected"
  | "session.ended"
  | "session.others_ended"
  | "submission.submitted"
  | "submission.approved"
  | "submission.rejected"
  | "submission.approval_ended"
  | "submission.renewal_started"
  | "user.renewal_asked"
  | "case.id_expiry_entered"
  | "risk.overridden"
  | "submission.emptied"
  | "case.claimed"
  | "case.assigned"
  | "case.released"
  | "case.returned"
  | "case.noted"
  | "case.part_reviewed"
  | "case.duplicate_decided"
  | "account.closed"
  | "account.goes_on"
  | "account.reopened"
  | "person.blocked"
  | "person.block_lifted"
  | "case.hit_decided"
  | "watchlist.imported"
  | "screening.alerted"
  | "alert.opened"
  | "alert.taken"
  | "alert.released"
  | "alert.closed"
  | "screening.hits_ended"
  | "record.opened"
  | "evidence.exported"
  | "records.expired"
  | "pii.revealed"
  | "reveals.limited"
  | "user.viewed"
  | "document.viewed"
  | "reads.alerted"
  | "proposal.made"
  | "proposal.confirmed"
  | "proposal.declined"
  | "proposal.expired"
  | "proposal.withdrawn"
  | "proposal.superseded"
  | "proposal.failed"
  | "requirement.switched_on"
  | "requirement.switched_off"
  | "guardian.named"
  | "guardian.consented"
  | "guardian.declined"
  | "guardian.withdrew"
  | "guardian.ended"
  | "identity.asked"
  | "identity.answered"
  | "identity.compared"
  | "holiday.added"
  | "holiday.removed"
  | "deadline.changed"
  | "admin.created"
  | "admin.duty_changed"
  | "admin.deleted"
  | "plan.created"
  | "plan.edited"
  | "plan.published"
  | "plan.closed"
  | "plan.reopened"
  | "due_diligence.sent"
  | "due_diligence.approved"
  | "due_diligence.changes_requested"
  | "due_diligence.expired"
  | "investment.requested"
  | "investment.cancelled"
  | "investment.expired"
  | "investment.overdue"
  | "investment.receipt_recorded"
  | "investment.activated"
  | "investment.instalment_due"
  | "investment.matured"
  | "investment.maturity_announced"
  | "investment.redemption_requested"
  | "investment.redeemed"
  | "investment.end_decided"
  | "investment.ended"
  | "investment.reinvestment_chosen"
  | "investment.reinvested"
  | "plan.return_declared"
  | "tax.changed"
  | "tax.announced"
  | "payout.proposed"
  | "money_act.undone"
  | "money_act.exported"
  | "payout.released"
  | "payout.held"
  | "payout.stopped"
  | "payout.file_downloaded"
  | "upload_template.changed"
  | "payout.names_asked"
  | "payout.name_answered"
  | "payout.account_entered"
  | "payout.paid"
  | "payout.came_back"
  | "statement.imported"
  | "statement.read"
  | "statement.gap_accepted"
  | "bank_account.changed"
  | "statement_line.matched"
  | "statement_line.returned"
  | "statement_line.ignored"
  | "statement_line.booked"
  | "line_rule.previewed"
  | "line_rule.made"
  | "line_rule.switched"
  | "line_rule.deleted"
  | "api_key.made"
  | "api_key.rotated"
  | "api_key.revoked"
  | "api_key.refused"
  | "webhook.made"
  | "webhook.changed"
  | "webhook.rotated"
  | "webhook.switched_on"
  | "webhook.switched_off"
  | "webhook.replayed"
  | "webhook.deleted"
  | "carousel.created"
  | "carousel.updated"
  | "carousel.deleted"
  | "carousel.reordered";

export interface AuditEntry {
  /** The acting user, or null for the system. */
  actorId: string | null;
  action: AuditAction;
  targetId: string | null;
  /** Ids, states and field names only; never personal data. */
  data?: Record<string, string | number | boolean | null>;
}

/** Values are ids or codes, without spaces and without digits that could be a person's number. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const CODE = /^(?!.*\d{5})[A-Za-z][\w.]{0,63}$/;

/** The chain outlives its users, so it must never contain free text (threat 60). Throws an error that names the key, not the value. */
function requireCodes(data: NonNullable<AuditEntry["data"]>): void {
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === "string" && !ID.test(value) && !CODE.test(value))
      throw new Error(`The audit log accepts ids and codes only: ${key}`);
  }
}

const GENESIS = "0".repeat(64);

interface Link {
  seq: bigint;
  id: string;
  at: Date;
  actorId: string | null;
  action: string;
  targetId: string | null;
  data: unknown;
  prevHash: string;
}

function hashOf(link: Link): string {
  const text = canonical({ ...link, seq: link.seq.toString(), at: link.at.toISOString() });
  return createHash("sha256").update(text).digest("hex");
}

/** Waits for other writers of the chain. Use it for a check that must hold until the row is written. */
export const lockChain = (tx: Tx): Promise<unknown> => lock(tx, AdvisoryLock.auditChain);

/** Adds the id of the API key with which a program acts for a user. */
function withKey(entry: AuditEntry): AuditEntry {
  const keyId = entry.actorId && currentKey();
  return keyId ? { ...entry, data: { ...entry.data, keyId } } : entry;
}

const pending = new WeakMap<Tx, AuditEntry[]>();

/**
 * Audits a change in its transaction. The row is written right before the commit, because it blocks other audited transactions until then.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  requireCodes(entry.data ?? {});
  const named = withKey(entry);
  const entries = pending.get(tx);
  if (entries) {
    entries.push(named);
    return;
  }
  const first = [named];
  beforeCommit(tx, () => auditNow(tx, first));
  pending.set(tx, first);
}

/**
 * Appends rows to the chain immediately, for a transaction that reads them; this blocks other audited transactions until the commit. Throws
 * if the database does not store a row, e.g. because of a trigger installed by someone who wants to act unrecorded (threat 55).
 */
export async function auditNow(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  for (const { data } of entries) requireCodes(data ?? {});
  await lockChain(tx);
  const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  let [seq, prevHash] = [last?.seq ?? 0n, last?.hash ?? GENESIS];
  const rows = entries.map(withKey).map(({ actorId, action, targetId, data = {} }) => {
    seq += 1n;
    // A search by time uses the id, so both must have the same time.
    const at = new Date();
    const link: Link = { seq, id: uuidv7(at.getTime()), at, actorId, action, targetId, data, prevHash };
    prevHash = hashOf(link);
    return { ...link, data, hash: prevHash };
  });
  const stored = await tx.auditEvent.createManyAndReturn({ data: rows, select: { hash: true } });
  const hashes = new Set(stored.map(({ hash }) => hash));
  const missing = rows.find(({ hash }) => !hashes.has(hash));
  if (missing) throw new Error(`The audit row of ${missing.action} was not stored`);
}
