import * as z from "zod";

/** What a finding means for an approval: nothing, a question before it, or a second person who confirms it. */
export const consequences = ["none", "asks", "second_person"] as const;
export type Consequence = (typeof consequences)[number];
/** `second_person` asks while one person is enough; `only_second_person` means nothing then. */
export type FindingRule = Consequence | "only_second_person";

/**
 * What each finding means for an approval, by its state, the worst finding first (product 10.28). Screen and API use it. An approval reads
 * what needs a second person from lib/review/decisions/approval-reasons.ts; what that finds beyond the page is in the findings, too. While second
 * approval is off, one person is enough.
 */
export const findingRules = {
  watchlist: {
    confirmed: "second_person",
    open: "second_person",
    /** Clearing a hit oneself does not make the approval one's own. */
    cleared_by_viewer: "second_person",
    /** The comparison ends soon, so it is no reason to ask. */
    not_compared: "only_second_person",
  },
  duplicate: {
    same_person: "second_person",
    undecided: "second_person",
    decided: "second_person",
    /** An equal phone number: families and colleagues share them. */
    phone: "only_second_person",
    /** An equal email address, or name and date of birth, or something of a person whom one of them named. */
    weaker: "none",
    /** Equal to an account that the viewer may not see, a draft or an earlier submission. */
    hidden: "second_person",
  },
  erased_record: {
    undecided: "second_person",
    decided: "second_person",
    /** An equal phone number, email address, or name and date of birth. */
    medium: "only_second_person",
    weaker: "none",
  },
  administrator: { shared: "second_person" },
  no_submission: { missing: "second_person" },
  guardian: { missing: "asks" },
  identity_check: { differs: "asks", not_found: "asks" },
  flag: { flagged: "asks" },
  reset: { before_submission: "asks" },
  claim: { other_reviewer: "asks" },
  check: { warning: "none", unavailable: "none" },
  panel: { unreadable: "asks" },
} as const satisfies Record<string, Record<string, FindingRule>>;
export type FindingKind = keyof typeof findingRules;

const findingKinds = Object.keys(findingRules) as FindingKind[];

export const findingDto = z.object({
  kind: z.enum(findingKinds),
  state: z.string(),
  consequence: z.enum(consequences),
  /** A sentence for reviewers, without full numbers. */
  text: z.string(),
  /** The answers that it is about, by their paths in the submission. */
  answers: z.array(z.string()),
  /** The other account, the erased record or the hit that it is about. */
  about: z.uuid().nullable(),
});
export type FindingDto = z.output<typeof findingDto>;
