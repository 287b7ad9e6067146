import { phoneDigits } from "@/components/forms/digits";
import { fromRejectedSubmission, type DocumentValue } from "@/components/forms/documents";
import { isMasked } from "@/lib/mask";
import { accountTypes, findState, kinRelationships, OTHER } from "@/lib/reference";
import type { UserDto } from "@/lib/users/dto";
import type { DraftFileDto } from "@/lib/verification/draft-dto";
import { individualFiles, type IndividualFile } from "@/lib/verification/documents";
import { individualSteps, type IndividualField, type IndividualVariant } from "@/lib/verification/steps";
import { normalizeLocalGovernment } from "./places";
import { storedDocument } from "./server-draft";

/** What the wizard holds: every answer as the text in its field, and the three files. */
export type TextValues = Record<IndividualField, string>;
export type WizardValues = TextValues & Record<IndividualFile, DocumentValue>;
export type WizardField = keyof WizardValues;

const emptyText: TextValues = {
  firstName: "",
  surname: "",
  phoneNumber: "",
  email: "",
  ageBracket: "",
  dateOfBirth: "",
  stateOfResidence: "",
  localGovernment: "",
  localGovernmentOther: "",
  residentialAddress: "",
  ninNumber: "",
  kinFullName: "",
  kinRelationship: "Spouse",
  kinRelationshipOther: "",
  kinPhoneNumber: "",
  kinEmail: "",
  kinResidentialAddress: "",
  accountName: "",
  bankName: "",
  accountNumber: "",
  accountType: "Savings",
  accountTypeOther: "",
  bvnNumber: "",
};
export const textFields = Object.keys(emptyText) as IndividualField[];
export const wizardFields: readonly WizardField[] = [...textFields, ...individualFiles];

/** The fields of a step, without those the variant does not show. */
export function fieldsOfStep(step: number, variant: IndividualVariant): readonly WizardField[] {
  const fields = individualSteps[step]?.fields ?? [];
  if (step === individualSteps.length - 1) return [...fields, ...individualFiles];
  return variant === "startup" ? fields.filter((field) => field !== "ageBracket") : fields;
}

/** The step a field stands on; 0 when it stands nowhere. */
export function stepOf(field: string, variant: IndividualVariant): number {
  const step = individualSteps.findIndex((_, index) =>
    (fieldsOfStep(index, variant) as readonly string[]).includes(field),
  );
  return Math.max(0, step);
}

/** An empty form, with what the account and a rejected submission already tell: numbers masked, documents kept. */
export function initialValues(user: UserDto): WizardValues {
  const account = { email: user.email, phoneNumber: phoneDigits(user.phone) };
  return { ...emptyText, ...account, ...formerAnswers(user), ...formerDocuments(user) };
}

function formerDocuments({ verification }: UserDto): Record<IndividualFile, DocumentValue> {
  const former = verification.status === "rejected" ? verification.documents : null;
  return {
    identificationDocument: fromRejectedSubmission(former?.idDocument ?? null),
    passportPhoto: fromRejectedSubmission(former?.passportPhoto ?? null),
    utilityBill: fromRejectedSubmission(former?.utilityBill ?? null),
  };
}

function formerAnswers({ verification }: UserDto): Partial<TextValues> {
  const { status, personal, nextOfKin: kin, bankDetails: bank } = verification;
  if (status !== "rejected") return {};
  return {
    ...(personal && {
      firstName: personal.firstName,
      surname: personal.surname,
      phoneNumber: personal.phoneNumber,
      email: personal.email,
      ageBracket: personal.ageBracket ?? "",
      dateOfBirth: personal.dateOfBirth,
      stateOfResidence: personal.stateOfResidence,
      residentialAddress: personal.residentialAddress,
      ninNumber: personal.ninNumber,
      ...normalizeLocalGovernment(personal.stateOfResidence, personal.localGovernment, ""),
    }),
    ...(kin && {
      kinFullName: kin.fullName,
      kinPhoneNumber: kin.phoneNumber,
      kinEmail: kin.email,
      kinResidentialAddress: kin.residentialAddress,
      ...orOther(kinRelationships, kin.relationship, "kinRelationship", "kinRelationshipOther"),
    }),
    ...(bank && {
      accountName: bank.accountName,
      bankName: bank.bankName,
      accountNumber: bank.accountNumber,
      bvnNumber: bank.bvnNumber,
      ...orOther(accountTypes, bank.accountType, "accountType", "accountTypeOther"),
    }),
  };
}

const orOther = <Field extends IndividualField, Specify extends IndividualField>(
  options: readonly string[],
  value: string,
  field: Field,
  specify: Specify,
): Partial<TextValues> =>
  options.includes(value) ? { [field]: value } : { [field]: OTHER, [specify]: value };

/** A saved draft as values of the form: unknown keys are dropped, enumerations and places checked. */
export function fromDraft(draft: Readonly<Record<string, unknown>>, base: WizardValues): WizardValues {
  const values: WizardValues = { ...base };
  for (const field of textFields) {
    const saved = draft[field];
    if (typeof saved === "string") values[field] = saved;
  }
  if (!(kinRelationships as readonly string[]).includes(values.kinRelationship))
    values.kinRelationship = "Spouse";
  if (!(accountTypes as readonly string[]).includes(values.accountType)) values.accountType = "Savings";
  values.stateOfResidence = findState(values.stateOfResidence) ?? values.stateOfResidence;
  return {
    ...values,
    ...normalizeLocalGovernment(values.stateOfResidence, values.localGovernment, values.localGovernmentOther),
  };
}

/** The documents uploaded so far take the place of former ones. */
export function withDraftFiles(
  values: WizardValues,
  files: Readonly<Record<string, DraftFileDto>>,
): WizardValues {
  const next = { ...values };
  for (const field of individualFiles) {
    const file = files[field];
    if (file) next[field] = storedDocument(file);
  }
  return next;
}

const numbers = ["ninNumber", "bvnNumber", "accountNumber"] as const;

/** Masks that `known` does not show stand for nothing the server keeps; those numbers are asked for again. */
export function withoutStaleMasks(
  values: WizardValues,
  known: readonly Readonly<Record<string, unknown>>[],
): WizardValues {
  const next = { ...values };
  for (const field of numbers) {
    if (isMasked(next[field]) && !known.some((entry) => entry[field] === next[field])) next[field] = "";
  }
  return next;
}

/** Every answer but the files, as Save Progress keeps it and POST /verification takes it. */
export function textOf(values: WizardValues, variant: IndividualVariant): Partial<TextValues> {
  const text: Partial<TextValues> = {};
  for (const field of textFields) {
    if (field === "ageBracket" && variant === "startup") continue;
    text[field] = values[field];
  }
  return text;
}
