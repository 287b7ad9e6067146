import "server-only";
import { transaction, type Tx } from "@/lib/db/client";
import { decodeKey32, env } from "@/lib/env";
import { signHead, type SignedHead } from "./head";
import { addHead, headLines, headsFile } from "./heads-file";

/** One server at a time looks whether today's head is written. */
const LOCK = 7_411_002;

/** The newest row of the chain, signed; null while there is none. */
export async function currentHead(tx: Tx, at: Date): Promise<SignedHead | null> {
  const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  if (!last) return null;
  const head = { seq: last.seq.toString(), hash: last.hash, at: at.toISOString() };
  return signHead(decodeKey32(env.AUDIT_SIGNING_KEY), head);
}

/**
 * Writes the head of the chain outside the database, once a day over all servers that share DATA_DIR (TRUST 37): a database
 * administrator can cut rows off the end, but not out of this file. Answers whether it was this server's turn.
 */
export async function anchorHead(now: Date = new Date()): Promise<boolean> {
  const file = headsFile(env.DATA_DIR);
  const day = now.toISOString().slice(0, 10);
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
    if (headLines(file).some((line) => line.includes(`"at":"${day}`))) return false;
    const head = await currentHead(tx, now);
    if (head) addHead(file, head);
    return head !== null;
  });
}
