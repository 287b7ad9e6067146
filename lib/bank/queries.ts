import "server-only";
import type { DecisionDto } from "@/lib/acts/decision-schema";
import { readDecisions } from "@/lib/acts/decisions";
import { kindOf } from "@/lib/acts/queries";
import { undoRule, type Thing } from "@/lib/acts/rules";
import { NOTE_TABLE } from "@/lib/acts/record";
import { dayOf } from "@/lib/dates";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { maxAcceptedCharge } from "@/lib/investments/accepted-charge";
import { investmentsFound } from "@/lib/investments/search";
import { isCategory } from "@/lib/ledger/category-rules";
import { openNoteColumns } from "@/lib/pii/note-columns";
import { readCandidates } from "./candidates";
import { readActiveRules } from "./line-rule-commands";
import { disputingRules } from "./line-rules";
import { allocateInOrder, proposalOf, referencesIn, type Candidate } from "./matching-rules";
import { proposeBatches, proposePayouts, type PayoutMatch } from "./payout-candidates";
import { offerReceipts } from "./open-receipts";
import {
  MAX_PARTS as MAX_ALLOCATIONS,
  type LineDto,
  type LineFilter,
  type LineQuery,
  type LineTotalsDto,
  type MatchChoiceDto,
  type OfferedReceipt,
} from "./schema";
import { compareSenders, otherSender, sendersOf } from "./sender-rules";
import { openTexts, type LineTexts } from "./statement-lines";

type Reader = Tx | typeof db;

/** The outstanding amount of the proposed investment `i` of a line `l`; null if it is paid or has ended. Equivalent to `fitOf`. */
const outstanding = Prisma.sql`CASE WHEN i.state = 'requested' THEN i.amount + coalesce(
  (SELECT balance FROM ledger_accounts WHERE name = 'received' AND subject_id = i.id), 0) END`;
const waiting = Prisma.sql`l.state = 'waiting'`;
const proposed = Prisma.sql`${waiting} AND i.id IS NOT NULL`;
/** Whether it is for one investment: the amount of a line for several is compared with none of them. */
const isSingle = Prisma.sql`l.proposed_by <> 'several'`;

/** Compares with the current outstanding amount: an investment may have been paid or cancelled since the import. */
const conditions: Record<LineFilter, Prisma.Sql> = {
  all: waiting,
  exact: Prisma.sql`${proposed} AND l.amount = ${outstanding} AND l.proposed_by = 'reference'`,
  check: Prisma.sql`${proposed} AND (NOT ${isSingle} OR (l.amount = ${outstanding} AND l.proposed_by <> 'reference'))`,
  little: Prisma.sql`${proposed} AND ${isSingle} AND l.amount < ${outstanding}`,
  much: Prisma.sql`${proposed} AND ${isSingle} AND l.amount > ${outstanding}`,
  late: Prisma.sql`${proposed} AND ${isSingle} AND i.state <> 'requested'`,
  unknown: Prisma.sql`${waiting} AND l.amount > 0 AND i.id IS NULL`,
  outgoing: Prisma.sql`${waiting} AND l.amount < 0`,
  done: Prisma.sql`l.state NOT IN ('waiting', 'withdrawn')`,
};

/**
 * Returns a page of statement lines, newest first. `next` is the cursor of the next page; null on the last page. `totals` is null on other
 * pages than the first.
 */
