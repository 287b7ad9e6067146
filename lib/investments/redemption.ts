import "server-only";
import type * as z from "zod";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { stateAfter } from "@/lib/acts/rules";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { dayAt, dayNumber, dateOf, dayOf, dayWords } from "@/lib/dates";
import { db, transaction, type Tx } from "@/lib/db/client";
import { databaseDay } from "@/lib/db/database-day";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { postEntries } from "@/lib/ledger/entries";
import { formatKobo } from "@/lib/money";
import {
  maturityOf,
  redemptionDay,
  redemptionOn,
  type Instalment,
  type RedemptionRefusal,
} from "@/lib/plans/schedule-rules";
import { monthWords } from "@/lib/rates";
import type { Viewer } from "@/lib/viewer";
import { lockInvestment, emailInvestor } from "./commands";
import {
  instalmentsOf,
  readScheduleInputs,
  undeclaredMonth,
  type InvestmentInstalment,
  type ScheduleInput,
} from "./instalments";
import { instalmentEntries, postDueInstalments, recordInstalmentDue } from "./posting";
import { getInvestment } from "./queries";
import type { redeemSchema, RedemptionDto } from "./redemption-schema";
import { include, remainingPrincipal, type InvestmentRow } from "./row";
import { investmentRules } from "./rules";
import type { InvestmentDto } from "./schema";

/**
 * Early redemption by the investor, with a preview of payment and charge (product 10.33). In a plan with a declared return it takes effect
 * on the last day of the period, and is posted with the instalment of that day.
 */

/** Explains why an amount cannot be redeemed. */
function explainRefusal(
  refused: RedemptionRefusal,
  { schedule, row, today }: { schedule: ScheduleInput; row: InvestmentRow; today: string },
): string {
  const { terms, start } = schedule;
  const maturityOn = maturityOf(terms, start);
  const principal = remainingPrincipal(row);
  switch (refused) {
    case "not_offered":
      return "This investment cannot be redeemed before the end of its tenor";
    case "too_early":
      return `This investment can be redeemed from ${dayWords(dayAt(dayNumber(start) + terms.earlyRedemption!.fromDay))}`;
    case "matured": {
      const month = undeclaredMonth(instalmentsOf(schedule, row), today);
      if (today < maturityOn)
        return `This is the last period of the investment. The full amount is due on ${dayWords(maturityOn)}, without a charge.`;
      return month
        ? `The return for ${monthWords(month)} has not been declared yet. The full amount is due once it has.`
        : "The tenor has ended, and the full amount is due to you";
    }
    case "amount":
      return principal > 0n
        ? `You can redeem up to ${formatKobo(principal)}`
        : "You have already redeemed the full amount";
    case "too_little":
      return `Redeem at least ${formatKobo(terms.step)}, or the full ${formatKobo(principal)}`;
    case "remainder":
      return `At least ${formatKobo(terms.minimum)} must remain invested. Redeem less, or the full ${formatKobo(principal)}.`;
  }
}

/**
 * Returns the instalment for redeeming an amount today. Throws CONFLICT unless the investment is active, and VALIDATION_FAILED at `amount`.
 */
function redemptionOf(
  row: InvestmentRow,
  schedule: ScheduleInput | undefined,
  amount: bigint,
  today: string,
) {
  if (row.state !== "active" || !schedule)
    throw new AppError("CONFLICT", "Only an active investment can be redeemed");
  const { terms, amount: invested, start, options } = schedule;
  const day = redemptionDay(terms, start, today);
  // If the clock was set back, this would change posted entries.
  if (row.redemptions.some(({ on }) => dayOf(on) > day))
    throw new AppError("CONFLICT", "This is not possible now. Please try again tomorrow.");
  const result = redemptionOn(terms, invested, start, { day, amount }, options);
  if ("refused" in result) throw invalid("amount", explainRefusal(result.refused, { schedule, row, today }));
  return { ...result, isPending: terms.return.kind === "declared" };
}

const isSame = (a: Instalment, b: Instalment): boolean =>
  (["day", "gross", "net", "tax", "fee", "principal", "charge"] as const).every(
    (part) => a[part] === b[part],
  );

const toDto = (
  { instalment, remaining, isPending }: ReturnType<typeof redemptionOf>,
  amount: bigint,
): RedemptionDto => ({
  day: instalment.day,
  isPending,
  amount: String(amount),
  gross: String(instalment.gross),
  fee: String(instalment.fee),
  tax: String(instalment.tax),
  net: String(instalment.net),
  principal: String(instalment.principal),
  charge: String(instalment.charge),
  total: String(instalment.principal - instalment.charge + instalment.net),
  remaining: String(remaining),
});

