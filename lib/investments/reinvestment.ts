import "server-only";
import type * as z from "zod";
import { recordCreated } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { dayOf, lagosDay, dateOf } from "@/lib/dates";
import { transaction, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import type { EntryInput } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { lockPlan, requireAccepted } from "@/lib/plans/lock-plan";
import { reinvestableAmount } from "@/lib/plans/rules";
import { maturityOf } from "@/lib/plans/schedule-rules";
import { hashTerms } from "@/lib/plans/terms-hash";
import { toTerms } from "@/lib/plans/terms-schema";
import { findOverdueReview } from "@/lib/users/review-due";
import type { Viewer } from "@/lib/viewer";
import { unusedReference, lockInvestment, emailInvestor } from "./commands";
import type { InvestmentInstalment } from "./instalments";
import { getInvestment } from "./queries";
import { consumeMoneyActLimit } from "./rate-limit";
import type { reinvestmentSchema } from "./redemption-schema";
import { remainingPrincipal, type InvestmentRow } from "./row";
import type { InvestmentDto } from "./schema";

/** Reinvestment at maturity, as chosen by the investor (product 10.33). */

/** A closed account, or one whose review is overdue, invests no more (product 10.20, 10.42). */
const mayInvest = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.user.count({ where: { id, role: "investor", status: "approved", closedAt: null } })) > 0 &&
  (await findOverdueReview(id, tx)) === null;

/**
 * Stores the choice for maturity; possible until the day before. Throws NOT_FOUND, RECENTLY_RESET, CONFLICT if it is too late, the plan is
 * closed or the accepted version is not the current one, and FORBIDDEN unless the viewer is a verified investor. The route requires a fresh
 * proof of identity.
 */
export async function chooseReinvestment(
  viewer: Viewer,
  id: string,
  body: z.output<typeof reinvestmentSchema>,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  await consumeMoneyActLimit(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await requireNoRecentReset(userId, tx);
    const { row } = await lockInvestment(tx, { id, userId });
    if (row.state !== "active" || lagosDay() >= dayOf(row.maturityOn!))
      throw new AppError("CONFLICT", "This can be changed until the day before the tenor ends");
    if (remainingPrincipal(row) === 0n)
      throw new AppError("CONFLICT", "The full amount is redeemed, so nothing remains at maturity");
    let accepted = {
      reinvestVersionId: null as string | null,
      reinvestAcceptedAt: null as Date | null,
    };
    if (body.choice !== "nothing") {
      if (!(await mayInvest(tx, userId)))
        throw new AppError("FORBIDDEN", "Only verified investors can invest");
      const plan = await lockPlan(tx, { id: row.planVersion.planId });
      requireAccepted(plan, body);
      accepted = { reinvestVersionId: plan.current.id, reinvestAcceptedAt: new Date() };
    }
    await tx.investment.update({ where: { id }, data: { reinvest: body.choice, ...accepted } });
    const data = { choice: body.choice, ...(body.choice !== "nothing" && { version: body.version }) };
    await audit(tx, { actorId: userId, action: "investment.reinvestment_chosen", targetId: id, data });
    await emailInvestor(tx, row, "reinvestmentChosen", {
      choice: body.choice,
      maturityOn: dayOf(row.maturityOn!),
    });
    return getInvestment(userId, id, tx);
  });
}

export interface Reinvested {
  entries: EntryInput[];
  reinvested: { amount: bigint; reference: string } | null;
  /** Why a chosen reinvestment was not made; null otherwise. */
  reason: string | null;
}

/**
 * Reinvests the amount that a locked investment pays at maturity, as chosen and as part of the act that posts it: the new investment is
 * active from that day. The rest is paid out, or everything if the plan is closed or full, its terms have changed, or the investor is no
 * longer verified.
 */
export async function reinvest(
  tx: Tx,
  row: InvestmentRow,
  last: InvestmentInstalment,
  actId: string,
): Promise<Reinvested> {
  if (row.reinvest === "nothing") return { entries: [], reinvested: null, reason: null };
  const none = (reason: string): Reinvested => ({ entries: [], reinvested: null, reason });
  if (!(await mayInvest(tx, row.userId))) return none("your verification was not valid on that day");
  const { isOpen, taken, current, terms: json } = await lockPlan(tx, { id: row.planVersion.planId });
  if (!isOpen) return none("the plan was closed to new investments");
  if (current.id !== row.reinvestVersionId) return none("the terms of the plan had changed");
  const terms = toTerms(json);
  const wanted = last.principal + (row.reinvest === "everything" ? last.net : 0n);
  const result = reinvestableAmount(wanted, terms, taken);
  if ("reason" in result) return none(result.reason);
  const { amount } = result;
  const [id, at, startOn] = [uuidv7(), new Date(), dateOf(last.day)];
  const reference = await unusedReference(tx);
  await tx.investment.create({
    data: {
      id,
      actId,
      userId: row.userId,
      planVersionId: current.id,
      amount,
      reference,
      state: "active",
      requestedAt: at,
      acceptedAt: row.reinvestAcceptedAt!,
      cancelUntil: at,
      expiresAt: at,
      termsHash: hashTerms(json),
      paidOn: startOn,
      startOn,
      maturityOn: dateOf(maturityOf(terms, last.day)),
      renewsId: row.id,
    },
  });
  await recordCreated(tx, actId, "investment", [id]);
  await audit(tx, {
    actorId: null,
    action: "investment.reinvested",
    targetId: id,
    data: { renews: row.id, choice: row.reinvest },
  });
  const entry = journal.reinvestment(row, { id, userId: row.userId }, { actId, on: last.day, amount });
  return { entries: [entry], reinvested: { amount, reference }, reason: null };
}
