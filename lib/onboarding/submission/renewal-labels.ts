import { dayWords } from "@/lib/dates";

/** Why an approved user is asked to renew details (product 10.42). Safe in the browser. */
export type RenewalReason = "id_expires" | "regular";

/** What a user was asked to renew, and by which day. */
export interface AskedRenewal {
  reason: RenewalReason;
  by: string;
  isOverdue: boolean;
}

/** Describes in words what is renewed and by which day, for the email and the dashboard. */
export const describeRenewal = ({
  reason,
  by,
  isOverdue = false,
}: Omit<AskedRenewal, "isOverdue"> & { isOverdue?: boolean }): string =>
  isOverdue
    ? reason === "id_expires"
      ? `Your identity document expired on ${dayWords(by)}. Please upload your new one.`
      : `We asked for a recent proof of address by ${dayWords(by)}. Please upload one.`
    : reason === "id_expires"
      ? `Your identity document expires. Please upload your new one by ${dayWords(by)}.`
      : `We ask all customers for a recent proof of address from time to time. Please upload one by ${dayWords(by)}.`;
