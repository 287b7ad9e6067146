import { digits, email, lines, optionalText, phone, text } from "@/lib/forms/atoms";
import type { DocumentField, Field } from "@/lib/forms/definition";
import { documentRule } from "@/lib/forms/files";

/** Fields and documents shared by both forms. */
const secret = (length: number, message: string) => ({
  schema: digits(length, message),
  formSchema: digits(length, message, true),
  input: { kind: "digits" as const, length },
});

export const bvnNumber = {
  label: "BVN",
  rule: "11 digits.",
  help: "Dial *565*0# to find yours.",
  ...secret(11, "BVN must be 11 digits"),
  sealed: "bvn",
} as const satisfies Field;

export const ninNumber = {
  label: "NIN",
  rule: "11 digits.",
  help: "Dial *346# to find yours.",
  ...secret(11, "NIN must be 11 digits"),
  sealed: "nin",
} as const satisfies Field;

export const bankName = { label: "Bank", input: { kind: "bank" } } as const;

export const accountNumber = {
  label: "Account number",
  rule: "10 digits (NUBAN). For a wallet, the phone number without its first 0.",
  ...secret(10, "Account number must be 10 digits"),
  input: { kind: "digits", length: 10, bank: "bankName" },
  sealed: "accountNumber",
} as const satisfies Field;

export const accountName = {
  label: "Account name",
  schema: text(2, "Account name must be at least 2 characters"),
  input: { kind: "text", autoComplete: "off" },
  wide: true,
} as const satisfies Field;

/** Another person's name, which the browser must not autofill with the user's own. */
export const fullName = {
  label: "Full name",
  schema: text(2, "Name must be at least 2 characters"),
  input: { kind: "text", autoComplete: "off", autoCapitalize: "words" },
} as const satisfies Field;

export const phoneNumber = {
  label: "Phone number",
  schema: phone,
  input: { kind: "phone" },
} as const satisfies Field;

export const emailAddress = {
  label: "Email address",
  schema: email(),
  input: { kind: "email" },
} as const satisfies Field;

/** The phone number of another person. */
export const phoneOfOther = { ...phoneNumber, input: { kind: "phone", autoComplete: "off" } } as const;
export const emailOfOther = { ...emailAddress, input: { kind: "email", autoComplete: "off" } } as const;

export const homeAddress = (autoComplete: string) =>
  ({
    label: "Home address",
    schema: lines(5, "Address must be at least 5 characters"),
    input: { kind: "textarea", autoComplete },
    wide: true,
  }) as const satisfies Field;

/** A field that specifies the choice `Other` in the field `otherOf`. */
export const other = <const Of extends string>(otherOf: Of, label: string, otherMessage: string) =>
  ({
    label,
    schema: optionalText(),
    input: { kind: "text", autoComplete: "off" },
    otherOf,
    otherMessage,
  }) as const satisfies Field;

/** The local government within the state named by the field `state`, and its `Other`. */
export const localGovernmentFields = (state: string) =>
  ({
    localGovernment: {
      label: "Local government",
      schema: text(2, "Local Government is required"),
      input: { kind: "localGovernment", state },
    },
    localGovernmentOther: {
      ...other("localGovernment", "Specify Local Government", "Please specify your Local Government"),
      input: { kind: "text" },
      wide: true,
    },
  }) as const satisfies Record<string, Field>;

export const utilityBill = {
  label: "Utility bill",
  rule: documentRule,
  name: "utilityBill",
} as const satisfies DocumentField;
