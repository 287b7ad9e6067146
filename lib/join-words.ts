const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Joins words as in `NIN, BVN and phone number`. */
export const joinWords = (words: Iterable<string>): string => conjunction.format(words);
