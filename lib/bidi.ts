/** Text of which a part is written from right to left, as Arabic and Hebrew names are. Safe in the browser. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Returns a name for use within other text: one that is written from right to left is isolated (UAX 9), so that it does not pull along a
 * number or punctuation beside it. Other names are returned unchanged. On a page, elements are isolated from each other by app/globals.css.
 */
export const isolate = (name: string): string =>
  rightToLeft.test(name) ? name.replace(/[^\r\n]+/g, "\u2068$&\u2069") : name;