export async function listLines({
  filter,
  after,
  rule,
  by,
  limit,
}: LineQuery): Promise<{ lines: LineDto[]; next: string | null; totals: LineTotalsDto | null }> {
  const from = after ? Prisma.sql`AND l.id < ${after}::uuid` : Prisma.empty;
  const byRule = rule
    ? Prisma.sql`AND l.act_id IN (SELECT id FROM money_acts WHERE rule_id = ${rule}::uuid)`
    : Prisma.empty;
  const wayFound = by ? Prisma.sql`AND l.proposed_by = ${by}::proposed_by` : Prisma.empty;
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT l.id FROM statement_lines AS l LEFT JOIN investments AS i ON i.id = l.proposed_id
    WHERE ${conditions[filter]} ${from} ${byRule} ${wayFound} ORDER BY l.id DESC LIMIT ${limit + 1}`;
  const ids = found.slice(0, limit).map(({ id }) => id);
  const totals = after ? null : await readTotals(filter);
  return { lines: await readLines(ids), next: found.length > limit ? ids.at(-1)! : null, totals };
}

async function readTotals(filter: LineFilter): Promise<LineTotalsDto> {
  const [row] = await db.$queryRaw<
    [{ count: number; received: bigint; paidOut: bigint; exact: number; byName: number }]
  >`
    SELECT count(*) FILTER (WHERE ${conditions[filter]})::int AS count,
      coalesce(sum(l.amount) FILTER (WHERE l.amount > 0 AND ${conditions[filter]}), 0)::bigint AS received,
      coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0 AND ${conditions[filter]}), 0)::bigint AS "paidOut",
      count(*) FILTER (WHERE ${conditions.exact})::int AS exact,
      count(*) FILTER (WHERE ${conditions.check} AND l.proposed_by = 'name')::int AS "byName"
    FROM statement_lines AS l LEFT JOIN investments AS i ON i.id = l.proposed_id WHERE ${waiting}`;
  return { ...row, received: String(row.received), paidOut: String(row.paidOut) };
}

/** Returns the number of lines that wait for a decision. */
export const countWaitingLines = (): Promise<number> =>
  db.statementLine.count({ where: { state: "waiting" } });

/** Returns a line. Throws NOT_FOUND. */
export async function getLine(id: string, reader: Reader = db): Promise<LineDto> {
  const [line] = await readLines([id], reader);
  if (!line) throw notFound("This statement line does not exist");
  return line;
}

/** An act about a line changes up to 20 investments, and creates a refund for each. */
const MAX_SUBJECTS = 40;
/** The amounts due that one transfer can pay. */
const MAX_PARTS = 500;

/** Returns the lines with these ids, newest first. */
export async function readLines(ids: string[], reader: Reader = db): Promise<LineDto[]> {
  const rows = await reader.statementLine.findMany({
    where: { id: { in: ids } },
    orderBy: { id: "desc" },
    take: ids.length,
  });
  const decided = rows.filter(({ state }) => state !== "waiting");
  const acts = await readActs(
    decided.map(({ actId }) => actId),
    reader,
  );
  const lines = rows.map((row) => ({
    ...row,
    ...openTexts(row),
    act: row.state === "waiting" ? null : (acts.get(row.actId) ?? null),
  }));
  const named = lines.flatMap(({ act, proposedId }) => act?.investmentIds ?? proposedId ?? []);
  const references = lines.flatMap((line) => (line.act ? [] : severalReferences(line)));
  const candidates = await readCandidates(
    { OR: [{ id: { in: named } }, { reference: { in: references } }] },
    reader,
  );
  const undecided = lines.filter(({ state }) => state === "waiting");
  const payouts =
    undecided.length > 0 ? await proposePayouts(undecided, reader) : new Map<string, PayoutMatch[]>();
  const batches = await proposeBatches(undecided);
  const receipts = await offerReceipts(reader, undecided);
  const disputes = await readDisputes(undecided, reader);
  return lines.map((line) =>
    toLine(line, candidates, {
      payouts: payouts.get(line.id) ?? [],
      batches: batches.get(line.id) ?? [],
      receipts: receipts.get(line.id) ?? [],
      disputedBy: disputes.get(line.id) ?? [],
    }),
  );
}

/** Returns the rules that disagree about lines. No rule is about a line that is proposed for an investment. */
async function readDisputes(
  undecided: readonly OpenLine[],
  reader: Reader,
): Promise<Map<string, LineDto["disputedBy"]>> {
  const lines = undecided.filter(({ proposedId }) => proposedId === null);
  const rules = lines.length > 0 ? await readActiveRules(reader) : [];
  return new Map(
    lines.map((line) => [
      line.id,
      disputingRules(rules, line).map(({ name, category }) => ({ name, category })),
    ]),
  );
}

type OpenLine = Prisma.StatementLineModel & ReturnType<typeof openTexts>;
type Allocations = LineDto["allocations"];

/** Returns the references in a payment of a batch booking. */
const referencesOfPart = ({ narration, bankReference }: OpenLine["parts"][number]): string[] =>
  referencesIn(`${narration} ${bankReference}`).exact;

/** Returns the references in a batch booking, or in a line that is proposed for several investments. */
const severalReferences = ({ proposedBy, narration, parts }: OpenLine): string[] =>
  parts.length > 0
    ? parts.flatMap(referencesOfPart)
    : proposedBy === "several"
      ? referencesIn(narration).exact
      : [];

/**
 * Returns the proposed allocations of an undecided line. Those of a batch booking are its payments, as far as they are known: a payment
 * without a known reference is left for a person to fill in.
 */
function allocationsOf(
  line: OpenLine,
  candidates: readonly Candidate[],
  proposed: Candidate | undefined,
): Allocations {
  const { amount, parts } = line;
  const find = (reference: string) => candidates.find((each) => each.reference === reference) ?? [];
  if (parts.length > 0 && amount > 0n)
    return parts.slice(0, MAX_ALLOCATIONS).map((part) => {
      const [found] = referencesOfPart(part).flatMap(find);
      const known = part.amount ?? (found ? String(found.outstandingKobo) : "0");
      return { reference: found?.reference ?? "", amount: known };
    });
  const several = severalReferences(line).flatMap(find);
  const allocations =
    several.length > 1
      ? allocateInOrder(amount, several)
      : proposed
        ? [{ reference: proposed.reference, amountKobo: amount }]
        : [];
  return allocations.map(({ reference, amountKobo }) => ({ reference, amount: String(amountKobo) }));
}

/** The decision about a line. */
interface LineAct {
  kind: string;
  decision: DecisionDto;
  note: string | null;
  /** The investments that it is about; some may be deleted later. */
  investmentIds: string[];
}

async function readActs(ids: readonly string[], reader: Reader): Promise<Map<string, LineAct>> {
  const acts = await reader.moneyAct.findMany({
    where: { id: { in: [...ids] } },
    include: { subjects: { where: { thing: { not: "line" } }, take: MAX_SUBJECTS } },
    take: ids.length,
  });
  const subjects = acts.flatMap((act) => act.subjects);
  const [receiptIds, dueIds] = [idsOf(subjects, "receipt"), idsOf(subjects, "due")];
  const payoutIds = idsOf(subjects, "payout");
  const receipts = await reader.manualReceipt.findMany({
    where: { id: { in: receiptIds } },
    take: receiptIds.length,
  });
  const dues = await reader.amountDue.findMany({
    where: { OR: [{ id: { in: dueIds } }, { payoutId: { in: payoutIds } }] },
    take: dueIds.length + payoutIds.length * MAX_PARTS,
  });
  const decisions = await readDecisions(ids, reader);
  // A surplus changes no investment, but is for one.
  const linked = Map.groupBy(
    [...receipts, ...dues, ...dues.map((due) => ({ ...due, id: due.payoutId ?? "" }))],
    ({ id }) => id,
  );
  return new Map(
    acts.map((act) => {
      const investmentIds = act.subjects.flatMap(({ thing, id }) =>
        thing === "investment"
          ? id
          : (linked.get(id) ?? []).flatMap(({ investmentId }) => investmentId ?? []),
      );
      const note = openNoteColumns(NOTE_TABLE, act);
      const [kind, decision] = [act.kind, decisions.get(act.id)!];
      return [act.id, { kind, decision, note, investmentIds: [...new Set(investmentIds)] }];
    }),
  );
}

const idsOf = (subjects: readonly { thing: string; id: string }[], thing: Thing) =>
  subjects.flatMap((subject) => (subject.thing === thing ? subject.id : []));

/** Returns how a line was posted, by the kind of the decision; null if it was matched with investments. */
const bookedAs = (kind: string | undefined): LineDto["bookedAs"] =>
  kind && isCategory(kind) ? kind : kind === "payment" || kind === "return" ? "payout" : null;

/** What an undecided line may be, besides a receipt of an investment. */
interface Offers {
  payouts: PayoutMatch[];
  batches: LineDto["batches"];
  receipts: OfferedReceipt[];
  disputedBy: LineDto["disputedBy"];
}

function toLine(
  line: Prisma.StatementLineModel & ReturnType<typeof openTexts> & { act: LineAct | null },
  candidates: readonly Candidate[],
  { payouts, batches, receipts, disputedBy }: Offers,
): LineDto {
  const { id, amount, state, proposedId, proposedBy, act } = line;
  const findCandidate = (investmentId: string | null) => candidates.find((each) => each.id === investmentId);
  const candidate = !act && proposedBy ? findCandidate(proposedId) : undefined;
  return {
    _id: id,
    on: dayOf(line.on),
    amount: String(amount),
    narration: line.narration,
    counterparty: line.counterparty,
    bankReference: line.bankReference,
    balance: String(line.balance),
    parts: line.parts,
    state,
    actId: act && undoRule(kindOf(act)) !== "follows" ? line.actId : null,
    isByHand: act?.kind === "fulfil" || act?.kind === "recognise",
    bookedAs: bookedAs(act?.kind),
    note: act?.note ?? line.note,
    decision: act?.decision ?? null,
    investments: (act?.investmentIds ?? []).flatMap((investmentId) => {
      const found = findCandidate(investmentId);
      return found ? { _id: found.id, reference: found.reference } : [];
    }),
    proposal:
      candidate && proposedBy ? toProposal(proposalOf(proposedBy, amount, candidate), candidate, line) : null,
    allocations: act ? [] : allocationsOf(line, candidates, candidate),
    payouts: payouts.map(({ payoutId, ...payout }) => ({ _id: payoutId, ...payout })),
    batches,
    receipts,
    disputedBy,
  };
}

const toProposal = (
  { by, fit, isExact, reason }: ReturnType<typeof proposalOf>,
  { id, reference, investor, outstandingKobo, approvedNames }: Candidate,
  line: LineTexts,
) => {
  // The approved names may have changed since the import.
  const senders = sendersOf(line);
  const stranger = otherSender(senders, approvedNames);
  return {
    _id: id,
    reference,
    investor,
    missing: String(outstandingKobo),
    by,
    fit,
    isExact: isExact && stranger === null,
    isByName: by === "name" && fit === "exact" && compareSenders(senders, approvedNames) !== "different",
    reason,
    otherSender: stranger,
  };
};

/** The maximum number of investments offered for a line. */
const MAX_CHOICES = 8;

/**
 * Returns the investments that a line may be matched with, the unpaid ones first, then the newest; without a search, the unpaid ones with
 * its amount. Throws NOT_FOUND.
 */
export async function listMatchChoices(id: string, q: string): Promise<MatchChoiceDto[]> {
  const line = await db.statementLine.findUnique({ where: { id } });
  if (!line) throw notFound("This statement line does not exist");
  const rows = await db.investment.findMany({
    where: q ? investmentsFound(q) : { state: "requested", amount: line.amount },
    select: { id: true, state: true, planVersion: { select: { name: true } } },
    orderBy: [{ state: "asc" }, { id: "desc" }],
    take: MAX_CHOICES,
  });
  const candidates = await readCandidates({ id: { in: rows.map((row) => row.id) } });
  const senders = sendersOf(openTexts(line));
  return rows.flatMap((row) => {
    const found = candidates.find((candidate) => candidate.id === row.id);
    if (!found) return [];
    const { reference, investor, outstandingKobo, approvedNames } = found;
    return {
      _id: row.id,
      reference,
      investor,
      planName: row.planVersion.name,
      state: row.state,
      missing: String(outstandingKobo),
      otherSender: otherSender(senders, approvedNames),
      maxCharge: String(maxAcceptedCharge()),
    };
  });
}
