import "server-only";
import { dayOf, lagosDay } from "@/lib/dates";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { unreleased } from "@/lib/ledger/dues";
import type { EntryKind } from "@/lib/ledger/rules";
import { listSubjectEntries, readBalance, readSubjectTotals, type SubjectTotals } from "@/lib/ledger/queries";
import { scheduleOf, type Instalment, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import { termsDto } from "@/lib/plans/terms-schema";
import { firmAccount } from "./firm-account";
import {
  instalmentsOf,
  readScheduleInputs,
  readTaxChanges,
  accruedValue,
  undeclaredMonth,
  type ScheduleInput,
} from "./instalments";
import { namedBy } from "./reference-rules";
import { include, pendingRedemptions, type InvestmentRow } from "./row";
import { cancelProblem } from "./rules";
import { investmentsFound } from "./search";
import type { AdminInvestmentDto, AdminInvestmentQuery, InvestmentDto, InvestmentSummaryDto } from "./schema";

type Reader = Tx | typeof db;

/** Returns the amount received for an investment and not yet invested, in kobo. Credits are negative. */
export const receivedAmount = (totals: SubjectTotals = {}): bigint => -(totals.received ?? 0n);

/** Returns whether a received statement line with the investment's reference is undecided. */
export const hasPendingReceipt = async (id: string, reader: Reader = db): Promise<boolean> =>
  (await reader.statementLine.count({
    where: { proposedId: id, proposedBy: { in: [...namedBy] }, state: "waiting" },
  })) > 0;

/** Kinds about how the bank's lines are recorded. */
const internalKinds = [
  "receipt",
  "expected_receipt",
  "receipt_correction",
  "payout",
] as const satisfies EntryKind[];

/** Returns whether an entry is shown to the investor. Receipts and payouts are left out: the match and the release are separate entries. */
export const isShownToInvestor = ({ kind }: { kind: string }): boolean =>
  !(internalKinds as readonly string[]).includes(kind);

const dayOrNull = (date: Date | null) => date && dayOf(date);

/** Returns the next instalment, from `nextDueOn` on; low and high are equal if it is certain. */
function nextInstalmentOf(row: InvestmentRow, { terms, amount, start, options }: ScheduleInput) {
  const schedule = scheduleOf(terms, amount, start, options);
  const [lows, highs] =
    schedule.kind === "fixed" ? [schedule.instalments, schedule.instalments] : [schedule.low, schedule.high];
  const next = lows.find(({ day }) => day >= dayOf(row.nextDueOn!));
  if (!next) return null;
  const { day, isTarget } = next;
  // Redemptions that take effect on this day are paid with the instalment.
  const total = (instalments: readonly Instalment[]) =>
    String(
      instalments
        .filter((instalment) => instalment.day === day)
        .reduce((sum, { net, principal, charge }) => sum + net + principal - charge, 0n),
    );
  return { day, low: total(lows), high: total(highs), isTarget };
}

/** Returns the redemptions that have not taken effect. Only the last one can be cancelled, because it was calculated after the others. */
const toPendingRedemptions = (row: InvestmentRow) =>
  pendingRedemptions(row).map((redemption) => ({
    _id: redemption.id,
    amount: String(redemption.amount),
    on: dayOf(redemption.on),
    isEnd: redemption.waivesCharge,
    canCancel:
      redemption === row.redemptions.at(-1) && !redemption.waivesCharge && lagosDay() < dayOf(redemption.on),
  }));

const toRow = (row: InvestmentRow, totals: SubjectTotals | undefined) => ({
  _id: row.id,
  reference: row.reference,
  state: row.state,
  planName: row.planVersion.name,
  amount: String(row.amount),
  principal: String(-(totals?.principal ?? 0n)),
  pendingRedemptions: toPendingRedemptions(row),
  return: termsDto.parse(row.planVersion.terms).return,
  received: String(receivedAmount(totals)),
  requestedAt: row.requestedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  startOn: dayOrNull(row.startOn),
  maturityOn: dayOrNull(row.maturityOn),
});

function toSummary(
  row: InvestmentRow,
  totals: SubjectTotals | undefined,
  schedule: ScheduleInput | undefined,
): InvestmentSummaryDto {
  const isActive = row.state === "active" && schedule;
  return {
    ...toRow(row, totals),
    nextPayment: isActive ? nextInstalmentOf(row, schedule) : null,
    value: isActive ? String(accruedValue(schedule, dayOf(row.nextDueOn!), lagosDay())) : null,
    waitsFor: isActive ? undeclaredMonth(instalmentsOf(schedule, row), lagosDay()) : null,
  };
}

interface Page {
  after?: string | undefined;
  limit: number;
}

/** Returns a page of rows, newest first, with their totals, and the cursor of the next page. */
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

/** Returns the investments of an investor, newest first. */
export async function listInvestments(
  userId: string,
  page: Page,
): Promise<{ investments: InvestmentSummaryDto[]; next: string | null }> {
  const { rows, totals, next } = await listRows(page, (take) =>
    db.investment.findMany({ where: { userId, ...before(page) }, include, orderBy: { id: "desc" }, take }),
  );
  const schedules = await readScheduleInputs(rows.filter(({ state }) => state === "active"));
  return { investments: rows.map((row) => toSummary(row, totals.get(row.id), schedules.get(row.id))), next };
}

/** Returns an investment with its terms and entries. Throws NOT_FOUND, including for another investor's investment. */
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
  const toLink = (row: typeof linked.renews) => row && { _id: row.id, reference: row.reference };
  return {
    ...toSummary(row, totals, (await readScheduleInputs([row], reader)).get(id)),
    due: String(-(await readBalance("due_to_investor", id, reader))),
    taxWithheld: String(-(totals?.withholding_tax_payable ?? 0n)),
    toReturn: String(await readRefundsDue(id, reader)),
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
        received: receivedAmount(totals),
        hasPendingReceipt: await hasPendingReceipt(id, reader),
      }) === null,
    entries: entries
      .filter(isShownToInvestor)
      .map(({ id: _id, amount, ...entry }) => ({ _id, ...entry, amount: String(amount) })),
    account: row.state === "requested" ? await firmAccount(reader) : null,
  };
}

