import * as z from "zod";
import { lines, text } from "@/lib/forms/atoms";
import { isDay, lagosDay } from "@/lib/dates";

/** The register of suspicions (product 10.43). Safe in the browser. */
export const suspicionThings = ["user", "investment", "statement_line", "payout"] as const;
export type SuspicionThing = (typeof suspicionThings)[number];
export const thingLabels = {
  user: "Person",
  investment: "Investment",
  statement_line: "Payment received",
  payout: "Payout",
} as const satisfies Record<SuspicionThing, string>;

export const suspicionStates = ["open", "filed", "dismissed"] as const;
export type SuspicionState = (typeof suspicionStates)[number];

/** What is filed with the Nigerian Financial Intelligence Unit. */
export const filings = {
  str: "Suspicious transaction report (STR)",
  ctr: "Currency transaction report (CTR)",
} as const;
export type Filing = keyof typeof filings;

const explanation = lines(20, "Explain it in at least 20 characters.", 2000, "Maximum 2000 characters.");

export const reportSchema = z.object({
  thing: z.enum(suspicionThings),
  thingId: z.uuid(),
  report: explanation,
});

export const suspicionDecisionSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("filed"),
    filing: z.enum(Object.keys(filings) as Filing[], "Choose what was filed"),
    reference: text(3, "Enter the reference", 100),
    filedOn: z
      .string("Enter the day")
      .refine((day) => isDay(day) && day <= lagosDay(), "Enter a day until today"),
    note: explanation,
  }),
  z.object({ outcome: z.literal("dismissed"), note: explanation }),
]);
export type SuspicionDecision = z.output<typeof suspicionDecisionSchema>;

export const suggestionAnswerSchema = z.object({
  key: z.string().max(100),
  outcome: z.enum(["open", "dismissed"]),
  note: explanation,
});

export const suspicionDto = z.object({
  _id: z.uuid(),
  thing: z.enum(suspicionThings),
  thingId: z.uuid(),
  /** The person, if known; their account may be erased. */
  userId: z.uuid().nullable(),
  /** The person or payment in words, as it was at the time. */
  subject: z.string(),
  report: z.string(),
  /** Null for a suggestion, and for a deleted account. */
  reportedBy: z.string().nullable(),
  isSuggestion: z.boolean(),
  reportedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  isLate: z.boolean(),
  /** Whether the viewer may decide: it is open, not their own, and not about somebody with whom they share details. */
  canDecide: z.boolean(),
  state: z.enum(suspicionStates),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  filing: z.enum(Object.keys(filings) as Filing[]).nullable(),
  reference: z.string().nullable(),
  filedOn: z.iso.date().nullable(),
});
export type SuspicionDto = z.output<typeof suspicionDto>;

export const suspicionListQuery = z.object({
  state: z.enum(suspicionStates).default("open"),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type SuspicionListQuery = z.output<typeof suspicionListQuery>;

export const suggestionDto = z.object({
  key: z.string(),
  kind: z.enum(["reaches", "split"]),
  user: z.object({ _id: z.uuid(), name: z.string(), companyName: z.string().nullable(), email: z.string() }),
  from: z.iso.date(),
  to: z.iso.date(),
  /** In kobo, as decimal text. */
  total: z.string(),
  payments: z.int(),
});
export type SuggestionDto = z.output<typeof suggestionDto>;
