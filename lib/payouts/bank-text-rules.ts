/** Letters that have no decomposition in Unicode. */
const letters: Record<string, string> = { ß: "ss", ł: "l", Ł: "L", ø: "o", Ø: "O", đ: "d", Đ: "D", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ı: "i", Ɓ: "B", ɓ: "b", Ɗ: "D", ɗ: "d", Ƙ: "K", ƙ: "k", Ƴ: "Y", ƴ: "y", Ǝ: "E", ǝ: "e" }; // oxfmt-ignore

/**
 * Returns a text in the characters that banks accept (SWIFT character set x): letters without their marks, and a space for any other
 * character. `Adéọlá` becomes `Adeola`. Safe in the browser.
 */
export const toBankText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[^\u0020-\u007E]/g, (character) => letters[character] ?? " ")
    .replace(/[^A-Za-z\d/?:().,'+ -]/g, " ")
    .replace(/ +/g, " ")
    .trim();
