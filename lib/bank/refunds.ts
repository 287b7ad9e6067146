import "server-only";
import { recordCreated } from "@/lib/acts/record";
import type { Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { newReference } from "@/lib/investments/reference-rules";

export interface Refund {
  /** In kobo. */
  amount: bigint;
  /** The investment for which it was received, and its investor; null if unknown. */
  investmentId: string | null;
  userId: string | null;
  /** The statement line; null for a manual receipt. */
  lineId: string | null;
}

/**
 * Queues a refund of a receipt, or of its surplus, as a payout created by an act. The amount stays in `unallocated_receipts` until a second
 * administrator releases it.
 */
export async function queueRefund(tx: Tx, actId: string, refund: Refund): Promise<void> {
  const id = uuidv7();
  await tx.payout.create({
    data: { ...refund, id, source: "receipt", state: "due", reference: newReference(), actId },
  });
  await recordCreated(tx, actId, "payout", [id]);
}
