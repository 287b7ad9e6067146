import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { dayOf, lagosDay } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { credit, debit, postEntries, reverseEntry, type EntryInput } from "@/lib/ledger/entries";
import { REVERSAL, type EntryKind } from "@/lib/ledger/rules";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { describeError, log } from "@/lib/log";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateData } from "@/lib/mail/templates";
import { formatKobo } from "@/lib/money";
import { lockPlan, requireAccepted } from "@/lib/plans/lock-plan";
import { checkAmount } from "@/lib/plans/rules";
import { maturityOf } from "@/lib/plans/schedule-rules";
import { termsDto, toTerms } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { countMoneyAct } from "./acts-limit";
import { firmAccount } from "./firm-account";
import { getInvestment, isArriving, waitingOf } from "./queries";
import { newReference } from "./reference-rules";
import { include, type InvestmentRow } from "./row";
import { CANCEL_HOURS, EXPIRY_DAYS, cancelProblem, isOverdue, stateAfter } from "./rules";
import type { InvestmentDto, requestInvestmentSchema } from "./schema";

/**
 * What happens to investments (product 10.31, ADR 38). A change, its entries in the ledger, its audit row and its email are one transaction.
 * Locks are taken in one order: users, the investment, the plan.
 */

/** The maximum number of unpaid requests of an investor, so that no one reserves a plan's capacity without paying. */
const MAX_UNPAID = 10;
/** How many receipts of an investment are read at once. */
const MAX_RECEIPTS = 100;
const HOUR_MS = 3_600_000;

/** A reference that no investment has. */
export async function freeReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = newReference();
    if ((await tx.investment.count({ where: { reference } })) === 0) return reference;
  }
}

/**
 * Requests an investment, which then waits for the investor's bank transfer. Throws FORBIDDEN for who is not an approved investor, NOT_FOUND,
 * CONFLICT if the plan is closed or full, if the accepted version is not the present one, or if too many investments are unpaid, and
 * VALIDATION_FAILED at `amount`. The route has required a fresh proof of identity.
 */
export async function requestInvestment(
  viewer: Viewer,
  { plan: slug, amount: typed, version, termsHash }: z.output<typeof requestInvestmentSchema>,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  await countMoneyAct(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (user.role !== "investor" || user.status !== "approved")
      throw new AppError("FORBIDDEN", "Only verified investors can invest");
    const account = firmAccount();
    if (!account)
      throw new AppError("CONFLICT", "We cannot take investments yet. Please ask us when we can.");
    const plan = await lockPlan(tx, { slug });
    requireAccepted(plan, { version, termsHash });
    const { current, terms } = plan;
    const amount = BigInt(typed);
    requireAmount(amount, toTerms(terms), plan.taken);
    if ((await tx.investment.count({ where: { userId, state: "requested" } })) >= MAX_UNPAID)
      throw new AppError(
        "CONFLICT",
        `You have ${MAX_UNPAID} investments that wait for your transfer. Pay or cancel one of them first.`,
      );
    const at = new Date();
    const row = await tx.investment.create({
      data: {
        userId,
        planVersionId: current.id,
        amount,
        reference: await freeReference(tx),
        requestedAt: at,
        acceptedAt: at,
        cancelUntil: new Date(at.getTime() + CANCEL_HOURS * HOUR_MS),
        expiresAt: new Date(at.getTime() + EXPIRY_DAYS * 24 * HOUR_MS),
        termsHash,
      },
      include,
    });
    const data = { version };
    await audit(tx, { actorId: userId, action: "investment.requested", targetId: row.id, data });
    await notify(tx, row, "investmentRequested", {
      account,
      cancelUntil: row.cancelUntil.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    });
    return getInvestment(userId, row.id, tx);
  });
}

function requireAmount(amount: bigint, terms: ReturnType<typeof toTerms>, taken: bigint): void {
  const { minimum, step, capacity } = terms;
  const available = capacity === null ? null : capacity > taken ? capacity - taken : 0n;
  if (available !== null && available < minimum) throw new AppError("CONFLICT", "This plan is full");
  const problem = checkAmount(amount, { minimum, step, available });
  if (problem) throw invalid("amount", problem);
}

