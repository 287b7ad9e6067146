import {
  entriesOf,
  isAsked,
  nameOf,
  type DocumentField,
  type Field,
  type Group,
} from "@/lib/forms/definition";
import type { SubmissionKind } from "@/lib/submission-rules";
import { corporateDocuments, corporateGroups, signatoryDocument } from "./corporate-form";
import { individualDocuments, individualGroups } from "./individual-form";

/**
 * Dotted paths of fields in the form's values and in DTOs. `*` stands for the index of a signatory: `firstName`, `company.name`,
 * `signatories.*.bvnNumber`. Safe in the browser.
 */
interface FormField {
  path: string;
  /** The path in the submission's DTO. */
  answer: string;
  /** The step of the form; absent if the form does not contain the field. */
  step?: number | undefined;
  definition: Field | DocumentField;
  /** The answer that determines whether the form asks for this one, or which choices it offers. */
  dependsOn?: string | undefined;
}

const fieldsOf = ({ step, fields }: Group, path: string, answer: string): FormField[] =>
  entriesOf(fields).map(([key, definition]) => ({
    path: path + key,
    answer: answer + nameOf(key, definition),
    step,
    definition,
    dependsOn: dependencyOf(fields, definition, answer),
  }));

/** Returns the answer on which a field depends: the one whose `Other` it specifies, or the state of a local government. */
function dependencyOf(
  fields: Group["fields"],
  { otherOf, input }: Field,
  answer: string,
): string | undefined {
  const key = otherOf ?? (input.kind === "localGovernment" ? input.state : undefined);
  const field = key === undefined ? undefined : fields[key];
  return key !== undefined && field ? answer + nameOf(key, field) : undefined;
}

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

/** Replaces the index of a signatory in a path with `*`. */
export const anySignatory = (path: string): string => path.replace(/\.\d+(?=\.|$)/, ".*");

/** Returns the field at a path of a form's values. */
export const findField = (kind: SubmissionKind, path: string): FormField | undefined =>
  formFields[kind].find((field) => field.path === anySignatory(path));

/** Returns the step that contains a field, or the first field of a group, by its path; the first step for unknown paths. */
export const stepOf = (kind: SubmissionKind, path: string): number =>
  formFields[kind].find((field) => `${field.path}.`.startsWith(`${anySignatory(path)}.`))?.step ?? 0;

/** Returns the answers that a form variant asks for, by their paths in the DTO, where `Other` is not a separate answer. */
export const askedAnswers = (kind: SubmissionKind, variant: string | undefined) =>
  formFields[kind]
    .filter(({ definition, step }) =>
      "input" in definition
        ? isAsked(definition, variant) && isAnswer(definition) && definition.input.kind !== "fixed"
        : step !== undefined,
    )
    .map(({ answer, definition }) => ({ answer, isRequired: !definition.optional }));

const isAnswer = (definition: Field | DocumentField): boolean => !("otherOf" in definition);

/** Returns the paths validated before the next step. A list is validated as a whole. */
export const pathsOfStep = (kind: SubmissionKind, step: number): string[] => [
  ...new Set(
    formFields[kind].filter((field) => field.step === step).map(({ path }) => path.replace(/\.\*.*/, "")),
  ),
];

/** Returns whether a path holds a NIN, BVN or account number, in the body of either form. */
export const isNumberPath = (path: string): boolean =>
  allFields.some(({ path: own, definition }) => "sealed" in definition && own === anySignatory(path));

/** Returns whether a path names a part of a submission with this number of signatories: a section, a field or a document in its DTO. */
export const isPart = (kind: SubmissionKind, part: string, signatories: number): boolean =>
  part !== "corporate" &&
  !(Number(/^corporate\.signatories\.([^.]+)/.exec(part)?.[1] ?? -1) >= signatories) &&
  !part.includes("*") &&
  formFields[kind].some(
    ({ answer, definition }) => isAnswer(definition) && `${answer}.`.startsWith(`${anySignatory(part)}.`),
  );

/** Returns whether a part contains an answer: `bankDetails` contains `bankDetails.bvnNumber`. */
export const containsAnswer = (part: string, answer: string): boolean => `${answer}.`.startsWith(`${part}.`);

/**
 * Returns whether a request to change a part opens an answer: an answer in the part, or one that depends on it. Another state has other
 * local governments, and `Other` must be specified.
 */
export function opensAnswer(part: string, answer: string): boolean {
  if (containsAnswer(part, answer)) return true;
  const dependsOn = allFields.find((field) => field.answer === anySignatory(answer))?.dependsOn;
  return dependsOn !== undefined && opensAnswer(part, dependsOn);
}

/** Returns the form path of an answer; undefined for a section. */
export const formPathOf = (kind: SubmissionKind, answer: string): string | undefined => {
  const path = formFields[kind].find((field) => field.answer === anySignatory(answer))?.path;
  return path?.replace("*", /\.(\d+)\./.exec(answer)?.[1] ?? "*");
};

/** Returns the form paths of the fields in a part. */
export const formPathsIn = (kind: SubmissionKind, part: string): string[] => {
  const index = /\.signatories\.(\d+)/.exec(part)?.[1] ?? "0";
  return formFields[kind].flatMap(({ path, answer }) =>
    containsAnswer(part, answer.replace("*", index)) ? [path.replace("*", index)] : [],
  );
};

/** Returns the DTO path of a form field. */
export const answerPathOf = (kind: SubmissionKind, path: string): string | undefined => {
  const answer = findField(kind, path)?.answer;
  return answer?.replace("*", /\.(\d+)\./.exec(path)?.[1] ?? "*");
};

/** Returns whether a field is locked in a form that was reopened for some changes. Without requested changes, all fields are open. */
export function isLockedPath(
  kind: SubmissionKind,
  changes: readonly { part: string }[],
  path: string,
): boolean {
  const answer = answerPathOf(kind, path);
  return changes.length > 0 && !!answer && !changes.some(({ part }) => opensAnswer(part, answer));
}

/** Returns the reviewers' label of a field. */
export const reviewLabelOf = ({ label, reviewLabel = label }: Pick<Field, "label" | "reviewLabel">): string =>
  reviewLabel;

/** Returns the reviewers' label of an answer by its DTO path: `personal.firstName`, `corporate.signatories.0.bvnNumber`. */
export const answerLabel = (answer: string): string | undefined => {
  const field = allFields.find((entry) => entry.answer === anySignatory(answer));
  return field && reviewLabelOf(field.definition);
};
