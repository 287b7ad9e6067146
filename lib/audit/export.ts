import "server-only";
import { Readable } from "node:stream";
import type { Viewer } from "@/lib/viewer";
import { can } from "@/lib/rights";
import { transaction, type Prisma } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { consume } from "@/lib/limits/limits";
import { currentHead } from "./anchor";
import { auditNow } from "./audit";
import type { SignedHead } from "./head";
import { auditRows } from "./rows";

const MAX_EXPORTS_PER_HOUR = 10;

/**
 * Streams the whole chain as JSON lines, oldest row first, then its signed head, with which server/commands/audit-verifier.ts detects
 * missing rows. The export is audited too, as the last row of its own output. It aborts if the session ends or the viewer loses the right.
 * Throws RATE_LIMITED.
 */
export async function exportAudit(viewer: Viewer): Promise<ReadableStream<Uint8Array>> {
  await consume(`audit-export|${viewer.userId}`, MAX_EXPORTS_PER_HOUR, 3_600);
  const head = await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "audit.read");
    await auditNow(tx, [{ actorId: viewer.userId, action: "audit.exported", targetId: null }]);
    return currentHead(tx, new Date());
  });
  return Readable.toWeb(
    Readable.from(lines(viewer, head!), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
}

/** Leaves the hashes of a row, so that the chain still verifies; its contents are for those who decide on suspicions (product 10.43). */
const withhold = ({ seq, prevHash, hash }: Prisma.AuditEventModel) => ({
  seq,
  prevHash,
  hash,
  withheld: true,
});

async function* lines(viewer: Viewer, head: SignedHead): AsyncGenerator<string> {
  const isWithheld = ({ action }: Prisma.AuditEventModel) =>
    action.startsWith("suspicion.") && !can(viewer, "suspicions.decide");
  for await (const rows of auditRows({ seq: { lte: BigInt(head.seq) } })) {
    await transaction((tx) => lockAdministrator(tx, viewer, "audit.read"));
    const shown = rows.map((row) => (isWithheld(row) ? withhold(row) : row));
    yield shown.map((row) => `${JSON.stringify({ ...row, seq: row.seq.toString() })}\n`).join("");
  }
  yield `${JSON.stringify({ head })}\n`;
}
