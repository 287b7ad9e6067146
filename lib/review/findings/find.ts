import "server-only";
import { isolate } from "@/lib/bidi";
import type { ApprovalReason } from "@/lib/approvals/schema";
import { dayWords, lagosDay } from "@/lib/dates";
import { joinWords } from "@/lib/join-words";
import type { IdentityField } from "@/lib/onboarding/dto";
import { partLabel } from "@/lib/onboarding/forms/part-labels";
import type { LinkStrength } from "@/lib/onboarding/link-rules";
import type { DuplicateDto } from "@/lib/users/dto";
import { blockReasons } from "../blocks/schema";
import { checkNames } from "../checks/schema";
import { describeFields, describeLinks } from "../duplicates/link-labels";
import { verdictLabels } from "../duplicates/schema";
import { outcomeLabels, type IdentityCheckKind } from "../identity-checks/schema";
import type { ReviewDto } from "../schema";
import { describeBirths, sourceLabels } from "../screening/labels";
import { findingRules, MAX_KEY, type Consequence, type FindingDto, type FindingKind } from "./schema";

/** The data about a case; a panel is null if it could not be read. */
export type CaseKnowledge = Pick<
  ReviewDto,
  "case" | "parts" | "checks" | "duplicates" | "blocks" | "guardian" | "screening" | "identityChecks" | "risk"
> & {
  form: "individual" | "corporate";
  /** The account with which the person continues, if this one is closed; its name is null if it was erased. */
  closed: { goesOn: string | null } | null;
  /** Reasons that the other data does not show to this viewer (lib/review/decisions/approval-reasons.ts). */
  hidden: readonly ApprovalReason[];
  /** Whether second approval is on. */
  secondApproval: boolean;
};

type Draft = Pick<FindingDto, "text"> & { state: string } & Partial<Pick<FindingDto, "answers" | "about">>;
type Finder = (known: CaseKnowledge) => Draft[];

/** Returns the form fields of each number, which a finding opens beside it. */
const answersOf = (form: CaseKnowledge["form"], fields: readonly IdentityField[]): string[] => {
  const places: Partial<Record<IdentityField, string>> =
    form === "individual"
      ? {
          ninNumber: "personal.ninNumber",
          bvnNumber: "bankDetails.bvnNumber",
          accountNumber: "bankDetails.accountNumber",
          phone: "personal.phoneNumber",
          email: "personal.email",
          nameAndBirth: "personal.dateOfBirth",
        }
      : {
          accountNumber: "corporate.bankDetails.accountNumber",
          incorporationNumber: "corporate.company.incorporationNumber",
          email: "corporate.company.email",
        };
  return fields.flatMap((field) => places[field] ?? []);
};

const blocked: Finder = ({ blocks, form }) =>
  (blocks ?? []).map(({ _id, reason, isOwn, isBinding, fields }) => ({
    state: isBinding ? "binding" : "contact",
    text: isOwn
      ? `This person is blocked for ${blockReasons[reason]}.`
      : fields.length > 0
        ? `Someone blocked for ${blockReasons[reason]} has ${describeFields(fields)}.`
        : `This person is blocked for ${blockReasons[reason]} with another account.`,
    answers: answersOf(form, fields),
    about: _id,
  }));

const closed: Finder = ({ closed: closure }) =>
  closure
    ? [
        {
          state: "closed",
          text: `This account is closed: the person continues with ${closure.goesOn ? `${closure.goesOn}'s account` : "another account, which was erased"}.`,
        },
      ]
    : [];

const watchlist: Finder = ({ screening }) => {
  if (!screening) return [];
  const hits = screening.hits.filter(({ state, endedAt }) => !endedAt && state !== "cleared");
  return [
    ...hits.map((hit) => ({
      state: hit.state,
      text: [
        hit.state === "confirmed"
          ? `A reviewer has confirmed that ${isolate(hit.name)} is on a list: ${isolate(hit.entryName)}, ${sourceLabels[hit.source]}.`
          : `${isolate(hit.name)} may be on a list: ${isolate(hit.entryName)}, ${sourceLabels[hit.source]}. ${hit.explanation}`,
        describeBirths(hit),
      ]
        .filter(Boolean)
        .join(" "),
      answers: hit.answers,
      about: hit._id,
    })),
    ...(screening.isDue
      ? [{ state: "not_compared", text: "This case has not been compared with the watchlists yet." }]
      : []),
  ];
};

const statusWords = {
  pending: "waiting for a decision",
  approved: "approved",
  rejected: "rejected",
} as const;

