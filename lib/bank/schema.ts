import * as z from "zod";
import { decisionDto } from "@/lib/acts/decision-schema";
import { isDay } from "@/lib/dates";
import { numberText, optionalText, text } from "@/lib/forms/atoms";
import { investmentStates } from "@/lib/investments/rules";
import { categoryNames, type Category } from "@/lib/ledger/category-rules";
import { kobo } from "@/lib/money-schema";
import "@/lib/zod";
import { csvMappingInput } from "./readers/csv-mapping-schema";
import { statesIn, type StateOf } from "@/lib/acts/rules";
import { importStates, lineStates } from "./state-rules";

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
  outgoing: "Pending: money out",
  done: "Decided",
} as const;
export type LineFilter = keyof typeof lineFilters;
/** The most lines that are decided at once. */
export const MAX_AT_ONCE = 200;

const filter = z.enum(Object.keys(lineFilters) as LineFilter[]);

export const lineQuery = z.object({
  filter: filter.default("all"),
  after: z.uuid().optional(),
  /** Only lines that this rule has booked. */
  rule: z.uuid().optional(),
  /** Only lines whose proposed investment was found in this way. */
  by: z.enum(waysFound).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_AT_ONCE).default(20),
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

/** A manual receipt that a line may show. */
const offeredReceipt = named.extend({ investor: z.string(), on: z.string(), bankReference: z.string() });
export type OfferedReceipt = z.output<typeof offeredReceipt>;

export const lineDto = z.object({
  _id: z.uuid(),
  on: z.string(),
  /** Negative if paid out. */
  amount,
  narration: z.string(),
  counterparty: z.string(),
  bankReference: z.string(),
  /** The balance of the account after it. */
  balance: amount,
  /** The payments of a batch booking; amounts that the bank does not give are null. */
  parts: z.array(
    z.object({
      amount: amount.nullable(),
      narration: z.string(),
      counterparty: z.string(),
      bankReference: z.string(),
    }),
  ),
  state: z.enum(statesIn(lineStates)),
  /** The decision, if it can be undone; null while it is undecided, and for a manual receipt, which is undone itself. */
  actId: z.uuid().nullable(),
  /** Whether it belongs to a manual receipt. */
  isByHand: z.boolean(),
  /** How the line was posted, if not to an investment. */
  bookedAs: z.enum([...categoryNames, "payout"]).nullable(),
  /** The note of the decision, such as the reason for ignoring it. */
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
      /** Whether the amount is exact and the sender has an approved name of the investor: a person checks whether it is the same person. */
      isByName: z.boolean(),
      reason: z.string(),
      otherSender,
    })
    .nullable(),
  /**
   * The proposed allocations, while it is undecided. They add up to the amount; those of a batch booking are its payments, and a reference
   * may be empty.
   */
  allocations: z.array(z.object({ reference: z.string(), amount })),
  /** The payouts that it may settle or return, while it is undecided; those with its reference first. */
  payouts: z.array(named.extend({ payee: z.string(), isExact: z.boolean() })),
  /** The payout batches, or their parts in one payment file, that it may settle as a whole. */
  batches: z.array(z.object({ payoutIds: z.array(z.uuid()), releasedOn: z.string() })),
  /** The manual receipts that it may show, while it is undecided. */
  receipts: z.array(offeredReceipt),
  /** The rules that disagree about it, so that none has booked it, while it is undecided. */
  disputedBy: z.array(z.object({ name: z.string(), category: z.enum(categoryNames) })),
});
export type LineDto = z.output<typeof lineDto>;

/** A search for the investments or payouts that a line may be matched with: by name, reference or amount; empty for the likely ones. */
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

/** The maximum number of payouts matched with a line: those of a batch. */
const MAX_PAYOUTS = 500;

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
export const bookSchema = z.object({ as: z.enum(categoryNames), note: optionalText(500) });
export interface Booking {
  as: Category;
  note?: string | undefined;
}

/**
 * The same decision about many lines, with the amounts that the person saw. `match`: each with its proposal, if reference and amount are
 * exact, or `by` name, if a person has checked the name and the amount is exact.
 */
export const decideLinesSchema = z.object({
  lines: z
    .array(z.object({ _id: z.uuid().toLowerCase(), amount: z.string().regex(/^-?\d{1,17}$/) }))
    .min(1)
    .max(MAX_AT_ONCE),
  decision: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("match"), by: z.enum(["reference", "name"]).default("reference") }),
    bookSchema.extend({ kind: z.literal("book") }),
    ignoreSchema.extend({ kind: z.literal("ignore") }),
    z.object({ kind: z.literal("refund") }),
  ]),
});
export type DecideLinesInput = z.output<typeof decideLinesSchema>;

/** What was decided at once: the number of lines, and those that were left out, with the reasons. */
export const decidedDto = z.object({
  groupId: z.uuid(),
  count: z.int(),
  skipped: z.array(z.object({ _id: z.uuid(), reason: z.string() })),
});
export type DecidedDto = z.output<typeof decidedDto>;

