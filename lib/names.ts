import unhomoglyph from "unhomoglyph";
import { foldText } from "./text";

/** Titles that are ignored when comparing names as people and banks write them. */
const titles = new Set(
  (
    "mr mrs ms miss master dr prof professor engr engineer barr barrister arc architect pharm surv chief alhaji alhaja hajia hajiya " +
    "mallam malam otunba oba prince princess sir lady madam hon honourable rev reverend pastor bishop apostle evangelist elder deacon " +
    "deaconess imam sheikh"
  ).split(" "),
);

/** Words in company names with two spellings. */
const synonyms: Record<string, string> = { ltd: "limited", co: "company", nig: "nigeria", "&": "and" };

/** Small capitals, which Unicode's confusables table maps to each other. */
const smallCapitals = new Map(
  "ᴀa ʙb ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ĸk ʟl ᴍm ʍm ɴn ᴘp ꞯq ʀr ᴛt"
    .split(" ")
    .map((pair) => [pair[0]!, pair[1]!] as const),
);

/** Returns the Latin letter that a letter resembles according to Unicode's confusables (UTS 39); undefined if there is none. */
function lookalike(letter: string): string | undefined {
  // The table maps the capital I to l.
  if (/^\p{Lu}$/u.test(letter) && unhomoglyph(letter) === "l") return "i";
  const latin = unhomoglyph(letter).toLowerCase();
  return /^[a-z]$/.test(latin) ? latin : (smallCapitals.get(latin) ?? smallCapitals.get(letter));
}

/** Replaces letters of other scripts, and unusual Latin letters, with the Latin letters they resemble, in either case. */
const toLatin = (name: string): string =>
  name.replace(
    /[^\x00-\x7F]/gu,
    (letter) =>
      lookalike(letter) ?? lookalike(letter.toLowerCase()) ?? lookalike(letter.toUpperCase()) ?? letter,
  );

/**
 * Returns the words of a name without accents, case, apostrophes and titles, and with letters replaced by the Latin ones they resemble. A
 * hyphen becomes `hyphen`.
 */
function wordsOf(name: string, hyphen: "" | " "): string[] {
  // Accents are removed first, because they would prevent the lookup of look-alikes.
  const plain = name.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "");
  const words = foldText(toLatin(plain))
    .replaceAll("'", "")
    .replace(/[-‐‑–]/g, hyphen)
    .split(/[^\p{L}\p{N}&]+/u)
    .filter(Boolean)
    .map((word) => synonyms[word] ?? word);
  const named = words.filter((word) => !titles.has(word));
  // A title without another word is a name, such as "Chief".
  return named.length > 0 ? named : words;
}

/**
 * Returns the words of a name in alphabetical order, without accents, case, punctuation and titles: "Dr. Ngozi Obi-Eze" is "eze ngozi obi".
 */
export const normalizeName = (name: string): string => wordsOf(name, " ").toSorted().join(" ");

/** Letters of the region's Latin scripts that Unicode does not decompose into an ASCII letter and marks. */
const usualLetters = /[a-zɓɗƙƴǝəŋɛɔɩʋßæøœłđþðı]/i;

/** Returns the letters of a name that are not Latin, or unusual in Latin scripts: they may have been chosen to defeat a comparison. */
export const unusualLetters = (name: string): string[] => [
  ...new Set(
    Array.from(name.normalize("NFKD").matchAll(/\p{L}/gu), ([letter]) => letter).filter(
      (letter) => !usualLetters.test(letter),
    ),
  ),
];

/** Returns whether each of the words equals one of the others, each of which can be matched only once. */
function areIn(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  return words.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const isInitial = (word: string) => /^\p{L}$/u.test(word);

export type NameMatch = "equal" | "partial" | "different";

/** An initial can stand for any name, so it is left out, and the remaining words match at most partially. */
function compareWords(one: readonly string[], other: readonly string[]): NameMatch {
  if (one.length > 0 && one.length === other.length && areIn(one, other)) return "equal";
  const [a, b] = [one, other].map((words) => words.filter((word) => !isInitial(word))) as [
    string[],
    string[],
  ];
  return Math.min(a.length, b.length) >= 2 && (areIn(a, b) || areIn(b, a)) ? "partial" : "different";
}

/**
 * Compares two names, ignoring order, case, accents, hyphens, apostrophes and titles; "Anne-Marie" equals "Anne Marie" and "Annemarie". The
 * result is `partial` if one name contains all words of the other (at least two) plus further words or an initial, such as a middle name.
 */
export function compareNames(one: string, other: string): NameMatch {
  const matches = (["", " "] as const).map((hyphen) =>
    compareWords(wordsOf(one, hyphen), wordsOf(other, hyphen)),
  );
  return (["equal", "partial"] as const).find((match) => matches.includes(match)) ?? "different";
}
