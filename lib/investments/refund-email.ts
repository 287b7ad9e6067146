import "server-only";
import type { Tx } from "@/lib/db/client";
import { formatKobo } from "@/lib/money";
import { emailInvestor } from "./commands";
import { include } from "./row";

/**
 * Emails the investor that a received transfer with the reference of an investment will be refunded. Does nothing without an investment.
 */
export async function emailRefund(tx: Tx, investmentId: string | null, amount: bigint): Promise<void> {
  if (!investmentId) return;
  const row = await tx.investment.findUniqueOrThrow({ where: { id: investmentId }, include });
  await emailInvestor(tx, row, "transferRefunded", { returned: formatKobo(amount) });
}
