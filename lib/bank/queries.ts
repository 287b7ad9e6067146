import "server-only";
import { dayOf } from "@/lib/dates";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { readCandidates } from "./candidates";
import { proposalOf, type Candidate } from "./matching-rules";
import { proposePayouts, type PayoutMatch } from "./payout-candidates";
import { lineDto, type LineDto, type LineFilter, type LineQuery } from "./schema";
import { openTexts } from "./statement-lines";

type Reader = Tx | typeof db;

/** The outstanding amount of the proposed investment `i` of a line `l`; null if it is paid or has ended. Equivalent to `fitOf`. */
const outstanding = Prisma.sql`CASE WHEN i.state = 'requested' THEN i.amount + coalesce(
  (SELECT balance FROM ledger_accounts WHERE name = 'received' AND subject_id = i.id), 0) END`;
const waiting = Prisma.sql`l.state = 'waiting'`;
const proposed = Prisma.sql`${waiting} AND i.id IS NOT NULL`;

/** Compares with the current outstanding amount: an investment may have been paid or cancelled since the import. */
const conditions: Record<LineFilter, Prisma.Sql> = {
  all: waiting,
  exact: Prisma.sql`${proposed} AND l.amount = ${outstanding} AND l.proposed_by = 'reference'`,
  check: Prisma.sql`${proposed} AND l.amount = ${outstanding} AND l.proposed_by <> 'reference'`,
  little: Prisma.sql`${proposed} AND l.amount < ${outstanding}`,
  much: Prisma.sql`${proposed} AND l.amount > ${outstanding}`,
  late: Prisma.sql`${proposed} AND i.state <> 'requested'`,
  unknown: Prisma.sql`${waiting} AND l.amount > 0 AND i.id IS NULL`,
  outgoing: Prisma.sql`${waiting} AND l.amount < 0`,
  done: Prisma.sql`l.state <> 'waiting'`,
};

/** Returns a page of statement lines, newest first. `next` is the cursor of the next page; null on the last page. */
export async function listLines({
  filter,
  after,
  limit,
}: LineQuery): Promise<{ lines: LineDto[]; next: string | null }> {
  const from = after ? Prisma.sql`AND l.id < ${after}::uuid` : Prisma.empty;
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT l.id FROM statement_lines AS l LEFT JOIN investments AS i ON i.id = l.proposed_id
    WHERE ${conditions[filter]} ${from} ORDER BY l.id DESC LIMIT ${limit + 1}`;
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { lines: await readLines(ids), next: found.length > limit ? ids.at(-1)! : null };
}

/** Returns a line. Throws NOT_FOUND. */
export async function getLine(id: string, reader: Reader = db): Promise<LineDto> {
  const [line] = await readLines([id], reader);
  if (!line) throw notFound("This statement line does not exist");
  return line;
}

async function readLines(ids: string[], reader: Reader = db): Promise<LineDto[]> {
  const rows = await reader.statementLine.findMany({
    where: { id: { in: ids } },
    orderBy: { id: "desc" },
    take: ids.length,
  });
  const lines = rows.map((row) => ({ ...row, ...openTexts(row) }));
  const named = lines.flatMap(({ state, proposedId, investmentIds }) =>
    state === "waiting" ? (proposedId ?? []) : investmentIds,
  );
  const candidates = new Map(
    (await readCandidates({ id: { in: named } }, reader)).map((each) => [each.id, each]),
  );
  const undecided = lines.filter(({ state }) => state === "waiting");
  const payouts = undecided.length > 0 ? await proposePayouts(undecided) : new Map<string, PayoutMatch[]>();
  return lines.map((line) => toLine(line, candidates, payouts.get(line.id) ?? []));
}

function toLine(
  line: Prisma.StatementLineModel & ReturnType<typeof openTexts>,
  candidates: ReadonlyMap<string, Candidate>,
  payouts: PayoutMatch[],
): LineDto {
  const { id, amount, state, proposedId, proposedBy, bookedAs } = line;
  const candidate = state === "waiting" && proposedBy ? candidates.get(proposedId ?? "") : undefined;
  return {
    _id: id,
    on: dayOf(line.on),
    amount: String(amount),
    narration: line.narration,
    counterparty: line.counterparty,
    bankReference: line.bankReference,
    state,
    isByHand: line.handEntryId !== null,
    bookedAs: lineDto.shape.bookedAs.parse(bookedAs),
    note: line.note,
    decidedAt: line.decidedAt?.toISOString() ?? null,
    investments: line.investmentIds.flatMap((investmentId) => {
      const found = candidates.get(investmentId);
      return found ? { _id: found.id, reference: found.reference } : [];
    }),
    proposal:
      candidate && proposedBy ? toProposal(proposalOf(proposedBy, amount, candidate), candidate) : null,
    payouts: payouts.map(({ payoutId, ...payout }) => ({ _id: payoutId, ...payout })),
  };
}

const toProposal = (
  { by, fit, isExact, reason }: ReturnType<typeof proposalOf>,
  { id, reference, investor, outstandingKobo }: Candidate,
) => ({ _id: id, reference, investor, missing: String(outstandingKobo), by, fit, isExact, reason });
