import * as z from "zod";
import { decisionDto } from "@/lib/acts/decision-schema";
import { isDay } from "@/lib/dates";
import { numberText, text } from "@/lib/forms/atoms";
import { investmentStates } from "@/lib/investments/rules";
import { kobo } from "@/lib/money-schema";
import "@/lib/zod";
import { csvMappingInput } from "./readers/csv-mapping-schema";
import { statesIn, type StateOf } from "@/lib/acts/rules";
import { lineStates } from "./state-rules";

/** Request and response schemas for the bank statement calls (product 10.32). Safe in the browser. Amounts are kobo as decimal text. */
export const MAX_STATEMENT_BYTES = 20_000_000;

/** How the investment of a line was found, the most certain first. */
export const waysFound = ["reference", "several", "other_sender", "mistyped", "name"] as const;
export type WayFound = (typeof waysFound)[number];
/**
 * How a line's amount compares with the outstanding amount of an investment. `late`: nothing is outstanding, because it is paid or has
 * ended.
 */
export const amountFits = ["exact", "little", "much", "late"] as const;
export type AmountFit = (typeof amountFits)[number];

/** The lists of the queue. */
export const lineFilters = {
  all: "Pending: all",
  exact: "Pending: exact match",
  check: "Pending: to check",
  little: "Pending: underpaid",
  much: "Pending: overpaid",
  late: "Pending: duplicate or late",
  unknown: "Pending: unknown",
  outgoing: "Pending: paid out",
  done: "Decided",
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
/** The sender of a line if it is certainly not the investor, to whom a surplus is then refunded; null otherwise. */
const otherSender = z.string().nullable();

export const lineLabels: Record<StateOf<typeof lineStates>, string> = {
  waiting: "Pending",
  matched: "Settled",
  returning: "Refund due",
  ignored: "Ignored",
  withdrawn: "Import undone",
};

/** How a line without an investment can be posted. */
export const bookings = ["transfer", "tax_payment"] as const;
export type Booking = (typeof bookings)[number];

export const lineDto = z.object({
  _id: z.uuid(),
  on: z.string(),
  /** Negative if paid out. */
  amount,
  narration: z.string(),
  counterparty: z.string(),
  bankReference: z.string(),
  state: z.enum(statesIn(lineStates)),
  /** The decision, if it can be undone; null while it is undecided, and for a manual receipt, which is undone itself. */
  actId: z.uuid().nullable(),
  /** Whether it belongs to a manual receipt. */
  isByHand: z.boolean(),
  /** How the line was posted, if not to an investment. */
  bookedAs: z.enum([...bookings, "payout"]).nullable(),
  /** The reason for ignoring it. */
  note: z.string().nullable(),
  /** Who decided about it; null if it is waiting. */
  decision: decisionDto.nullable(),
  /** The matched investments. */
  investments: z.array(named),
  /** The proposed investment, while it is undecided. */
  proposal: named
    .extend({
      investor: z.string(),
      missing: amount,
      by: z.enum(waysFound),
      fit: z.enum(amountFits),
      isExact: z.boolean(),
      reason: z.string(),
      otherSender,
    })
    .nullable(),
  /** The proposed allocations, while it is undecided: they add up to the amount. */
  allocations: z.array(z.object({ reference: z.string(), amount })),
  /** The payouts that it may settle or return, while it is undecided; those with its reference first. */
  payouts: z.array(named.extend({ payee: z.string(), isExact: z.boolean() })),
});
export type LineDto = z.output<typeof lineDto>;

/** A search for the investments that a line may be matched with: by name, reference or amount; empty for those with its amount. */
export const matchChoiceQuery = z.object({ q: z.string().trim().max(100).default("") });
export const matchChoiceDto = named.extend({
  investor: z.string(),
  planName: z.string(),
  state: z.enum(investmentStates),
  missing: amount,
  otherSender,
  /** The largest amount by which the line may fall short, if it is accepted as a bank charge. */
  maxCharge: amount,
});
export type MatchChoiceDto = z.output<typeof matchChoiceDto>;

/** The maximum number of investments matched with a line. */
export const MAX_PARTS = 20;

/**
 * The allocations of a line, by investment reference. They add up to the amount of the line. `acceptedCharge` is what is then still missing
 * of the investment, and is accepted as a bank charge.
 */
export const matchSchema = z.object({
  parts: z
    .array(z.object({ reference: z.string().max(100), amount: kobo, acceptedCharge: kobo.optional() }))
    .min(1)
    .max(MAX_PARTS),
});
export type MatchInput = z.output<typeof matchSchema>;

export const ignoreSchema = z.object({ reason: text(3, "Enter a reason of at least 3 characters", 500) });
export const bookSchema = z.object({ as: z.enum(bookings) });
export const matchPayoutSchema = z.object({ payoutId: z.uuid() });

/** The preview of a file before its import. */
export const previewDto = z.object({
  format: z.enum(["csv", "mt940", "camt.053"]),
  /** The columns of a CSV. */
  columns: z.array(z.string()),
  /** The mapping of a CSV: as sent, as in the last import, or as the header suggests. */
  mapping: csvMappingInput.nullable(),
  /** The problem with the file; null if it can be imported, or if only the mapping is wrong. */
  problem: z.string().nullable(),
  /** Errors of the mapping, by field. */
  mappingErrors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** A warning about ambiguous lines; null if there are none. */
  warning: z.string().nullable(),
  count: z.int(),
  added: z.int(),
  /** The first lines. */
  lines: z.array(z.object({ on: z.string(), amount, narration: z.string(), counterparty: z.string() })),
});
export type PreviewDto = z.output<typeof previewDto>;

export const importDto = z.object({
  _id: z.uuid(),
  /** All lines of the file. */
  count: z.int(),
  /** The new lines. */
  added: z.int(),
  /** The new lines that belong to manual receipts. */
  byHand: z.int(),
});
export type ImportDto = z.output<typeof importDto>;

/** The bank's reference of a receipt: in upper case, with single spaces. */
const bankReference = numberText(3, "Enter the bank reference from the statement", 80)
  .transform((value) => value.toUpperCase())
  .pipe(z.string().regex(/^[A-Z\d][A-Z\d ./_-]*$/, "Use letters, digits, spaces and . / _ - only"));

export const recordReceiptSchema = z.object({
  bankReference,
  amount: kobo,
  receivedOn: z.string("Enter a date").refine(isDay, "Enter a date"),
});
