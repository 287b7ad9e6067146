import { normalizeNumber } from "@/lib/text";

/**
 * The reference that investors enter in a bank transfer, such as `SDL-7K3F-X9TC`. Safe in the browser. The alphabet has no look-alikes: at
 * most one of 0 O D Q, 1 I L, 2 Z, 5 S, 6 G, 8 B and U V. Its size is prime, so that the check character at the end detects every single
 * wrong character and every transposition.
 */
const ALPHABET = "23456789ACEFHJKMNPRTWXY";
const PREFIX = "SDL";
/** The number of characters before the check character. */
const LENGTH = 7;

const characterValue = (character: string): number => ALPHABET.indexOf(character);

/** Returns the check character: the sum of all values, each times its position, modulo the size of the alphabet. */
const checkCharacter = (body: string): string =>
  ALPHABET[
    [...body].reduce((sum, character, index) => sum + (index + 1) * characterValue(character), 0) %
      ALPHABET.length
  ]!;

const format = (text: string): string => `${PREFIX}-${text.slice(0, 4)}-${text.slice(4)}`;

/** How a statement line is found to be for an investment if it has its reference; any other way is a guess. */
export const namedBy = ["reference", "several", "other_sender"] as const;

/** Returns whether a statement line found in this way has the reference of its proposed investment. */
export const isNamedBy = (way: string | null | undefined): way is (typeof namedBy)[number] =>
  (namedBy as readonly unknown[]).includes(way);

/** Generates a random reference. */
export function newReference(): string {
  let body = "";
  // Drops bytes that would make some characters more likely.
  const limit = 256 - (256 % ALPHABET.length);
  while (body.length < LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < limit && body.length < LENGTH) body += ALPHABET[byte % ALPHABET.length]!;
  return format(body + checkCharacter(body));
}

/** Letters outside the alphabet, and the digits in it that they are mistaken for. */
const LOOKALIKES: Record<string, string> = { Z: "2", S: "5", G: "6", B: "8" };
/** The prefix, also with look-alikes. */
const TYPED_PREFIX = /^[S5][DOQ0][LI1]/;

/** Returns a text in upper case, without invisible characters and with ordinary characters for full-width ones. */
export const normalizeCode = (text: string): string => normalizeNumber(text).toUpperCase();

/** Returns the letters and digits of a text. */
const compact = (typed: string): string => normalizeCode(typed).replace(/[^\p{L}\p{N}]+/gu, "");

/** Replaces look-alikes. As no reference contains them, this hides no other reference. */
const fold = (characters: string): string =>
  characters.replace(/[ZSGB]/g, (character) => LOOKALIKES[character]!);

/** Returns the reference with these characters, without prefix; null if the check character is wrong. */
function toReference(characters: string): string | null {
  if (characters.length !== LENGTH + 1 || [...characters].some((character) => characterValue(character) < 0))
    return null;
  return checkCharacter(characters.slice(0, LENGTH)) === characters[LENGTH] ? format(characters) : null;
}

/**
 * Parses a typed reference in any case and width, with any separators, with or without its prefix, and with look-alikes of its characters.
 * Null if it is not valid.
 */
export function parseReference(typed: string): string | null {
  const text = compact(typed);
  const isPrefixed = text.length === PREFIX.length + LENGTH + 1 && TYPED_PREFIX.test(text);
  return toReference(fold(isPrefixed ? text.slice(PREFIX.length) : text));
}

/** Parses a reference like `parseReference`, but without look-alikes: for text that may be an ordinary word. */
export const parseExactReference = (typed: string): string | null => toReference(compact(typed));

/** Returns the valid references one wrong character or one transposition away from a text without prefix. */
export function correctReference(typed: string): string[] {
  const characters = [...fold(compact(typed))];
  const strange = characters.filter((character) => characterValue(character) < 0);
  if (characters.length !== LENGTH + 1 || strange.length > 1) return [];
  const found = new Set<string>();
  const tryOut = (changed: string[]) => {
    const reference = toReference(changed.join(""));
    if (reference) found.add(reference);
  };
  characters.forEach((character, index) => {
    // A character outside the alphabet must be the wrong one.
    if (strange.length > 0 && characterValue(character) >= 0) return;
    for (const other of ALPHABET) tryOut(characters.with(index, other));
  });
  if (strange.length === 0)
    for (let index = 0; index < LENGTH; index += 1)
      tryOut(characters.with(index, characters[index + 1]!).with(index + 1, characters[index]!));
  return [...found];
}
