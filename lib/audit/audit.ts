import "server-only";
import { createHash } from "node:crypto";
import { uuidv7 } from "@/lib/ids";
import type { Tx } from "@/lib/db/client";
import { canonical } from "./head";

/** What is written down (product 2.13, threat 37). */
export type AuditAction =
  | "user.role_changed"
  | "user.deleted"
  | "user.registered"
  | "user.password_changed"
  | "user.data_downloaded"
  | "two_step.enabled"
  | "two_step.disabled"
  | "two_step.codes_renewed"
  | "two_step.recovery_used"
  | "users.exported"
  | "audit.exported"
  | "session.reuse_detected"
  | "session.ended"
  | "session.others_ended"
  | "submission.submitted"
  | "submission.approved"
  | "submission.rejected"
  | "submission.emptied"
  | "pii.revealed"
  | "admin.created"
  | "admin.deleted"
  | "carousel.created"
  | "carousel.updated"
  | "carousel.deleted"
  | "carousel.reordered";

export interface AuditEntry {
  /** Who did it; null for the product itself. */
  actorId: string | null;
  action: AuditAction;
  targetId: string | null;
  /** Facts only: ids, states, names of fields. Never a name, an address or a number of a person. */
  data?: Record<string, string | number | boolean | null>;
}

const GENESIS = "0".repeat(64);
/** One writer at a time across all servers; held until the transaction ends. */
const LOCK = 7_411_001;

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

/**
 * Adds a row to the chain, in the transaction of what it tells of. Call it last: from here on until the commit, other audited
 * transactions wait.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
  const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  const link: Link = {
    seq: (last?.seq ?? 0n) + 1n,
    id: uuidv7(),
    at: new Date(),
    actorId: entry.actorId,
    action: entry.action,
    targetId: entry.targetId,
    data: entry.data ?? {},
    prevHash: last?.hash ?? GENESIS,
  };
  await tx.auditEvent.create({ data: { ...link, data: entry.data ?? {}, hash: hashOf(link) } });
}
