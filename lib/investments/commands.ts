import "server-only";
import type * as z from "zod";
import { stateAfter } from "@/lib/acts/rules";
import { addSubjects, recordAct, recordCreated } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { dayOf, lagosDay, dateOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { requireDueDiligence } from "@/lib/due-diligence/requirement";
import { AppError, invalid, notFound } from "@/lib/errors";
import { postEntries, postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { describeError, log } from "@/lib/log";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateData } from "@/lib/mail/templates";
import { formatKobo } from "@/lib/money";
import { lockPlan, requireAccepted } from "@/lib/plans/lock-plan";
import { checkAmount } from "@/lib/plans/rules";
import { maturityOf } from "@/lib/plans/schedule-rules";
import { termsDto, toTerms } from "@/lib/plans/terms-schema";
import { requireReviewed } from "@/lib/users/review-due";
import { requireNotHeld } from "@/lib/users/watchlist-hold";
import { requireNotClosed } from "@/lib/onboarding/closed-account";
import type { Viewer } from "@/lib/viewer";
import { requireAcceptable } from "./accepted-charge";
import { firmAccount } from "./firm-account";
import { getInvestment, hasPendingReceipt, receivedAmount } from "./queries";
import { consumeMoneyActLimit } from "./rate-limit";
import { newReference } from "./reference-rules";
import { requireAccount, requireHoldable } from "./request-limits";
import { include, type InvestmentRow } from "./row";
import { CANCEL_HOURS, EXPIRY_DAYS, cancelProblem, investmentRules, isOverdue, isUnpaid } from "./rules";
import type { InvestmentDto, requestInvestmentSchema } from "./schema";

/**
 * Requests, cancellation, expiry and receipts of investments (product 10.31, ADR 38). A change, its ledger entries, its audit row and its
 * email are one transaction. Locks are acquired in one order: users, the investment, the plan.
 */

/** The maximum number of unpaid requests of an investor, so that investors cannot reserve capacity without paying. */
const MAX_UNPAID = 10;
const HOUR_MS = 3_600_000;

/** Generates a reference that no investment has. */
export async function unusedReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = newReference();
    if ((await tx.investment.count({ where: { reference } })) === 0) return reference;
  }
}

/**
 * Requests an investment, to be paid by bank transfer. Throws FORBIDDEN unless the viewer is an approved investor, RECENTLY_RESET,
 * NOT_FOUND, CONFLICT without an approved due diligence form or a verified bank account, if the plan is closed or full, the accepted version is not the current one, or too
 * many investments are unpaid, and VALIDATION_FAILED at `amount`. The route requires a fresh proof of identity.
 */
