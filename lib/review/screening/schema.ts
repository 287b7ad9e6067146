import * as z from "zod";
import { note } from "@/lib/forms/atoms";
import "@/lib/zod";

/** Request and response schemas for screening (product 10.27). Safe in the browser. */

export const watchlistSources = ["un", "ofac", "pep"] as const;
export type WatchlistSource = (typeof watchlistSources)[number];

export const screeningParties = [
  "applicant",
  "account",
  "company",
  "signatory",
  "account_holder",
  "owner",
] as const;
export type ScreeningParty = (typeof screeningParties)[number];

/** Reasons for clearing or confirming a hit. */
export const verdictReasons = {
  cleared: ["birth_date", "documents", "country", "other"],
  confirmed: ["same_birth_date", "documents", "own_statement", "other"],
} as const;
export type HitVerdict = keyof typeof verdictReasons;

/** Whether the date of birth in the case is one on the list; `unknown` without one on either side. */
const birthComparisons = ["unknown", "matches", "differs"] as const;
type BirthComparison = (typeof birthComparisons)[number];

/** Returns whether a reason can be given for a hit: reasons about the date of birth need one in the case and on the list. */
export const isReasonFor = (reason: string, birth: BirthComparison): boolean =>
  reason === "same_birth_date" ? birth === "matches" : reason === "birth_date" ? birth === "differs" : true;

const hitVerdicts = ["cleared", "confirmed"] as const satisfies HitVerdict[];

export const hitDecisionSchema = z
  .object({
    hitId: z.uuid().toLowerCase(),
    verdict: z.enum(hitVerdicts, "Choose a decision"),
    reason: z.string("Choose a reason").max(20),
    /** The `basis` of the hit that the reviewer saw. If it has changed, the response is 409. */
    basis: z.string().max(64),
    /** A note for reviewers, stored encrypted and deleted with the user. */
    note: note(),
  })
  .refine(({ verdict, reason }) => verdictReasons[verdict].some((code) => code === reason), {
    path: ["reason"],
    message: "Choose a reason",
  })
  .refine(({ reason, note }) => reason !== "other" || note, { path: ["note"], message: "Write the reason" });
export type HitDecisionInput = z.output<typeof hitDecisionSchema>;

export const screeningHitDto = z.object({
  _id: z.uuid(),
  source: z.enum(watchlistSources),
  /** The entry's id on its list. */
  externalId: z.string(),
  entryName: z.string(),
  /** The sanctions programme, or the position of a politically exposed person. */
  programme: z.string(),
  /** The closest name or alias of the entry. */
  matchedName: z.string(),
  /** The dates of birth of the entry, in EDTF. */
  births: z.array(z.string()),
  /** The screened party of the case; `name` is its name. */
  party: z.enum(screeningParties),
  name: z.string(),
  /** The paths of the answers with this name. */
  answers: z.array(z.string()),
  /** The date of birth in the case that was compared; null for a name whose date of birth the case does not contain. */
  dateOfBirth: z.iso.date().nullable(),
  birth: z.enum(birthComparisons),
  /** The score from 0 to 100. */
  score: z.number(),
  explanation: z.string(),
  basis: z.string(),
  foundAt: z.iso.datetime(),
  /** When the hit ended because the list or the name changed; null while it is current. */
  endedAt: z.iso.datetime().nullable(),
  state: z.enum(["open", "cleared", "confirmed"]),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ScreeningHitDto = z.output<typeof screeningHitDto>;

/** Names on the lists that would be hits with an equal date of birth: their number, and the closest ones. */
export const nearNamesDto = z.object({
  count: z.number(),
  names: z.array(
    screeningHitDto.pick({
      source: true,
      externalId: true,
      entryName: true,
      matchedName: true,
      name: true,
      explanation: true,
    }),
  ),
});
export type NearNames = z.output<typeof nearNamesDto>;

export const screeningDto = z.object({
  /** The number of imported lists. */
  lists: z.number(),
  /** When the case was last screened. */
  screenedAt: z.iso.datetime().nullable(),
  /** Whether the case will be screened again soon, because it or a list has changed. */
  isDue: z.boolean(),
  hits: z.array(screeningHitDto),
  near: nearNamesDto,
});
export type ScreeningDto = z.output<typeof screeningDto>;

export const watchlistsDto = z.object({
  lists: z.array(
    z.object({
      source: z.enum(watchlistSources),
      version: z.string(),
      publishedOn: z.iso.date(),
      importedAt: z.iso.datetime(),
      entries: z.number(),
    }),
  ),
  /** The number of users with a submission who are screened against these lists. */
  progress: z.object({ done: z.number(), total: z.number() }),
});
export type WatchlistsDto = z.output<typeof watchlistsDto>;

/** The result of an import; `isNew` is false if this file is already the active list. */
export const importedListDto = watchlistsDto.shape.lists.element
  .omit({ importedAt: true })
  .extend({ isNew: z.boolean() });
export type ImportedListDto = z.output<typeof importedListDto>;

/** The maximum size of an uploaded list. OFAC's XML has some 35 MB. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** The state of an alert: open, or how it was closed. */
export const alertStates = ["open", "confirmed", "cleared"] as const;
export type AlertState = (typeof alertStates)[number];

export const alertListQuery = z.object({
  state: z.enum(alertStates).default("open"),
  after: z.uuid().toLowerCase().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type AlertListQuery = z.output<typeof alertListQuery>;

/** An approved user who may be on a watchlist. */
export const alertDto = z.object({
  _id: z.uuid(),
  state: z.enum(alertStates),
  openedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  isLate: z.boolean(),
  user: z.object({
    _id: z.uuid(),
    name: z.string(),
    companyName: z.string().nullable(),
    email: z.string(),
  }),
  /** The number of hits that are still found, and their lists. */
  hits: z.int(),
  sources: z.array(z.enum(watchlistSources)),
  /** The administrator who works on it. */
  owner: z.object({ _id: z.uuid(), name: z.string(), isMe: z.boolean() }).nullable(),
});
export type AlertDto = z.output<typeof alertDto>;

export const ownAlertSchema = z.object({ isMine: z.boolean("Say whether you take it") });
