import type { StoredDocument } from "@/components/documents/stored-document";
import { formatDate } from "@/components/ui/format";
import {
  entriesOf,
  isAsked,
  nameOf,
  type DocumentField,
  type Field,
  type Group,
} from "@/lib/forms/definition";
import type { SubmissionDto } from "@/lib/onboarding/dto";
import {
  corporateDocuments,
  corporateGroups,
  signatoryDocument,
} from "@/lib/onboarding/forms/corporate-form";
import { individualDocuments, individualGroups } from "@/lib/onboarding/forms/individual-form";
import { partLabel } from "@/lib/onboarding/forms/part-labels";
import { reviewLabelOf } from "@/lib/onboarding/forms/path-rules";
import { requiredForm, type IndividualVariant } from "@/lib/submission-rules";
import type { UserDto, VerificationDto } from "@/lib/users/dto";
import { roleTypeLabel } from "../../labels";

/**
 * The content of a review (product 2.13), derived from the form definitions. `answer` is the path of an answer in the submission.
 */
export type ReviewField =
  | { kind: "text"; label: string; value: string | null; answer?: string }
  /** A masked number; `field` is its name in the reveal call. */
  | { kind: "secret"; label: string; masked: string | null; field: string; answer: string }
  | { kind: "document"; document: StoredDocument };

/** A part of the submission that reviewers decide on, with the fields in it that they can flag. */
export interface ReviewPart {
  part: string;
  label: string;
  fields: { part: string; label: string }[];
}

interface ReviewGroup {
  title?: string;
  facts: ReviewField[];
  /** Absent for the profile, which is not part of a submission. */
  part?: ReviewPart;
}

export interface Section {
  id: string;
  title: string;
  groups: ReviewGroup[];
  /** Shown if there are no groups. */
  nothing?: string;
}

export interface ReviewContent {
  sections: Section[];
  documents: StoredDocument[];
}

const text = (label: string, value: string | null) => ({
  kind: "text" as const,
  label,
  value: value?.trim() || null,
});

/** Formats a complete date ("2014" is left unchanged) and replaces an option with its label. */
function formatAnswer({ input }: Field, answer: string): string {
  if (input.kind === "date" || input.kind === "looseDate") {
    return /^\d{4}-\d{2}-\d{2}/.test(answer) ? formatDate(answer) : answer;
  }
  return input.kind === "radio"
    ? (input.options.find(({ value }) => value === answer)?.label ?? answer)
    : answer;
}

/** Returns the id of the element that shows an answer, for links to it. */
export const answerId = (answer: string): string => `answer-${answer}`;

/** Returns the id of the section that shows an answer. */
export const sectionIdOf = (answer: string): string =>
  answer
    .replace(/^corporate\./, "")
    .replace(/\..*/, "")
    .replace("referral", "company");

/** `part` is the path of the group, `numberPath` the prefix of a number's name in the reveal call. */
function facts(
  part: string,
  { fields }: Pick<Group, "fields">,
  answers: object | null | undefined,
  { variant, numberPath = "" }: { variant?: IndividualVariant | undefined; numberPath?: string } = {},
): ReviewField[] {
  return entriesOf(fields).flatMap(([key, field]): ReviewField[] => {
    if (field.otherOf || !isAsked(field, variant)) return [];
    const name = nameOf(key, field);
    const label = reviewLabelOf(field);
    const answer: unknown = answers && Reflect.get(answers, name);
    const value = typeof answer === "string" && answer ? answer : null;
    const path = `${part}.${name}`;
    return field.sealed
      ? [{ kind: "secret", label, masked: value, field: numberPath + name, answer: path }]
      : [{ ...text(label, value && formatAnswer(field, value)), answer: path }];
  });
}

/** Returns the part of a group of answers. `more` are fields of other groups that are shown with it. */
const partOf = (
  part: string,
  { fields }: Pick<Group, "fields">,
  more: readonly string[] = [],
): ReviewPart => ({
  part,
  label: partLabel(part),
  fields: [
    ...entriesOf(fields)
      .filter(([, field]) => !field.otherOf)
      .map(([key, field]) => `${part}.${nameOf(key, field)}`),
    ...more,
  ].map((path) => ({ part: path, label: partLabel(path) })),
});

