import * as z from "zod";

/** The consequence of a finding for an approval: none, a confirmation question, or a second person who must confirm. */
export const consequences = ["none", "asks", "second_person"] as const;
export type Consequence = (typeof consequences)[number];
/** `second_person` becomes a question while one person is enough; `only_second_person` then has no consequence. */
export type FindingRule = Consequence | "only_second_person";

/**
 * The consequence of each finding for an approval, by its state, most serious finding first (product 10.28). Used by the screen and the
 * API. Approvals take their second-person reasons from lib/review/decisions/approval-reasons.ts; reasons that the page does not show are
 * findings too. While second approval is off, one person is enough.
 */
export const findingRules = {
  watchlist: {
    confirmed: "second_person",
    open: "second_person",
    /** Clearing a hit oneself does not make one's own approval sufficient. */
    cleared_by_viewer: "second_person",
    /** The comparison finishes soon, so there is no need to ask. */
    not_compared: "only_second_person",
  },
  duplicate: {
    same_person: "second_person",
    undecided: "second_person",
    decided: "second_person",
    /** A shared phone number: families and colleagues share them. */
    phone: "only_second_person",
    /** A shared email address, or name and date of birth, or a detail of a person named by one of the two. */
    weaker: "none",
    /** Shared with an account that the viewer may not see, a draft or an earlier submission. */
    hidden: "second_person",
  },
  erased_record: {
    undecided: "second_person",
    decided: "second_person",
    /** A shared phone number, email address, or name and date of birth. */
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
  /** The paths of the answers concerned in the submission. */
  answers: z.array(z.string()),
  /** The id of the other account, the erased record or the hit concerned. */
  about: z.uuid().nullable(),
});
export type FindingDto = z.output<typeof findingDto>;
