import * as z from "zod";
import { text } from "@/lib/forms/atoms";
import "@/lib/zod";
import { uploadFields, uploadFormats, type UploadField, type UploadFormat } from "./upload-labels";

/** Templates of banks' bulk uploads (product 10.34): the columns of a payment file and their order. Safe in the browser. */

export const MAX_UPLOAD_COLUMNS = 30;
/** More templates than a firm has banks. */
export const MAX_TEMPLATES = 50;

export const uploadColumn = z.object({
  /** It has at most two digits of any script, so that a bank that expects no headings cannot read them as a transfer. */
  heading: z
    .string()
    .trim()
    .max(60, "Maximum 60 characters")
    .regex(/^\P{N}*(?:\p{N}\P{N}*){0,2}$/u, "Use at most two digits")
    .default(""),
  field: z.enum(Object.keys(uploadFields) as UploadField[]),
  /**
   * The text of a `text` column, such as NGN. It has no digits, so that nobody can enter an account number of their own, to which the bank
   * would then pay all payouts of a file.
   */
  text: z
    .string()
    .trim()
    .max(30, "Maximum 30 characters")
    .regex(/^[A-Za-z /-]*$/, "Use letters, spaces, / and - only")
    .default(""),
});
export type UploadColumn = z.output<typeof uploadColumn>;

/** What a file needs, so that the bank can pay and the statement shows for what. */
const required = ["account_number", "amount", "reference"] as const;

export const uploadTemplateInput = z.object({
  name: text(2, "Enter a name, such as the bank's", 100),
  format: z.enum(Object.keys(uploadFormats) as UploadFormat[]),
  hasHeadings: z.boolean(),
  columns: z
    .array(uploadColumn)
    .min(1, "Add the columns of the bank's file")
    .max(MAX_UPLOAD_COLUMNS)
    .refine((columns) => required.every((field) => columns.some((column) => column.field === field)), {
      error: "Add columns with the account number, the amount and the reference",
    })
    .refine((columns) => columns.some(({ field }) => /_code$|bank_name/.test(field)), {
      error: "Add a column with the bank: its name or one of its codes",
    }),
});
export type UploadTemplateInput = z.output<typeof uploadTemplateInput>;

export const uploadTemplateDto = uploadTemplateInput.extend({ _id: z.uuid() });
export type UploadTemplateDto = z.output<typeof uploadTemplateDto>;
