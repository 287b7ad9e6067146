import { phoneDigits } from "@/components/forms/digits";
import {
  documentSchema,
  documentsShape,
  fromRejectedSubmission,
  type DocumentValue,
} from "@/components/forms/documents";
import { toasts } from "@/lib/contract/messages";
import { initialValues, type TextValues } from "@/lib/forms/definition";
import { withAnswers, withTexts } from "@/lib/forms/values";
import {
  corporateDocuments,
  corporateGroups,
  corporateSteps,
  MAX_SIGNATORIES,
  signatoryDocument,
} from "@/lib/onboarding/forms/corporate-form";
import { partName, signatoryDocumentPath } from "@/lib/onboarding/forms/document-rules";
import { corporateFormSchema } from "@/lib/onboarding/forms/schema";
import type { UserDto } from "@/lib/users/dto";
import {
  draftDocument,
  draftDocuments,
  formerDocuments,
  listDocuments,
  type DocumentValues,
  type WizardForm,
} from "./wizard-form";

const company = corporateGroups.company.fields;
const bankDetails = corporateGroups.bankDetails.fields;
const signatory = corporateGroups.signatories.fields;
const referral = corporateGroups.referral.fields;
/** The form does not contain the memorandum (product 3). */
const { memorandumAndArticles: _, ...documents } = corporateDocuments;

export type SignatoryValues = TextValues<typeof signatory> & { idDocument: DocumentValue };
export type CorporateValues = {
  company: TextValues<typeof company>;
  bankDetails: TextValues<typeof bankDetails>;
  signatories: SignatoryValues[];
  referral: TextValues<typeof referral>;
} & DocumentValues<typeof documents>;

export const emptySignatory = (): SignatoryValues => ({ ...initialValues(signatory), idDocument: null });

function initialCorporateValues({ email, phone, verification }: UserDto): CorporateValues {
  const former = verification.status === "rejected" ? verification.corporate : null;
  const account = { email, phone: phoneDigits(phone) };
  const signatories = former?.signatories.map((answers) => ({
    ...withAnswers(signatory, initialValues(signatory), answers),
    idDocument: fromRejectedSubmission(answers.idDocument),
  }));
  return {
    company: withAnswers(company, { ...initialValues(company), ...account }, former?.company),
    bankDetails: withAnswers(bankDetails, initialValues(bankDetails), former?.bankDetails),
    signatories: signatories?.length ? signatories : [emptySignatory()],
    referral: withAnswers(referral, initialValues(referral), former?.referral),
    ...formerDocuments(documents, { ...former?.documents, logo: former?.company.logo ?? null }),
  };
}

/** The form for companies (product 2.6, 4.5). */
export const corporateForm: WizardForm<CorporateValues> = {
  kind: "corporate",
  steps: corporateSteps,
  schema: corporateFormSchema(documentsShape(documents), { idDocument: documentSchema(signatoryDocument) }),
  initialValues: initialCorporateValues,
  // The form has as many signatories as the draft or its documents contain.
  fromDraft: ({ values, files }, base) => {
    const listed = Array.isArray(values["signatories"]) ? (values["signatories"] as unknown[]) : null;
    const withDocument = Array.from({ length: MAX_SIGNATORIES }, (_, index) =>
      files[partName(signatoryDocumentPath(index))] ? index + 1 : 0,
    );
    const count = Math.max(1, listed?.length ?? base.signatories.length, ...withDocument);
    return {
      company: withTexts(company, base.company, values["company"]),
      bankDetails: withTexts(bankDetails, base.bankDetails, values["bankDetails"]),
      signatories: Array.from({ length: Math.min(count, MAX_SIGNATORIES) }, (_, index) => {
        const { idDocument, ...texts } = base.signatories[index] ?? emptySignatory();
        return {
          ...withTexts(signatory, texts, listed?.[index]),
          idDocument: draftDocument(files, signatoryDocumentPath(index), idDocument),
        };
      }),
      referral: withTexts(referral, base.referral, values["referral"]),
      ...draftDocuments(documents, files, base),
    };
  },
  answersOf: ({ company, bankDetails, signatories, referral }) => ({
    company,
    bankDetails,
    signatories: signatories.map(({ idDocument: _, ...text }) => text),
    referral,
  }),
  documentsOf: (values) => [
    ...listDocuments(documents, values),
    ...values.signatories.map(({ idDocument: value }, index) => ({
      field: signatoryDocumentPath(index),
      value,
    })),
  ],
  messages: { sent: toasts.corporateSubmitted, failed: toasts.corporateFailed },
};
