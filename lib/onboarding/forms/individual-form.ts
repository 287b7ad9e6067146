import * as z from "zod";
import { pastDate, text } from "@/lib/forms/atoms";
import type { DocumentFields, Group, Step } from "@/lib/forms/definition";
import { documentRule, imageRule } from "@/lib/forms/files";
import { accountTypes, ageBrackets, kinRelationships } from "@/lib/reference/options";
import * as common from "./common-form";

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
      label: "Age bracket",
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
    ...common.localGovernmentFields("stateOfResidence"),
    residentialAddress: common.homeAddress("street-address"),
  },
} as const satisfies Group;

/** The details of another person, which the browser must not autofill with the user's own. */
const nextOfKin = {
  title: "Next of Kin",
  step: 1,
  table: "next_of_kin",
  fields: {
    kinFullName: { ...common.fullName, name: "fullName" },
    kinRelationship: {
      name: "relationship",
      label: "Relationship",
      schema: z.enum(kinRelationships, OPTION),
      input: { kind: "select", options: kinRelationships },
      initial: "Spouse",
    },
    kinRelationshipOther: {
      ...common.other("kinRelationship", "Specify relationship", "Please specify the relationship"),
      name: "relationshipOther",
      wide: true,
    },
    kinPhoneNumber: { ...common.phoneOfOther, name: "phoneNumber" },
    kinEmail: { ...common.emailOfOther, name: "email" },
    kinResidentialAddress: { ...common.homeAddress("off"), name: "residentialAddress" },
  },
} as const satisfies Group;

const bankDetails = {
  title: "Bank Details",
  step: 2,
  table: "bank_details",
  fields: {
    accountName: { ...common.accountName, help: "Exactly as it appears on your bank statement." },
    bankName: { ...common.bankName, schema: text(2, "Bank name is required") },
    accountNumber: common.accountNumber,
    accountType: {
      label: "Account type",
      schema: z.enum(accountTypes, OPTION),
      input: { kind: "select", options: accountTypes },
      initial: "Savings",
    },
    accountTypeOther: common.other("accountType", "Specify account type", "Please specify the account type"),
    bvnNumber: common.bvnNumber,
  },
} as const satisfies Group;

/** The keys are the names of the multipart parts. */
export const individualDocuments = {
  identificationDocument: {
    name: "idDocument",
    label: "ID document",
    help: "National ID, voter's card, driver's licence or international passport.",
    rule: documentRule,
    step: 3,
  },
  passportPhoto: {
    name: "passportPhoto",
    label: "Passport photo",
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

/** The groups of the answers. The keys are their names in DTOs and in the database. */
export const individualGroups = { personal, nextOfKin, bankDetails };

export const individualFields = { ...personal.fields, ...nextOfKin.fields, ...bankDetails.fields };
