import "server-only";
import type { Tx } from "@/lib/db/client";
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
 * Queues a refund of a receipt, or of its surplus, as a payout. The amount stays in `unallocated_receipts` until a second administrator
 * releases it.
 */
export async function queueRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.payout.create({
    data: { ...refund, source: "receipt", state: "due", reference: newReference() },
  });
}
