import type { StoredDocument } from "@/components/documents/stored-document";
import type { LinkParty } from "@/lib/onboarding/link-rules";
import { foldText } from "@/lib/text";
import type { DuplicateLinkDto } from "@/lib/users/dto";
import type { ReviewContent, ReviewField, Section } from "../answers/sections";

/** An answer in two cases; null if a form does not ask the question. */
export type Answer = Exclude<ReviewField, { kind: "document" }>;
export interface ComparedAnswer {
  label: string;
  answers: readonly [Answer | null, Answer | null];
  isSame: boolean;
}

export interface ComparedSection {
  id: string;
  title: string;
  groups: { title?: string | undefined; rows: ComparedAnswer[] }[];
}

export interface ComparedDocument {
  label: string;
  documents: readonly [StoredDocument | null, StoredDocument | null];
}

const parties: Partial<Record<string, LinkParty>> = {
  profile: "account",
  nextOfKin: "next_of_kin",
  signatories: "signatory",
};

const textOf = (answer: Answer | null) => (answer?.kind === "secret" ? answer.masked : answer?.value) ?? null;

/** Returns the link field that an answer corresponds to, by the end of its path; contacts of the account have no path. */
function fieldOf({ answer, label }: Answer): string | undefined {
  const name = answer?.split(".").at(-1) ?? label.toLowerCase();
  return name === "phoneNumber" ? "phone" : name;
}

/**
 * Whether two answers are equal. Numbers are masked, so the server's comparison of the full numbers decides; the server also recognises two
 * spellings of a phone number or mailbox. A company has several signatories, so a match may be with any of them.
 */
function isSame(
  section: string,
  [a, b]: ComparedAnswer["answers"],
  links: readonly DuplicateLinkDto[],
): boolean {
  const [first, second] = [textOf(a), textOf(b)];
  if (!a || !b || first === null || second === null) return false;
  const isEqualText = foldText(first) === foldText(second);
  const party = parties[section] ?? "applicant";
  const field = fieldOf(a);
  const isLinked = links.some((link) => link.field === field && link.own === party && link.other === party);
  if (a.kind === "secret") return isLinked && isEqualText;
  return isEqualText || (isLinked && party !== "signatory");
}

/** Aligns two lists by key: in the order of the first, then the items that only the second contains. */
function align<T>(
  some: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): [T | null, T | null][] {
  const find = (list: readonly T[], key: string) => list.find((item) => keyOf(item) === key) ?? null;
  const keys = new Set([...some, ...others].map(keyOf));
  return [...keys].map((key) => [find(some, key), find(others, key)]);
}

const answersOf = (section: Section | null, group: number): Answer[] =>
  section?.groups[group]?.facts.filter((fact) => fact.kind !== "document") ?? [];
const documentsOf = ({ sections, documents }: ReviewContent): StoredDocument[] => [
  ...documents,
  ...sections.flatMap(({ groups }) =>
    groups.flatMap(({ facts }) => facts.flatMap((fact) => (fact.kind === "document" ? [fact.document] : []))),
  ),
];

/** Returns the answers and documents of two cases side by side, by section (product 10.20). `links` are the details they share. */
export function compareContent(
  one: ReviewContent,
  other: ReviewContent,
  links: readonly DuplicateLinkDto[],
): { sections: ComparedSection[]; documents: ComparedDocument[] } {
  const sections = align(one.sections, other.sections, ({ id }) => id).map(([a, b]): ComparedSection => {
    const { id, title } = (a ?? b)!;
    const groups = Array.from(
      { length: Math.max(a?.groups.length ?? 0, b?.groups.length ?? 0) },
      (_, index) => ({
        title: a?.groups[index]?.title ?? b?.groups[index]?.title,
        rows: align(answersOf(a, index), answersOf(b, index), ({ label }) => label).map((answers) => ({
          label: (answers[0] ?? answers[1])!.label,
          answers,
          isSame: isSame(id, answers, links),
        })),
      }),
    );
    return { id, title, groups };
  });
  const documents = align(documentsOf(one), documentsOf(other), ({ key }) => key).map((pair) => ({
    label: (pair[0] ?? pair[1])!.label,
    documents: pair,
  }));
  return { sections, documents };
}
