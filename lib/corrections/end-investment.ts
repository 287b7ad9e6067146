import "server-only";
import { recordAct } from "@/lib/acts/record";
import type { EndReason } from "@/lib/acts/reason-labels";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import type { ActPayload } from "@/lib/approvals/act-schema";
import { audit } from "@/lib/audit/audit";
import { lockMoneyAdministrator, requireUnrelatedProposer } from "@/lib/bank/lock-money-administrator";
import { dayWords } from "@/lib/dates";
import type { Tx } from "@/lib/db/client";
import { databaseDay } from "@/lib/db/database-day";
import { AppError, notFound } from "@/lib/errors";
import { emailInvestor, lockInvestment } from "@/lib/investments/commands";
import { readScheduleInputs } from "@/lib/investments/instalments";
import { postDueInstalments } from "@/lib/investments/posting";
import { storeRedemption } from "@/lib/investments/redemption";
import { remainingPrincipal, type InvestmentRow } from "@/lib/investments/row";
import type { EndInput } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";
import { maturityOf, redemptionDay } from "@/lib/plans/schedule-rules";
import type { Viewer } from "@/lib/viewer";

/**
 * Ending an active investment before its maturity (product 10.33): a redemption of the whole principal by two administrators, without a
 * charge and whatever the terms allow. With a declared return it takes effect on the last day of the period, like every redemption.
 */

type EndProposal = ActPayload<"investment_end">;

/** The reason as the investor reads it: findings about a person are not for an email. */
const reasonsToInvestor: Record<EndReason, string> = {
  death: "for legal reasons",
  fraud: "for legal reasons",
  court_order: "for legal reasons",
  agreed_correction: "as agreed with you",
};

/** Returns the investor of an investment. Throws NOT_FOUND. */
async function readInvestor(tx: Tx, id: string): Promise<string> {
  const found = await tx.investment.findUnique({ where: { id }, select: { userId: true } });
  if (!found) throw notFound("This investment does not exist");
  return found.userId;
}

/** Locks an investment, and returns the day on which its end takes effect. Throws CONFLICT if it cannot be ended. */
async function lockEndable(tx: Tx, id: string, today: string): Promise<{ row: InvestmentRow; day: string }> {
  const { row } = await lockInvestment(tx, { id });
  const schedule = (await readScheduleInputs([row], tx)).get(id);
  if (row.state !== "active" || !schedule)
    throw new AppError("CONFLICT", "Only an active investment can be ended", { data: { state: row.state } });
  const { terms, start } = schedule;
  const [day, maturityOn] = [redemptionDay(terms, start, today), maturityOf(terms, start)];
  if (day >= maturityOn)
    throw new AppError(
      "CONFLICT",
      `This investment is in its last period, to ${dayWords(maturityOn)}. Everything is due at its end.`,
    );
  if (remainingPrincipal(row) === 0n)
    throw new AppError("CONFLICT", "All of this investment is redeemed already");
  return { row, day };
}

/**
 * Proposes to end an active investment. Always throws CONFIRMATION_REQUIRED, unless it throws NOT_FOUND, FORBIDDEN, including for an
 * investment of the viewer, RECENTLY_RESET, or CONFLICT if it cannot be ended. The route requires a fresh proof of identity.
 */
export const endInvestment = (viewer: Viewer, id: string, { reason, note }: EndInput): Promise<never> =>
  transactionOrProposal<never>(async (tx) => {
    await lockMoneyAdministrator(tx, viewer, [await readInvestor(tx, id)]);
    const { row } = await lockEndable(tx, id, await databaseDay(tx));
    const payload = { investmentId: id, reference: row.reference, reason, note };
    return propose(tx, viewer, { kind: "investment_end", targetId: null, payload });
  });

/** Ends an investment whose end was confirmed by the viewer. Throws like `endInvestment`. */
export async function executeEnd(
  tx: Tx,
  viewer: Viewer,
  { investmentId: id, reason, note }: EndProposal,
  proposerId: string,
): Promise<void> {
  const userId = await readInvestor(tx, id);
  await lockMoneyAdministrator(tx, viewer, [userId]);
  await requireUnrelatedProposer(tx, proposerId, [userId]);
  const today = await databaseDay(tx);
  await postDueInstalments(tx, id, userId, today);
  const { row, day } = await lockEndable(tx, id, today);
  const amount = remainingPrincipal(row);
  const actId = await recordAct(tx, {
    kind: "end",
    actorId: proposerId,
    confirmedById: viewer.userId,
    subjects: { investment: [id] },
    reason,
    note,
  });
  const { redemptionId, instalment } = await storeRedemption(tx, row, actId, { kind: "end", amount, day });
  await audit(tx, {
    actorId: viewer.userId,
    action: instalment ? "investment.ended" : "investment.end_decided",
    targetId: id,
    data: { redemptionId, reason, proposedBy: proposerId },
  });
  const facts = { on: day, why: reasonsToInvestor[reason], principal: formatKobo(amount) };
  if (instalment)
    await emailInvestor(tx, row, "investmentEnded", {
      ...facts,
      net: formatKobo(instalment.net),
      due: formatKobo(instalment.principal + instalment.net),
    });
  else await emailInvestor(tx, row, "investmentEnding", facts);
}
