import { REVERSAL, kindLabel } from "@/lib/ledger/rules";

/** Labels of ledger entries for investors. Safe in the browser. */
const labels: Partial<Record<string, string>> = {
  receipt_match: "Received",
  allocation: "Invested",
  receipt_return: "Refund released",
  return_due: "Return due, before tax",
  principal_due: "Principal due",
  reinvestment: "Reinvested",
  [REVERSAL]: "Correction",
};

/** Returns the label of a ledger entry for an investor. */
export const entryLabel = (kind: string): string => labels[kind] ?? kindLabel(kind);

/** Returns the label for a net amount, as on the investor's accounts. */
export const netEntryLabel = (kind: string): string =>
  kind === "return_due" ? "Return due, after tax" : entryLabel(kind);

/** Labels of entries that move money between two of an investor's accounts. */
const transferLabels: Partial<Record<string, Partial<Record<string, string>>>> = {
  principal_due: { principal: "No longer invested", due_to_investor: "Principal due" },
  reinvestment: { principal: "Reinvested", due_to_investor: "Used for reinvestment" },
};

/** The label of one posting of an entry. */
export const postingLabel = ({ kind, account }: { kind: string; account: string }): string =>
  transferLabels[kind]?.[account] ?? netEntryLabel(kind);