export async function requestInvestment(
  viewer: Viewer,
  { plan: slug, amount: requested, version, termsHash }: z.output<typeof requestInvestmentSchema>,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await requireNoRecentReset(userId, tx);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (user.role !== "investor" || user.status !== "approved")
      throw new AppError(
        "FORBIDDEN",
        user.renewing
          ? "You can invest again when your renewed details are approved"
          : "Only verified investors can invest",
      );
    requireNotClosed(user);
    await requireReviewed(tx, userId);
    await requireDueDiligence(tx, user);
    await requireAccount(tx, userId);
    const account = await firmAccount(tx);
    if (!account) throw new AppError("CONFLICT", "We are not accepting investments yet. Please contact us.");
    const plan = await lockPlan(tx, { slug });
    requireAccepted(plan, { version, termsHash });
    const { current } = plan;
    const [amount, terms] = [BigInt(requested), toTerms(plan.terms)];
    requireAmount(amount, terms, plan.taken);
    await requireHoldable(tx, userId, amount, { slug, terms });
    if ((await tx.investment.count({ where: { userId, state: "requested" } })) >= MAX_UNPAID)
      throw new AppError(
        "CONFLICT",
        `You already have ${MAX_UNPAID} unpaid investments. Pay or cancel one of them first.`,
      );
    const at = new Date();
    const actId = await recordAct(tx, { kind: "request", actorId: userId, subjects: {} });
    const row = await tx.investment.create({
      data: {
        actId,
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
    await recordCreated(tx, actId, "investment", [row.id]);
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
  | "postingUndone"
  | "investmentMatured"
  | "investmentRedeemed"
  | "redemptionRequested"
  | "redemptionPosted"
  | "redemptionCancelled"
  | "investmentEnding"
  | "investmentEnded"
  | "endPosted"
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
 * investment, RECENTLY_RESET and CONFLICT.
 */
export async function cancelInvestment(viewer: Viewer, id: string): Promise<InvestmentDto> {
  const { userId } = viewer;
  await consumeMoneyActLimit(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await requireNoRecentReset(userId, tx);
    const { row, received } = await lockInvestment(tx, { id, userId });
    const problem = cancelProblem({ ...row, received, hasPendingReceipt: await hasPendingReceipt(id, tx) });
    if (problem) throw new AppError("CONFLICT", problem, { data: { state: row.state } });
    await closeRequest(tx, row, "cancel", userId);
    return getInvestment(userId, id, tx);
  });
}

/** Ends an unpaid investment. Returns the act. */
async function closeRequest(
  tx: Tx,
  row: InvestmentRow,
  kind: "cancel" | "cancel_and_refund" | "expire",
  actorId: string | null,
  refunded: string | null = null,
): Promise<string> {
  const state = stateAfter(investmentRules, row.state, kind)!;
  const actId = await recordAct(tx, { kind, actorId, subjects: { investment: [row.id] } });
  await tx.investment.update({ where: { id: row.id }, data: { state, actId } });
  await audit(tx, { actorId, action: `investment.${state as "cancelled" | "expired"}`, targetId: row.id });
  if (kind === "expire") await emailInvestor(tx, row, "investmentExpired", {});
  else await emailInvestor(tx, row, "investmentCancelled", { returned: refunded });
  return actId;
}

/**
 * Cancels a partly paid investment of a locked user, and moves the received amount back to `unallocated_receipts`. Returns the act and that
 * amount, in kobo, for which the caller queues a refund. Throws NOT_FOUND, CONFLICT.
 */
export async function cancelPartlyPaid(
  tx: Tx,
  actorId: string,
  id: string,
): Promise<{ actId: string; amount: bigint }> {
  const { row, received: amount } = await lockInvestment(tx, { id });
  if (!isUnpaid(row.state) || amount === 0n)
    throw new AppError("CONFLICT", "This investment has no partial payment to return", {
      data: { state: row.state },
    });
  const actId = await closeRequest(tx, row, "cancel_and_refund", actorId, formatKobo(amount));
  await postEntry(tx, journal.receiptRelease(row, { actId, on: lagosDay(), amount }));
  return { actId, amount };
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
            await closeRequest(tx, row, "expire", null);
        });
      } catch (error) {
        // The account has been deleted in the meantime.
        if (error instanceof AppError && error.code === "NOT_FOUND") continue;
        log.error({ event: "investment.not_expired", investmentId: id, ...describeError(error) });
        failure = error;
      }
  if (failure) throw failure;
}

/** Locks an investment and its investor. Returns what is still missing of it, in kobo. Throws NOT_FOUND. */
export async function missingAmount(tx: Tx, id: string): Promise<bigint> {
  const { row, received } = await lockInvestment(tx, { id });
  return isUnpaid(row.state) ? row.amount - received : 0n;
}

/** A receipt in `unallocated_receipts` that an administrator matches with an investment. */
export interface MatchedReceipt {
  investmentId: string;
  amount: bigint;
  receivedOn: string;
  /** Whether someone else sent it, to whom a surplus is refunded. */
  isRefundedToSender?: boolean;
  /** What it leaves missing, if an administrator accepts that as a bank charge; zero by default. */
  acceptedCharge?: bigint;
}

/**
 * Matches a receipt with an investment of a locked user, as part of an act. A partial amount is held until the rest arrives. The receipt
 * that completes the amount, if need be with an accepted bank charge, activates the investment from the day of the last receipt, but not
 * before its request. Any excess, or all of it
 * if nothing is outstanding, is the surplus, which is returned: it stays in `unallocated_receipts`, and the caller queues a refund. Throws
 * NOT_FOUND, CONFLICT for a charge that cannot be accepted, for a closed account, and while a watchlist hit of the investor is undecided or confirmed.
 */
