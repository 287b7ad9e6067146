/**
 * The individual verification form (product 2.5, 3, 4.4, 5.1): one flat schema with the literal messages, used by the
 * wizard's resolver and by POST /verification. Safe in the browser.
 */
import { z } from "zod";
import { email, lines, numberFields, optionalText, pastDate, phone, text } from "@/lib/fields";
import {
  OTHER,
  accountTypes,
  ageBrackets,
  findLocalGovernment,
  findState,
  kinRelationships,
} from "@/lib/reference";
import type { IndividualVariant } from "./steps";

export const localGovernmentMessages = {
  required: "Local Government is required",
  other: "Please specify your Local Government",
  list: "Select a valid Local Government for the chosen state",
  state: "Select a valid state",
} as const;

const OPTION = "Please select an option";

const answersSchema = (masked: boolean) => {
  const { nin, bvn, accountNumber } = numberFields(masked);
  return z.object({
    firstName: text(2, "First name must be atleast 2 characters"),
    surname: text(2, "Surname must be atleast 2 characters"),
    phoneNumber: phone,
    email: email(),
    dateOfBirth: pastDate("Date of birth is required"),
    stateOfResidence: text(2, "State of residence is required"),
    localGovernment: text(2, localGovernmentMessages.required),
    localGovernmentOther: optionalText(),
    residentialAddress: lines(5, "Address must be at least 5 characters"),
    ninNumber: nin,

    kinFullName: text(2, "Name must be at least 2 characters"),
    kinRelationship: z.enum(kinRelationships, OPTION),
    kinRelationshipOther: optionalText(),
    kinPhoneNumber: phone,
    kinEmail: email(),
    kinResidentialAddress: lines(5, "Address must be at least 5 characters"),

    accountName: text(2, "Account name must be at least 2 characters"),
    bankName: text(2, "Bank name is required"),
    accountNumber,
    accountType: z.enum(accountTypes, OPTION),
    accountTypeOther: optionalText(),
    bvnNumber: bvn,
  });
};

type Located = { localGovernment: string; localGovernmentOther?: string | undefined };

/**
 * The list rule of product 5.1 for a state and its local government, for individuals and companies alike (product 10.9).
 * Returns the message and the field it belongs to, or null.
 */
export function checkLocation(
  state: string,
  value: Located,
): { field: "state" | "localGovernment" | "localGovernmentOther"; message: string } | null {
  if (!findState(state)) return { field: "state", message: localGovernmentMessages.state };
  if (value.localGovernment === OTHER) {
    return value.localGovernmentOther
      ? null
      : { field: "localGovernmentOther", message: localGovernmentMessages.other };
  }
  return findLocalGovernment(state, value.localGovernment)
    ? null
    : { field: "localGovernment", message: localGovernmentMessages.list };
}

/**
 * A rule over several fields. It also runs while other fields are wrong, so that every error of a step shows at once; it is
 * given the fields that hold text, and nothing else.
 */
export function crossRule(
  path: string,
  message: string,
  holds: (value: Partial<Record<string, string>>) => boolean,
) {
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return [
    (value: unknown) =>
      holds(
        Object.fromEntries(Object.entries(value as object).filter(([, field]) => typeof field === "string")),
      ),
    { path: [path] as PropertyKey[], message, when: ({ value }: { value: unknown }) => isObject(value) },
  ] as const;
}

/** The three rules of a place: a known state, a local government of its list, or 'Other' with a name. */
export const placeRules = (stateField: string) => {
  const problem = (value: Partial<Record<string, string>>) => {
    const { [stateField]: state, localGovernment, localGovernmentOther } = value;
    if (!state || !localGovernment) return null;
    return checkLocation(state, { localGovernment, localGovernmentOther: localGovernmentOther?.trim() })
      ?.field;
  };
  return [
    crossRule(
      stateField,
      localGovernmentMessages.state,
      (value) => !value[stateField] || findState(value[stateField]) !== null,
    ),
    crossRule(
      "localGovernment",
      localGovernmentMessages.list,
      (value) => problem(value) !== "localGovernment",
    ),
    crossRule(
      "localGovernmentOther",
      localGovernmentMessages.other,
      (value) => problem(value) !== "localGovernmentOther",
    ),
  ] as const;
};

const [knownState, knownArea, namedArea] = placeRules("stateOfResidence");

const crossFields = <S extends z.ZodObject>(schema: S) =>
  schema
    .refine(...knownState)
    .refine(...knownArea)
    .refine(...namedArea)
    .refine(
      ...crossRule(
        "kinRelationshipOther",
        "Please specify the relationship",
        (value) => value["kinRelationship"] !== OTHER || !!value["kinRelationshipOther"]?.trim(),
      ),
    )
    .refine(
      ...crossRule(
        "accountTypeOther",
        "Please specify the account type",
        (value) => value["accountType"] !== OTHER || !!value["accountTypeOther"]?.trim(),
      ),
    );

const investorSchema = (masked: boolean) =>
  crossFields(answersSchema(masked).extend({ ageBracket: z.enum(ageBrackets, OPTION) }));
/** The startup variant hides the age bracket (product 2.5); one that is sent all the same is ignored. */
const startupSchema = (masked: boolean) => crossFields(answersSchema(masked));

export const investorFormSchema = investorSchema(false);
const startupFormSchema = startupSchema(false);
const inForm = { investor: investorSchema(true), startup: startupSchema(true) };

/** What POST /verification takes from each kind of applicant. */
export const individualSchema = (variant: IndividualVariant) =>
  variant === "startup" ? startupFormSchema : investorFormSchema;

/** The same in the form, where a number that was given before may stay masked. */
export const individualFormSchema = (variant: IndividualVariant) => inForm[variant];

export type IndividualAnswers = z.output<typeof startupFormSchema> & {
  ageBracket?: (typeof ageBrackets)[number] | undefined;
};
export type IndividualInput = z.input<typeof startupFormSchema> & { ageBracket?: string | undefined };
