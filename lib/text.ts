/** Functions for text as people see it, not as it is encoded (product 10.2). Safe in the browser. */

/** Characters without a visible shape, such as zero-width spaces and soft hyphens: they would hide a name from a comparison. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const spaces = /[\p{Zs}\t]+/gu;

/** Returns the normal form of one line: NFC, no invisible characters, single ordinary spaces. */
export const normalizeText = (value: string): string =>
  value.replace(invisible, "").normalize("NFC").replace(spaces, " ").trim();

/**
 * Returns the normal form of a typed number or code, with ordinary characters for full-width ones. A raised digit is not one of the
 * number's, so it is left for the validation to reject.
 */
export const normalizeNumber = (value: string): string =>
  normalizeText(value.replace(/[\p{Nd}\uFF00-\uFFEF]/gu, (character) => character.normalize("NFKC")));

/** Returns the normal form of several lines, each as `normalizeText` returns it. */
export const normalizeLines = (value: string): string =>
  value
    .split(/\r\n?|\n/)
    .map(normalizeText)
    .join("\n")
    .trim();

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the length as perceived by people: a letter with its accents is one character. */
export const countCharacters = (value: string): number =>
  /^[\n\x20-\x7E]*$/.test(value) ? value.length : Array.from(segmenter.segment(value)).length;

/** Hausa letters that Unicode does not decompose into a letter and a mark. */
const hooked: Record<string, string> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };

/**
 * Returns the form in which texts are searched and compared: "Ọláyínká O’Neil" becomes "olayinka o'neil". It has no accents or dots below,
 * is in lower case, and has one kind of apostrophe. The SQL function fold_text does the same for stored text.
 */
export const foldText = (value: string): string =>
  normalizeText(value)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => hooked[letter]!)
    .replace(/[’‘ʼʻ`]/g, "'")
    .replace(spaces, " ");
