import "server-only";
import { type PendingProposal, propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import type { Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { identityFacts, identitySelect } from "@/lib/onboarding/link-facts";
import { ownIndex } from "@/lib/onboarding/retention/indexes";
import { requireNoConflict } from "@/lib/users/conflicts";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { blockReasons, type BlockReason } from "./schema";

/** Blocks of persons (product 10.20): set with a rejection, lifted by two administrators. */

/**
 * Blocks a locked user who is being rejected: their numbers, documents, phone numbers, addresses and bank accounts, as keyed hashes, which
 * outlive the account. Names are not blocked: strangers share them.
 */
export async function blockPerson(
  tx: Tx,
  actorId: string,
  userId: string,
  reason: BlockReason,
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: identitySelect });
  const indexes = identityFacts(user).flatMap((fact) =>
    fact.field === "nameAndBirth" ? [] : ownIndex(fact),
  );
  const id = uuidv7();
  await tx.personBlock.create({ data: { id, userId, reason, indexes, blockedById: actorId } });
  await audit(tx, { actorId, action: "person.blocked", targetId: userId, data: { blockId: id, reason } });
}

/**
 * Proposes to lift a block. Throws CONFIRMATION_REQUIRED once it is proposed; NOT_FOUND; CONFLICT if it is lifted already, or for a reviewer
 * who shares identifying details with the blocked person.
 */
export async function proposeLift(viewer: Viewer, blockId: string, note: string): Promise<void> {
  await transactionOrProposal(async (tx): Promise<PendingProposal> => {
    const { user, reason } = await requireLiftable(tx, viewer, blockId);
    const payload = { blockId, reason: blockReasons[reason], note };
    return propose(tx, viewer, { kind: "block_lift", targetId: user?.id ?? null, payload });
  });
}

/** Carries out a confirmed lifting. Throws as `proposeLift` does. */
export async function executeLift(
  tx: Tx,
  viewer: Viewer,
  blockId: string,
  proposerId: string,
): Promise<void> {
  const { userId, user } = await requireLiftable(tx, viewer, blockId);
  if (user) await requireNoConflict(tx, proposerId, user.id, "The administrator who asked for this");
  const { count } = await tx.personBlock.updateMany({
    where: { id: blockId, liftedAt: null },
    data: { liftedAt: new Date(), liftedById: viewer.userId },
  });
  if (count === 0) throw new AppError("CONFLICT", "This block has already been lifted");
  const data = { blockId, proposedBy: proposerId };
  await audit(tx, { actorId: viewer.userId, action: "person.block_lifted", targetId: userId, data });
}

/** Returns the block, and its user if the account still exists. */
async function requireLiftable(tx: Tx, viewer: Viewer, blockId: string) {
  const block = await tx.personBlock.findUnique({ where: { id: blockId } });
  if (!block) throw notFound("This block does not exist");
  if (block.liftedAt) throw new AppError("CONFLICT", "This block has already been lifted");
  const exists = (await tx.user.count({ where: { id: block.userId } })) > 0;
  const user = exists ? (await lockManagedUser(tx, viewer, block.userId, "cases.decide")).user : null;
  if (user) await requireNoConflict(tx, viewer.userId, user.id);
  return { ...block, user };
}
