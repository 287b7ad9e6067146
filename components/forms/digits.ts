import { normalizeNumber } from "@/lib/text";

/** Full-width digits, too, are digits. */
const digitsOf = (typed: string): string => normalizeNumber(typed).replace(/\D/g, "");

/** Returns the digits of a phone number without leading zeros (product 5.1): 0801 234 5678 becomes 8012345678. */
export const phoneDigits = (typed: string): string => digitsOf(typed).replace(/^0+/, "");

/** Returns the six digits of a code. */
export const codeDigits = (typed: string): string => digitsOf(typed).slice(0, 6);

/** Returns the digits of a NIN, BVN or account number, which may be pasted with spaces. */
export const onlyDigits = (typed: string): string => digitsOf(typed);
