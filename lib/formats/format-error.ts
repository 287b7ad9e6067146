/** The error for a file that is incomplete or not in a known format. The message states the problem and its position. */
export class FormatError extends Error {
  /** The choice that would solve it, such as a field of a column mapping. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Shortens text from a file for an error message, and puts it on one line. */
export function shorten(text: string, maxChars = 60): string {
  const line = text.slice(0, maxChars).replace(/\s+/g, " ").trim();
  return text.length > maxChars ? `${line}...` : line;
}
