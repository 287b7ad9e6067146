import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { dayOf, lagosDay, dateOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { postEntries, reverseEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { REVERSAL, type EntryKind } from "@/lib/ledger/rules";
import { describeError, log } from "@/lib/log";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateData } from "@/lib/mail/templates";
import { formatKobo } from "@/lib/money";
import { lockPlan, requireAccepted } from "@/lib/plans/lock-plan";
import { checkAmount } from "@/lib/plans/rules";
import { maturityOf } from "@/lib/plans/schedule-rules";
import { termsDto, toTerms } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { firmAccount } from "./firm-account";
import { getInvestment, hasPendingReceipt, receivedAmount } from "./queries";
import { consumeMoneyActLimit } from "./rate-limit";
import { newReference } from "./reference-rules";
import { include, type InvestmentRow } from "./row";
import { CANCEL_HOURS, EXPIRY_DAYS, cancelProblem, isOverdue, stateAfter } from "./rules";
import type { InvestmentDto, requestInvestmentSchema } from "./schema";

/**
 * Requests, cancellation, expiry and receipts of investments (product 10.31, ADR 38). A change, its ledger entries, its audit row and its
 * email are one transaction. Locks are acquired in one order: users, the investment, the plan.
 */

/** The maximum number of unpaid requests of an investor, so that investors cannot reserve capacity without paying. */
const MAX_UNPAID = 10;
/** The number of an investment's receipts read per query. */
const MAX_RECEIPTS = 100;
const HOUR_MS = 3_600_000;

/** Generates a reference that no investment has. */
export async function unusedReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = newReference();
    if ((await tx.investment.count({ where: { reference } })) === 0) return reference;
  }
}

/**
 * Requests an investment, to be paid by bank transfer. Throws FORBIDDEN unless the viewer is an approved investor, NOT_FOUND, CONFLICT if
 * the plan is closed or full, the accepted version is not the current one, or too many investments are unpaid, and VALIDATION_FAILED at
 * `amount`. The route requires a fresh proof of identity.
 */
