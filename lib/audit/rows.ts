import "server-only";
import { db, type Prisma } from "@/lib/db/client";

/** The number of rows per query, which bounds memory regardless of the chain's length. */
const BATCH = 1_000;

/** Returns all matching rows of the audit log, oldest first, in batches. */
export async function* auditRows(
  where: Prisma.AuditEventWhereInput,
): AsyncGenerator<Prisma.AuditEventModel[]> {
  let seq = 0n;
  for (;;) {
    const batch = await db.auditEvent.findMany({
      where: { AND: [where, { seq: { gt: seq } }] },
      orderBy: { seq: "asc" },
      take: BATCH,
    });
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    seq = batch.at(-1)!.seq;
  }
}

/** Returns all matching rows of the audit log, oldest first, as one list; use it for the rows about one user. */
export async function allAuditRows(where: Prisma.AuditEventWhereInput): Promise<Prisma.AuditEventModel[]> {
  const rows: Prisma.AuditEventModel[] = [];
  for await (const batch of auditRows(where)) rows.push(...batch);
  return rows;
}