/** Returns the refunds due for an investment, in kobo. */
async function readRefundsDue(investmentId: string, reader: Reader): Promise<bigint> {
  const { _sum } = await reader.amountDue.aggregate({
    where: { investmentId, source: "receipt", ...unreleased },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}

/** Returns the schedule options of an investor's investment. Before it has started, these are the tax rates announced so far. */
export async function readScheduleOptions(userId: string, id: string): Promise<ScheduleOptions> {
  const rows = await db.investment.findMany({ where: { id, userId }, include, take: 1 });
  return (await readScheduleInputs(rows)).get(id)?.options ?? { taxChanges: await readTaxChanges() };
}

const adminInclude = { ...include, user: { select: { id: true, name: true } } } as const;
type AdminRow = Prisma.InvestmentGetPayload<{ include: typeof adminInclude }>;

const toAdmin = (row: AdminRow, totals: SubjectTotals | undefined): AdminInvestmentDto => ({
  ...toRow(row, totals),
  investor: { _id: row.user.id, name: row.user.name },
});

/**
 * Returns the investments of all investors, newest first, by state, and by reference, amount or name. For administrators.
 */
export async function listAllInvestments(
  query: AdminInvestmentQuery,
): Promise<{ investments: AdminInvestmentDto[]; next: string | null }> {
  const { state, q } = query;
  const { rows, totals, next } = await listRows(query, (take) =>
    db.investment.findMany({
      where: { ...before(query), ...(q && investmentsFound(q)), ...(state !== "all" && { state }) },
      include: adminInclude,
      orderBy: { id: "desc" },
      take,
    }),
  );
  return { investments: rows.map((row) => toAdmin(row, totals.get(row.id))), next };
}

/** Returns an investment for administrators. Throws NOT_FOUND. */
export async function getAdminInvestment(id: string, reader: Reader = db): Promise<AdminInvestmentDto> {
  const row = await reader.investment.findUnique({ where: { id }, include: adminInclude });
  if (!row) throw notFound();
  return toAdmin(row, (await readSubjectTotals([id], reader)).get(id));
}

/** Returns the investment that an investor should see next: the newest unpaid one, or else the newest active one. */
export const findNextInvestment = (userId: string) =>
  db.investment.findFirst({
    where: { userId, state: { in: ["requested", "active"] } },
    orderBy: [{ state: "asc" }, { id: "desc" }],
    select: { amount: true, planVersion: { select: { name: true } } },
  });
