/** A file that is not complete, or not in a known format. The message says what is wrong, and where. */
export class FormatError extends Error {}

/** A text of a file for the message of an error: on one line, and not as long as the file. */
export function shorten(text: string, maxChars = 60): string {
  const line = text.slice(0, maxChars).replace(/\s+/g, " ").trim();
  return text.length > maxChars ? `${line}...` : line;
}
