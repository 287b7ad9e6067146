import * as z from "zod";
import { text } from "@/lib/forms/atoms";
import "@/lib/zod";
import { kobo } from "@/lib/investing/terms";
import { csvMappingInput } from "../statements/csv-mapping";
import type { lineTransitions } from "./states";

/** Input and answers of the calls about bank statements (product 10.32). Safe in the browser. Amounts are kobo as decimal text. */
export const MAX_STATEMENT_BYTES = 20_000_000;

/** How the investment of a line is found, the surest first. */
export const waysFound = ["reference", "mistyped", "name"] as const;
export type WayFound = (typeof waysFound)[number];
/** What the amount of a line is for an investment. `late`: it waits for nothing, because it is paid or has ended. */
export const amountFits = ["exact", "little", "much", "late"] as const;
export type AmountFit = (typeof amountFits)[number];

/** The lists of the queue. */
export const lineFilters = {
  all: "Waiting: all",
  exact: "Waiting: exact",
  check: "Waiting: to check",
  little: "Waiting: too little",
  much: "Waiting: too much",
  late: "Waiting: double or late",
  unknown: "Waiting: unknown",
  outgoing: "Waiting: paid out",
  done: "Done",
} as const;
export type LineFilter = keyof typeof lineFilters;
const filter = z.enum(Object.keys(lineFilters) as LineFilter[]);

export const lineQuery = z.object({
  filter: filter.default("all"),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type LineQuery = z.output<typeof lineQuery>;

const amount = z.string();
const named = z.object({ _id: z.uuid(), reference: z.string() });

export const lineStates = {
  waiting: "Waiting",
  matched: "Done",
  returning: "To be returned",
  ignored: "Ignored",
} as const satisfies Record<keyof typeof lineTransitions, string>;

/** What a line can be booked as without an investment. */
export const bookings = ["transfer", "tax_payment"] as const;
export type Booking = (typeof bookings)[number];

export const lineDto = z.object({
  _id: z.uuid(),
  on: z.string(),
  /** Negative if it was paid out. */
  amount,
  narration: z.string(),
  counterparty: z.string(),
  bankReference: z.string(),
  state: z.enum(Object.keys(lineStates) as (keyof typeof lineStates)[]),
  /** Whether its receipt was recorded by hand before. */
  isByHand: z.boolean(),
  /** What it was booked as without an investment. */
  bookedAs: z.enum([...bookings, "payout"]).nullable(),
  /** Why it is ignored. */
  note: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** What it was matched with. */
  investments: z.array(named),
  /** The investment that it seems to be for, while it waits. */
  proposal: named
    .extend({
      investor: z.string(),
      missing: amount,
      by: z.enum(waysFound),
      fit: z.enum(amountFits),
      isExact: z.boolean(),
      reason: z.string(),
    })
    .nullable(),
  /** The payouts that it may be, or that may have come back with it, while it waits; those whose reference it has first. */
  payouts: z.array(named.extend({ payee: z.string(), isExact: z.boolean() })),
});
export type LineDto = z.output<typeof lineDto>;

/** With how many investments a line can be matched. */
export const MAX_PARTS = 20;

/** The parts of a line by the references of their investments. Their sum is the amount of the line. */
export const matchSchema = z.object({
  parts: z
    .array(z.object({ reference: z.string().max(100), amount: kobo }))
    .min(1)
    .max(MAX_PARTS),
});
export type MatchInput = z.output<typeof matchSchema>;

export const ignoreSchema = z.object({ reason: text(3, "Say why, for whoever checks the books", 500) });
export const bookSchema = z.object({ as: z.enum(bookings) });
export const matchPayoutSchema = z.object({ payoutId: z.uuid() });

/** What a file says, before it is imported. */
export const previewDto = z.object({
  format: z.enum(["csv", "mt940", "camt.053"]),
  /** The columns of a CSV. */
  columns: z.array(z.string()),
  /** The mapping of a CSV: as sent, as remembered, or as its header suggests. */
  mapping: csvMappingInput.nullable(),
  /** What is wrong with the file; null if it can be imported, or if only the mapping is wrong. */
  problem: z.string().nullable(),
  /** What is wrong with the mapping, by its fields. */
  mappingErrors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** What cannot be known about the file; null if nothing. */
  warning: z.string().nullable(),
  count: z.int(),
  added: z.int(),
  /** The first lines. */
  lines: z.array(z.object({ on: z.string(), amount, narration: z.string(), counterparty: z.string() })),
});
export type PreviewDto = z.output<typeof previewDto>;

export const importDto = z.object({
  _id: z.uuid(),
  /** The lines of the file. */
  count: z.int(),
  /** The lines that no earlier file had. */
  added: z.int(),
  /** The new lines whose receipts were recorded by hand before. */
  byHand: z.int(),
});
export type ImportDto = z.output<typeof importDto>;