type InvestmentEmail =
  | "investmentRequested"
  | "investmentCancelled"
  | "investmentExpired"
  | "investmentActive"
  | "moneyIncomplete"
  | "moneyReturned"
  | "receiptUndone"
  | "investmentMatured"
  | "investmentRedeemed"
  | "reinvestmentChosen";
type Common = "name" | "plan" | "amount" | "reference" | "investmentId";

/** Emails the investor about an investment. */
export async function notify<N extends InvestmentEmail>(
  tx: Tx,
  { id, userId, amount, reference, planVersion }: InvestmentRow,
  template: N,
  more: Omit<TemplateData<N>, Common>,
): Promise<void> {
  const { name, email: to } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const common = { name, plan: planVersion.name, amount: formatKobo(amount), reference, investmentId: id };
  await enqueue(tx, { to, userId, template, data: { ...common, ...more } as TemplateData<N> });
}

/** Locks an investment and reads what was received for it. Throws NOT_FOUND. */
export async function lockInvestment(
  tx: Tx,
  where: { id: string; userId?: string },
): Promise<{ row: InvestmentRow; received: bigint }> {
  const { id } = where;
  await tx.$queryRaw`SELECT 1 FROM investments WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.investment.findFirst({ where, include });
  if (!row) throw notFound();
  return { row, received: waitingOf((await readSubjectTotals([id], tx)).get(id)) };
}

/**
 * Cancels an investment of the viewer, for 48 hours and while nothing was received. Throws NOT_FOUND, also for that of another investor, and
 * CONFLICT.
 */
export async function cancelInvestment(viewer: Viewer, id: string): Promise<InvestmentDto> {
  const { userId } = viewer;
  await countMoneyAct(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const { row, received } = await lockInvestment(tx, { id, userId });
    const problem = cancelProblem({ ...row, received, isArriving: await isArriving(id, tx) });
    if (problem) throw new AppError("CONFLICT", problem, { data: { state: row.state } });
    await end(tx, row, "cancelled", userId);
    return getInvestment(userId, id, tx);
  });
}

async function end(
  tx: Tx,
  row: InvestmentRow,
  state: "cancelled" | "expired",
  actorId: string | null,
  returned: string | null = null,
) {
  await tx.investment.update({ where: { id: row.id }, data: { state } });
  await audit(tx, { actorId, action: `investment.${state}`, targetId: row.id });
  if (state === "cancelled") await notify(tx, row, "investmentCancelled", { returned });
  else await notify(tx, row, "investmentExpired", {});
}

/**
 * Cancels a partly paid investment of a locked user: what was received is in `unallocated_receipts` again, and the caller asks for its return.
 * Returns the sum, in kobo. Throws NOT_FOUND, CONFLICT.
 */
export async function cancelPartlyPaid(tx: Tx, actorId: string, id: string): Promise<bigint> {
  const { row, received } = await lockInvestment(tx, { id });
  if (stateAfter(row.state, "cancel") === null || received === 0n)
    throw new AppError("CONFLICT", "Nothing was received for this investment that waits for the rest", {
      data: { state: row.state },
    });
  const where = {
    subjectId: id,
    kind: "receipt_match",
    reversedBy: null,
  } satisfies Prisma.LedgerEntryWhereInput;
  for (;;) {
    const matches = await tx.ledgerEntry.findMany({ where, take: MAX_RECEIPTS });
    for (const entry of matches) await reverse(tx, entry, lagosDay());
    if (matches.length < MAX_RECEIPTS) break;
  }
  await end(tx, row, "cancelled", actorId, formatKobo(received));
  return received;
}

/** Ends the investments for which nothing was received in time. A job calls this. One that fails does not stop the others, and is thrown last. */
export async function expireInvestments(now = new Date()): Promise<void> {
  let failure: unknown;
  const read = inBatches(({ after, orderBy, take }) =>
    db.investment.findMany({
      where: { state: "requested", expiresAt: { lte: now }, ...after },
      select: { id: true },
      orderBy,
      take,
    }),
  );
  for await (const overdue of read)
    for (const { id } of overdue)
      try {
        await transaction(async (tx) => {
          const { row, received } = await lockInvestment(tx, { id });
          if (isOverdue({ ...row, received, isArriving: await isArriving(id, tx) }, now))
            await end(tx, row, "expired", null);
        });
      } catch (error) {
        // The account was deleted in the meantime.
        if (error instanceof AppError && error.code === "NOT_FOUND") continue;
        log.error({ event: "investment.not_expired", investmentId: id, ...describeError(error) });
        failure = error;
      }
  if (failure) throw failure;
}

/** Money that an administrator matches with an investment; the ledger has it in `unallocated_receipts`. */
export interface MatchedReceipt {
  investmentId: string;
  amount: bigint;
  receivedOn: string;
  /** Names the receipt in the keys of its entries. */
  source: string;
}

export interface AllocatedReceipt {
  /** What the investment does not take, in kobo. It stays in `unallocated_receipts`, and the caller asks for its return. */
  surplus: bigint;
  isActivated: boolean;
}

/**
 * Matches a receipt with an investment of a locked user. Too little waits for the rest; what completes the amount makes the investment active
 * from the day of the last receipt, but not before it was requested; more than that, or all of it where the investment waits for
 * nothing, is the surplus. Throws NOT_FOUND.
 */
export async function allocateReceipt(
  tx: Tx,
  actorId: string,
  { investmentId: id, amount, receivedOn, source }: MatchedReceipt,
): Promise<AllocatedReceipt> {
  const { row, received } = await lockInvestment(tx, { id });
  const missing = stateAfter(row.state, "pay") ? row.amount - received : 0n;
  const used = amount < missing ? amount : missing;
  const surplus = amount - used;
  const isActivated = missing > 0n && used === missing;
  const on = laterOf(receivedOn, lagosDay(row.requestedAt));
  const startOn = isActivated ? await lastReceiptDay(tx, id, on) : null;
  // What was undone can be matched again: the number of corrections makes its keys new.
  const undone = await tx.ledgerEntry.count({ where: { subjectId: id, kind: REVERSAL } });
  const suffix = undone > 0 ? `:${undone}` : "";
  const [matched] = await postEntries(tx, [
    ...(used > 0n ? [receiptMatch(row, { key: `${matchKey(source)}${id}${suffix}`, amount: used, on })] : []),
    ...(startOn ? [allocation(row, { key: `allocation:${id}${suffix}`, on: startOn })] : []),
  ]);
  if (startOn) await activate(tx, row, startOn);
  await audit(tx, {
    actorId,
    action: "investment.receipt_recorded",
    targetId: id,
    data: { entryId: matched?.id ?? null, isComplete: isActivated, isTooMuch: surplus > 0n },
  });
  if (startOn) {
    await audit(tx, { actorId, action: "investment.activated", targetId: id });
    const maturityOn = maturityOf(termsDto.parse(row.planVersion.terms), startOn);
    const returned = surplus > 0n ? formatKobo(surplus) : null;
    await notify(tx, row, "investmentActive", { startOn, maturityOn, returned });
  } else if (used > 0n) {
    const [sum, rest] = [formatKobo(received + used), formatKobo(missing - used)];
    await notify(tx, row, "moneyIncomplete", { received: sum, missing: rest, account: firmAccount() });
  } else {
    await notify(tx, row, "moneyReturned", { returned: formatKobo(surplus) });
  }
  return { surplus, isActivated };
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** The day on which the amount was complete: receipts may be recorded in another order than they arrived in. */
async function lastReceiptDay(tx: Tx, subjectId: string, day: string): Promise<string> {
  const where = { subjectId, kind: "receipt_match", reversedBy: null } satisfies Prisma.LedgerEntryWhereInput;
  const { _max } = await tx.ledgerEntry.aggregate({ where, _max: { on: true } });
  return _max.on ? laterOf(dayOf(_max.on), day) : day;
}

/** What the keys of the matches of a receipt begin with. */
const matchKey = (source: string): string => `receipt_match:${source}:`;

const receiptMatch = (
  { id, userId }: InvestmentRow,
  { key, amount, on }: { key: string; amount: bigint; on: string },
): EntryInput => ({
  key,
  kind: "receipt_match",
  on,
  subjectId: id,
  postings: [
    debit("unallocated_receipts", amount),
    credit("received", amount, { subjectId: id, ownerId: userId }),
  ],
});

const allocation = (
  { id, userId, amount }: InvestmentRow,
  { key, on }: { key: string; on: string },
): EntryInput => {
  const holder = { subjectId: id, ownerId: userId };
  return {
    key,
    kind: "allocation",
    on,
    subjectId: id,
    postings: [debit("received", amount, holder), credit("principal", amount, holder)],
  };
};

async function activate(tx: Tx, { id, planVersion }: InvestmentRow, startOn: string): Promise<void> {
  const maturityOn = maturityOf(termsDto.parse(planVersion.terms), startOn);
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
  await tx.investment.update({
    where: { id },
    data: {
      state: "active",
      paidOn: dateOf(startOn),
      startOn: dateOf(startOn),
      maturityOn: dateOf(maturityOn),
    },
  });
}

const reverse = (tx: Tx, { id }: { id: string }, on: string) =>
  reverseEntry(tx, { key: `undo:${id}`, entryId: id, on });

/** After these entries the allocation of an investment is no longer undone. */
const LATER: EntryKind[] = ["return_due", "principal_due", "loss", "reinvestment"];

/**
 * Takes back what `allocateReceipt` has matched of a receipt with an investment of a locked user: as if it had not been matched, the
 * investment waits for money, for at least as long as a new one. Its entries are reversed on their own days, so that the balances of all
 * days are right. Returns what was taken back, in kobo. Throws NOT_FOUND, and CONFLICT if it has ended or if something else was posted since.
 */
export async function undoReceipt(
  tx: Tx,
  actorId: string,
  { investmentId: id, source }: Pick<MatchedReceipt, "investmentId" | "source">,
): Promise<bigint> {
  const { row } = await lockInvestment(tx, { id });
  const where = { subjectId: id, reversedBy: null } satisfies Prisma.LedgerEntryWhereInput;
  const matches = await tx.ledgerEntry.findMany({
    where: { ...where, kind: "receipt_match", key: { startsWith: matchKey(source) } },
    include: { postings: true },
    take: MAX_RECEIPTS,
  });
  const undone = matches
    .flatMap(({ postings }) => postings)
    .reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);
  if (undone > 0n) {
    const allocated = await tx.ledgerEntry.findMany({ where: { ...where, kind: "allocation" }, take: 1 });
    const later = await tx.ledgerEntry.count({ where: { ...where, kind: { in: LATER } } });
    if (later > 0 || (row.state !== "requested" && stateAfter(row.state, "undo") === null))
      throw new AppError(
        "CONFLICT",
        `Investment ${row.reference} has gone on since, so this can no longer be undone`,
        { data: { state: row.state } },
      );
    for (const entry of [...allocated, ...matches]) await reverse(tx, entry, dayOf(entry.on));
    const soonest = new Date(Date.now() + EXPIRY_DAYS * 24 * HOUR_MS);
    await tx.investment.update({
      where: { id },
      data: {
        state: "requested",
        paidOn: null,
        startOn: null,
        maturityOn: null,
        nextDueOn: null,
        waitsFor: null,
        expiresAt: row.expiresAt > soonest ? row.expiresAt : soonest,
      },
    });
  }
  await audit(tx, { actorId, action: "investment.receipt_undone", targetId: id });
  const isWaiting = undone > 0n || row.state === "requested";
  const missing = isWaiting ? row.amount - waitingOf((await readSubjectTotals([id], tx)).get(id)) : null;
  await notify(tx, row, "receiptUndone", { missing: missing === null ? null : formatKobo(missing) });
  return undone;
}
