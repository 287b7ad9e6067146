import { answerLabel } from "@/lib/verification/form-paths";

/** The label of an answer, from its path in a submission (`corporate.signatories.0.bvnNumber`). */
export function changeLabel(path: string): string {
  const label = answerLabel(path) ?? path;
  if (path.startsWith("nextOfKin.")) return `Next of kin, ${lowerFirst(label)}`;
  const signatory = /\.signatories\.(\d+)\./.exec(path);
  return signatory ? `Signatory ${Number(signatory[1]) + 1}, ${lowerFirst(label)}` : label;
}

/** BVN and ID keep their capitals. */
const lowerFirst = (word: string) =>
  /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);

/** The answer to a document field is its path, which is not shown. */
export const isDocumentPath = (value: string | null): value is string =>
  value?.startsWith("/api/files/") ?? false;
