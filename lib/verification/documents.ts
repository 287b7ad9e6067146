import type { DocumentField, DocumentFields } from "@/lib/forms/definition";
import type { FileRule } from "@/lib/forms/files";
import { corporateDocuments, MAX_SIGNATORIES, signatoryDocument, signatoryPart } from "./corporate-form";
import { individualDocuments } from "./individual-form";
import type { SubmissionKind } from "./policy";

/** A document of a submission. */
export interface DocumentSlot {
  /** The name of the multipart part. */
  field: string;
  /** The dotted path of an error. */
  path: string;
  rule: FileRule;
  required: boolean;
  /** The name in the submission. */
  name: DocumentName;
  /** The index of the signatory, if it belongs to one. */
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

/** All documents of a form with this number of signatories. */
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
