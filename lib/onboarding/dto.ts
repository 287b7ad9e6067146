/** The DTOs of submissions (product 3, 10.2), numbers masked, derived from the forms. Safe in the browser. */
import * as z from "zod";
import { answersSchema, documentPathsShape } from "@/lib/forms/definition";
import { investorTypes, roles, verificationStatuses } from "@/lib/roles";
import { corporateDocuments, corporateGroups } from "./forms/corporate-form";
import { individualDocuments, individualGroups } from "./forms/individual-form";

/** The details by which two accounts can be recognised as the same person or company. */
export const identityFields = [
  "ninNumber",
  "bvnNumber",
  "accountNumber",
  "incorporationNumber",
  "phone",
  "email",
  "nameAndBirth",
  "document",
] as const;
export type IdentityField = (typeof identityFields)[number];

/** The details that require another reviewer if the reviewer and the applicant share them (threat 64). */
export const conflictFields = [
  "ninNumber",
  "bvnNumber",
  "accountNumber",
  "phone",
  "email",
  "device",
] as const;
export type ConflictField = (typeof conflictFields)[number];

const kind = z.enum(["individual", "corporate"]);
const status = z.enum(verificationStatuses);
const reviewer = z.object({ _id: z.string(), name: z.string() });

export const personalDto = answersSchema(individualGroups.personal.fields);
export const nextOfKinDto = answersSchema(individualGroups.nextOfKin.fields);
export const bankDetailsDto = answersSchema(individualGroups.bankDetails.fields);
export const documentsDto = z.object(documentPathsShape(individualDocuments));

const { logo, ...documentPaths } = documentPathsShape(corporateDocuments);
export const corporateDto = z.object({
  company: answersSchema(corporateGroups.company.fields).extend({ logo }),
  bankDetails: answersSchema(corporateGroups.bankDetails.fields).nullable(),
  documents: z.object(documentPaths),
  signatories: z.array(
    answersSchema(corporateGroups.signatories.fields).extend({ idDocument: z.string().nullable() }),
  ),
  referral: answersSchema(corporateGroups.referral.fields).nullable(),
});

/** The answers and documents of a submission, by the groups of product 3. */
export const answersDto = z.object({
  personal: personalDto.nullable(),
  nextOfKin: nextOfKinDto.nullable(),
  bankDetails: bankDetailsDto.nullable(),
  documents: documentsDto.nullable(),
  corporate: corporateDto.nullable(),
});

/** A decision; its time and reviewer are visible to super administrators only. */
const decisionDto = z.object({
  status,
  reason: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decidedBy: reviewer.nullable(),
});

const answerChange = z.object({
  /** The dotted path, such as `personal.firstName`, `corporate.signatories.0.bvnNumber`, `documents.utilityBill`. */
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** A submission with its changes compared to the previous one of the same kind. */
export const submissionDto = z.object({
  _id: z.string(),
  kind,
  state: z.enum([...status.options, "superseded"]),
  /** Whether it is the current submission. */
  current: z.boolean(),
  submittedAt: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  reviewedBy: reviewer.nullable(),
  rejectionReason: z.string().nullable(),
  /** All decisions on the submission, newest first. */
  decisions: z.array(decisionDto),
  ...answersDto.shape,
  /** The changes; null for the first submission of its kind. Numbers are compared in full and returned masked. */
  changes: z.array(answerChange).nullable(),
});

/** `GET /verification/status` (product 10.5). */
export const verificationStatusDto = z.object({
  status,
  submittedAt: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  isVerified: z.boolean(),
  role: z.enum(roles),
  investorType: z.enum(investorTypes),
  kind: kind.nullable(),
  documents: z.record(z.string(), z.boolean()),
});

/** A document uploaded to the draft. */
export const draftFileDto = z.object({
  _id: z.string(),
  name: z.string(),
  /** The size in bytes. */
  size: z.number(),
  contentType: z.string(),
  path: z.string(),
});

/** The draft (lib/onboarding/drafts/draft.ts), numbers masked. Its files are listed by part name. */
export const draftDto = z.object({
  kind,
  values: z.record(z.string(), z.unknown()),
  savedAt: z.string(),
  files: z.record(z.string(), draftFileDto),
});

export type CorporateDto = z.output<typeof corporateDto>;
export type AnswersDto = z.output<typeof answersDto>;
export type DecisionDto = z.output<typeof decisionDto>;
export type AnswerChange = z.output<typeof answerChange>;
export type SubmissionDto = z.output<typeof submissionDto>;
export type VerificationStatusDto = z.output<typeof verificationStatusDto>;
export type DraftFileDto = z.output<typeof draftFileDto>;
export type DraftDto = z.output<typeof draftDto>;
