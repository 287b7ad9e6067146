import {
  entriesOf,
  isAsked,
  nameOf,
  type DocumentField,
  type Field,
  type Group,
} from "@/lib/forms/definition";
import { corporateDocuments, corporateGroups, signatoryDocument } from "./corporate-form";
import { individualDocuments, individualGroups } from "./individual-form";
import type { SubmissionKind } from "./policy";

/**
 * Dotted paths of fields in the form's values and in DTOs. `*` stands for the index of a signatory: `firstName`, `company.name`,
 * `signatories.*.bvnNumber`. Safe in the browser.
 */
interface FormField {
  path: string;
  /** The path in the submission's DTO. */
  answer: string;
  /** Absent if the form does not contain it. */
  step?: number | undefined;
  definition: Field | DocumentField;
}

const fieldsOf = ({ step, fields }: Group, path: string, answer: string): FormField[] =>
  entriesOf(fields).map(([key, definition]) => ({
    path: path + key,
    answer: answer + nameOf(key, definition),
    step,
    definition,
  }));

const documentsOf = (documents: Record<string, DocumentField>, answer: string): FormField[] =>
  Object.entries(documents).map(([path, definition]) => ({
    path,
    answer: definition.name === "logo" ? "corporate.company.logo" : answer + definition.name,
    step: definition.step,
    definition,
  }));

/** All fields and documents of each form. */
const formFields: Readonly<Record<SubmissionKind, readonly FormField[]>> = {
  individual: [
    ...Object.entries(individualGroups).flatMap(([name, group]) => fieldsOf(group, "", `${name}.`)),
    ...documentsOf(individualDocuments, "documents."),
  ],
  corporate: [
    ...Object.entries(corporateGroups).flatMap(([name, group]) => {
      const path = name === "signatories" ? "signatories.*." : `${name}.`;
      return fieldsOf(group, path, `corporate.${path}`);
    }),
    {
      path: "signatories.*.idDocument",
      answer: "corporate.signatories.*.idDocument",
      step: signatoryDocument.step,
      definition: signatoryDocument,
    },
    ...documentsOf(corporateDocuments, "corporate.documents."),
  ],
};
const allFields = [...formFields.individual, ...formFields.corporate];

/** A path with `*` for the index of a signatory. */
export const anySignatory = (path: string): string => path.replace(/\.\d+(?=\.|$)/, ".*");

/** The field at a path of a form's values. */
export const findField = (kind: SubmissionKind, path: string): FormField | undefined =>
  formFields[kind].find((field) => field.path === anySignatory(path));

/** The step that contains a path (a group: its fields); the first for unknown paths. */
export const stepOf = (kind: SubmissionKind, path: string): number =>
  formFields[kind].find((field) => `${field.path}.`.startsWith(`${anySignatory(path)}.`))?.step ?? 0;

/** The answers for which a variant of a form asks, by their paths in the DTO. */
export const askedAnswers = (kind: SubmissionKind, variant: string | undefined) =>
  formFields[kind]
    .filter(({ definition }) => !("input" in definition) || isAsked(definition, variant))
    .map(({ answer, definition }) => ({
      answer,
      isRequired: !definition.optional && !("otherOf" in definition),
    }));

/** The paths that are validated before the next step. A list is validated as a whole. */
export const pathsOfStep = (kind: SubmissionKind, step: number): string[] => [
  ...new Set(
    formFields[kind].filter((field) => field.step === step).map(({ path }) => path.replace(/\.\*.*/, "")),
  ),
];

/** Whether a path holds a NIN, BVN or account number, in the body of either form. */
export const isNumberPath = (path: string): boolean =>
  allFields.some(({ path: own, definition }) => "sealed" in definition && own === anySignatory(path));

/** Whether a path names a part of a submission with so many signatories: a section, a field or a document in its DTO. */
export const isPart = (kind: SubmissionKind, part: string, signatories: number): boolean =>
  part !== "corporate" &&
  !(Number(/^corporate\.signatories\.([^.]+)/.exec(part)?.[1] ?? -1) >= signatories) &&
  !part.includes("*") &&
  formFields[kind].some(({ answer }) => `${answer}.`.startsWith(`${anySignatory(part)}.`));

/** Whether a part contains an answer: `bankDetails` contains `bankDetails.bvnNumber`. */
export const containsAnswer = (part: string, answer: string): boolean => `${answer}.`.startsWith(`${part}.`);

/** The path in the form of an answer; undefined for a section. */
export const formPathOf = (kind: SubmissionKind, answer: string): string | undefined => {
  const path = formFields[kind].find((field) => field.answer === anySignatory(answer))?.path;
  return path?.replace("*", /\.(\d+)\./.exec(answer)?.[1] ?? "*");
};

/** The paths in the form of the fields in a part. */
export const formPathsIn = (kind: SubmissionKind, part: string): string[] => {
  const index = /\.signatories\.(\d+)/.exec(part)?.[1] ?? "0";
  return formFields[kind].flatMap(({ path, answer }) =>
    containsAnswer(part, answer.replace("*", index)) ? [path.replace("*", index)] : [],
  );
};

/** The path in the DTO of a field of the form. */
export const answerPathOf = (kind: SubmissionKind, path: string): string | undefined => {
  const answer = findField(kind, path)?.answer;
  return answer?.replace("*", /\.(\d+)\./.exec(path)?.[1] ?? "*");
};

/** The reviewers' label of a field. */
export const reviewLabelOf = ({ label, reviewLabel = label }: Field | DocumentField): string => reviewLabel;

/** The reviewers' label of an answer by its DTO path: `personal.firstName`, `corporate.signatories.0.bvnNumber`. */
export const answerLabel = (answer: string): string | undefined => {
  const field = allFields.find((entry) => entry.answer === anySignatory(answer));
  return field && reviewLabelOf(field.definition);
};
