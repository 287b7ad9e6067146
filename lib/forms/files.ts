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
  /** Shown beside the label. */
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

/** The first problem of a chosen file, or null. `type` is the browser's MIME type; the server inspects the content. */
export function checkFile(
  file: { size: number; type: string; name: string } | null | undefined,
  rule: FileRule,
): string | null {
  if (!file || file.size === 0) return fileMessages.required;
  if (!rule.types.includes(file.type)) return rule.message;
  if (file.size > MAX_FILE_BYTES) return fileMessages.size;
  return null;
}
