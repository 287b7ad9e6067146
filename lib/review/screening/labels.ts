import type { HitVerdict, verdictReasons, WatchlistSource } from "./schema";

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
