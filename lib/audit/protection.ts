import "server-only";
import { db } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";

/**
 * Logs `audit.writable` if the application's database role could change or delete rows of the audit log: as the owner of the table, or by
 * its privileges (threat 55, docs/operations/deployment.md). Never throws.
 */
export async function warnIfAuditIsWritable(): Promise<void> {
  try {
    const [row] = await db.$queryRaw<[{ writable: boolean }]>`
      SELECT pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS writable
      FROM pg_class WHERE oid = 'audit_events'::regclass`;
    if (row.writable) log.warn({ event: "audit.writable" });
  } catch (error) {
    log.warn({ event: "audit.unchecked", ...describeError(error) });
  }
}
