import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";

/** The delay before a failed check is repeated. */
const RETRY_MS = 5_000;

/**
 * Logs `audit.writable` if the application's database role could change or delete rows of the audit log, as the owner of the table or by
 * its privileges (threat 55, docs/operations/deployment.md). Repeats the check until the database responds. Never throws.
 */
export async function warnIfAuditIsWritable(): Promise<void> {
  for (;;) {
    try {
      const [row] = await db.$queryRaw<[{ writable: boolean }]>`
        SELECT pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS writable
        FROM pg_class WHERE oid = 'audit_events'::regclass`;
      if (row.writable) log.warn({ event: "audit.writable" });
      return;
    } catch (error) {
      log.warn({ event: "audit.unchecked", ...describeError(error) });
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}
