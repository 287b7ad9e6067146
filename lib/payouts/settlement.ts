import "server-only";
import { isNamedBy } from "@/lib/investments/reference-rules";
import { recordAct } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { decideLine, settleLine } from "@/lib/bank/commands";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { proposePayouts, rejected } from "@/lib/bank/payout-candidates";
import { openTexts } from "@/lib/bank/statement-lines";
import type { LineDto } from "@/lib/bank/schema";
import { dateOf, dayOf, lagosDay } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { recordDue } from "@/lib/ledger/dues";
import { postEntries } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import type { AccountName } from "@/lib/ledger/rules";
import { enqueue } from "@/lib/mail/outbox";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";

/** Settlement of payouts by statement lines (product 10.34). */

const include = { parts: { orderBy: { id: "asc" } } } as const satisfies Prisma.PayoutInclude;
type Payout = Prisma.PayoutGetPayload<{ include: typeof include }>;

async function lockPayout(tx: Tx, id: string): Promise<Payout> {
  await tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const payout = await tx.payout.findUnique({ where: { id }, include });
  if (!payout) throw notFound("This payout does not exist");
  return payout;
}

function requireAmount(payout: Prisma.PayoutModel, amount: bigint): void {
  if (payout.amount !== amount)
    throw new AppError(
      "CONFLICT",
      `The amount of payout ${payout.reference} is ${formatKobo(payout.amount)}`,
    );
}

function requireReleased({ state }: Prisma.PayoutModel): void {
  if (state !== "released") throw new AppError("CONFLICT", "This payout is not in transit");
}

/** A movement of a payout on the bank's side, as part of an act. */
interface Movement {
  actId: string;
  actorId: string;
  /** The day in Lagos, as `YYYY-MM-DD`. */
  on: string;
}

/** Records that a statement line shows a released payout. Throws CONFLICT for other states. */
async function markPaid(tx: Tx, payout: Payout, { actId, actorId, on }: Movement): Promise<void> {
  const { id, parts, userId, reference, state, settledOn } = payout;
  if (state === rejected.state && settledOn === rejected.settledOn)
    throw new AppError(
      "CONFLICT",
      `Payout ${reference} was recorded as rejected by the bank. Undo that first, then match this line.`,
      { data: { actId: payout.actId } },
    );
  requireReleased(payout);
  const entries = parts.map(({ id: part, amount, investmentId }) =>
    journal.payout({ actId, part, on, amount }, investmentId),
  );
  await postEntries(tx, entries);
  await tx.payout.update({ where: { id }, data: { state: "paid", settledOn: dateOf(on), actId } });
  await audit(tx, { actorId, action: "payout.paid", targetId: userId, data: { payoutId: id } });
}

/** Records that a payout did not reach its payee (`from` is where the money was), so that its amounts are due again. */
async function returnPayout(
  tx: Tx,
  payout: Payout,
  from: Extract<AccountName, "unallocated_receipts" | "payouts_in_transit">,
  { actId, actorId, on }: Movement,
): Promise<void> {
  const { id, amount, userId, parts, reference } = payout;
  const entries = parts.flatMap(({ id: part, source, amount: partAmount, investmentId }) => {
    const dueTo = source === "investment" ? { id: investmentId!, userId: userId! } : null;
    return journal.payoutReturn({ actId, part, on, amount: partAmount, from, dueTo }, investmentId) ?? [];
  });
  await postEntries(tx, entries);
  const settledOn = from === "unallocated_receipts" ? dateOf(on) : rejected.settledOn;
  await tx.payout.update({ where: { id }, data: { state: "returned", settledOn, actId } });
  for (const { source, amount: partAmount, investmentId, lineId, receiptId } of parts)
    await recordDue(tx, actId, {
      source,
      amount: partAmount,
      on,
      investmentId,
      userId,
      lineId,
      receiptId,
      returnedId: id,
    });
  await audit(tx, { actorId, action: "payout.came_back", targetId: userId, data: { payoutId: id } });
  const user = userId && (await tx.user.findUnique({ where: { id: userId } }));
  if (!user) return;
  const data = { name: user.name, amount: formatKobo(amount), reference };
  await enqueue(tx, { to: user.email, userId: user.id, template: "payoutCameBack", data });
}

/** Throws CONFLICT for a line that names something else: an investment of another investor, or another payout. */
async function requireNotNamed(tx: Tx, line: Prisma.StatementLineModel, payout: Payout): Promise<void> {
  const { id, amount, proposedId, proposedBy } = line;
  const named =
    isNamedBy(proposedBy) && proposedId && (await tx.investment.findUnique({ where: { id: proposedId } }));
  if (named && named.userId !== payout.userId)
    throw new AppError(
      "CONFLICT",
      `This line has the reference ${named.reference} of an investment. Match it with that.`,
    );
  const proposed =
    (await proposePayouts([{ id, amount, narration: openTexts(line).narration }], tx)).get(id) ?? [];
  const other = proposed.find(({ isExact }) => isExact);
  if (other && !proposed.some((each) => each.isExact && each.payoutId === payout.id))
    throw new AppError(
      "CONFLICT",
      `This line has the reference of payout ${other.reference}. Match it with that.`,
    );
}

/** Returns the investor of a payout, whom administrators must not be related to. */
async function readPayees(tx: Tx, payoutId: string): Promise<string[]> {
  const payout = await tx.payout.findUnique({ where: { id: payoutId }, select: { userId: true } });
  return payout?.userId ? [payout.userId] : [];
}

/**
 * Records that the bank has rejected a released payout before paying it, so that its amount is due again. Throws NOT_FOUND, FORBIDDEN,
 * including for a payout to the viewer, RECENTLY_RESET and CONFLICT. The route requires a fresh proof of identity.
 */
export async function rejectPayout(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer, await readPayees(tx, id));
    const payout = await lockPayout(tx, id);
    requireReleased(payout);
    const actorId = viewer.userId;
    const actId = await recordAct(tx, { kind: "reject", actorId, subjects: { payout: [id] } });
    await returnPayout(tx, payout, "payouts_in_transit", { actId, actorId, on: lagosDay() });
  });
}

/**
 * Matches a statement line with the payout that it settles or returns. Throws NOT_FOUND, FORBIDDEN, including for a payout to the viewer,
 * and CONFLICT for a payout with another amount or state.
 */
export const matchPayout = (viewer: Viewer, id: string, payoutId: string): Promise<LineDto> =>
  decideLine(
    viewer,
    id,
    async (tx, line) => {
      const [actorId, on] = [viewer.userId, dayOf(line.on)];
      const isPaidOut = line.amount < 0n;
      const payout = await lockPayout(tx, payoutId);
      requireAmount(payout, isPaidOut ? -line.amount : line.amount);
      await requireNotNamed(tx, line, payout);
      if (!isPaidOut && payout.state !== "paid")
        throw new AppError("CONFLICT", "First match the statement line that paid this payout");
      const actId = await recordAct(tx, {
        kind: isPaidOut ? "payment" : "return",
        actorId,
        subjects: { payout: [payoutId], line: [id] },
      });
      if (isPaidOut) await markPaid(tx, payout, { actId, actorId, on });
      else await returnPayout(tx, payout, "unallocated_receipts", { actId, actorId, on });
      return settleLine(tx, { actorId, confirmedById: null }, line, {
        actId,
        state: "matched",
        action: "statement_line.matched",
        payoutId,
      });
    },
    (tx) => readPayees(tx, payoutId),
  );
