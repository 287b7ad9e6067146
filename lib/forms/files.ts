import { contentTypeOf, fileHints, hasActiveName, kindHint, type FileKind } from "./file-kinds.ts";

/** Rules for uploaded documents (product 3, 5). Safe in the browser. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const fileMessages = {
  required: "File is required",
  size: "Max file size is 5MB",
  document: "Allowed types: PDF, JPG, PNG",
  image: "Allowed types: JPG, PNG",
} as const;

export interface FileRule {
  types: readonly string[];
  message: string;
  /** The summary beside the label. */
  summary: string;
}
export const documentRule: FileRule = {
  types: ["application/pdf", "image/jpeg", "image/png"],
  message: fileMessages.document,
  summary: "PDF, JPG or PNG, up to 5 MB",
};
export const imageRule: FileRule = {
  types: ["image/jpeg", "image/png"],
  message: fileMessages.image,
  summary: "JPG or PNG, up to 5 MB",
};

/**
 * Returns the `accept` attribute of a file input. Android hides files with other MIME types, so all files can be chosen and the bytes
 * decide.
 */
export const acceptOf = (rule: FileRule): string => [...rule.types, "*/*"].join(",");

/** Returns the required text, followed by the problem and the next step. */
const withHint = (text: string, hint: string) => `${text}\n${hint}`;

export const emptyFile = withHint(fileMessages.required, fileHints.empty);
export const damagedFile = (rule: FileRule): string => withHint(rule.message, fileHints.damaged);

/** Returns the problem with the kind or the name of a file, or null. */
export function checkKind(kind: FileKind | null, name: string, rule: FileRule): string | null {
  if (!rule.types.includes(contentTypeOf(kind) ?? "")) return withHint(rule.message, kindHint(kind));
  return hasActiveName(name) ? withHint(rule.message, fileHints.activeName) : null;
}

/** Returns the first problem of a chosen file, or null. `kind` is undefined until its first bytes have been read. */
export function checkFile(
  file: { size: number; name: string } | null | undefined,
  kind: FileKind | null | undefined,
  rule: FileRule,
): string | null {
  if (!file) return fileMessages.required;
  if (file.size === 0) return emptyFile;
  const problem = kind === undefined ? null : checkKind(kind, file.name, rule);
  return problem ?? (file.size > MAX_FILE_BYTES ? fileMessages.size : null);
}