/** Returns the state of a pair that has no strong link. */
const weakerState = ({ fields }: DuplicateDto): "person" | "email" | "weaker" => {
  if (fields.includes("nameAndBirth") || fields.includes("phone")) return "person";
  return fields.includes("email") ? "email" : "weaker";
};
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Each strong or medium link has its own line; weak links, of which there may be many, share one. */
const duplicate: Finder = ({ duplicates, form }) => {
  const people = duplicates?.people ?? [];
  const describe = (person: DuplicateDto): Draft => {
    const { _id, status, strength, isClosed, fields, links, decision } = person;
    const name = isolate(person.name);
    const about = { about: _id, answers: answersOf(form, fields) };
    if (decision?.verdict === "same_person")
      return isClosed
        ? {
            ...about,
            state: "closed_twin",
            text: `This is the same person as ${name}, whose account is closed.`,
          }
        : {
            ...about,
            state: "same_person",
            text: `This is the same person as ${name}, who is ${statusWords[status]}.`,
          };
    const same = `${name} (${status}): ${joinWords(describeLinks(links, name).map(lowerFirst))}.`;
    const weaker = strength === "strong" ? null : weakerState(person);
    return decision?.isSettled
      ? {
          ...about,
          state: weaker ?? "decided",
          text: `${same} Decided: ${lowerFirst(verdictLabels[decision.verdict])}.`,
        }
      : { ...about, state: weaker ?? "undecided", text: `${same} No one has decided on this yet.` };
  };
  const named = people.filter(
    (person) => person.strength !== "weak" || person.decision?.verdict === "same_person",
  );
  const weaker = people.filter((person) => !named.includes(person) && !person.decision?.isSettled);
  const [only] = weaker;
  return [
    ...named.map(describe),
    ...(only && weaker.length === 1 ? [{ ...describe(only), state: "weaker" }] : []),
    ...(weaker.length > 1
      ? [
          {
            state: "weaker",
            text: `${weaker.length} other accounts have a weaker link to this one, such as ${describeFields(weaker.flatMap(({ links }) => links.map(({ field }) => field)))}.`,
          },
        ]
      : []),
  ];
};

function erasedState(strength: LinkStrength, isSettled: boolean) {
  if (strength === "strong") return isSettled ? "decided" : "undecided";
  return strength === "medium" ? "medium" : "weaker";
}

const erasedRecord: Finder = ({ duplicates, form }) =>
  (duplicates?.erased ?? []).map(({ _id, fields, links, outcome, strength, decision }) => ({
    state: erasedState(strength, decision?.isSettled ?? false),
    text: `An erased verification, which was ${outcome}, has ${describeFields(fields.length > 0 ? fields : links.map(({ field }) => field))}.${decision?.isSettled ? ` Decided: ${verdictLabels[decision.verdict].toLowerCase()}.` : ""}`,
    answers: answersOf(form, fields),
    about: _id,
  }));

const guardian: Finder = ({ guardian }) =>
  guardian?.needed && !guardian.guardian?.counts
    ? [
        {
          state: "missing",
          text: guardian.required
            ? "This applicant is under 18. A parent or guardian must consent before you can approve."
            : "This applicant is under 18, and no parent or guardian has consented.",
          answers: ["personal.dateOfBirth"],
        },
      ]
    : [];

/** Returns the form field of a checked number. */
const placeOf = (form: CaseKnowledge["form"], kind: IdentityCheckKind, ordinal: number | null): string => {
  if (kind === "nin") return "personal.ninNumber";
  if (kind === "company") return "corporate.company.incorporationNumber";
  if (kind === "bvn" && ordinal !== null) return `corporate.signatories.${ordinal}.bvnNumber`;
  const field = kind === "bvn" ? "bvnNumber" : "accountNumber";
  return form === "individual" ? `bankDetails.${field}` : `corporate.bankDetails.${field}`;
};

/** Returns the latest outcome of each identity check that did not match. */
const identityCheck: Finder = ({ identityChecks, form }) =>
  (identityChecks?.targets ?? []).flatMap(({ kind, ordinal, label }): Draft[] => {
    const newest = identityChecks?.checks.find(
      (check) => check.kind === kind && check.ordinal === ordinal && check.outcome !== null,
    );
    if (!newest?.outcome || newest.outcome === "matches") return [];
    const text = `Identity check of ${label}: ${outcomeLabels[newest.outcome].toLowerCase()}.`;
    return [{ state: newest.outcome, text, answers: [placeOf(form, kind, ordinal)] }];
  });

const risk: Finder = ({ risk: rating }) =>
  rating?.level === "high"
    ? [
        {
          state: "high",
          text: rating.override
            ? `Rated high by ${rating.override.by ?? "an administrator"}: ${rating.override.note}`
            : `Rated high: ${rating.factors.map(({ text }) => lowerFirst(text)).join("; ")}.`,
        },
      ]
    : [];

