import "server-only";
import { transaction, type Tx } from "@/lib/db/client";
import { decodeKey32, env } from "@/lib/env";
import { log } from "@/lib/log";
import { signHead, type ChainHead, type SignedHead } from "./head";
import { addHead, headLines, headsFile, headsOf } from "./heads-file";

/** Serialises signing across servers. */
const LOCK = 7_411_002;

const sign = (head: ChainHead): SignedHead => signHead(decodeKey32(env.AUDIT_SIGNING_KEY), head);

/** The last row of the chain; null if it is empty. */
async function readLastRow(tx: Tx, at: Date): Promise<ChainHead | null> {
  const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  return last && { seq: last.seq.toString(), hash: last.hash, at: at.toISOString() };
}

/** The signed head of the chain; null if it is empty. */
export async function currentHead(tx: Tx, at: Date): Promise<SignedHead | null> {
  const head = await readLastRow(tx, at);
  return head && sign(head);
}

/**
 * Appends the signed head of the chain to a file outside the database, once per day for all servers that share DATA_DIR (threat
 * 37). A database administrator can delete the last rows of the chain, but not change this file.
 * Throws without signing if the row signed last has changed or is missing: a signature would confirm the manipulation.
 * @returns whether this call signed a head
 */
export async function signChainHead(now: Date = new Date()): Promise<boolean> {
  const file = headsFile(env.DATA_DIR);
  const day = now.toISOString().slice(0, 10);
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
    const heads = headsOf(headLines(file));
    await requireUnchanged(tx, heads.at(-1));
    if (heads.some(({ at }) => at.startsWith(day))) return false;
    const head = await readLastRow(tx, now);
    if (head) addHead(file, (previous) => sign({ ...head, previous }));
    return head !== null;
  });
}

async function requireUnchanged(tx: Tx, signed: SignedHead | undefined): Promise<void> {
  // Row 0: a backup of an empty chain was restored.
  if (!signed || signed.seq === "0") return;
  const { seq, hash } = signed;
  if ((await tx.auditEvent.count({ where: { seq: BigInt(seq), hash } })) === 1) return;
  log.error({ event: "audit.broken" });
  throw new Error("The audit chain no longer has the row that was signed last");
}
