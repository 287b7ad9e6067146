import { dayWords } from "@/lib/dates";
import type { HitVerdict, ScreeningHitDto, verdictReasons, WatchlistSource } from "./schema";

/** Texts about screening (product 10.27). */
/** The explanation of a hit that can be cleared with one click. */
export const SAME_NAME_OTHER_BIRTH = "Same name, other date of birth.";

export const sourceLabels = {
  un: "United Nations Security Council",
  ofac: "OFAC Specially Designated Nationals",
  pep: "Politically exposed people",
} as const satisfies Record<WatchlistSource, string>;

export const reasonLabels = {
  cleared: {
    birth_date: "The date of birth differs",
    documents: "The documents show another person",
    country: "The person is from another country",
    other: "Another reason (see the note)",
  },
  confirmed: {
    same_birth_date: "Name and date of birth match",
    documents: "The documents show the same person",
    own_statement: "The applicant said so",
    other: "Another reason (see the note)",
  },
} as const satisfies { [V in HitVerdict]: Record<(typeof verdictReasons)[V][number], string> };

/** Describes an EDTF date: `1970~` as "about 1970", `1970/1972` as "1970 to 1972". */
const describeBirth = (edtf: string): string =>
  edtf
    .replace(/^(.+)~$/, "about $1")
    .split("/")
    .map((point) => (/^\d{4}-\d{2}-\d{2}$/.test(point) ? dayWords(point) : point))
    .join(" to ");

/** Returns `Born 2 March 1980; on the list about 1970.`; empty if neither is known. */
export function describeBirths({
  dateOfBirth,
  births,
}: Pick<ScreeningHitDto, "dateOfBirth" | "births">): string {
  if (!dateOfBirth && births.length === 0) return "";
  const own = dateOfBirth ? `Born ${dayWords(dateOfBirth)}` : "No date of birth in this case";
  return `${own}; on the list ${births.length > 0 ? births.map(describeBirth).join(" or ") : "no date of birth"}.`;
}
