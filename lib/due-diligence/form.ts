import * as z from "zod";
import { isDay, lagosDay } from "@/lib/dates";
import { optionalLines, optionalText, text } from "@/lib/forms/atoms";
import type { DocumentField, Fields, Group } from "@/lib/forms/definition";
import { documentRule } from "@/lib/forms/files";
import { typedAmount } from "@/lib/forms/typed";
import { isMasked } from "@/lib/mask";
import { kobo } from "@/lib/money-schema";
import { parseRate } from "@/lib/rates";
import { OTHER } from "@/lib/reference/options";
import { countries } from "@/lib/reference/countries";
import { normalizeNumber } from "@/lib/text";
import { SOURCE_DOCUMENT } from "./labels";

/** The due diligence form (product 10.41, ADR 48), by the notation of lib/forms/definition.ts. Safe in the browser. */

/** The maximum number of directors and owners. */
export const MAX_OWNERS = 20;

/** From this share on, in basis points, an owner is listed. */
const MIN_SHARE_BPS = 500;
const WHOLE_BPS = 10_000;

/** A Tax ID without separators. JTB's have 10 digits, the FIRS's 12 (8-4), the Revenue Service's 13, and a NIN counts for individuals. */
const TAX_ID = /^\d{10,13}$/;

/** Returns a Tax ID as it is stored: digits without hyphens and spaces. */
export const normalizeTaxId = (typed: string): string => normalizeNumber(typed).replace(/[\s-]/g, "");

/** Returns whether a text is a Tax ID in its normal form; one digit repeated is not. */
export const isTaxId = (value: string): boolean => TAX_ID.test(value) && !/^(\d)\1+$/.test(value);

const TAX_ID_MESSAGE = "A Tax ID has 10 to 13 digits, such as 12345678-0001";
const taxId = (masked = false) =>
  z
    .string({ error: TAX_ID_MESSAGE })
    .overwrite((typed) => (masked && isMasked(typed) ? typed : normalizeTaxId(typed)))
    .refine((value) => isTaxId(value) || (masked && isMasked(value)), TAX_ID_MESSAGE);

/** Returns a share in basis points, from 5 to 100 %; null for any other text. */
export function parseShare(typed: string): number | null {
  const share = parseRate(typed);
  return share !== null && share >= MIN_SHARE_BPS && share <= WHOLE_BPS ? share : null;
}

/** Returns what owners hold together in basis points, at most 100 %; null for any other text. */
export function parseTotal(typed: string): number | null {
  const total = parseRate(typed);
  return total !== null && total <= WHOLE_BPS ? total : null;
}

const isPastDay = (day: string): boolean => isDay(day) && day < lagosDay() && day >= "1900-01-01";

export const pepAnswers = [
  { value: "no", label: "No", description: "Neither you nor anyone close to you." },
  { value: "self", label: "Yes, myself", description: "You hold such an office, or held one." },
  {
    value: "related",
    label: "Yes, someone close to me",
    description: "A relative, or someone you do business with.",
  },
] as const;
const PEP = ["self", "related"] as const;

/** Roles with a share. */
const ownerRoles = ["Owner", "Director and owner"] as const;
export const isOwner = (role: string): boolean => (ownerRoles as readonly string[]).includes(role);

const tax = {
  taxId: {
    label: "Tax ID (TIN)",
    help: "On your tax certificate.",
    schema: taxId(),
    formSchema: taxId(true),
    input: { kind: "text", autoComplete: "off" },
    sealed: "taxId",
  },
  occupation: {
    label: "Occupation",
    help: "For example, civil engineer, trader or retired teacher.",
    schema: text(2, "Enter your occupation", 100),
    input: { kind: "text", autoComplete: "organization-title" },
    only: "individual",
  },
} as const satisfies Fields;

