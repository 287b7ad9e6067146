import "server-only";
import { db, transaction, type Tx } from "@/lib/db/client";
import { decodeKey32, env } from "@/lib/env";
import { AdvisoryLock, lock } from "@/lib/locks";
import { describeError, log } from "@/lib/log";
import { signHead, type ChainHead, type SignedHead } from "./head";
import { addHead, headsFile, lastHead } from "./heads-file";
import { deliverHeads } from "./sink";

const sign = (head: ChainHead): SignedHead => signHead(decodeKey32(env.AUDIT_SIGNING_KEY), head);

/** Returns the last row of the chain; null if it is empty. */
async function readLastRow(tx: Tx, at: Date): Promise<ChainHead | null> {
  const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  return last && { seq: last.seq.toString(), hash: last.hash, at: at.toISOString() };
}

/** Returns the signed head of the chain; null if it is empty. */
export async function currentHead(tx: Tx, at: Date): Promise<SignedHead | null> {
  const head = await readLastRow(tx, at);
  return head && sign(head);
}

/**
 * If the chain has grown, appends its signed head to a file outside the database and sends it to AUDIT_SINK (threat 37, 55). The owner of
 * the database can delete the last rows of the chain, but cannot change a head that has been sent. Servers that share DATA_DIR sign each
 * row once. Throws without signing if the last signed row has changed or is missing: a signature would confirm the manipulation.
 * @returns whether this call signed a head
 */
export async function signChainHead(now: Date = new Date()): Promise<boolean> {
  const file = headsFile(env.DATA_DIR);
  const signed = await transaction(async (tx) => {
    await lock(tx, AdvisoryLock.auditSigning);
    const previousHead = lastHead(file);
    await requireUnchanged(tx, previousHead);
    const head = await readLastRow(tx, now);
    if (!head || head.seq === previousHead?.seq) return false;
    addHead(file, (previous) => sign({ ...head, previous }));
    return true;
  });
  await deliverHeads(file);
  return signed;
}

/** Signs the head after an act whose record must not be truncated. Failures are logged; the job tries again. */
export async function signChainHeadNow(): Promise<void> {
  try {
    await signChainHead();
  } catch (error) {
    log.warn({ event: "audit.unsigned", ...describeError(error) });
  }
}

async function requireUnchanged(tx: Tx, signed: SignedHead | undefined): Promise<void> {
  if (!signed || (await hasRow(tx, signed))) return;
  log.error({ event: "audit.broken" });
  throw new Error("The audit chain no longer has the row that was signed last");
}

/** Returns whether the database contains the row of a signed head. Row 0 means an empty chain that was restored from a backup. */
const hasRow = async (tx: Pick<Tx, "auditEvent">, { seq, hash }: SignedHead): Promise<boolean> =>
  seq === "0" || (await tx.auditEvent.count({ where: { seq: BigInt(seq), hash } })) === 1;

/** Returns whether the chain contains the last signed row. */
export async function isChainWhole(): Promise<boolean> {
  const signed = lastHead(headsFile(env.DATA_DIR));
  return !signed || hasRow(db, signed);
}
