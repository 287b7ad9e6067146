import { foldText } from "@/lib/text";
import list from "./ng-institutions.json";

/**
 * The Nigerian institutions that receive transfers by NIP (product 3). `npm run institutions:import` replaces the list; its sources are in
 * docs/reference-data.md. Safe in the browser.
 */
export const institutionKinds = [
  "commercial_bank",
  "non_interest_bank",
  "merchant_bank",
  "mobile_money",
  "payment_service_bank",
  "microfinance_bank",
  "mortgage_bank",
  "finance_company",
] as const;

export interface Institution {
  name: string;
  kind: (typeof institutionKinds)[number];
  /** The six-digit code of NIBSS for NIP transfers. */
  nipCode: string;
  /** The three-digit code of the CBN, from which the check digit of account numbers is computed. */
  cbnCode?: string;
  /** Other names in use. */
  aliases?: string[];
  /** False if its licence ended, or if the latest list does not have it; applicants may still name it. */
  licensed?: false;
}

/** Banks first, then wallets, then the other institutions, each in alphabetical order. */
export const institutions = list.institutions as readonly Institution[];

/** The institutions whose account numbers have a check digit. */
export const banks = institutions.filter(({ cbnCode }) => cbnCode !== undefined);

/** Returns the key for comparing names: without case, spaces, hyphens, slashes and apostrophes (product 10.9). */
export const placeKey = (name: string): string => foldText(name).replace(/[\s\-/'.]+/g, "");

const byKey = new Map(
  institutions
    .flatMap((each) => [...(each.aliases ?? []), each.name].map((name) => [placeKey(name), each] as const))
    // A name is more certain than another institution's alias.
    .toSorted(
      ([a, one], [b, other]) => Number(a === placeKey(one.name)) - Number(b === placeKey(other.name)),
    ),
);

/** Returns the institution with a name, or another name in use, in any spelling; undefined for others. */
export const findInstitution = (name: string): Institution | undefined => byKey.get(placeKey(name));

/** Returns the code of an institution for payments: of the CBN, or that of NIP without one; undefined for an unknown institution. */
export function bankCodeOf(name: string): string | undefined {
  const found = findInstitution(name);
  return found && (found.cbnCode ?? found.nipCode);
}

/**
 * Returns whether the NUBAN check digit matches the bank (CBN: weights 3,7,3 over bank code and serial). Null if the number does not have
 * ten digits, or for an institution without a three-digit code: wallets use phone numbers as account numbers. A match does not prove that
 * the account exists.
 */
export function hasValidNubanCheckDigit(bankName: string, accountNumber: string): boolean | null {
  const code = findInstitution(bankName)?.cbnCode;
  if (!code || !/^\d{10}$/.test(accountNumber)) return null;
  const digits = [...(code + accountNumber.slice(0, 9))].map(Number);
  const sum = digits.reduce((total, digit, i) => total + digit * (i % 3 === 1 ? 7 : 3), 0);
  return (10 - (sum % 10)) % 10 === Number(accountNumber[9]);
}

/** Returns a warning about the account number, or null. It never blocks a submission (product 10.5). */
export function nubanHint(bankName: string, accountNumber: string): string | null {
  return hasValidNubanCheckDigit(bankName, accountNumber) === false
    ? `This account number does not match ${bankName}. Check both.`
    : null;
}
