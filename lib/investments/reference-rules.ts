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

const compact = (typed: string): string => typed.toUpperCase().replace(/[\s._/-]+/g, "");

/** Parses a typed reference in any case, with any separators, with or without its prefix. Null if it is not valid. */
export function parseReference(typed: string): string | null {
  const text = compact(typed);
  const characters = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  if (characters.length !== LENGTH + 1 || [...characters].some((character) => characterValue(character) < 0))
    return null;
  return checkCharacter(characters.slice(0, LENGTH)) === characters[LENGTH] ? format(characters) : null;
}

/** Returns the valid references one wrong character or one transposition away from a text without prefix. */
export function correctReference(typed: string): string[] {
  const characters = [...compact(typed)];
  const strange = characters.filter((character) => characterValue(character) < 0);
  if (characters.length !== LENGTH + 1 || strange.length > 1) return [];
  const found = new Set<string>();
  const tryOut = (changed: string[]) => {
    if (checkCharacter(changed.slice(0, LENGTH).join("")) === changed[LENGTH])
      found.add(format(changed.join("")));
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
