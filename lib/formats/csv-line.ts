/**
 * Matches the positions where spreadsheets start a formula (OWASP, CSV injection): at the start of a cell, and after the cell separators of
 * other programs or countries, such as a semicolon.
 */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|([;,|\t\r\n])(?=[=+\-@＝＋－＠])/g;

const cell = (text: string): string => `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;

/** Returns a CSV record (RFC 4180) with its line end. Every cell is in quotes, and formulas are escaped with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;