export async function requestInvestment(
  viewer: Viewer,
  { plan: slug, amount: requested, version, termsHash }: z.output<typeof requestInvestmentSchema>,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  await consumeMoneyActLimit(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (user.role !== "investor" || user.status !== "approved")
      throw new AppError("FORBIDDEN", "Only verified investors can invest");
    const account = firmAccount();
    if (!account) throw new AppError("CONFLICT", "We are not accepting investments yet. Please contact us.");
    const plan = await lockPlan(tx, { slug });
    requireAccepted(plan, { version, termsHash });
    const { current, terms } = plan;
    const amount = BigInt(requested);
    requireAmount(amount, toTerms(terms), plan.taken);
    if ((await tx.investment.count({ where: { userId, state: "requested" } })) >= MAX_UNPAID)
      throw new AppError(
        "CONFLICT",
        `You already have ${MAX_UNPAID} unpaid investments. Pay or cancel one of them first.`,
      );
    const at = new Date();
    const row = await tx.investment.create({
      data: {
        userId,
        planVersionId: current.id,
        amount,
        reference: await unusedReference(tx),
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
    await emailInvestor(tx, row, "investmentRequested", {
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
  | "transferRefunded"
  | "maturityNear"
  | "receiptUndone"
  | "investmentMatured"
  | "investmentRedeemed"
  | "reinvestmentChosen";
type Common = "name" | "plan" | "amount" | "reference" | "investmentId";

/** Emails the investor about an investment. */
export async function emailInvestor<N extends InvestmentEmail>(
  tx: Tx,
  { id, userId, amount, reference, planVersion }: InvestmentRow,
  template: N,
  data: Omit<TemplateData<N>, Common>,
): Promise<void> {
  const { name, email: to } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const common = { name, plan: planVersion.name, amount: formatKobo(amount), reference, investmentId: id };
  await enqueue(tx, { to, userId, template, data: { ...common, ...data } as TemplateData<N> });
}

/** Locks an investment and reads its received amount. Throws NOT_FOUND. */
export async function lockInvestment(
  tx: Tx,
  where: { id: string; userId?: string },
): Promise<{ row: InvestmentRow; received: bigint }> {
  const { id } = where;
  await tx.$queryRaw`SELECT 1 FROM investments WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.investment.findFirst({ where, include });
  if (!row) throw notFound();
  return { row, received: receivedAmount((await readSubjectTotals([id], tx)).get(id)) };
}

/**
 * Cancels an investment of the viewer within 48 hours, unless money has been received. Throws NOT_FOUND, including for another investor's
 * investment, and CONFLICT.
 */
export async function cancelInvestment(viewer: Viewer, id: string): Promise<InvestmentDto> {
  const { userId } = viewer;
  await consumeMoneyActLimit(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const { row, received } = await lockInvestment(tx, { id, userId });
    const problem = cancelProblem({ ...row, received, hasPendingReceipt: await hasPendingReceipt(id, tx) });
    if (problem) throw new AppError("CONFLICT", problem, { data: { state: row.state } });
    await closeRequest(tx, row, "cancelled", userId);
    return getInvestment(userId, id, tx);
  });
}

async function closeRequest(
  tx: Tx,
  row: InvestmentRow,
  state: "cancelled" | "expired",
  actorId: string | null,
  returned: string | null = null,
) {
  await tx.investment.update({ where: { id: row.id }, data: { state } });
  await audit(tx, { actorId, action: `investment.${state}`, targetId: row.id });
  if (state === "cancelled") await emailInvestor(tx, row, "investmentCancelled", { returned });
  else await emailInvestor(tx, row, "investmentExpired", {});
}

/**
 * Cancels a partly paid investment of a locked user, and moves the received amount back to `unallocated_receipts`. Returns that amount, in
 * kobo, for which the caller queues a refund. Throws NOT_FOUND, CONFLICT.
 */
export async function cancelPartlyPaid(tx: Tx, actorId: string, id: string): Promise<bigint> {
  const { row, received } = await lockInvestment(tx, { id });
  if (stateAfter(row.state, "cancel") === null || received === 0n)
    throw new AppError("CONFLICT", "This investment has no partial payment to return", {
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
  await closeRequest(tx, row, "cancelled", actorId, formatKobo(received));
  return received;
}

/**
 * Expires the investments for which nothing was received in time. Called by a job. A failure does not stop the others and is thrown at the
 * end.
 */
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
          if (isOverdue({ ...row, received, hasPendingReceipt: await hasPendingReceipt(id, tx) }, now))
            await closeRequest(tx, row, "expired", null);
        });
      } catch (error) {
        // The account has been deleted in the meantime.
        if (error instanceof AppError && error.code === "NOT_FOUND") continue;
        log.error({ event: "investment.not_expired", investmentId: id, ...describeError(error) });
        failure = error;
      }
  if (failure) throw failure;
}

/** A receipt in `unallocated_receipts` that an administrator matches with an investment. */
export interface MatchedReceipt {
  investmentId: string;
  amount: bigint;
  receivedOn: string;
  /** Identifies the receipt in the keys of its entries. */
  source: string;
}

export interface AllocatedReceipt {
  /** The surplus, in kobo. It stays in `unallocated_receipts`, and the caller queues a refund. */
  surplus: bigint;
  isActivated: boolean;
}

/**
 * Matches a receipt with an investment of a locked user. A partial amount is held until the rest arrives. The receipt that completes the
 * amount activates the investment from the day of the last receipt, but not before its request. Any excess, or all of it if nothing is
 * outstanding, is the surplus. Throws NOT_FOUND.
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
  const on = laterDay(receivedOn, lagosDay(row.requestedAt));
  const startOn = isActivated ? await lastReceiptDay(tx, id, on) : null;
  // An undone receipt can be matched again: the number of corrections makes its keys unique.
  const corrections = await tx.ledgerEntry.count({ where: { subjectId: id, kind: REVERSAL } });
  const suffix = corrections > 0 ? `:${corrections}` : "";
  const [matched] = await postEntries(tx, [
    ...(used > 0n
      ? [journal.receiptMatch(row, { key: `${matchKey(source)}${id}${suffix}`, on, amount: used })]
      : []),
    ...(startOn
      ? [journal.allocation(row, { key: `allocation:${id}${suffix}`, on: startOn, amount: row.amount })]
      : []),
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
    await emailInvestor(tx, row, "investmentActive", { startOn, maturityOn, returned });
  } else if (used > 0n) {
    const [sum, rest] = [formatKobo(received + used), formatKobo(missing - used)];
    await emailInvestor(tx, row, "moneyIncomplete", { received: sum, missing: rest, account: firmAccount() });
  } else {
    await emailInvestor(tx, row, "moneyReturned", { returned: formatKobo(surplus) });
  }
  return { surplus, isActivated };
}

const laterDay = (a: string, b: string): string => (a > b ? a : b);

/** Returns the day on which the amount became complete; receipts may be recorded out of order. */
async function lastReceiptDay(tx: Tx, subjectId: string, day: string): Promise<string> {
  const where = { subjectId, kind: "receipt_match", reversedBy: null } satisfies Prisma.LedgerEntryWhereInput;
  const { _max } = await tx.ledgerEntry.aggregate({ where, _max: { on: true } });
  return _max.on ? laterDay(dayOf(_max.on), day) : day;
}

/** Returns the key prefix of a receipt's matches. */
const matchKey = (source: string): string => `receipt_match:${source}:`;

async function activate(tx: Tx, { id, planVersion }: InvestmentRow, startOn: string): Promise<void> {
  const maturityOn = maturityOf(termsDto.parse(planVersion.terms), startOn);
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

/** Entries after which the allocation of an investment can no longer be undone. */
const LATER_KINDS: EntryKind[] = ["return_due", "principal_due", "loss", "reinvestment"];

/**
 * Undoes the match of a receipt with an investment of a locked user (`allocateReceipt`). The investment is unpaid again, and expires no
 * sooner than a new one. Entries are reversed on their own days, so that the balances of all days are correct. Returns the reversed amount,
 * in kobo. Throws NOT_FOUND, and CONFLICT if the investment has ended or later entries depend on the match.
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
    const later = await tx.ledgerEntry.count({ where: { ...where, kind: { in: LATER_KINDS } } });
    if (later > 0 || (row.state !== "requested" && stateAfter(row.state, "undo") === null))
      throw new AppError(
        "CONFLICT",
        `Returns or redemptions of investment ${row.reference} were posted later, so this match cannot be undone`,
        { data: { state: row.state } },
      );
    for (const entry of [...allocated, ...matches]) await reverse(tx, entry, dayOf(entry.on));
    const earliest = new Date(Date.now() + EXPIRY_DAYS * 24 * HOUR_MS);
    await tx.investment.update({
      where: { id },
      data: {
        state: "requested",
        paidOn: null,
        startOn: null,
        maturityOn: null,
        nextDueOn: null,
        waitsFor: null,
        expiresAt: row.expiresAt > earliest ? row.expiresAt : earliest,
      },
    });
  }
  await audit(tx, { actorId, action: "investment.receipt_undone", targetId: id });
  const isWaiting = undone > 0n || row.state === "requested";
  const missing = isWaiting ? row.amount - receivedAmount((await readSubjectTotals([id], tx)).get(id)) : null;
  await emailInvestor(tx, row, "receiptUndone", { missing: missing === null ? null : formatKobo(missing) });
  return undone;
}
