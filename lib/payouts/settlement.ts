import "server-only";
import { isNamedBy } from "@/lib/investments/reference-rules";
import { recordAct } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { decideLine, settleLine } from "@/lib/bank/settle-line";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { readNamedPayouts, rejected } from "@/lib/bank/payout-candidates";
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

/** Locks payouts and returns them in the order of their ids. Throws NOT_FOUND. */
async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<Payout[]> {
  const unique = [...new Set(ids)];
  await tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ANY (${unique}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  const where = { id: { in: unique } };
  const payouts = await tx.payout.findMany({ where, include, orderBy: { id: "asc" }, take: unique.length });
  if (payouts.length < unique.length) throw notFound("This payout does not exist");
  return payouts;
}

/** Throws CONFLICT if the amounts of payouts do not add up to that of a line, in kobo. */
function requireSum(payouts: readonly Payout[], amount: bigint): void {
  const sum = payouts.reduce((total, payout) => total + payout.amount, 0n);
  if (sum === amount) return;
  const [first] = payouts as [Payout];
  const message =
    payouts.length === 1
      ? `The amount of payout ${first.reference} is ${formatKobo(sum)}`
      : `The payouts add up to ${formatKobo(sum)}, but the amount of the statement line is ${formatKobo(amount)}`;
  throw new AppError("CONFLICT", message);
}

function requireReleased({ state, reference }: Prisma.PayoutModel): void {
  if (state !== "released") throw new AppError("CONFLICT", `Payout ${reference} is not in transit`);
}

/** A movement of a payout on the bank's side, as part of an act. */
interface Movement {
  actId: string;
  actorId: string;
  /** The day in Lagos, as `YYYY-MM-DD`. */
  on: string;
}

/** Throws CONFLICT for a payout that no line can show as paid, with the act to undo first if it was recorded as rejected. */
function requirePayable(payout: Payout): void {
  const { reference, state, settledOn, actId } = payout;
  if (state === rejected.state && settledOn === rejected.settledOn)
    throw new AppError(
      "CONFLICT",
      `Payout ${reference} was recorded as rejected by the bank. Undo that first, then match this line.`,
      { data: { actId } },
    );
  requireReleased(payout);
}

/** Records that a statement line shows released payouts. */
async function markPaid(tx: Tx, payouts: readonly Payout[], { actId, actorId, on }: Movement): Promise<void> {
  const entries = payouts.flatMap(({ parts }) =>
    parts.map(({ id: part, amount, investmentId }) =>
      journal.payout({ actId, part, on, amount }, investmentId),
    ),
  );
  await postEntries(tx, entries);
  const ids = payouts.map(({ id }) => id);
  const data = { state: "paid", settledOn: dateOf(on), actId } as const;
  await tx.payout.updateMany({ where: { id: { in: ids } }, data });
  for (const { id, userId } of payouts)
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

/** Throws CONFLICT for a line that names something else: an investment of another investor, or a payout that is not among these. */
async function requireNotNamed(
  tx: Tx,
  line: Prisma.StatementLineModel,
  payouts: readonly Payout[],
): Promise<void> {
  const { proposedId, proposedBy } = line;
  const named =
    isNamedBy(proposedBy) && proposedId && (await tx.investment.findUnique({ where: { id: proposedId } }));
  if (named && payouts.some(({ userId }) => userId !== named.userId))
    throw new AppError(
      "CONFLICT",
      `This line has the reference ${named.reference} of an investment. Match it with that.`,
    );
  const proposed = await readNamedPayouts({ ...line, ...openTexts(line) }, tx);
  const other = proposed.find(({ id }) => !payouts.some((payout) => payout.id === id));
  if (other)
    throw new AppError(
      "CONFLICT",
      `This line has the reference of payout ${other.reference}. Match it with that.`,
    );
}

/** Returns the investors of payouts, whom administrators must not be related to. */
async function readPayees(tx: Tx, payoutIds: readonly string[]): Promise<string[]> {
  const where = { id: { in: [...payoutIds] } };
  const payouts = await tx.payout.findMany({ where, select: { userId: true }, take: payoutIds.length });
  return [...new Set(payouts.flatMap(({ userId }) => userId ?? []))];
}

/**
 * Records that the bank has rejected a released payout before paying it, so that its amount is due again. Throws NOT_FOUND, FORBIDDEN,
 * including for a payout to the viewer, RECENTLY_RESET and CONFLICT. The route requires a fresh proof of identity.
 */
export async function rejectPayout(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer, await readPayees(tx, [id]));
    const [payout] = (await lockPayouts(tx, [id])) as [Payout];
    requireReleased(payout);
    const actorId = viewer.userId;
    const actId = await recordAct(tx, { kind: "reject", actorId, subjects: { payout: [id] } });
    await returnPayout(tx, payout, "payouts_in_transit", { actId, actorId, on: lagosDay() });
  });
}

/** A batch of 500 payouts takes about two seconds on two cores, and much longer on a busy machine. */
const MATCH_TIMEOUT_MS = 60_000;

/**
 * Matches a statement line with the payouts that it settles or returns, as one act. Throws NOT_FOUND, FORBIDDEN, including for a payout to
 * the viewer, and CONFLICT for payouts whose amounts do not add up to that of the line, in another state, or if the line names another one.
 */
export const matchPayouts = (viewer: Viewer, id: string, payoutIds: readonly string[]): Promise<LineDto> =>
  decideLine(
    viewer,
    id,
    async (tx, line) => {
      const [actorId, on] = [viewer.userId, dayOf(line.on)];
      const isPaidOut = line.amount < 0n;
      const payouts = await lockPayouts(tx, payoutIds);
      requireSum(payouts, isPaidOut ? -line.amount : line.amount);
      await requireNotNamed(tx, line, payouts);
      if (isPaidOut) payouts.forEach(requirePayable);
      else if (payouts.some(({ state }) => state !== "paid"))
        throw new AppError("CONFLICT", "First match the statement line that paid this payout");
      const actId = await recordAct(tx, {
        kind: isPaidOut ? "payment" : "return",
        actorId,
        subjects: { payout: payouts.map((payout) => payout.id), line: [id] },
      });
      const movement = { actId, actorId, on };
      if (isPaidOut) await markPaid(tx, payouts, movement);
      else for (const payout of payouts) await returnPayout(tx, payout, "unallocated_receipts", movement);
      const [only, ...others] = payouts as [Payout];
      return settleLine(tx, { actorId, confirmedById: null }, line, {
        actId,
        state: "matched",
        action: "statement_line.matched",
        // Otherwise each payout has an audit row of its own.
        ...(others.length === 0 && { payoutId: only.id }),
      });
    },
    (tx) => readPayees(tx, payoutIds),
    { timeoutMs: MATCH_TIMEOUT_MS },
  );
