import { phoneDigits } from "@/components/forms/digits";
import { documentsShape, fromRejectedSubmission, type DocumentValue } from "@/components/forms/documents";
import { toasts } from "@/lib/contract/messages";
import { entriesOf, initialValues, isAsked, type TextValues } from "@/lib/forms/definition";
import { withAnswers, withTexts } from "@/lib/forms/values";
import type { UserDto } from "@/lib/users/dto";
import {
  individualDocuments,
  individualFields,
  individualGroups,
  individualSteps,
} from "@/lib/verification/individual-form";
import { individualFormSchema } from "@/lib/verification/schema";
import type { IndividualVariant } from "@/lib/verification/policy";
import { draftDocument, type WizardForm } from "./wizard-form";

const untouched = initialValues(individualFields);
type Texts = TextValues<typeof individualFields>;
export type IndividualValues = Texts & Record<keyof typeof individualDocuments, DocumentValue>;

function initialIndividualValues({ name, email, phone, verification }: UserDto): IndividualValues {
  const [firstName = "", ...surnames] = name.trim().split(/\s+/);
  const account = { firstName, surname: surnames.join(" "), email, phoneNumber: phoneDigits(phone) };
  const former = verification.status === "rejected" ? verification : null;
  let texts: Texts = { ...untouched, ...account };
  for (const group of ["personal", "nextOfKin", "bankDetails"] as const) {
    texts = withAnswers(individualGroups[group].fields, texts, former?.[group]);
  }
  return {
    ...texts,
    identificationDocument: fromRejectedSubmission(former?.documents?.idDocument),
    passportPhoto: fromRejectedSubmission(former?.documents?.passportPhoto),
    utilityBill: fromRejectedSubmission(former?.documents?.utilityBill),
  };
}

/** Individuals and startups (product 2.5, 4.4). */
export const individualForm = (variant: IndividualVariant): WizardForm<IndividualValues> => ({
  kind: "individual",
  variant,
  steps: individualSteps,
  schema: individualFormSchema(variant, documentsShape(individualDocuments)),
  initialValues: initialIndividualValues,
  fromDraft: ({ values, files }, base) => ({
    ...withTexts(individualFields, textsOf(base), values),
    identificationDocument: draftDocument(files, "identificationDocument", base.identificationDocument),
    passportPhoto: draftDocument(files, "passportPhoto", base.passportPhoto),
    utilityBill: draftDocument(files, "utilityBill", base.utilityBill),
  }),
  answersOf: (values) =>
    Object.fromEntries(
      entriesOf(individualFields)
        .filter(([, field]) => isAsked(field, variant))
        .map(([key]) => [key, Reflect.get(values, key)]),
    ),
  documentsOf: ({ identificationDocument, passportPhoto, utilityBill }) =>
    Object.entries({ identificationDocument, passportPhoto, utilityBill }).map(([field, value]) => ({
      field,
      value,
    })),
  messages: {
    sent: toasts.verificationSubmitted,
    failed: toasts.verificationFailed,
  },
});

const textsOf = ({
  identificationDocument: _,
  passportPhoto: __,
  utilityBill: ___,
  ...texts
}: IndividualValues) => texts;
