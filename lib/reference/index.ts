import { foldText } from "@/lib/text";
import banksJson from "./ng-banks.json";
import statesJson from "./ng-states-lgas.json";

export { OTHER } from "./options";

/**
 * Reference data of product 3: the 36 states and the FCT with their 774 local governments, and 18 banks. Sources and licences are in the
 * `_meta` of the JSON files and in docs/reference-data.md.
 */
interface StateEntry {
  name: string;
  lgas: string[];
  /** Alternative spellings by canonical name. */
  aliases: Record<string, string[]>;
}
const entries = statesJson.states as unknown as StateEntry[];

export const states: readonly string[] = entries.map((entry) => entry.name);

export const banks: readonly { name: string; licensed: boolean }[] = banksJson.banks;

/** Returns the key for comparing names: without case, spaces, hyphens, slashes and apostrophes (product 10.9). */
export const placeKey = (name: string): string => foldText(name).replace(/[\s\-/'.]+/g, "");

const FCT = "Federal Capital Territory";
const stateByKey = new Map([
  ...entries.map(({ name }) => [placeKey(name), name] as const),
  ...["FCT", "Abuja", "FCT Abuja", "Abuja FCT"].map((alias) => [placeKey(alias), FCT] as const),
]);

const areasByState = new Map(
  entries.map(({ name, lgas, aliases }) => {
    const spellings = [
      ...Object.entries(aliases).flatMap(([area, others]) => others.map((other) => [other, area] as const)),
      ...lgas.map((area) => [area, area] as const),
    ];
    const byKey = new Map(spellings.map(([spelling, area]) => [placeKey(spelling), area]));
    return [name, { names: lgas, byKey }];
  }),
);

/** Returns the canonical name of a state, or null. */
export const findState = (name: string): string | null => stateByKey.get(placeKey(name)) ?? null;

/** Returns the local governments of a state in any accepted spelling; empty for an unknown state. */
export function localGovernmentsOf(state: string): readonly string[] {
  const name = findState(state);
  return (name && areasByState.get(name)?.names) || [];
}

/** Returns the canonical name of a local government in that state, or null. */
export function findLocalGovernment(state: string, name: string): string | null {
  const canonical = findState(state);
  return (canonical && areasByState.get(canonical)?.byKey.get(placeKey(name))) || null;
}

const codeByBank = new Map(banksJson.banks.map((bank) => [placeKey(bank.name), bank.cbnCode]));

/** Returns the bank's three-digit CBN code, by its name; undefined for another bank. */
export const bankCodeOf = (bankName: string): string | undefined => codeByBank.get(placeKey(bankName));

/**
 * Returns whether the NUBAN check digit matches the bank (CBN: weights 3,7,3 over bank code and serial). Null if the bank is unknown or the
 * number does not have ten digits. A match does not prove that the account exists.
 */
export function hasValidNubanCheckDigit(bankName: string, accountNumber: string): boolean | null {
  const code = bankCodeOf(bankName);
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
