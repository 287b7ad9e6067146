/**
 * Matches where spreadsheets begin a formula (OWASP, CSV injection): at the start of a cell, and after what another program or country
 * separates cells by, such as a semicolon.
 */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|([;,|\t\r\n])(?=[=+\-@＝＋－＠])/g;

const cell = (text: string): string => `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;

/** A CSV record (RFC 4180) with its line end. Every cell is in quotes, and formulas are escaped with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;
