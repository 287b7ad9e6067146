import "server-only";
import { normalizeName } from "@/lib/names";
import { compareBirth, type BirthAgreement } from "./births";
import { SAME_NAME_OTHER_BIRTH } from "./labels";
import { areVariants } from "./name-variants";

/** The likelihood that a name of a case and a list entry are the same person or company (product 10.27, ADR 32). Pure. */

/** Increase it with every change of the score or the variants: the lists are prepared and all users screened again (job.ts). */
export const RULES_VERSION = 1;

/** The minimum score of a hit. */
export const HIT_SCORE = 60;

const NAME_POINTS = 80;
/** The points deducted for each word that only the longer name has, for at most three words. */
const EXTRA_WORD_POINTS = 5;
const MAX_EXTRA_WORDS = 3;
const WEAK_ALIAS_POINTS = -10;
const BIRTH_POINTS: Record<BirthAgreement, number> = {
  same: 20,
  close: 10,
  sameYear: 10,
  unknown: 0,
  near: -5,
  different: -25,
};
/** The share of the points above `HIT_SCORE` that remains at least, whatever the date of birth: it changes the order, never what is a hit. */
const MIN_SHARE_ABOVE_HIT = 0.2;
/** The minimum similarity at which two words count as spellings of the same name. */
const SAME_WORD = 0.88;
/** The minimum similarity of variants (name-variants.ts). */
const VARIANT_WORD = 0.95;

/** Legal forms, which do not help to identify a company. */
const legalForms = new Set(
  "limited plc company inc incorporated llc llp corporation gmbh sa ag bv".split(" "),
);

export interface Screened {
  kind: "person" | "entity";
  name: string;
  /** The date of birth, such as `1970-01-31`; null if unknown. */
  dateOfBirth: string | null;
}

export interface Candidate {
  name: string;
  isWeak: boolean;
  /** The dates of birth in EDTF. */
  births: readonly string[];
}

export interface Match {
  /** From 0 to 100; at least `HIT_SCORE` for a hit. */
  score: number;
  /** Sentences without dates, which are shown beside it. */
  explanation: string;
  /** Applicants enter the date of birth themselves, so it can make a name a hit, but a hit by its name alone remains one. */
  isHit: boolean;
  /** Whether an equal date of birth would make it a hit. A reviewer sees how many such names there are. */
  isNear: boolean;
}

/** Compares a name of a case with a list entry. */
export function scoreMatch(screened: Screened, candidate: Candidate): Match {
  const isPerson = screened.kind === "person";
  const names = compareWords(wordsOf(screened), wordsOf({ ...screened, name: candidate.name }), isPerson);
  const birth = isPerson ? compareBirth(screened.dateOfBirth, candidate.births) : "unknown";
  const withoutBirth = names.points + (candidate.isWeak ? WEAK_ALIAS_POINTS : 0);
  const points = Math.max(
    withoutBirth + BIRTH_POINTS[birth],
    withoutBirth >= HIT_SCORE ? HIT_SCORE + (withoutBirth - HIT_SCORE) * MIN_SHARE_ABOVE_HIT : 0,
  );
  const score = Math.round(Math.min(100, points));
  const isSameName = names.equal === names.words && names.extra === 0;
  const sentences = [
    ...(isSameName && birth === "different"
      ? [SAME_NAME_OTHER_BIRTH]
      : [describeWords(names), isPerson ? birthSentences[birth] : ""]),
    candidate.isWeak ? "The list marks this alias as weak." : "",
  ];
  return {
    score,
    explanation: sentences.filter(Boolean).join(" "),
    isHit: points >= HIT_SCORE,
    isNear: isPerson && points < HIT_SCORE && withoutBirth + BIRTH_POINTS.same >= HIT_SCORE,
  };
}

function wordsOf({ kind, name }: Pick<Screened, "kind" | "name">): string[] {
  const words = normalizeName(name).split(" ");
  const distinctive = kind === "entity" ? words.filter((word) => !legalForms.has(word)) : words;
  return distinctive.length > 0 ? distinctive : words;
}

interface WordMatch {
  points: number;
  /** The number of words of the shorter name. */
  words: number;
  equal: number;
  variants: number;
  similar: number;
  extra: number;
}

const similarityOf = (one: string, other: string, isPerson: boolean): number =>
  Math.max(jaroWinkler(one, other), isPerson && areVariants(one, other) ? VARIANT_WORD : 0);

/** Pairs each word of the shorter name with a different word of the longer one, most similar pairs first. */
function compareWords(one: readonly string[], other: readonly string[], isPerson: boolean): WordMatch {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const pairs = short
    .flatMap((a, i) => long.map((b, j) => ({ i, j, similarity: similarityOf(a, b, isPerson) })))
    .filter(({ similarity }) => similarity >= SAME_WORD)
    .toSorted((a, b) => b.similarity - a.similarity);
  const taken: typeof pairs = [];
  for (const pair of pairs) if (!taken.some(({ i, j }) => i === pair.i || j === pair.j)) taken.push(pair);
  const extra = long.length - short.length;
  const variants = isPerson ? taken.filter(({ i, j }) => areVariants(short[i]!, long[j]!)).length : 0;
  const sum = taken.reduce((total, { similarity }) => total + similarity, 0);
  // A match of a single word within a longer name is weak evidence.
  const share = short.length === 1 && extra > 0 ? sum / 2 : sum / short.length;
  return {
    points: share * NAME_POINTS - Math.min(extra, MAX_EXTRA_WORDS) * EXTRA_WORD_POINTS,
    words: short.length,
    equal: taken.filter(({ similarity }) => similarity === 1).length,
    variants,
    similar: taken.filter(({ similarity }) => similarity < 1).length - variants,
    extra,
  };
}

/** Describes the word match, as in `2 of 3 words of the name match, 1 of them in another spelling.` */
function describeWords({ words, equal, variants, similar, extra }: WordMatch): string {
  const spelling =
    (variants > 0 ? `, ${variants} of them as another form of the same name` : "") +
    (similar > 0 ? `, ${similar} of them in another spelling` : "");
  const longer = extra > 0 ? `; the longer name has ${extra} more` : "";
  return `${equal + variants + similar} of ${words} ${words === 1 ? "word" : "words"} of the name ${words === 1 ? "matches" : "match"}${spelling}${longer}.`;
}

const birthSentences = {
  same: "The date of birth is the same.",
  close: "The date of birth is within the range on the list.",
  sameYear: "The year of birth is the same, but the day differs.",
  unknown: "There is no date of birth to compare.",
  near: "The year of birth differs by at most two years.",
  different: "The date of birth differs.",
} as const satisfies Record<BirthAgreement, string>;

const MAX_PREFIX = 4;
const PREFIX_WEIGHT = 0.1;

/** Returns the Jaro-Winkler similarity of two words, 0-1 (Winkler 1990). */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const used = new Set<number>();
  const matched: number[] = [];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j += 1) {
      if (a[i] !== b[j] || used.has(j)) continue;
      used.add(j);
      matched.push(i);
      break;
    }
  }
  if (matched.length === 0) return 0;
  const inOrder = [...used].toSorted((x, y) => x - y);
  const moved = matched.filter((i, index) => a[i] !== b[inOrder[index]!]).length / 2;
  const m = matched.length;
  const jaro = (m / a.length + m / b.length + (m - moved) / m) / 3;
  let prefix = 0;
  while (prefix < MAX_PREFIX && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}
