import type { Tone } from "@/components/ui/badge";
import { formatDate } from "@/components/ui/format";
import type { BatchDto, DueDto, PayoutDto } from "@/lib/payouts/schema";

export const batchWords: Record<BatchDto["state"], { label: string; tone: Tone }> = {
  proposed: { label: "Waiting for release", tone: "warning" },
  released: { label: "Released", tone: "success" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
};

export const payoutWords: Record<PayoutDto["state"], { label: string; tone: Tone }> = {
  due: { label: "Due", tone: "warning" },
  proposed: { label: "Proposed", tone: "warning" },
  released: { label: "On its way", tone: "info" },
  paid: { label: "Paid", tone: "success" },
  returned: { label: "Came back", tone: "danger" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
};

export const problemWords: Record<NonNullable<DueDto["problem"]>, string> = {
  proposed: "Proposed",
  no_account: "No account",
  held: "Held back",
};

export const cameBackWords = ({ releasedOn, on }: NonNullable<DueDto["cameBack"]>): string =>
  `Released before on ${formatDate(releasedOn)}, ${on ? `came back on ${formatDate(on)}` : "rejected by the bank"}`;

export const countWords = (count: number): string => (count === 1 ? "1 payout" : `${count} payouts`);
