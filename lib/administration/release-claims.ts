import "server-only";
import type { Tx } from "@/lib/db/client";

/** Releases the cases of somebody who no longer decides on them. */
export async function releaseClaims(tx: Tx, userId: string): Promise<void> {
  await tx.submission.updateMany({
    where: { claimedById: userId },
    data: { claimedById: null, claimedAt: null, claimActiveAt: null },
  });
}
