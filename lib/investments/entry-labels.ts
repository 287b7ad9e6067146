import { REVERSAL, kindLabel } from "@/lib/ledger/rules";

/** What happens to an investor's money, in their words. Safe in the browser. */
const words: Partial<Record<string, string>> = {
  receipt_match: "Received",
  allocation: "Invested",
  receipt_return: "To be returned to you",
  return_due: "Return due, before tax",
  principal_due: "Principal due",
  reinvestment: "Reinvested",
  [REVERSAL]: "Correction",
};

/** What an entry of the ledger means to an investor. */
export const entryWords = (kind: string): string => words[kind] ?? kindLabel(kind);

/** The same, where the amount is what comes to the investor's own accounts. */
export const ownWords = (kind: string): string =>
  kind === "return_due" ? "Return due, after tax" : entryWords(kind);

/** Where money moves between two accounts of an investor. */
const moves: Partial<Record<string, Partial<Record<string, string>>>> = {
  principal_due: { principal: "No longer invested", due_to_investor: "Principal due" },
  reinvestment: { principal: "Reinvested", due_to_investor: "Used for a reinvestment" },
};

/** The same for one posting of an entry. */
export const postingWords = ({ kind, account }: { kind: string; account: string }): string =>
  moves[kind]?.[account] ?? ownWords(kind);
