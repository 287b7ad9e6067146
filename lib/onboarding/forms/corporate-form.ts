import { lines, numberText, optionalText, text } from "@/lib/forms/atoms";
import type { DocumentField, DocumentFields, Group, Step } from "@/lib/forms/definition";
import { documentRule, imageRule } from "@/lib/forms/files";
import * as common from "./common-form";

/** The corporate verification form (product 2.6, 3, 4.5, 5.2). Its body has one object per group. Safe in the browser. */
export const corporateSteps = [
  { title: "Company Info" },
  { title: "Bank Details" },
  { title: "Signatories" },
  { title: "Documents" },
] as const satisfies Step[];

/** The maximum number of signatories of a company. */
export const MAX_SIGNATORIES = 20;

const company = {
  title: "Company Information",
  step: 0,
  table: "companies",
  fields: {
    name: {
      label: "Company name",
      schema: text(2, "Name must be atleast 2 characters"),
      input: { kind: "text", autoComplete: "organization" },
      wide: true,
    },
    incorporationNumber: {
      label: "Incorporation number",
      help: "The RC or BN number on your certificate.",
      schema: numberText(3, "Must be at least 3 digits", 50),
      input: { kind: "text", autoComplete: "off", autoCapitalize: "characters" },
    },
    dateOfIncorporation: {
      label: "Date of incorporation",
      help: "As shown on your certificate, for example 14 March 2015.",
      // The only requirement for this date is a minimum of four characters (product 10.5).
      schema: text(4, "Must be at least four characters", 40),
      input: { kind: "looseDate" },
    },
    phone: { ...common.phoneNumber, label: "Company phone number" },
    email: { ...common.emailAddress, label: "Company email address" },
    state: { label: "State", schema: text(2, "State is required"), input: { kind: "state" } },
    ...common.localGovernmentFields("state"),
    address: {
      label: "Company address",
      schema: lines(2, "Address must be at least 2 characters"),
      input: { kind: "textarea", autoComplete: "street-address" },
      wide: true,
    },
  },
} as const satisfies Group;

const bankDetails = {
  title: "Bank Details",
  step: 1,
  table: "bank_details",
  fields: {
    accountName: { ...common.accountName, help: "Exactly as it appears on the company's bank statement." },
    bankName: { ...common.bankName, schema: text(3, "Bank name must be at least 3 characters") },
    accountNumber: common.accountNumber,
    // An account type in the request is ignored (product 10.9).
    accountType: {
      label: "Account type",
      help: "Companies need a corporate account.",
      input: { kind: "fixed", value: "Corporate" },
    },
    bvnNumber: { ...common.bvnNumber, help: "Dial *565*0# to find it." },
  },
} as const satisfies Group;

const signatories = {
  title: "Authorized Signatory",
  step: 2,
  table: "signatories",
  fields: {
    fullName: common.fullName,
    position: {
      label: "Position",
      help: "For example, Managing Director or Company Secretary.",
      schema: text(2, "Position must be at least 2 characters"),
      input: { kind: "text", autoComplete: "off" },
    },
    phoneNumber: common.phoneOfOther,
    email: common.emailOfOther,
    bvnNumber: { ...common.bvnNumber, help: "They can dial *565*0# to find it." },
  },
} as const satisfies Group;

const optional = {
  schema: optionalText(),
  input: { kind: "text", autoComplete: "off" },
  optional: true,
} as const;
/** The relationship officer, who is stored with the company. */
const referral = {
  title: "Relationship officer",
  step: 2,
  table: "companies",
  fields: {
    officerName: {
      ...optional,
      column: "referralOfficer",
      label: "Relationship officer's name",
    },
    contact: {
      ...optional,
      column: "referralContact",
      label: "Relationship officer's phone number or email",
    },
  },
} as const satisfies Group;

/** The keys are the names of the multipart parts. */
export const corporateDocuments = {
  companyLogo: { name: "logo", label: "Company logo", rule: imageRule, optional: true, step: 0 },
  certificateOfIncorporation: {
    name: "certificateOfIncorporation",
    label: "Certificate of incorporation",
    help: "Issued by the Corporate Affairs Commission.",
    rule: documentRule,
    step: 3,
  },
  // The API accepts this document, but it is not part of the form (product 3).
  memorandumAndArticles: {
    name: "memorandumAndArticles",
    label: "Memorandum and articles",
    rule: documentRule,
    optional: true,
  },
  utilityBill: {
    ...common.utilityBill,
    help: "An electricity, water or waste bill from the last 3 months, in the company's name or for its address.",
    step: 3,
  },
  tinCertificate: {
    name: "tinCertificate",
    label: "TIN certificate",
    help: "Shows the company's tax identification number.",
    rule: documentRule,
    optional: true,
    step: 3,
  },
} as const satisfies DocumentFields;

/** The document of each signatory. */
export const signatoryDocument = {
  name: "signatoryIdDocument",
  label: "ID document",
  help: "National ID, voter's card or international passport.",
  rule: documentRule,
  step: 2,
} as const satisfies DocumentField;

/** The groups of the answers. The keys are their names in the body and in DTOs. */
export const corporateGroups = { company, bankDetails, signatories, referral };
