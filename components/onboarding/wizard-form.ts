import type { FieldValues } from "react-hook-form";
import type * as z from "zod";
import { fromDraftFile, fromRejectedSubmission, type DocumentValue } from "@/components/forms/documents";
import { assemble, type DocumentFields, type Step } from "@/lib/forms/definition";
import type { draftSchema } from "@/lib/onboarding/drafts/schema";
import type { DraftDto } from "@/lib/onboarding/dto";
import { partName } from "@/lib/onboarding/forms/document-rules";
import type { SubmissionKind } from "@/lib/submission-rules";
import type { UserDto } from "@/lib/users/dto";

/** What a wizard's form defines besides its fields. */
export interface WizardForm<Values extends FieldValues> {
  kind: SubmissionKind;
  steps: readonly Step[];
  schema: z.ZodType<unknown, Values>;
  /** The values before any input, from the account and a rejected submission: numbers masked, documents unchanged. */
  initialValues: (user: UserDto) => Values;
  /** The values of a draft; unknown keys are ignored. */
  fromDraft: (draft: Pick<DraftDto, "values" | "files">, base: Values) => Values;
  /** All values except the documents, in the format of the API and the draft. */
  answersOf: (values: Values) => FormAnswers;
  documentsOf: (values: Values) => readonly FormDocument[];
  messages: { sent: string; failed: string };
}

/** The answers of a form, as stored in a draft. */
export type FormAnswers = z.input<typeof draftSchema>["values"];

/** A document by its dotted path in the form. */
export interface FormDocument {
  field: string;
  value: DocumentValue;
}

export type DocumentValues<D extends DocumentFields> = Record<keyof D, DocumentValue>;

/** Returns the documents of a rejected submission from their paths by DTO name. */
export const formerDocuments = <const D extends DocumentFields>(
  documents: D,
  paths: Readonly<Partial<Record<string, string | null>>> = {},
): DocumentValues<D> =>
  assemble(
    Object.entries(documents).map(([field, { name }]) => [field, fromRejectedSubmission(paths[name])]),
  );

/** Returns the document uploaded to a draft, or the former one. */
export const draftDocument = (
  files: DraftDto["files"],
  field: string,
  former: DocumentValue,
): DocumentValue => {
  const file = files[partName(field)];
  return file ? fromDraftFile(file) : former;
};

export const draftDocuments = <const D extends DocumentFields>(
  documents: D,
  files: DraftDto["files"],
  base: DocumentValues<D>,
): DocumentValues<D> =>
  assemble(Object.keys(documents).map((field) => [field, draftDocument(files, field, base[field] ?? null)]));

export const listDocuments = <const D extends DocumentFields>(
  documents: D,
  values: DocumentValues<D>,
): FormDocument[] => Object.keys(documents).map((field) => ({ field, value: values[field] ?? null }));
