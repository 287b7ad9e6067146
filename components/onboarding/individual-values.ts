import { phoneDigits } from "@/components/forms/digits";
import { documentsShape } from "@/components/forms/documents";
import { toasts } from "@/lib/contract/messages";
import { entriesOf, initialValues, isAsked, type TextValues } from "@/lib/forms/definition";
import { withAnswers, withTexts } from "@/lib/forms/values";
import {
  individualDocuments as documents,
  individualFields,
  individualGroups,
  individualSteps,
} from "@/lib/onboarding/forms/individual-form";
import { individualFormSchema } from "@/lib/onboarding/forms/schema";
import type { IndividualVariant } from "@/lib/submission-rules";
import type { UserDto } from "@/lib/users/dto";
import {
  draftDocuments,
  formerDocuments,
  listDocuments,
  type DocumentValues,
  type WizardForm,
} from "./wizard-form";

type Texts = TextValues<typeof individualFields>;
export type IndividualValues = Texts & DocumentValues<typeof documents>;

function initialIndividualValues({ name, email, phone, verification }: UserDto): IndividualValues {
  const [firstName = "", ...surnames] = name.trim().split(/\s+/);
  const account = { firstName, surname: surnames.join(" "), email, phoneNumber: phoneDigits(phone) };
  const former = verification.status === "rejected" ? verification : null;
  let texts: Texts = { ...initialValues(individualFields), ...account };
  for (const group of ["personal", "nextOfKin", "bankDetails"] as const) {
    texts = withAnswers(individualGroups[group].fields, texts, former?.[group]);
  }
  return { ...texts, ...formerDocuments(documents, former?.documents ?? {}) };
}

/** Returns the form for individuals and startups (product 2.5, 4.4). */
export const individualForm = (variant: IndividualVariant): WizardForm<IndividualValues> => ({
  kind: "individual",
  steps: individualSteps,
  schema: individualFormSchema(variant, documentsShape(documents)),
  initialValues: initialIndividualValues,
  fromDraft: ({ values, files }, { identificationDocument, passportPhoto, utilityBill, ...texts }) => ({
    ...withTexts(individualFields, texts, values),
    ...draftDocuments(documents, files, { identificationDocument, passportPhoto, utilityBill }),
  }),
  answersOf: (values) =>
    Object.fromEntries(
      entriesOf(individualFields)
        .filter(([, field]) => isAsked(field, variant))
        .map(([key]) => [key, Reflect.get(values, key)]),
    ),
  documentsOf: (values) => listDocuments(documents, values),
  messages: { sent: toasts.verificationSubmitted, failed: toasts.verificationFailed },
});
