import "server-only";
import { dayOf, lagosDay } from "@/lib/dates";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { EntryKind } from "@/lib/ledger/rules";
import { listSubjectEntries, readBalance, readSubjectTotals, type SubjectTotals } from "@/lib/ledger/queries";
import { scheduleOf, type Instalment, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import { termsDto } from "@/lib/plans/terms-schema";
import { firmAccount } from "./firm-account";
import { paymentsOf, readRunning, valueOf, waitsForOn, type Running } from "./instalments";
import { parseReference } from "./reference-rules";
import { include, type InvestmentRow } from "./row";
import { cancelProblem } from "./rules";
import type { AdminInvestmentDto, AdminInvestmentQuery, InvestmentDto, InvestmentSummaryDto } from "./schema";

type Reader = Tx | typeof db;

/** What was received for an investment and is not invested yet, in kobo. A credit is negative. */
export const waitingOf = (totals: SubjectTotals = {}): bigint => -(totals.received ?? 0n);

/** Whether a received line of a bank statement that has the reference of an investment waits for a person. */
export const isArriving = async (id: string, reader: Reader = db): Promise<boolean> =>
  (await reader.statementLine.count({
    where: { proposedId: id, proposedBy: "reference", state: "waiting" },
  })) > 0;

/**
 * Whether an entry is shown to the investor: what of a receipt belongs to the investment, and the release of a payout, are entries of their
 * own.
 */
export const isOfInvestment = ({ kind }: { kind: string }): boolean =>
  !(["receipt", "payout"] satisfies EntryKind[] as string[]).includes(kind);

const dayOrNull = (date: Date | null) => date && dayOf(date);

/** The first payment from `nextDueOn` on. What is certain has no range. */
function nextPaymentOf(row: InvestmentRow, running: Running) {
  const schedule = scheduleOf(running.terms, running.amount, running.start, running.options);
  const [lows, highs] =
    schedule.kind === "fixed" ? [schedule.instalments, schedule.instalments] : [schedule.low, schedule.high];
  const index = lows.findIndex(({ day }) => day >= dayOf(row.nextDueOn!));
  const [low, high] = [lows[index], highs[index]];
  if (!low || !high) return null;
  const total = ({ net, principal, charge }: Instalment) => String(net + principal - charge);
  return { day: low.day, low: total(low), high: total(high), isTarget: low.isTarget };
}

const toRow = (row: InvestmentRow, totals: SubjectTotals | undefined) => ({
  _id: row.id,
  reference: row.reference,
  state: row.state,
  planName: row.planVersion.name,
  amount: String(row.amount),
  received: String(waitingOf(totals)),
  requestedAt: row.requestedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  startOn: dayOrNull(row.startOn),
  maturityOn: dayOrNull(row.maturityOn),
});

function toSummary(
  row: InvestmentRow,
  totals: SubjectTotals | undefined,
  running: Running | undefined,
): InvestmentSummaryDto {
  const isActive = row.state === "active" && running;
  return {
    ...toRow(row, totals),
    nextPayment: isActive ? nextPaymentOf(row, running) : null,
    value: isActive ? String(valueOf(running, dayOf(row.nextDueOn!), lagosDay())) : null,
    waitsFor: isActive ? waitsForOn(paymentsOf(running, row), lagosDay()) : null,
  };
}

interface Page {
  after?: string | undefined;
  limit: number;
}

/** A page of rows, newest first, with what was received for each, and the id after which the next page begins. */
async function listRows<Row extends { id: string }>(
  { limit }: Page,
  find: (take: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; totals: Map<string, SubjectTotals>; next: string | null }> {
  const found = await find(limit + 1);
  const rows = found.slice(0, limit);
  const totals = await readSubjectTotals(rows.map(({ id }) => id));
  return { rows, totals, next: found.length > limit ? rows.at(-1)!.id : null };
}

const before = ({ after }: Page) => (after ? { id: { lt: after } } : {});

/** The investments of an investor, newest first. */
export async function listInvestments(
  userId: string,
  page: Page,
): Promise<{ investments: InvestmentSummaryDto[]; next: string | null }> {
  const { rows, totals, next } = await listRows(page, (take) =>
    db.investment.findMany({ where: { userId, ...before(page) }, include, orderBy: { id: "desc" }, take }),
  );
  const running = await readRunning(rows.filter(({ state }) => state === "active"));
  return { investments: rows.map((row) => toSummary(row, totals.get(row.id), running.get(row.id))), next };
}

/** An investment of an investor, with its terms and entries. Throws NOT_FOUND, also for that of another investor. */
export async function getInvestment(userId: string, id: string, reader: Reader = db): Promise<InvestmentDto> {
  const row = await reader.investment.findFirst({ where: { id, userId }, include });
  if (!row) throw notFound();
  const totals = (await readSubjectTotals([id], reader)).get(id);
  const entries = await listSubjectEntries(id, reader);
  const { planVersion: version } = row;
  const link = { id: true, reference: true } as const;
  const linked = await reader.investment.findUniqueOrThrow({
    where: { id },
    select: { renews: { select: link }, renewedBy: { select: link }, reinvestVersion: true },
  });
  const toLink = (other: typeof linked.renews) => other && { _id: other.id, reference: other.reference };
  return {
    ...toSummary(row, totals, (await readRunning([row], reader)).get(id)),
    due: String(-(await readBalance("due_to_investor", id, reader))),
    taxWithheld: String(-(totals?.withholding_tax_payable ?? 0n)),
    toReturn: String(await readReturns(id, reader)),
    reinvestment: { choice: row.reinvest, version: linked.reinvestVersion?.version ?? null },
    renews: toLink(linked.renews),
    renewedBy: toLink(linked.renewedBy),
    planSlug: version.plan.slug,
    version: version.version,
    terms: termsDto.parse(version.terms),
    termsHash: row.termsHash,
    acceptedAt: row.acceptedAt.toISOString(),
    cancelUntil: row.cancelUntil.toISOString(),
    canCancel:
      cancelProblem({
        ...row,
        received: waitingOf(totals),
        isArriving: await isArriving(id, reader),
      }) === null,
    entries: entries
      .filter(isOfInvestment)
      .map(({ id: _id, amount, ...entry }) => ({ _id, ...entry, amount: String(amount) })),
    account: row.state === "requested" ? firmAccount() : null,
  };
}

/** What of the receipts for an investment waits to be sent back. */
async function readReturns(investmentId: string, reader: Reader): Promise<bigint> {
  const { _sum } = await reader.payout.aggregate({
    where: { investmentId, source: "receipt", state: { in: ["due", "proposed"] } },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}

/** What the schedule of an investor's investment depends on, besides its terms. */
export async function readScheduleOptions(userId: string, id: string): Promise<ScheduleOptions> {
  const rows = await db.investment.findMany({ where: { id, userId }, include, take: 1 });
  return (await readRunning(rows)).get(id)?.options ?? {};
}

const adminInclude = { ...include, user: { select: { id: true, name: true } } } as const;
type AdminRow = Prisma.InvestmentGetPayload<{ include: typeof adminInclude }>;

const toAdmin = (row: AdminRow, totals: SubjectTotals | undefined): AdminInvestmentDto => ({
  ...toRow(row, totals),
  investor: { _id: row.user.id, name: row.user.name },
});

/** The investments of all investors, newest first, by state or by reference. For administrators. A text that is no reference finds nothing. */
export async function listAllInvestments(
  query: AdminInvestmentQuery,
): Promise<{ investments: AdminInvestmentDto[]; next: string | null }> {
  const { state, q } = query;
  const reference = q ? parseReference(q) : undefined;
  if (reference === null) return { investments: [], next: null };
  const { rows, totals, next } = await listRows(query, (take) =>
    db.investment.findMany({
      where: { ...before(query), ...(reference && { reference }), ...(state !== "all" && { state }) },
      include: adminInclude,
      orderBy: { id: "desc" },
      take,
    }),
  );
  return { investments: rows.map((row) => toAdmin(row, totals.get(row.id))), next };
}

/** An investment as administrators see it. Throws NOT_FOUND. */
export async function getAdminInvestment(id: string, reader: Reader = db): Promise<AdminInvestmentDto> {
  const row = await reader.investment.findUnique({ where: { id }, include: adminInclude });
  if (!row) throw notFound();
  return toAdmin(row, (await readSubjectTotals([id], reader)).get(id));
}

/** The investment about which an investor does something next: one that waits for money, else an active one, the newest first. */
export const findNextInvestment = (userId: string) =>
  db.investment.findFirst({
    where: { userId, state: { in: ["requested", "active"] } },
    orderBy: [{ state: "asc" }, { id: "desc" }],
    select: { id: true, state: true, amount: true, planVersion: { select: { name: true } } },
  });
