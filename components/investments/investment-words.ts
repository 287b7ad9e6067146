import type { Tone } from "@/components/ui/badge";
import { formatDate } from "@/components/ui/format";
import type { InvestmentState } from "@/lib/investments/rules";
import type { InvestmentSummaryDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";
import { monthWords } from "@/lib/rates";

export const stateTones: Record<InvestmentState, Tone> = {
  requested: "warning",
  active: "success",
  cancelled: "neutral",
  expired: "neutral",
  matured: "neutral",
  redeemed: "neutral",
  ended: "neutral",
};

/** Returns the outstanding amount in kobo. */
export const outstandingAmount = ({
  amount,
  received,
}: Pick<InvestmentSummaryDto, "amount" | "received">): bigint => BigInt(amount) - BigInt(received);

/** Returns an investor's next step in a few words. */
export function nextStep(
  investment: Pick<InvestmentSummaryDto, "state" | "amount" | "received" | "expiresAt">,
): string {
  if (investment.state !== "requested") return "Nothing to do";
  const missing = formatKobo(outstandingAmount(investment));
  return BigInt(investment.received) > 0n
    ? `Transfer the rest, ${missing}`
    : `Transfer ${missing} by ${formatDate(investment.expiresAt)}`;
}

/** Returns a redemption that has not taken effect in words. */
export const pendingRedemptionLabel = ({
  amount,
  on,
}: InvestmentSummaryDto["pendingRedemptions"][number]): string =>
  `${formatKobo(BigInt(amount))}, takes effect on ${formatDate(on)}, with the return declared for the period`;

/** Returns the next instalment, such as `₦1,000 on 2 March 2027`. */
export function nextInstalmentLabel({
  nextPayment,
  waitsFor,
}: Pick<InvestmentSummaryDto, "nextPayment" | "waitsFor">): string {
  if (waitsFor) return `Awaiting the declaration for ${monthWords(waitsFor)}`;
  if (!nextPayment) return "None";
  const { day, low, high, isTarget } = nextPayment;
  const amount =
    low === high ? formatKobo(BigInt(low)) : `${formatKobo(BigInt(low))} to ${formatKobo(BigInt(high))}`;
  return `${amount} on ${formatDate(day)}${isTarget ? " (target)" : ""}`;
}
