/** The documents of both forms and what is asked of each (product 3, 5). Safe in the browser, and without zod. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const fileMessages = {
  required: "File is required",
  size: "Max file size is 5MB",
  document: "Allowed types: PDF, JPG, PNG",
  image: "Allowed types: JPG, PNG",
} as const;

const documentTypes = ["application/pdf", "image/jpeg", "image/png"] as const;
const imageTypes = ["image/jpeg", "image/png"] as const;
export interface FileRule {
  types: readonly string[];
  message: string;
}
export const documentRule: FileRule = { types: documentTypes, message: fileMessages.document };
export const imageRule: FileRule = { types: imageTypes, message: fileMessages.image };

/** The first thing wrong with a chosen file, or null; `type` is what the browser says, the server looks into the bytes. */
export function checkFile(
  file: { size: number; type: string; name: string } | null | undefined,
  rule: FileRule,
): string | null {
  if (!file || file.size === 0) return fileMessages.required;
  if (!rule.types.includes(file.type)) return rule.message;
  if (file.size > MAX_FILE_BYTES) return fileMessages.size;
  return null;
}

/** The documents of the individual form: the field of the form and of the multipart call (product 3). */
export const individualFiles = ["identificationDocument", "passportPhoto", "utilityBill"] as const;
export type IndividualFile = (typeof individualFiles)[number];

export const fileRules: Record<IndividualFile, FileRule> = {
  identificationDocument: documentRule,
  passportPhoto: imageRule,
  utilityBill: documentRule,
};

/** The documents of the corporate form and of the multipart call, and what they are called in the submission (product 3, 7.2). */
export const corporateFiles = [
  { field: "companyLogo", name: "logo", rule: imageRule, required: false },
  {
    field: "certificateOfIncorporation",
    name: "certificateOfIncorporation",
    rule: documentRule,
    required: true,
  },
  // The call accepts it though the form has no field for it (product 3).
  { field: "memorandumAndArticles", name: "memorandumAndArticles", rule: documentRule, required: false },
  { field: "utilityBill", name: "utilityBill", rule: documentRule, required: true },
  { field: "tinCertificate", name: "tinCertificate", rule: documentRule, required: false },
] as const satisfies { field: string; name: string; rule: FileRule; required: boolean }[];

export const signatoryFile = (index: number): string => `signatories[${index}][idDocument]`;
