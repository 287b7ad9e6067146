import "server-only";
import { db, type Prisma } from "@/lib/db/client";

/** The number of rows per query, so that memory does not grow with the chain. */
const BATCH = 1_000;

/** All rows of the audit log that match, oldest first, in batches. */
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

/** Returns all rows of the audit log that match, oldest first, in one list; for the rows about one user. */
export async function allAuditRows(where: Prisma.AuditEventWhereInput): Promise<Prisma.AuditEventModel[]> {
  const rows: Prisma.AuditEventModel[] = [];
  for await (const batch of auditRows(where)) rows.push(...batch);
  return rows;
}