const idExpiry: Finder = ({ risk: rating, form }) => {
  const answers = [form === "individual" ? "documents.idDocument" : "corporate.signatories.0.idDocument"];
  if (rating?.isRenewing && !rating.idExpiry)
    return [
      { state: "missing", text: "The day on which the renewed ID expires has not been entered.", answers },
    ];
  return rating?.idExpiry?.on && rating.idExpiry.on < lagosDay()
    ? [{ state: "expired", text: `The ID expired on ${dayWords(rating.idExpiry.on)}.`, answers }]
    : [];
};

const flag: Finder = ({ parts }) =>
  (parts?.current ?? [])
    .filter(({ reason }) => reason !== null)
    .map(({ part, reviewer }) => ({
      state: "flagged",
      text: `${partLabel(part)} is flagged${reviewer ? ` by ${reviewer}` : ""}.`,
      answers: [part],
    }));

/** The guardian check is omitted where the missing consent is itself a finding. */
const check: Finder = ({ checks, guardian }) =>
  (checks ?? []).flatMap((result): Draft[] =>
    result.outcome === "passed" || (result.check === "guardian" && guardian?.needed && !guardian.guardian)
      ? []
      : [
          {
            state: result.outcome === "warning" ? result.check : "unavailable",
            text: `${checkNames[result.check]}: ${result.explanation}`,
            answers: result.fields,
          },
        ],
  );

const unreadable = {
  case: "The reviewer of this case",
  parts: "The flags",
  checks: "The checks",
  duplicates: "Possible duplicates",
  blocks: "Blocked persons",
  guardian: "The parent or guardian",
  screening: "The screening",
  identityChecks: "The identity checks",
  risk: "The risk rating",
} as const;

const finders: Record<FindingKind, Finder> = {
  blocked,
  closed,
  watchlist,
  duplicate,
  erased_record: erasedRecord,
  administrator: ({ hidden }) =>
    hidden.includes("administrator")
      ? [{ state: "shared", text: "The applicant shares identifying details with an administrator." }]
      : [],
  no_submission: ({ hidden }) =>
    hidden.includes("no_submission") ? [{ state: "missing", text: "Nothing has been submitted." }] : [],
  guardian,
  identity_check: identityCheck,
  risk,
  id_expiry: idExpiry,
  flag,
  reset: ({ case: item }) =>
    item?.followsReset
      ? [
          {
            state: "before_submission",
            text: "The password was reset by email shortly before the form was submitted.",
          },
        ]
      : [],
  claim: ({ case: item }) =>
    item?.claim && !item.claim.isMine
      ? [{ state: "other_reviewer", text: `${isolate(item.claim.reviewer.name)} is working on this case.` }]
      : [],
  check,
  panel: (known) =>
    Object.entries(unreadable).flatMap(([panel, text]) =>
      known[panel as keyof typeof unreadable] === null
        ? [{ state: "unreadable", text: `${text} could not be loaded.` }]
        : [],
    ),
};

/** Findings for hidden reasons that nothing visible to the viewer explains. */
const hiddenFindings = {
  duplicate: {
    state: "hidden",
    text: "An account, draft or earlier submission that isn't shown here shares identifying details with this case.",
  },
  watchlist: { state: "cleared_by_viewer", text: "You cleared the watchlist hits yourself." },
} as const;

/** Returns all findings of a case, most serious kind first (`findingRules`). */
export function findingsOf(known: CaseKnowledge): FindingDto[] {
  const found = (Object.keys(findingRules) as FindingKind[]).flatMap((kind) =>
    finders[kind](known).map((draft) => toFinding(kind, draft, known)),
  );
  const missing = (Object.keys(hiddenFindings) as (keyof typeof hiddenFindings)[]).filter(
    (kind) =>
      known.hidden.includes(kind) &&
      !found.some((finding) => finding.kind === kind && finding.consequence === "second_person"),
  );
  return [...missing.map((kind) => toFinding(kind, hiddenFindings[kind], known)), ...found];
}

const consequenceOf = (kind: FindingKind, state: string): Consequence =>
  (findingRules[kind] as Record<string, Consequence>)[state]!;

function toFinding(
  kind: FindingKind,
  { state, text, answers = [], about = null }: Draft,
  known: CaseKnowledge,
): FindingDto {
  const consequence = consequenceOf(kind, state);
  return {
    key: [kind, state, about ?? answers.join()].join(":").slice(0, MAX_KEY),
    kind,
    state,
    consequence,
    needsSecondPerson: consequence === "second_person" && known.secondApproval,
    text,
    answers,
    about,
  };
}
