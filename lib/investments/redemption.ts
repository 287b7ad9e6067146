import "server-only";
import type * as z from "zod";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { dayAt, dayNumber, dateOf } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { databaseDay } from "@/lib/db/database-day";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { postEntries } from "@/lib/ledger/entries";
import { formatKobo } from "@/lib/money";
import { accruedOn, redemptionOn, type Instalment, type RedemptionRefusal } from "@/lib/plans/schedule-rules";
import { monthWords } from "@/lib/rates";
import type { Viewer } from "@/lib/viewer";
import { lockInvestment, emailInvestor } from "./commands";
import { instalmentsOf, readScheduleInputs, undeclaredMonth, type ScheduleInput } from "./instalments";
import { instalmentEntries, postDueInstalments, recordInstalmentDue } from "./posting";
import { getInvestment } from "./queries";
import type { redeemSchema, RedemptionDto } from "./redemption-schema";
import { include, type InvestmentRow } from "./row";
import type { InvestmentDto } from "./schema";

/** Early redemption by the investor, with a preview of payment and charge (product 10.33). */

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const dayWords = (day: string) => dayFormat.format(new Date(day));

/** Explains why an amount cannot be redeemed. */
function explainRefusal(
  refused: RedemptionRefusal,
  { terms, amount, start, options }: ScheduleInput,
  day: string,
): string {
  const { principal } = accruedOn(terms, amount, start, day, options);
  switch (refused) {
    case "not_offered":
      return "This investment cannot be redeemed before the end of its tenor";
    case "too_early":
      return `This investment can be redeemed from ${dayWords(dayAt(dayNumber(start) + terms.earlyRedemption!.fromDay))}`;
    case "matured":
      return "The tenor has ended, and the full amount is due to you";
    case "amount":
      return `You can redeem up to ${formatKobo(principal)}`;
    case "too_little":
      return `Redeem at least ${formatKobo(terms.step)}, or the full ${formatKobo(principal)}`;
    case "remainder":
      return `At least ${formatKobo(terms.minimum)} must remain invested. Redeem less, or the full ${formatKobo(principal)}.`;
  }
}

/**
 * Returns the instalment for redeeming an amount on a day. Throws CONFLICT unless the investment is active, and VALIDATION_FAILED at
 * `amount`.
 */
function redemptionOf(row: InvestmentRow, schedule: ScheduleInput | undefined, amount: bigint, day: string) {
  if (row.state !== "active" || !schedule)
    throw new AppError("CONFLICT", "Only an active investment can be redeemed");
  const { terms, amount: invested, start, options } = schedule;
  const instalments = instalmentsOf(schedule, row);
  const month = undeclaredMonth(instalments, day);
  if (month)
    throw invalid(
      "amount",
      `The return for ${monthWords(month)} has not been declared yet. You can redeem once it has.`,
    );
  // If the clock was set back, this would change posted entries.
  if (instalments.some((instalment) => instalment.day > day && instalment.redemptionId))
    throw new AppError("CONFLICT", "This is not possible now. Please try again tomorrow.");
  const result = redemptionOn(terms, invested, start, { day, amount }, options);
  if ("refused" in result) throw invalid("amount", explainRefusal(result.refused, schedule, day));
  return result;
}

const isSame = (a: Instalment, b: Instalment): boolean =>
  (["day", "gross", "net", "tax", "fee", "principal", "charge"] as const).every(
    (part) => a[part] === b[part],
  );

const toDto = (
  { instalment, remaining }: ReturnType<typeof redemptionOf>,
  amount: bigint,
): RedemptionDto => ({
  day: instalment.day,
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

/** Calculates a redemption today without storing it. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED at `amount`. */
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
 * Redeems an amount today, after posting earlier due instalments. Throws NOT_FOUND, RECENTLY_RESET, CONFLICT if a new day has begun since
 * the preview, and VALIDATION_FAILED at `amount`. The route requires a fresh proof of identity.
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
    if (day !== today)
      throw new AppError("CONFLICT", "A new day has begun. Check the new figures before you continue.");
    const { row: before } = await lockInvestment(tx, { id, userId });
    const schedule = (await readScheduleInputs([before], tx)).get(id);
    const previewed = redemptionOf(before, schedule, amount, today);
    const { remaining } = previewed;
    const redemptionId = uuidv7();
    const actId = await recordAct(tx, { kind: "redeem", actorId: userId, subjects: { investment: [id] } });
    await tx.redemption.create({
      data: { id: redemptionId, investmentId: id, on: dateOf(today), amount },
    });
    await recordCreated(tx, actId, "redemption", [redemptionId]);
    const { row } = await lockInvestment(tx, { id, userId });
    const instalments = instalmentsOf((await readScheduleInputs([row], tx)).get(id)!, row);
    const instalment = instalments.find((each) => each.redemptionId === redemptionId)!;
    if (!isSame(instalment, previewed.instalment))
      throw new Error(`Redemption ${redemptionId} is not as previewed`);
    await postEntries(tx, instalmentEntries(row, instalment, actId, redemptionId));
    await recordInstalmentDue(tx, actId, row, instalment);
    if (remaining === 0n)
      await tx.investment.update({
        where: { id },
        data: { state: "redeemed", actId, nextDueOn: null, waitsFor: null },
      });
    await audit(tx, {
      actorId: userId,
      action: "investment.redeemed",
      targetId: id,
      data: { redemptionId, isWhole: remaining === 0n },
    });
    await emailInvestor(tx, row, "investmentRedeemed", {
      redeemed: formatKobo(amount),
      charge: formatKobo(instalment.charge),
      due: formatKobo(instalment.principal - instalment.charge + instalment.net),
      remaining: remaining === 0n ? null : formatKobo(remaining),
    });
    return getInvestment(userId, id, tx);
  });
}
