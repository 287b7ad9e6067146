import type { Category } from "@/lib/ledger/category-rules";

/** What a person probably decides about a debit of the bank's own, by the words that banks use. Pure functions, safe in the browser. */
const words: [Category, RegExp][] = [
  // First, because banks write "VAT ON NIP CHARGE" and "STAMP DUTY CHARGE".
  ["vat", /\b(VAT|VALUE ADDED TAX)\b/],
  ["stamp_duty", /\b(STAMP ?DUTY|EMTL|EMT LEVY|ELECTRONIC MONEY TRANSFER LEVY)\b/],
  ["bank_charge", /\b(CHARGES?|CHGS?|COMM|COMMISSION|COT|FEES?|SMS ALERTS?|MAINTENANCE)\b/],
];

interface Texts {
  narration: string;
  counterparty: string;
}

/** Returns the category that a debit's texts suggest; null if they suggest none. Only a suggestion: a person decides. */
export function guessCategory({ narration, counterparty }: Texts): Category | null {
  const text = `${counterparty} ${narration}`.toUpperCase();
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

const CHANGING =
  /\S*\d\S*|\b(?:JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)\b/gi;

/** Returns the longest part of a text without what changes, such as numbers and months; the text itself if too little remains. */
export function constantPart(text: string, minLength: number): string {
  const parts = text.split(CHANGING).map((part) => part.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), "");
  return longest.length >= minLength ? longest : text;
}