const section = (id: string, { title }: Group, part: ReviewPart, ...answers: ReviewField[]): Section => ({
  id,
  title,
  groups: [{ facts: answers, part }],
});

/** Returns a document; `part` is its path in the answers, if reviewers decide on it separately. */
const stored = (
  key: string,
  field: DocumentField,
  path: string | null | undefined,
  part?: string,
): StoredDocument => ({ key, label: field.label, path: path ?? null, ...(part && { part }) });

function individual(answers: VerificationDto, variant: IndividualVariant): ReviewContent {
  return {
    sections: (["personal", "nextOfKin", "bankDetails"] as const).map((group) =>
      section(
        group,
        individualGroups[group],
        partOf(group, individualGroups[group]),
        ...facts(group, individualGroups[group], answers[group], { variant }),
      ),
    ),
    documents: Object.values(individualDocuments).map((field) =>
      stored(field.name, field, answers.documents?.[field.name], `documents.${field.name}`),
    ),
  };
}

function corporate({ corporate: answers }: VerificationDto): ReviewContent {
  const { company, bankDetails, signatories, referral } = corporateGroups;
  const signed = answers?.signatories ?? [];
  const logo = stored("logo", corporateDocuments.companyLogo, answers?.company.logo);
  const { companyLogo: _, ...documents } = corporateDocuments;
  return {
    sections: [
      section(
        "company",
        company,
        partOf("corporate.company", company, [
          "corporate.company.logo",
          ...Object.keys(referral.fields).map((key) => `corporate.referral.${key}`),
        ]),
        ...facts("corporate.company", company, answers?.company),
        ...facts("corporate.referral", referral, answers?.referral),
        { kind: "document", document: logo },
      ),
      section(
        "bankDetails",
        bankDetails,
        partOf("corporate.bankDetails", bankDetails),
        ...facts("corporate.bankDetails", bankDetails, answers?.bankDetails),
      ),
      {
        id: "signatories",
        title: signatories.title,
        nothing: "No signatory information provided",
        groups: signed.map((signatory, index) => {
          const document = stored(`signatory-${index}`, signatoryDocument, signatory.idDocument);
          const whose = signed.length > 1 ? `Signatory ${index + 1}` : "Signatory";
          return {
            ...(signed.length > 1 && { title: whose }),
            part: partOf(`corporate.signatories.${index}`, signatories, [
              `corporate.signatories.${index}.idDocument`,
            ]),
            facts: [
              ...facts(`corporate.signatories.${index}`, signatories, signatory, {
                numberPath: `signatories.${index}.`,
              }),
              { kind: "document", document: { ...document, label: `${whose} ${document.label}` } },
            ],
          };
        }),
      },
    ],
    // Documents that the form does not ask for are listed only if they were uploaded.
    documents: Object.values(documents)
      .map((field) => ({ field, path: answers?.documents[field.name] }))
      .filter(({ field, path }) => "step" in field || path)
      .map(({ field, path }) => stored(field.name, field, path, `corporate.documents.${field.name}`)),
  };
}

export function reviewContent(user: UserDto): ReviewContent {
  const form = requiredForm(user);
  const kind = user.verification.kind ?? form?.kind;
  const own: ReviewContent =
    kind === "corporate"
      ? corporate(user.verification)
      : kind === "individual"
        ? individual(user.verification, form?.variant ?? "investor")
        : { sections: [], documents: [] };
  const profile: ReviewField[] = [
    { ...text("Full name", user.name), answer: "profile.name" },
    text("Email", user.email),
    text("Phone", user.phone),
    text("Role", roleTypeLabel(user)),
    text("Account created", formatDate(user.createdAt)),
    text("Verified", user.isVerified ? "Yes" : "No"),
  ];
  return {
    sections: [
      { id: "profile", title: "Profile Information", groups: [{ facts: profile }] },
      ...own.sections,
    ],
    documents: own.documents,
  };
}

/** Returns the content of an earlier submission of the user. */
export function submissionContent(user: UserDto, submission: SubmissionDto): ReviewContent {
  const { kind, personal, nextOfKin, bankDetails, documents, corporate } = submission;
  return reviewContent({
    ...user,
    verification: { ...user.verification, kind, personal, nextOfKin, bankDetails, documents, corporate },
  });
}
