import { digits, email, phone, text } from "@/lib/forms/atoms";
import type { DocumentField, Field } from "@/lib/forms/definition";
import { documentRule } from "@/lib/forms/files";

/** Fields and documents that both forms share. */
const secret = (length: number, message: string) => ({
  schema: digits(length, message),
  formSchema: digits(length, message, true),
  input: { kind: "digits" as const, length },
});

export const bvnNumber = {
  label: "BVN",
  reviewLabel: "BVN number",
  rule: "11 digits.",
  help: "Dial *565*0# to find yours.",
  ...secret(11, "BVN must be 11 digits"),
  sealed: "bvn",
} as const satisfies Field;

export const ninNumber = {
  label: "NIN",
  reviewLabel: "NIN number",
  rule: "11 digits.",
  help: "Dial *346# to find yours.",
  ...secret(11, "NIN must be 11 digits"),
  sealed: "nin",
} as const satisfies Field;

const accountDigits = secret(10, "Account number must be 10 digits");
export const accountNumber = {
  label: "Account number",
  rule: "10 digits (NUBAN)",
  ...accountDigits,
  input: { ...accountDigits.input, bank: "bankName" },
  sealed: "accountNumber",
} as const satisfies Field;

export const accountName = {
  label: "Account name",
  schema: text(2, "Account name must be at least 2 characters"),
  input: { kind: "text", autoComplete: "off" },
  wide: true,
} as const satisfies Field;

export const phoneNumber = {
  label: "Phone number",
  schema: phone,
  input: { kind: "phone" },
} as const satisfies Field;

export const emailAddress = {
  label: "Email address",
  reviewLabel: "Email",
  schema: email(),
  input: { kind: "email" },
} as const satisfies Field;

export const utilityBill = {
  label: "Utility bill",
  reviewLabel: "Utility Bill",
  rule: documentRule,
  name: "utilityBill",
} as const satisfies DocumentField;
