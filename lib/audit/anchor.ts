import "server-only";
import { transaction, type Tx } from "@/lib/db/client";
import { decodeKey32, env } from "@/lib/env";
import { log } from "@/lib/log";
import { signHead, type ChainHead, type SignedHead } from "./head";
import { addHead, headLines, headsFile, headsOf } from "./heads-file";

/** One server at a time looks whether today's head is written. */
const LOCK = 7_411_002;

const sign = (head: ChainHead): SignedHead => signHead(decodeKey32(env.AUDIT_SIGNING_KEY), head);

/** The newest row of the chain; null while there is none. */
async function newest(tx: Tx, at: Date): Promise<ChainHead | null> {
  const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  return last && { seq: last.seq.toString(), hash: last.hash, at: at.toISOString() };
}

/** The newest row of the chain, signed by itself; null while there is none. */
export async function currentHead(tx: Tx, at: Date): Promise<SignedHead | null> {
  const head = await newest(tx, at);
  return head && sign(head);
}

/**
 * Writes the head of the chain outside the database, once a day over all servers that share DATA_DIR (threat 37): a database
 * administrator can cut rows off the end, but not out of this file. Answers whether it was this server's turn.
 * Throws, and signs nothing, when the row that was signed last is no longer there as it was: a signature would bless what was forged.
 */
export async function signChainHead(now: Date = new Date()): Promise<boolean> {
  const file = headsFile(env.DATA_DIR);
  const day = now.toISOString().slice(0, 10);
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
    const heads = headsOf(headLines(file));
    await requireStanding(tx, heads.at(-1));
    if (heads.some(({ at }) => at.startsWith(day))) return false;
    const head = await newest(tx, now);
    if (head) addHead(file, (previous) => sign({ ...head, previous }));
    return head !== null;
  });
}

async function requireStanding(tx: Tx, signed: SignedHead | undefined): Promise<void> {
  // Row 0 is what a backup of an empty chain goes back to.
  if (!signed || signed.seq === "0") return;
  const { seq, hash } = signed;
  if ((await tx.auditEvent.count({ where: { seq: BigInt(seq), hash } })) === 1) return;
  log.error({ event: "audit.broken" });
  throw new Error("The audit chain no longer has the row that was signed last");
}
