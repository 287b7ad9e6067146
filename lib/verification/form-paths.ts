import { entriesOf, nameOf, type DocumentField, type Field } from "@/lib/forms/definition";
import { corporateDocuments, corporateGroups, signatoryDocument } from "./corporate-form";
import { individualDocuments, individualGroups } from "./individual-form";
import type { SubmissionKind } from "./policy";

/**
 * Where fields are in the values of a form, dotted, and in what is answered of it. `*` stands for the number of a signatory:
 * `firstName`, `company.name`, `signatories.*.bvnNumber`. Safe in the browser.
 */
interface FormField {
  path: string;
  /** In the answers of a submission. */
  answer: string;
  /** Absent: the form does not ask for it. */
  step: number | undefined;
  definition: Field | DocumentField;
}

const documentAnswers = (documents: Record<string, DocumentField>, group: string): FormField[] =>
  Object.entries(documents).map(([path, definition]) => ({
    path,
    answer: definition.name === "logo" ? "corporate.company.logo" : `${group}.${definition.name}`,
    step: definition.step,
    definition,
  }));

const individual: FormField[] = [
  ...Object.entries(individualGroups).flatMap(([group, { step, fields }]) =>
    entriesOf(fields).map(([key, field]) => ({
      path: key,
      answer: `${group}.${nameOf(key, field)}`,
      step,
      definition: field,
    })),
  ),
  ...documentAnswers(individualDocuments, "documents"),
];

const corporate: FormField[] = [
  ...Object.entries(corporateGroups).flatMap(([group, { step, fields }]) => {
    const place = group === "signatories" ? `${group}.*` : group;
    return entriesOf(fields).map(([key, field]) => ({
      path: `${place}.${key}`,
      answer: `corporate.${place}.${nameOf(key, field)}`,
      step,
      definition: field,
    }));
  }),
  {
    path: "signatories.*.idDocument",
    answer: "corporate.signatories.*.idDocument",
    step: signatoryDocument.step,
    definition: signatoryDocument,
  },
  ...documentAnswers(corporateDocuments, "corporate.documents"),
];

/** Every field and document of each form. */
export const formFields: Readonly<Record<SubmissionKind, readonly FormField[]>> = { individual, corporate };

const anySignatory = (path: string) => path.replace(/\.\d+(?=\.|$)/, ".*");

/** The field at a path of a form's values. */
export const findField = (kind: SubmissionKind, path: string): FormField | undefined =>
  formFields[kind].find((field) => field.path === anySignatory(path));

/** The step on which a path is asked for; the first when it is asked for nowhere. A group is where its fields are. */
export const stepOf = (kind: SubmissionKind, path: string): number =>
  formFields[kind].find((field) => `${field.path}.`.startsWith(`${anySignatory(path)}.`))?.step ?? 0;

/** What a step checks before the next one. A list is checked as a whole. */
export const pathsOfStep = (kind: SubmissionKind, step: number): string[] => [
  ...new Set(
    formFields[kind].filter((field) => field.step === step).map(({ path }) => path.replace(/\.\*.*/, "")),
  ),
];

/** Whether a NIN, BVN or account number belongs there, in the body of either form. */
export const isNumberPath = (path: string): boolean =>
  [...individual, ...corporate].some(
    ({ path: own, definition }) => "sealed" in definition && own === anySignatory(path),
  );

/** What reviewers call a field. */
export const reviewLabelOf = ({ label, reviewLabel = label }: Field | DocumentField): string => reviewLabel;

/** What reviewers call an answer, by its place in a submission: `personal.firstName`, `corporate.signatories.0.bvnNumber`. */
export const answerLabel = (answer: string): string | undefined => {
  const field = [...individual, ...corporate].find((entry) => entry.answer === anySignatory(answer));
  return field && reviewLabelOf(field.definition);
};
