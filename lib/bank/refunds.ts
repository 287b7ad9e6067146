import "server-only";
import type { Tx } from "@/lib/db/client";
import { newReference } from "@/lib/investments/reference-rules";

export interface ReceiptReturn {
  /** In kobo. */
  amount: bigint;
  /** The investment for which it arrived, and its investor; null if they are unknown. */
  investmentId: string | null;
  userId: string | null;
  /** The line of the statement; null for a receipt recorded by hand. */
  lineId: string | null;
}

/**
 * Puts a receipt, or what is too much of it, among the payouts that are due. The money stays in `unallocated_receipts` until two
 * administrators have released it.
 */
export async function requestReturn(tx: Tx, receipt: ReceiptReturn): Promise<void> {
  await tx.payout.create({
    data: { ...receipt, source: "receipt", state: "due", reference: newReference() },
  });
}