export async function allocateReceipt(
  tx: Tx,
  actorId: string,
  actId: string,
  { investmentId: id, amount, receivedOn, isRefundedToSender = false, acceptedCharge = 0n }: MatchedReceipt,
): Promise<bigint> {
  const { row, received } = await lockInvestment(tx, { id });
  if (isUnpaid(row.state)) {
    await requireNotHeld(tx, [row.userId], "Investments of");
    const owner = await tx.user.findUniqueOrThrow({ where: { id: row.userId } });
    if (owner.closedAt)
      throw new AppError(
        "CONFLICT",
        "The investor's account is closed, because they continue with another one. Return the money.",
      );
  }
  const missing = isUnpaid(row.state) ? row.amount - received : 0n;
  const used = amount < missing ? amount : missing;
  const surplus = amount - used;
  if (acceptedCharge > 0n) requireAcceptable(acceptedCharge, missing - used);
  const isActivated = missing > 0n && used + acceptedCharge === missing;
  const on = laterDay(receivedOn, lagosDay(row.requestedAt));
  const startOn = isActivated ? await lastReceiptDay(tx, id, on) : null;
  if (used > 0n) await addSubjects(tx, actId, { investment: [id] });
  const event = { actId, part: id };
  const [matched] = await postEntries(tx, [
    ...(used > 0n ? [journal.receiptMatch(row, { ...event, on, amount: used })] : []),
    ...(startOn && acceptedCharge > 0n
      ? [journal.chargeAccepted(row, { ...event, on: startOn, amount: acceptedCharge })]
      : []),
    ...(startOn ? [journal.allocation(row, { ...event, on: startOn, amount: row.amount })] : []),
  ]);
  if (startOn) await activate(tx, row, actId, startOn);
  await audit(tx, {
    actorId,
    action: "investment.receipt_recorded",
    targetId: id,
    data: {
      entryId: matched?.id ?? null,
      isComplete: isActivated,
      isTooMuch: surplus > 0n,
      ...(acceptedCharge > 0n && { isChargeAccepted: true }),
    },
  });
  if (startOn) {
    await audit(tx, { actorId, action: "investment.activated", targetId: id });
    const maturityOn = maturityOf(termsDto.parse(row.planVersion.terms), startOn);
    const returned = surplus > 0n ? formatKobo(surplus) : null;
    const charge = acceptedCharge > 0n ? formatKobo(acceptedCharge) : null;
    const data = { startOn, maturityOn, returned, isRefundedToSender, charge };
    await emailInvestor(tx, row, "investmentActive", data);
  } else if (used > 0n) {
    const [sum, rest] = [formatKobo(received + used), formatKobo(missing - used)];
    await emailInvestor(tx, row, "moneyIncomplete", {
      received: sum,
      missing: rest,
      account: await firmAccount(tx),
    });
  } else {
    await emailInvestor(tx, row, "moneyReturned", { returned: formatKobo(surplus), isRefundedToSender });
  }
  return surplus;
}

const laterDay = (a: string, b: string): string => (a > b ? a : b);

/** Returns the day on which the amount became complete; receipts may be recorded out of order. */
async function lastReceiptDay(tx: Tx, subjectId: string, day: string): Promise<string> {
  const where = { subjectId, kind: "receipt_match", reversedBy: null } satisfies Prisma.LedgerEntryWhereInput;
  const { _max } = await tx.ledgerEntry.aggregate({ where, _max: { on: true } });
  return _max.on ? laterDay(dayOf(_max.on), day) : day;
}

async function activate(
  tx: Tx,
  { id, planVersion }: InvestmentRow,
  actId: string,
  startOn: string,
): Promise<void> {
  const maturityOn = maturityOf(termsDto.parse(planVersion.terms), startOn);
  await tx.investment.update({
    where: { id },
    data: {
      state: "active",
      actId,
      paidOn: dateOf(startOn),
      startOn: dateOf(startOn),
      maturityOn: dateOf(maturityOn),
    },
  });
}
