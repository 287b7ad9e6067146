const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** `NIN, BVN and phone number` */
export const joinWords = (words: Iterable<string>): string => conjunction.format(words);
