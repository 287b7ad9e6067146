import type { Tone } from "@/components/ui/badge";
import { formatDate } from "@/components/ui/format";
import type { BatchDto, DueDto, PayoutDto } from "@/lib/payouts/schema";

export const batchLabels: Record<BatchDto["state"], { label: string; tone: Tone }> = {
  proposed: { label: "Awaiting release", tone: "warning" },
  released: { label: "Released", tone: "success" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
};

export const payoutLabels: Record<PayoutDto["state"], { label: string; tone: Tone }> = {
  proposed: { label: "Proposed", tone: "warning" },
  released: { label: "In transit", tone: "info" },
  paid: { label: "Paid", tone: "success" },
  returned: { label: "Returned", tone: "danger" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
};

export const problemLabels: Record<NonNullable<DueDto["problem"]>, string> = {
  restored: "Waiting for a statement",
  stopped: "Payouts stopped",
  watchlist: "Watchlist alert",
  no_account: "Account missing",
  held: "On hold",
};

export const returnedLabel = ({ releasedOn, on }: NonNullable<DueDto["cameBack"]>): string =>
  `Previously released on ${formatDate(releasedOn)}, ${on ? `returned on ${formatDate(on)}` : "rejected by the bank"}`;

/** Returns what the bank says about the payment of an unknown sender. */
export const senderLabel = ({ on, narration, counterparty }: NonNullable<DueDto["line"]>): string =>
  [[counterparty, narration].filter(Boolean).join(": "), `received on ${formatDate(on)}`]
    .filter(Boolean)
    .join(", ");

export const countLabel = (count: number): string => (count === 1 ? "1 payout" : `${count} payouts`);

/** Returns the outcome of a released batch, such as `4 paid, 1 came back`; null before there is one. */
export const outcomeLabel = ({ paid, returned }: Pick<BatchDto, "paid" | "returned">): string | null =>
  [...(paid > 0 ? [`${paid} paid`] : []), ...(returned > 0 ? [`${returned} came back`] : [])].join(", ") ||
  null;
