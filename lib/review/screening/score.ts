import "server-only";
import { normalizeName } from "@/lib/names";
import { birthRange } from "./births";
import { SAME_NAME_OTHER_BIRTH } from "./labels";

/** The likelihood that a name of a case and a list entry are the same person or company (product 10.27, ADR 32). Pure. */

/** The minimum score of a hit, before points are deducted for a different date of birth. */
export const HIT_SCORE = 60;

const NAME_POINTS = 80;
/** The points deducted for each word that only the longer name has, for at most three words. */
const EXTRA_WORD_POINTS = 5;
const MAX_EXTRA_WORDS = 3;
const WEAK_ALIAS_POINTS = -10;
const BIRTH_POINTS = { same: 20, close: 10, sameYear: 10, unknown: 0, near: -5, different: -25 } as const;
/** The minimum similarity at which two words count as spellings of the same name. */
const SAME_WORD = 0.88;
/** The maximum difference in years at which dates of birth do not contradict each other. */
const NEAR_YEARS = 2;

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
  /** From 0 to 100. */
  score: number;
  /** Sentences without the person's date of birth, because the reader knows only the name. */
  explanation: string;
  /** Whether a reviewer sees it. Applicants enter the date of birth themselves, so it can raise the score but never hide a hit. */
  isHit: boolean;
}

/** Compares a name of a case with a list entry. */
export function scoreMatch(screened: Screened, candidate: Candidate): Match {
  const names = compareWords(wordsOf(screened), wordsOf({ ...screened, name: candidate.name }));
  const birth = screened.kind === "person" ? compareBirth(screened.dateOfBirth, candidate.births) : "unknown";
  const withoutBirth = names.points + (candidate.isWeak ? WEAK_ALIAS_POINTS : 0);
  const points = withoutBirth + BIRTH_POINTS[birth];
  const isSameName = names.equal === names.words && names.extra === 0;
  const sentences = [
    ...(isSameName && birth === "different"
      ? [SAME_NAME_OTHER_BIRTH]
      : [describeWords(names), screened.kind === "person" ? birthSentences[birth] : ""]),
    candidate.isWeak ? "The list marks this alias as weak." : "",
  ];
  return {
    score: Math.round(Math.max(0, Math.min(100, points))),
    explanation: sentences.filter(Boolean).join(" "),
    isHit: Math.max(withoutBirth, points) >= HIT_SCORE,
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
  similar: number;
  extra: number;
}

/** Pairs each word of the shorter name with a different word of the longer one, most similar pairs first. */
function compareWords(one: readonly string[], other: readonly string[]): WordMatch {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const pairs = short
    .flatMap((a, i) => long.map((b, j) => ({ i, j, similarity: jaroWinkler(a, b) })))
    .filter(({ similarity }) => similarity >= SAME_WORD)
    .toSorted((a, b) => b.similarity - a.similarity);
  const taken: typeof pairs = [];
  for (const pair of pairs) if (!taken.some(({ i, j }) => i === pair.i || j === pair.j)) taken.push(pair);
  const extra = long.length - short.length;
  const sum = taken.reduce((total, { similarity }) => total + similarity, 0);
  // A match of a single word within a longer name is weak evidence.
  const share = short.length === 1 && extra > 0 ? sum / 2 : sum / short.length;
  return {
    points: share * NAME_POINTS - Math.min(extra, MAX_EXTRA_WORDS) * EXTRA_WORD_POINTS,
    words: short.length,
    equal: taken.filter(({ similarity }) => similarity === 1).length,
    similar: taken.filter(({ similarity }) => similarity < 1).length,
    extra,
  };
}

/** Describes the word match, as in `2 of 3 words of the name match, 1 of them in another spelling.` */
function describeWords({ words, equal, similar, extra }: WordMatch): string {
  const spelling = similar > 0 ? `, ${similar} of them in another spelling` : "";
  const longer = extra > 0 ? `; the longer name has ${extra} more` : "";
  return `${equal + similar} of ${words} ${words === 1 ? "word" : "words"} of the name ${words === 1 ? "matches" : "match"}${spelling}${longer}.`;
}

const birthSentences = {
  same: "The date of birth is the same.",
  close: "The date of birth is within the range on the list.",
  sameYear: "The year of birth is the same, but the day differs.",
  unknown: "There is no date of birth to compare.",
  near: "The year of birth differs by at most two years.",
  different: "The date of birth differs.",
} as const;

/** Returns the best agreement with any date of birth on the list. */
function compareBirth(own: string | null, births: readonly string[]): keyof typeof BIRTH_POINTS {
  if (!own || births.length === 0) return "unknown";
  if (births.includes(own)) return "same";
  const ranges = births.map((birth) => ({
    range: birthRange(birth),
    isDay: /^\d{4}-\d{2}-\d{2}$/.test(birth),
  }));
  if (ranges.some(({ range: [from, to] }) => from <= own && own <= to)) return "close";
  const year = Number(own.slice(0, 4));
  const yearOf = (day: string) => Number(day.slice(0, 4));
  if (ranges.some(({ range: [from, to], isDay }) => isDay && yearOf(from) <= year && year <= yearOf(to)))
    return "sameYear";
  return ranges.some(
    ({ range: [from, to] }) => yearOf(from) - NEAR_YEARS <= year && year <= yearOf(to) + NEAR_YEARS,
  )
    ? "near"
    : "different";
}

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