const funds = {
  sourceOfFunds: {
    label: "Where does the money come from?",
    schema: text(1, "Choose where the money comes from"),
    input: {
      kind: "select",
      placeholder: "Choose one",
      options: [
        "Salary",
        "Business income",
        "Savings",
        "Sale of property",
        "Inheritance or gift",
        "Loan",
        "Pension",
        OTHER,
      ],
    },
  },
  sourceOfFundsOther: {
    label: "Specify the source",
    schema: optionalText(),
    input: { kind: "text", autoComplete: "off" },
    otherOf: "sourceOfFunds",
    otherMessage: "Please specify the source",
  },
  expectedAmount: {
    label: "How much do you expect to invest in a year?",
    help: "An amount in naira, such as 5,000,000.",
    schema: kobo,
    formSchema: typedAmount,
    input: { kind: "text", autoComplete: "off" },
  },
  sourceDetails: {
    label: "Describe the source",
    help: "For example, your employer, your business, or what was sold and when.",
    schema: text(5, "Describe the source in a few words", 500),
    input: { kind: "textarea" },
    wide: true,
  },
} as const satisfies Fields;

const office = {
  pep: {
    label: "Do you, or does anyone close to you, hold a senior public office?",
    help: "For example in government, parliament, a court, the military, a state company or a political party, in Nigeria or abroad, also in the past. For a company, this asks about its directors and owners.",
    schema: z.enum(["no", "self", "related"], "Choose an answer"),
    input: { kind: "radio", options: pepAnswers },
    wide: true,
  },
  pepDetails: {
    label: "Who, and which office?",
    schema: optionalLines(500),
    input: { kind: "textarea" },
    onlyIf: {
      field: "pep",
      values: PEP,
      message: "Name the person and the office",
      valid: (details) => details.length >= 5,
    },
    wide: true,
  },
} as const satisfies Fields;

const ownership = {
  ownersTotal: {
    label: "Owners of 5 % and more hold together (%)",
    help: "The sum of the shares above; 0 if nobody owns 5 %.",
    schema: optionalText(20),
    input: { kind: "text", autoComplete: "off" },
    only: "corporate",
  },
} as const satisfies Fields;

/** The sections of the form, in their order. */
export const dueDiligenceSections = { tax, funds, office, ownership };

export const dueDiligenceGroup = {
  title: "Due diligence",
  step: 0,
  table: "due_diligence",
  fields: { ...tax, ...funds, ...office, ...ownership },
} as const satisfies Group;

/** A director, or an owner of 5 % or more, of a company. */
export const ownerFields = {
  kind: {
    label: "Person or company",
    schema: z.enum(["Person", "Company"], "Choose person or company"),
    input: { kind: "select", options: ["Person", "Company"] },
    initial: "Person",
  },
  name: {
    label: "Full name",
    schema: text(2, "Name must be at least 2 characters"),
    input: { kind: "text", autoComplete: "off", autoCapitalize: "words" },
  },
  role: {
    label: "Role",
    schema: z.enum(["Director", ...ownerRoles], "Choose the role"),
    input: { kind: "select", placeholder: "Choose one", options: ["Director", ...ownerRoles] },
  },
  share: {
    label: "Share (%)",
    help: "From 5 to 100, such as 12.5.",
    schema: optionalText(20),
    input: { kind: "text", autoComplete: "off" },
    onlyIf: {
      field: "role",
      values: ownerRoles,
      message: "Enter a share from 5 to 100, such as 12.5",
      valid: (share) => parseShare(share) !== null,
    },
  },
  dateOfBirth: {
    label: "Date of birth",
    schema: optionalText(40),
    input: { kind: "date", autoComplete: "off" },
    onlyIf: {
      field: "kind",
      values: ["Person"],
      message: "Enter their date of birth, a day in the past",
      valid: isPastDay,
    },
  },
  country: {
    label: "Country",
    help: "Where a person lives, or where a company is registered.",
    schema: z.string().refine((name) => countries.includes(name), "Choose a country"),
    input: { kind: "select", options: countries },
    initial: "Nigeria",
  },
} as const satisfies Fields;

/** The optional document about the source of funds. */
export const sourceDocument = {
  ...SOURCE_DOCUMENT,
  help: "For example a payslip, a bank statement or a contract of sale.",
  rule: documentRule,
  optional: true,
} as const satisfies DocumentField;
