/**
 * The reference that people type into a bank transfer, such as `SDL-7K3F-X9TC`. Safe in the browser. Its characters cannot be taken for each
 * other: of each such group (0 O D Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V) there is one at most. Their number is prime, so that the check character
 * at the end finds each wrong character and each two that were exchanged.
 */
const ALPHABET = "23456789ACEFHJKMNPRTWXY";
const PREFIX = "SDL";
/** The characters without the check character. */
const LENGTH = 7;

const valueOf = (character: string): number => ALPHABET.indexOf(character);

/** The check character: the sum of all values, each times its place, has no remainder when its own value is subtracted. */
const checkOf = (body: string): string =>
  ALPHABET[
    [...body].reduce((sum, character, index) => sum + (index + 1) * valueOf(character), 0) % ALPHABET.length
  ]!;

const format = (text: string): string => `${PREFIX}-${text.slice(0, 4)}-${text.slice(4)}`;

/** A new reference, at random. */
export function newReference(): string {
  let body = "";
  // Bytes that would make some characters more likely are left out.
  const limit = 256 - (256 % ALPHABET.length);
  while (body.length < LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < limit && body.length < LENGTH) body += ALPHABET[byte % ALPHABET.length]!;
  return format(body + checkOf(body));
}

const compact = (typed: string): string => typed.toUpperCase().replace(/[\s._/-]+/g, "");

/** The reference that a text is, as it is typed: in any case, with any separators, with or without its prefix. Null if it is none. */
export function parseReference(typed: string): string | null {
  const text = compact(typed);
  const characters = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  if (characters.length !== LENGTH + 1 || [...characters].some((character) => valueOf(character) < 0))
    return null;
  return checkOf(characters.slice(0, LENGTH)) === characters[LENGTH] ? format(characters) : null;
}

/** The references that a text without prefix becomes by another character in one place, or by exchanging two that are side by side. */
export function correctReference(typed: string): string[] {
  const characters = [...compact(typed)];
  const strange = characters.filter((character) => valueOf(character) < 0);
  if (characters.length !== LENGTH + 1 || strange.length > 1) return [];
  const found = new Set<string>();
  const tryOut = (changed: string[]) => {
    if (checkOf(changed.slice(0, LENGTH).join("")) === changed[LENGTH]) found.add(format(changed.join("")));
  };
  characters.forEach((character, index) => {
    // A character that no reference has must be the wrong one.
    if (strange.length > 0 && valueOf(character) >= 0) return;
    for (const other of ALPHABET) tryOut(characters.with(index, other));
  });
  if (strange.length === 0)
    for (let index = 0; index < LENGTH; index += 1)
      tryOut(characters.with(index, characters[index + 1]!).with(index + 1, characters[index]!));
  return [...found];
}
