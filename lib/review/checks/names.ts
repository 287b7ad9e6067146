/** Comparison of names as people and banks write them. */
const titles = new Set(
  (
    "mr mrs ms miss master dr prof professor engr engineer barr barrister arc architect pharm surv chief alhaji alhaja hajia hajiya " +
    "mallam malam otunba oba prince princess sir lady madam hon honourable rev reverend pastor bishop apostle evangelist elder deacon " +
    "deaconess imam sheikh"
  ).split(" "),
);

/** Hausa letters that Unicode does not split into a letter and a mark, and words of companies that are written in two ways. */
const hooked: Record<string, string> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };
const synonyms: Record<string, string> = { ltd: "limited", co: "company", nig: "nigeria", "&": "and" };

/**
 * Cyrillic and Greek letters that look like Latin ones, in small letters or in capitals: from Unicode's confusables.txt (UTS 39). They
 * are replaced after the change to lower case, so that a name in those scripts is the same in both cases.
 */
const lookalikes: Record<string, string> = Object.fromEntries(
  (
    "аa вb ьb сc ԁd еe ҽe ԍg һh нh іi ӏl јj кk мm оo рp ԛq гr ѕs тt ѵv ԝw ѡw хx уy үy " +
    "αa βb ϲc εe γy ηh ιi ϳj κk μm νv οo ρp σo τt υu χx ζz"
  )
    .split(" ")
    .map(([letter, latin]) => [letter, latin]),
);
/** Greek letters whose capitals look like another letter than the small ones. */
const lookalikeCapitals: Record<string, string> = { Ν: "N", Υ: "Y" };

/**
 * The words of a name without accents, case, order, apostrophes, titles and letters that look like Latin ones. A
 * hyphen becomes `hyphen`.
 */
function wordsOf(name: string, hyphen: "" | " "): string[] {
  const words = name
    .normalize("NFKD")
    // Marks, and what is invisible within a word.
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, "")
    .replace(/[ΝΥ]/g, (letter) => lookalikeCapitals[letter]!)
    .toLowerCase()
    .replace(/[\u0370-\u03FF\u0400-\u052F]/g, (letter) => lookalikes[letter] ?? letter)
    .replace(/[ɓɗƙƴ]/g, (letter) => hooked[letter]!)
    .replace(/['’‘ʼʻ`]/g, "")
    .replace(/[-‐‑–]/g, hyphen)
    .split(/[^\p{L}\p{N}&]+/u)
    .filter(Boolean)
    .map((word) => synonyms[word] ?? word);
  const named = words.filter((word) => !titles.has(word));
  // "Chief" alone is a name.
  return [...new Set(named.length > 0 ? named : words)];
}

/** The words of a name in alphabetical order, without accents, case, punctuation and titles: "Dr. Ngozi Obi-Eze" is "eze ngozi obi". */
export const normalizeName = (name: string): string => wordsOf(name, " ").toSorted().join(" ");

/** An initial fits the name that it begins. */
const fits = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) === 1 && /^\p{L}/u.test(one) && one[0] === other[0]);

const areIn = (words: readonly string[], others: readonly string[]) =>
  words.length <= others.length && words.every((word) => others.some((other) => fits(word, other)));

export type NameMatch = "equal" | "partial" | "different";

/**
 * Compares two names without regard to order, case, accents, hyphens, apostrophes, titles and repeated words; "Anne-Marie" equals "Anne
 * Marie" and "Annemarie". `partial`: one name has all words of the other, at least two, and more of its own, as with a middle name.
 */
export function compareNames(one: string, other: string): NameMatch {
  const pairs = (["", " "] as const).map((hyphen) => [wordsOf(one, hyphen), wordsOf(other, hyphen)] as const);
  if (pairs.some(([a, b]) => areIn(a, b) && areIn(b, a))) return "equal";
  const isPartial = ([a, b]: readonly [string[], string[]]) =>
    Math.min(a.length, b.length) >= 2 && (areIn(a, b) || areIn(b, a));
  return pairs.some(isPartial) ? "partial" : "different";
}