/** Calculates a redemption without storing it. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED at `amount`. */
export async function previewRedemption(userId: string, id: string, typed: string): Promise<RedemptionDto> {
  const row = await db.investment.findFirst({ where: { id, userId }, include });
  if (!row) throw notFound();
  const amount = BigInt(typed);
  return toDto(
    redemptionOf(row, (await readScheduleInputs([row])).get(id), amount, await databaseDay(db)),
    amount,
  );
}

/**
 * Stores a redemption by an act of a locked investment whose earlier instalments are posted. With a fixed return it is posted, and ends the
 * investment if nothing remains. Returns its instalment, or null if it takes effect later.
 */
export async function storeRedemption(
  tx: Tx,
  { id, state }: InvestmentRow,
  actId: string,
  { kind, amount, day }: { kind: "redeem" | "end"; amount: bigint; day: string },
): Promise<{ redemptionId: string; instalment: InvestmentInstalment | null }> {
  const redemptionId = uuidv7();
  await tx.redemption.create({
    data: { id: redemptionId, investmentId: id, on: dateOf(day), amount, waivesCharge: kind === "end" },
  });
  await recordCreated(tx, actId, "redemption", [redemptionId]);
  const { row } = await lockInvestment(tx, { id });
  const schedule = (await readScheduleInputs([row], tx)).get(id)!;
  if (schedule.terms.return.kind === "declared") return { redemptionId, instalment: null };
  const instalment = instalmentsOf(schedule, row).find((each) => each.redemptionId === redemptionId)!;
  await postEntries(tx, instalmentEntries(row, instalment, actId, redemptionId));
  await recordInstalmentDue(tx, actId, row, instalment);
  if (remainingPrincipal(row) === 0n)
    await tx.investment.update({
      where: { id },
      data: { state: stateAfter(investmentRules, state, kind)!, actId, nextDueOn: null, waitsFor: null },
    });
  return { redemptionId, instalment };
}

/**
 * Redeems an amount, after posting earlier due instalments. Throws NOT_FOUND, RECENTLY_RESET, CONFLICT if the day on which it takes effect
 * is no longer that of the preview, and VALIDATION_FAILED at `amount`. The route requires a fresh proof of identity.
 */
export async function redeemInvestment(
  viewer: Viewer,
  id: string,
  { amount: typed, day }: z.output<typeof redeemSchema>,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  const amount = BigInt(typed);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await requireNoRecentReset(userId, tx);
    const today = await databaseDay(tx);
    await postDueInstalments(tx, id, userId, today);
    const { row: before } = await lockInvestment(tx, { id, userId });
    const schedule = (await readScheduleInputs([before], tx)).get(id);
    if (schedule && day !== redemptionDay(schedule.terms, schedule.start, today))
      throw new AppError(
        "CONFLICT",
        "The day on which this takes effect has changed. Check the new figures before you continue.",
      );
    const previewed = redemptionOf(before, schedule, amount, today);
    const { remaining } = previewed;
    const actId = await recordAct(tx, { kind: "redeem", actorId: userId, subjects: { investment: [id] } });
    const { redemptionId, instalment } = await storeRedemption(tx, before, actId, {
      kind: "redeem",
      amount,
      day,
    });
    const facts = {
      redeemed: formatKobo(amount),
      remaining: remaining === 0n ? null : formatKobo(remaining),
    };
    await audit(tx, {
      actorId: userId,
      action: instalment ? "investment.redeemed" : "investment.redemption_requested",
      targetId: id,
      data: { redemptionId, isWhole: remaining === 0n },
    });
    if (!instalment) {
      const canCancel = today < day;
      await emailInvestor(tx, before, "redemptionRequested", { on: day, canCancel, ...facts });
      return getInvestment(userId, id, tx);
    }
    if (!isSame(instalment, previewed.instalment))
      throw new Error(`Redemption ${redemptionId} is not as previewed`);
    await emailInvestor(tx, before, "investmentRedeemed", {
      ...facts,
      charge: formatKobo(instalment.charge),
      due: formatKobo(instalment.principal - instalment.charge + instalment.net),
    });
    return getInvestment(userId, id, tx);
  });
}
