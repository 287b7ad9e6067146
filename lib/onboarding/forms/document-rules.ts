import type { DocumentField, DocumentFields } from "@/lib/forms/definition";
import type { FileRule } from "@/lib/forms/files";
import type { SubmissionKind } from "@/lib/submission-rules";
import { corporateDocuments, MAX_SIGNATORIES, signatoryDocument } from "./corporate-form";
import { individualDocuments } from "./individual-form";

/** The maximum age of a utility bill (product 9); older uploads are not reused. */
export const BILL_REUSE_DAYS = 90;

/** A document of a submission. */
export interface DocumentSlot {
  /** The name of the multipart part. */
  field: string;
  /** The dotted path in the form and in errors. */
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
  | NameIn<typeof individualDocuments>
  | NameIn<typeof corporateDocuments>
  | (typeof signatoryDocument)["name"];
type NamedField = DocumentField & { name: DocumentName };

/** The value of a document field is the path of its file. */
export const isDocumentPath = (value: string | null): value is string =>
  value?.startsWith("/api/files/") ?? false;

export const signatoryDocumentPath = (index: number): string => `signatories.${index}.idDocument`;

/** `signatories.0.idDocument` in the form is `signatories[0][idDocument]` in the multipart calls (product 7.2). */
export const partName = (path: string): string => {
  const [head = "", ...rest] = path.split(".");
  return head + rest.map((key) => `[${key}]`).join("");
};

const slotOf = (path: string, { rule, name, optional }: NamedField): DocumentSlot => ({
  field: partName(path),
  path,
  rule,
  required: !optional,
  name,
});
const slotsOf = (documents: Readonly<Record<string, NamedField>>): DocumentSlot[] =>
  Object.entries(documents).map(([path, document]) => slotOf(path, document));

/** Returns all documents of a form with this number of signatories. */
export const documentSlots = (kind: SubmissionKind, signatories = MAX_SIGNATORIES): DocumentSlot[] =>
  kind === "individual"
    ? slotsOf(individualDocuments)
    : [
        ...slotsOf(corporateDocuments),
        ...Array.from({ length: signatories }, (_, signatory) => ({
          ...slotOf(signatoryDocumentPath(signatory), signatoryDocument),
          signatory,
        })),
      ];
