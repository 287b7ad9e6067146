/** A file that is not complete, or not in a known format. The message says what is wrong, and where. */
export class FormatError extends Error {}