/**
 * How many lines of a list are not decided, and their sums. `exact` is the number of all that match exactly, and `byName` of those with an
 * exact amount whose investment is proposed by the sender's name.
 */
export const lineTotalsDto = z.object({
  count: z.int(),
  received: amount,
  paidOut: amount,
  exact: z.int(),
  byName: z.int(),
});
export type LineTotalsDto = z.output<typeof lineTotalsDto>;

export const recogniseSchema = z.object({ receiptId: z.uuid() });

/** The payouts that a line settles or returns: their amounts add up to its own. */
export const matchPayoutsSchema = z.object({
  payoutIds: z.array(z.uuid().toLowerCase()).min(1, "Choose at least one payout").max(MAX_PAYOUTS),
});
export const payoutChoiceDto = named.extend({
  payee: z.string(),
  amount,
  /** Whether the line has its reference. */
  isNamed: z.boolean(),
});
export type PayoutChoiceDto = z.output<typeof payoutChoiceDto>;

const link = z.object({ on: z.string(), amount, balance: amount });
/** A line of a file and a stored one that do not agree. */
const sidesDto = z.object({ file: link, stored: link });
export type SidesDto = z.output<typeof sidesDto>;

/** The balances before and after the lines of a file, and what does not agree with the stored lines of the account. */
const chainDto = z.object({
  opening: amount,
  closing: amount,
  sides: sidesDto.nullable(),
  /** Whether lines are missing, and two administrators have accepted that. */
  gap: z.enum(["open", "accepted"]).nullable(),
});
export type ChainDto = z.output<typeof chainDto>;

/** What a person adds to a file that does not have it. */
export const statementOptions = z.object({
  bankAccountId: z.uuid().optional(),
  /** The balance after its last line, in kobo; negative if the account is overdrawn. */
  closing: z
    .string()
    .regex(/^-?\d{1,17}$/, "Enter the balance")
    .optional(),
  /** Asks a second administrator to accept that lines are missing, instead of importing. */
  asksForGap: z.stringbool().optional(),
});
export type StatementOptions = z.output<typeof statementOptions>;

/** The preview of a file before its import. */
export const previewDto = z.object({
  format: z.enum(["csv", "excel", "mt940", "camt.053"]),
  /** The rows around the headings, with their numbers, if the columns must be mapped. */
  rows: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  columnCount: z.int(),
  /** The mapping of the columns: as sent, as in the last import, or as the file suggests. */
  mapping: csvMappingInput.nullable(),
  /** The problem with the file; null if it can be imported, or if only the mapping is wrong. */
  problem: z.string().nullable(),
  /** What is missing in the mapping, by field. */
  questions: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The firm's accounts, and that of the file: named by it, as chosen, or as for the last file with these headings. */
  accounts: z.array(z.object({ _id: z.uuid(), name: z.string(), bank: z.string(), number: z.string() })),
  bankAccountId: z.uuid().nullable(),
  isAccountNamed: z.boolean(),
  /** Whether the file gives balances; otherwise a person enters the closing balance. */
  hasBalances: z.boolean(),
  /** Its place in the chain of balances; null until its account and balances are known. */
  chain: chainDto.nullable(),
  count: z.int(),
  added: z.int(),
  /** Rows that are no bookings, such as totals; the first of them. */
  setAside: z.array(z.object({ place: z.string(), text: z.string(), why: z.string() })),
  /** The first lines. */
  lines: z.array(z.object({ on: z.string(), amount, narration: z.string(), counterparty: z.string() })),
});
export type PreviewDto = z.output<typeof previewDto>;

/** An imported statement. */
export const statementDto = z.object({
  _id: z.uuid(),
  bankAccountId: z.uuid(),
  fileName: z.string(),
  importedAt: z.iso.datetime(),
  importedBy: z.string(),
  /** Null for statements from before they were stored. */
  firstOn: z.string().nullable(),
  lastOn: z.string().nullable(),
  opening: amount.nullable(),
  closing: amount.nullable(),
  count: z.int(),
  added: z.int(),
  state: z.enum(statesIn(importStates)),
  hasFile: z.boolean(),
  /** The act that imported it, which can be undone; null if it was. */
  actId: z.uuid().nullable(),
});
export type StatementDto = z.output<typeof statementDto>;

/** The lines between which others are missing. */
export const gapDto = z.object({ before: link, after: link });
export type GapDto = z.output<typeof gapDto>;

export const statementQuery = z.object({
  bankAccountId: z.uuid(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** A manual receipt that no statement shows yet. */
export const openReceiptDto = offeredReceipt.extend({
  amount,
  investmentId: z.uuid(),
  /** The act that recorded it, which can be undone. */
  actId: z.uuid(),
});
export type OpenReceiptDto = z.output<typeof openReceiptDto>;

export const importDto = z.object({
  _id: z.uuid(),
  /** All lines of the file. */
  count: z.int(),
  /** The new lines. */
  added: z.int(),
  /** The new lines that belong to manual receipts. */
  byHand: z.int(),
  /** The lines that rules have booked after the import. */
  byRule: z.int(),
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
