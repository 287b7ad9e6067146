import * as z from "zod";
import { approvalReasons, type ApprovalReason } from "@/lib/approvals/schema";
import type { CheckName } from "../checks/schema";

/**
 * The consequence of a finding for an approval: none, a question before it, or a second person who must confirm it. They are shown in grey,
 * amber and red. While second approval is off, the question is enough for the last one too.
 */
export const consequences = ["none", "asks", "second_person"] as const;
export type Consequence = (typeof consequences)[number];

/** The consequence of each check that warns. Checks about the person's name, or about the account that receives money, are never silent. */
const checkRules = {
  profileName: "asks",
  accountName: "second_person",
  letters: "asks",
  signatories: "asks",
  accountNumber: "asks",
  ninAndBvn: "asks",
  age: "asks",
  nextOfKin: "asks",
  guardian: "asks",
  incorporation: "asks",
  place: "asks",
} as const satisfies Record<CheckName, Consequence>;

/**
 * The consequence of each finding for an approval, by its state, most serious finding first (product 10.28). Used by screen and API. No
 * finding about who somebody is, or where their money goes, is without consequence.
 */
export const findingRules = {
  blocked: {
    /** No approval is possible until the block is lifted. */
    binding: "second_person",
    /** A blocked person has the same phone number or email address. */
    contact: "second_person",
  },
  /** The person continues with another account. */
  closed: { closed: "second_person" },
  watchlist: {
    confirmed: "second_person",
    open: "second_person",
    /** Clearing a hit oneself does not make one's own approval sufficient. */
    cleared_by_viewer: "second_person",
    not_compared: "second_person",
  },
  duplicate: {
    same_person: "second_person",
    /** The same person, whose other account is closed. */
    closed_twin: "asks",
    undecided: "second_person",
    decided: "second_person",
    /** The same name and date of birth, or the same phone number. */
    person: "second_person",
    email: "asks",
    /** A contact of a person named by one of the two: families and colleagues share them. */
    weaker: "none",
    /** Shared with an account that the viewer may not see, a draft or an earlier submission. */
    hidden: "second_person",
  },
  erased_record: {
    undecided: "second_person",
    decided: "second_person",
    /** A shared phone number, email address, or name and date of birth. */
    medium: "second_person",
    weaker: "none",
  },
  administrator: { shared: "second_person" },
  no_submission: { missing: "second_person" },
  guardian: { missing: "asks" },
  identity_check: { differs: "second_person", not_found: "second_person" },
  /** Enhanced review: a super administrator decides (product 10.42). */
  risk: { high: "second_person" },
  /** Missing: the new ID of somebody who renews has no date, so the next one would never be requested. */
  id_expiry: { expired: "asks", missing: "asks" },
  flag: { flagged: "asks" },
  reset: { before_submission: "asks" },
  claim: { other_reviewer: "asks" },
  /** There was nothing to compare. */
  check: { ...checkRules, unavailable: "none" },
  panel: { unreadable: "asks" },
} as const satisfies Record<string, Record<string, Consequence>>;
export type FindingKind = keyof typeof findingRules;

const findingKinds = Object.keys(findingRules) as FindingKind[];

/** The maximum length of the key of a finding. */
export const MAX_KEY = 300;

export const findingDto = z.object({
  /** Identifies the finding, for the decision that was made with it in view (`seen`). */
  key: z.string(),
  kind: z.enum(findingKinds),
  state: z.string(),
  /** The consequence according to the table. */
  consequence: z.enum(consequences),
  /** Whether a second person must confirm an approval: `second_person`, while second approval is on. */
  needsSecondPerson: z.boolean(),
  /** A sentence for reviewers, without full numbers. */
  text: z.string(),
  /** The paths of the answers concerned in the submission. */
  answers: z.array(z.string()),
  /** The id of the other account, the erased record or the hit concerned. */
  about: z.uuid().nullable(),
});
export type FindingDto = z.output<typeof findingDto>;

/** Returns the findings that an approval sets aside: all with a consequence. */
export const questionsOf = <F extends Pick<FindingDto, "consequence">>(findings: readonly F[]): F[] =>
  findings.filter(({ consequence }) => consequence !== "none");

/** Returns why an approval with these findings needs a second person, while second approval is on. */
export const reasonsOf = (findings: readonly Pick<FindingDto, "kind" | "consequence">[]): ApprovalReason[] =>
  approvalReasons.filter((reason) =>
    findings.some(({ kind, consequence }) => kind === reason && consequence === "second_person"),
  );
