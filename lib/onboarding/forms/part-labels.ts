import { corporateGroups } from "./corporate-form";
import { individualGroups } from "./individual-form";
import { answerLabel } from "./path-rules";

/** Returns a word with a lower-case first letter, except that BVN and ID keep their capitals. */
export const lowerFirst = (word: string) =>
  /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);

/** Returns the label of an answer, from its path in a submission (`corporate.signatories.0.bvnNumber`). Safe in the browser. */
export function changeLabel(path: string): string {
  const label = answerLabel(path) ?? path;
  if (path.startsWith("nextOfKin.")) return `Next of kin, ${lowerFirst(label)}`;
  const signatory = /\.signatories\.(\d+)\./.exec(path);
  return signatory ? `Signatory ${Number(signatory[1]) + 1}, ${lowerFirst(label)}` : label;
}

const titles: Record<string, string> = {
  "profile.name": "Profile name",
  ...Object.fromEntries(Object.entries(individualGroups).map(([name, { title }]) => [name, title])),
  ...Object.fromEntries(
    Object.entries(corporateGroups).map(([name, { title }]) => [`corporate.${name}`, title]),
  ),
};

/** Returns the label of a part: a section's title, `Signatory 2`, or the label of a field or document. */
export function partLabel(part: string): string {
  const signatory = /^corporate\.signatories\.(\d+)$/.exec(part);
  if (signatory) return `Signatory ${Number(signatory[1]) + 1}`;
  return titles[part] ?? changeLabel(part);
}
