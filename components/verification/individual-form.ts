import type { FieldErrors, Resolver } from "react-hook-form";
import { phoneDigits } from "@/components/forms/digits";
import {
  accountTypes,
  findLocalGovernment,
  findState,
  kinRelationships,
  localGovernmentsOf,
  OTHER,
} from "@/lib/reference";
import type { UserDto } from "@/lib/users/dto";
import {
  checkFile,
  fileRules,
  individualFiles,
  individualSchema,
  individualSteps,
  type IndividualField,
  type IndividualFile,
  type IndividualVariant,
} from "@/lib/verification/schema";

/** What the wizard holds: every answer as the text in its field, and the three files. */
export type TextValues = Record<IndividualField, string>;
export type WizardValues = TextValues & Record<IndividualFile, File | null>;
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

const noFiles: Record<IndividualFile, null> = {
  identificationDocument: null,
  passportPhoto: null,
  utilityBill: null,
};

/** The fields of a step, without those the variant does not show. */
export function fieldsOfStep(step: number, variant: IndividualVariant): readonly WizardField[] {
  const fields = individualSteps[step]?.fields ?? [];
  if (step === individualSteps.length - 1) return [...fields, ...individualFiles];
  return variant === "startup" ? fields.filter((field) => field !== "ageBracket") : fields;
}

/** The step a field stands on; 0 when it stands nowhere. */
export function stepOf(field: WizardField, variant: IndividualVariant): number {
  const step = individualSteps.findIndex((_, index) => fieldsOfStep(index, variant).includes(field));
  return Math.max(0, step);
}

/** An empty form, with what the account and a rejected submission already tell. Numbers are asked for again: we only keep them masked. */
export function initialValues(user: UserDto): WizardValues {
  const account = { email: user.email, phoneNumber: phoneDigits(user.phone) };
  return { ...emptyText, ...account, ...formerAnswers(user), ...noFiles };
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
      ...settleLocalGovernment(personal.stateOfResidence, personal.localGovernment, ""),
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

/**
 * A local government that is not in the state's list moves to the 'Other' field (SPEC 4.4). Spelling variants that the reference
 * data knows take their canonical form.
 */
export function settleLocalGovernment(
  state: string,
  localGovernment: string,
  other: string,
): Pick<TextValues, "localGovernment" | "localGovernmentOther"> {
  if (!localGovernment || localGovernment === OTHER || !state) {
    return { localGovernment: state ? localGovernment : "", localGovernmentOther: other };
  }
  const known = findLocalGovernment(state, localGovernment);
  return known
    ? { localGovernment: known, localGovernmentOther: other }
    : { localGovernment: OTHER, localGovernmentOther: localGovernment };
}

/** What the local government becomes when the state changes: kept only if it belongs to the new one. */
export function localGovernmentAfterStateChange(state: string, localGovernment: string): string {
  if (localGovernment === OTHER) return OTHER;
  return localGovernmentsOf(state).includes(localGovernment) ? localGovernment : "";
}

/** A saved draft as values of the form: unknown keys are dropped, enumerations and places checked. */
export function fromDraft(draft: Readonly<Record<string, string>>, base: WizardValues): WizardValues {
  const values: WizardValues = { ...base };
  for (const field of textFields) {
    const saved = draft[field];
    if (saved !== undefined) values[field] = saved;
  }
  if (!(kinRelationships as readonly string[]).includes(values.kinRelationship))
    values.kinRelationship = "Spouse";
  if (!(accountTypes as readonly string[]).includes(values.accountType)) values.accountType = "Savings";
  values.stateOfResidence = findState(values.stateOfResidence) ?? values.stateOfResidence;
  return {
    ...values,
    ...settleLocalGovernment(values.stateOfResidence, values.localGovernment, values.localGovernmentOther),
  };
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

/** The first message of each field that is wrong. The rules are the server's own. */
export function problems(values: WizardValues, variant: IndividualVariant): Map<WizardField, string> {
  const found = new Map<WizardField, string>();
  const parsed = individualSchema(variant).safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] as WizardField;
    if (!found.has(field)) found.set(field, issue.message);
  }
  for (const field of individualFiles) {
    const message = checkFile(values[field], fileRules[field]);
    if (message) found.set(field, message);
  }
  return found;
}

export const individualResolver =
  (variant: IndividualVariant): Resolver<WizardValues> =>
  (values) => {
    const found = problems(values, variant);
    if (found.size === 0) return { values, errors: {} };
    const errors: FieldErrors<WizardValues> = {};
    for (const [field, message] of found) errors[field] = { type: "validate", message };
    return { values: {}, errors };
  };
