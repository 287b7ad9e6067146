import type { DocumentField, DocumentFields } from "@/lib/forms/definition";
import type { FileRule } from "@/lib/forms/files";
import { corporateDocuments, MAX_SIGNATORIES, signatoryDocument, signatoryPart } from "./corporate-form";
import { individualDocuments } from "./individual-form";
import type { SubmissionKind } from "./policy";

/** A document that a submission may carry. */
export interface DocumentSlot {
  /** The name of the multipart part. */
  field: string;
  /** Where an error belongs, dotted. */
  path: string;
  rule: FileRule;
  required: boolean;
  /** In the submission. */
  name: DocumentName;
  /** Whose, of the signatories. */
  signatory?: number;
}
type NameIn<D extends DocumentFields> = D[keyof D]["name"];
export type DocumentName =
  NameIn<typeof individualDocuments> | NameIn<typeof corporateDocuments> | (typeof signatoryDocument)["name"];

const slotsOf = <const D extends Record<string, DocumentField & { name: DocumentName }>>(
  documents: D,
): DocumentSlot[] =>
  Object.entries<DocumentField & { name: DocumentName }>(documents).map(
    ([field, { rule, name, optional }]) => ({
      field,
      path: field,
      rule,
      required: !optional,
      name,
    }),
  );

/** The documents of a form, with those of so many signatories. */
export const documentSlots = (kind: SubmissionKind, signatories = MAX_SIGNATORIES): DocumentSlot[] =>
  kind === "individual"
    ? slotsOf(individualDocuments)
    : [
        ...slotsOf(corporateDocuments),
        ...Array.from({ length: signatories }, (_, signatory) => ({
          field: signatoryPart(signatory),
          path: `signatories.${signatory}.idDocument`,
          rule: signatoryDocument.rule,
          required: true,
          name: signatoryDocument.name,
          signatory,
        })),
      ];
