import * as z from "zod";
import { lines, optionalText, pastDate, text } from "@/lib/forms/atoms";
import type { DocumentFields, Group, Step } from "@/lib/forms/definition";
import { documentRule, imageRule } from "@/lib/forms/files";
import { accountTypes, ageBrackets, kinRelationships } from "@/lib/reference/options";
import * as common from "./common-fields";

/** The individual verification form (product 2.5, 3, 4.4, 5.1). Its body is flat. Safe in the browser. */
const OPTION = "Please select an option";

export const individualSteps = [
  { title: "Bio Data", subtitle: "Personal Information" },
  { title: "Next of Kin" },
  { title: "Account Details", subtitle: "Bank Account Information" },
  { title: "KYC Documents", subtitle: "Required Documents" },
] as const satisfies Step[];

const personal = {
  title: "Personal Information",
  step: 0,
  table: "personal_details",
  fields: {
    firstName: {
      label: "First name",
      schema: text(2, "First name must be atleast 2 characters"),
      input: { kind: "text", autoComplete: "given-name", autoCapitalize: "words" },
    },
    surname: {
      label: "Surname",
      schema: text(2, "Surname must be atleast 2 characters"),
      input: { kind: "text", autoComplete: "family-name", autoCapitalize: "words" },
    },
    phoneNumber: common.phoneNumber,
    email: common.emailAddress,
    ageBracket: {
      label: "Age group",
      reviewLabel: "Age bracket",
      schema: z.enum(ageBrackets, OPTION),
      input: {
        kind: "radio",
        options: [
          { value: "adult", label: "Adult", description: "18 years or older" },
          { value: "minor", label: "Minor", description: "Under 18" },
        ],
      },
      wide: true,
      only: "investor",
    },
    dateOfBirth: {
      label: "Date of birth",
      schema: pastDate("Date of birth is required"),
      input: { kind: "date", autoComplete: "bday" },
    },
    ninNumber: common.ninNumber,
    stateOfResidence: {
      label: "State of residence",
      schema: text(2, "State of residence is required"),
      input: { kind: "state" },
    },
    localGovernment: {
      label: "Local government",
      schema: text(2, "Local Government is required"),
      input: { kind: "localGovernment", state: "stateOfResidence" },
    },
    localGovernmentOther: {
      label: "Specify Local Government",
      schema: optionalText(),
      input: { kind: "text" },
      wide: true,
      otherOf: "localGovernment",
      otherMessage: "Please specify your Local Government",
    },
    residentialAddress: {
      label: "Home address",
      reviewLabel: "Residential address",
      schema: lines(5, "Address must be at least 5 characters"),
      input: { kind: "textarea", autoComplete: "street-address" },
      wide: true,
    },
  },
} as const satisfies Group;

/** Another person's details: the browser must not autofill the user's own. */
const nextOfKin = {
  title: "Next of Kin",
  step: 1,
  table: "next_of_kin",
  fields: {
    kinFullName: {
      name: "fullName",
      label: "Full name",
      schema: text(2, "Name must be at least 2 characters"),
      input: { kind: "text", autoComplete: "off", autoCapitalize: "words" },
    },
    kinRelationship: {
      name: "relationship",
      label: "Relationship",
      schema: z.enum(kinRelationships, OPTION),
      input: { kind: "select", options: kinRelationships },
      initial: "Spouse",
    },
    kinRelationshipOther: {
      name: "relationshipOther",
      label: "Specify relationship",
      schema: optionalText(),
      input: { kind: "text", autoComplete: "off" },
      wide: true,
      otherOf: "kinRelationship",
      otherMessage: "Please specify the relationship",
    },
    kinPhoneNumber: {
      ...common.phoneNumber,
      name: "phoneNumber",
      input: { kind: "phone", autoComplete: "off" },
    },
    kinEmail: { ...common.emailAddress, name: "email", input: { kind: "email", autoComplete: "off" } },
    kinResidentialAddress: {
      name: "residentialAddress",
      label: "Home address",
      reviewLabel: "Residential address",
      schema: lines(5, "Address must be at least 5 characters"),
      input: { kind: "textarea", autoComplete: "off" },
      wide: true,
    },
  },
} as const satisfies Group;

const bankDetails = {
  title: "Bank Details",
  step: 2,
  table: "bank_details",
  fields: {
    accountName: { ...common.accountName, help: "Exactly as it appears on your bank statement." },
    bankName: {
      label: "Bank",
      reviewLabel: "Bank name",
      schema: text(2, "Bank name is required"),
      input: { kind: "bank" },
    },
    accountNumber: common.accountNumber,
    accountType: {
      label: "Account type",
      schema: z.enum(accountTypes, OPTION),
      input: { kind: "select", options: accountTypes },
      initial: "Savings",
    },
    accountTypeOther: {
      label: "Specify account type",
      schema: optionalText(),
      input: { kind: "text", autoComplete: "off" },
      otherOf: "accountType",
      otherMessage: "Please specify the account type",
    },
    bvnNumber: common.bvnNumber,
  },
} as const satisfies Group;

/** Keys are the names of the multipart parts. */
export const individualDocuments = {
  identificationDocument: {
    name: "idDocument",
    label: "ID document",
    reviewLabel: "ID Document",
    help: "National ID, voter's card, driver's licence or international passport.",
    rule: documentRule,
    step: 3,
  },
  passportPhoto: {
    name: "passportPhoto",
    label: "Passport photo",
    reviewLabel: "Passport Photo",
    help: "Face the camera, against a plain background.",
    rule: imageRule,
    camera: "user",
    step: 3,
  },
  utilityBill: {
    ...common.utilityBill,
    help: "An electricity, water or waste bill from the last 3 months.",
    step: 3,
  },
} as const satisfies DocumentFields;

/** The groups of the answers. Keys are their names in DTOs and in the database. */
export const individualGroups = { personal, nextOfKin, bankDetails };

export const individualFields = { ...personal.fields, ...nextOfKin.fields, ...bankDetails.fields };
