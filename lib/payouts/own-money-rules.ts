import { addBusinessDays, type Holidays } from "@/lib/calendar/business-day-rules";

/** Where money is between an investor and their investments, and by when the next step is made (product 10.38). Safe in the browser. */

/** Business days in which the firm makes the next step, after which it is late. */
export const STEP_BUSINESS_DAYS = {
  /** From the day on which an amount is due to the transfer. */
  due: 5,
  refund: 5,
  /** From the transfer to its arrival. */
  in_transit: 2,
  /** From the arrival of a transfer to its match. */
  checking: 2,
} as const;

export type MoneyKind = keyof typeof STEP_BUSINESS_DAYS | "partly_paid";

/** An amount on its way, with the days since when and by when. */
export interface OwnMoney {
  key: string;
  kind: MoneyKind;
  amount: bigint;
  since: string;
  by: string;
  isLate: boolean;
  investment: { id: string; reference: string; planName: string } | null;
}

export const moneyLabels: Record<MoneyKind, string> = {
  due: "Due to you",
  refund: "Refund due to you",
  in_transit: "On its way to your bank",
  checking: "Your transfer has arrived and is being checked",
  partly_paid: "Received, waiting for the rest",
};

/** Returns the last day for the firm's next step. */
export const stepDeadline = (
  kind: keyof typeof STEP_BUSINESS_DAYS,
  since: string,
  holidays: Holidays,
): string => addBusinessDays(since, STEP_BUSINESS_DAYS[kind], holidays);
