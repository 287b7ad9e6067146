import { get } from "react-hook-form";
import { phoneDigits } from "@/components/forms/digits";
import { fromRejectedSubmission, type DocumentValue } from "@/components/forms/documents";
import { findState } from "@/lib/reference";
import type { UserDto } from "@/lib/users/dto";
import { corporateFiles } from "@/lib/verification/documents";
import { MAX_SIGNATORIES } from "@/lib/verification/steps";
import type { DraftFileDto } from "@/lib/verification/draft-dto";
import { documentRule, type FileRule } from "@/lib/verification/documents";
import { normalizeLocalGovernment } from "./places";
import { partName, storedDocument } from "./server-draft";

/** What the corporate wizard holds. The memorandum has no field in it (product 3). */
const emptyCompany = {
  name: "",
  incorporationNumber: "",
  dateOfIncorporation: "",
  address: "",
  state: "",
  localGovernment: "",
  localGovernmentOther: "",
  phone: "",
  email: "",
};
const emptyBank = { bankName: "", accountNumber: "", accountName: "", bvnNumber: "" };
const emptyReferral = { officerName: "", contact: "" };
const emptySignatoryText = { fullName: "", position: "", phoneNumber: "", bvnNumber: "", email: "" };

export type CompanyText = typeof emptyCompany;
export type SignatoryValues = typeof emptySignatoryText & { idDocument: DocumentValue };
export const emptySignatory = (): SignatoryValues => ({ ...emptySignatoryText, idDocument: null });

export const companyDocuments = [
  "companyLogo",
  "certificateOfIncorporation",
  "utilityBill",
  "tinCertificate",
] as const;
export type CompanyDocument = (typeof companyDocuments)[number];

export type CorporateValues = {
  company: CompanyText;
  bankDetails: typeof emptyBank;
  signatories: SignatoryValues[];
  referral: typeof emptyReferral;
} & Record<CompanyDocument, DocumentValue>;

export const signatoryDocument = (index: number): string => `signatories.${index}.idDocument`;

/** What Next checks on each step; a name stands for everything below it. */
export const corporateStepFields: readonly (readonly string[])[] = [
  ["company", "companyLogo"],
  ["bankDetails"],
  ["signatories", "referral"],
  ["certificateOfIncorporation", "utilityBill", "tinCertificate"],
];

/** The step a field stands on; 0 when it stands nowhere. */
export function corporateStepOf(field: string): number {
  const step = corporateStepFields.findIndex((names) =>
    names.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  return Math.max(0, step);
}

/** The rule of a document by its field. */
export const corporateRule = (field: string): FileRule =>
  corporateFiles.find((slot) => slot.field === field)?.rule ?? documentRule;
export const isRequired = (field: string): boolean =>
  corporateFiles.find((slot) => slot.field === field)?.required ?? true;

/** Every document of the form, by its field. */
export const documentsOf = (values: CorporateValues): { field: string; value: DocumentValue }[] => [
  ...companyDocuments.map((field) => ({ field, value: values[field] })),
  ...values.signatories.map(({ idDocument }, index) => ({
    field: signatoryDocument(index),
    value: idDocument,
  })),
];

/** Every field that may take a message of the server. */
export const corporateFields = (values: CorporateValues): string[] => [
  ...Object.keys(emptyCompany).map((key) => `company.${key}`),
  ...Object.keys(emptyBank).map((key) => `bankDetails.${key}`),
  ...Object.keys(emptyReferral).map((key) => `referral.${key}`),
  ...values.signatories.flatMap((_, index) =>
    Object.keys(emptySignatoryText).map((key) => `signatories.${index}.${key}`),
  ),
  ...documentsOf(values).map(({ field }) => field),
];

/** Everything but the files, as POST /verification/corporate takes it and the draft keeps it. */
export const corporateAnswers = ({ company, bankDetails, signatories, referral }: CorporateValues) => ({
  company: { ...company },
  bankDetails: { ...bankDetails },
  signatories: signatories.map(({ idDocument: _, ...text }) => text),
  referral: { ...referral },
});

/** An empty form, with what the account and a rejected submission already tell: numbers masked, documents kept. */
export function initialCorporateValues(user: UserDto): CorporateValues {
  const former = user.verification.status === "rejected" ? user.verification.corporate : null;
  const place = former && normalizeLocalGovernment(former.company.state, former.company.localGovernment, "");
  return {
    company: {
      ...emptyCompany,
      ...(former
        ? textsOf(emptyCompany, former.company)
        : { phone: phoneDigits(user.phone), email: user.email }),
      ...place,
    },
    bankDetails: textsOf(emptyBank, former?.bankDetails),
    signatories: former?.signatories.length
      ? former.signatories.map((signatory) => ({
          ...textsOf(emptySignatoryText, signatory),
          idDocument: fromRejectedSubmission(signatory.idDocument),
        }))
      : [emptySignatory()],
    referral: textsOf(emptyReferral, former?.referral),
    companyLogo: fromRejectedSubmission(former?.company.logo ?? null),
    certificateOfIncorporation: fromRejectedSubmission(former?.documents.certificateOfIncorporation ?? null),
    utilityBill: fromRejectedSubmission(former?.documents.utilityBill ?? null),
    tinCertificate: fromRejectedSubmission(former?.documents.tinCertificate ?? null),
  };
}

/** The draft as values of the form: only what the form has, and as many signatories as it or its documents name. */
export function fromCorporateDraft(
  values: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, DraftFileDto>>,
  base: CorporateValues,
): CorporateValues {
  const company = textsOf(base.company, values["company"]);
  const state = findState(company.state) ?? company.state;
  const stored = (field: string, otherwise: DocumentValue) => {
    const file = files[partName(field)];
    return file ? storedDocument(file) : otherwise;
  };
  const listed = Array.isArray(values["signatories"]) ? (values["signatories"] as unknown[]) : null;
  const uploaded = Array.from({ length: MAX_SIGNATORIES }, (_, index) => index + 1).filter(
    (count) => files[partName(signatoryDocument(count - 1))],
  );
  const count = Math.min(
    MAX_SIGNATORIES,
    Math.max(1, listed?.length ?? base.signatories.length, ...uploaded),
  );
  return {
    company: {
      ...company,
      state,
      ...normalizeLocalGovernment(state, company.localGovernment, company.localGovernmentOther),
    },
    bankDetails: textsOf(base.bankDetails, values["bankDetails"]),
    signatories: Array.from({ length: count }, (_, index) => {
      const before = base.signatories[index] ?? emptySignatory();
      return {
        ...textsOf(before, listed?.[index]),
        idDocument: stored(signatoryDocument(index), before.idDocument),
      };
    }),
    referral: textsOf(base.referral, values["referral"]),
    companyLogo: stored("companyLogo", base.companyLogo),
    certificateOfIncorporation: stored("certificateOfIncorporation", base.certificateOfIncorporation),
    utilityBill: stored("utilityBill", base.utilityBill),
    tinCertificate: stored("tinCertificate", base.tinCertificate),
  };
}

/** `base` with the texts that `given` has in its places. */
function textsOf<T extends object>(base: T, given: unknown): T {
  const texts = Object.entries(base).map(([key, before]) => {
    const text: unknown = get(given, key);
    return [key, typeof text === "string" ? text : before];
  });
  return Object.fromEntries(texts) as T;
}
