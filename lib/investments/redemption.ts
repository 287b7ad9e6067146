import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { postEntries } from "@/lib/ledger/entries";
import { formatKobo } from "@/lib/money";
import { accruedOn, redemptionOn, type RedemptionRefusal } from "@/lib/plans/schedule-rules";
import { monthWords } from "@/lib/rates";
import type { Viewer } from "@/lib/viewer";
import { countMoneyAct } from "./acts-limit";
import { lockInvestment, notify } from "./commands";
import { paymentsOf, readRunning, waitsForOn, type Running } from "./instalments";
import { entriesOf, postDue } from "./posting";
import { getInvestment } from "./queries";
import type { redeemSchema, RedemptionDto } from "./redemption-schema";
import { include, type InvestmentRow } from "./row";
import type { InvestmentDto } from "./schema";

/** Early redemption by the investor (product 10.33): what it pays and costs is shown before. */

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const dayWords = (day: string) => dayFormat.format(new Date(day));

/** Why an amount cannot be redeemed, in words. */
function refusalWords(
  refused: RedemptionRefusal,
  { terms, amount, start, options }: Running,
  day: string,
): string {
  const { principal } = accruedOn(terms, amount, start, day, options);
  switch (refused) {
    case "not_offered":
      return "This investment cannot be redeemed before the end of its tenor";
    case "too_early":
      return `This investment can be redeemed from ${dayWords(dayAt(dayNumber(start) + terms.earlyRedemption!.fromDay))} on`;
    case "matured":
      return "The tenor has ended, and everything is paid to you";
    case "amount":
      return `You can redeem up to ${formatKobo(principal)}`;
    case "too_little":
      return `Redeem at least ${formatKobo(terms.step)}, or all of it: ${formatKobo(principal)}`;
    case "remainder":
      return `At least ${formatKobo(terms.minimum)} has to remain. Redeem less, or all of it: ${formatKobo(principal)}.`;
  }
}

/** What redeeming an amount on a day pays. Throws CONFLICT unless it is active, and VALIDATION_FAILED at `amount`. */
function redemptionOf(row: InvestmentRow, running: Running | undefined, amount: bigint, day: string) {
  if (row.state !== "active" || !running)
    throw new AppError("CONFLICT", "Only an active investment can be redeemed");
  const { terms, amount: invested, start, options } = running;
  const payments = paymentsOf(running, row);
  const month = waitsForOn(payments, day);
  if (month)
    throw invalid(
      "amount",
      `A payment waits for the declaration of ${monthWords(month)}. You can redeem after it.`,
    );
  // A clock that was moved back would change what has been posted.
  if (payments.some((payment) => payment.day > day && payment.redemptionId))
    throw new AppError("CONFLICT", "This is not possible now. Please try again tomorrow.");
  const result = redemptionOn(terms, invested, start, { day, amount }, options);
  if ("refused" in result) throw invalid("amount", refusalWords(result.refused, running, day));
  return result;
}

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

/** Shows what redeeming an amount today pays, costs and leaves. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED at `amount`. */
export async function previewRedemption(userId: string, id: string, typed: string): Promise<RedemptionDto> {
  const row = await db.investment.findFirst({ where: { id, userId }, include });
  if (!row) throw notFound();
  const amount = BigInt(typed);
  return toDto(redemptionOf(row, (await readRunning([row])).get(id), amount, lagosDay()), amount);
}

/**
 * Redeems an amount today. What is due before is posted first. Throws NOT_FOUND, CONFLICT if a new day has begun since the preview, and
 * VALIDATION_FAILED at `amount`. The route has required a fresh proof of identity.
 */
export async function redeemInvestment(
  viewer: Viewer,
  id: string,
  { amount: typed, day }: z.output<typeof redeemSchema>,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  const amount = BigInt(typed);
  await countMoneyAct(viewer);
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const today = lagosDay();
    await postDue(tx, id, userId, today);
    if (day !== today)
      throw new AppError("CONFLICT", "A new day has begun. Look at the figures again before you go on.");
    const { row: before } = await lockInvestment(tx, { id, userId });
    const running = (await readRunning([before], tx)).get(id);
    const { remaining } = redemptionOf(before, running, amount, today);
    const redemptionId = uuidv7();
    await tx.redemption.create({
      data: { id: redemptionId, investmentId: id, on: new Date(`${today}T00:00:00Z`), amount },
    });
    const { row } = await lockInvestment(tx, { id, userId });
    const payments = paymentsOf((await readRunning([row], tx)).get(id)!, row);
    const payment = payments.find((each) => each.redemptionId === redemptionId)!;
    await postEntries(tx, entriesOf(row, payment, `${today}:${redemptionId}`));
    if (remaining === 0n)
      await tx.investment.update({
        where: { id },
        data: { state: "redeemed", nextDueOn: null, waitsFor: null },
      });
    await audit(tx, {
      actorId: userId,
      action: "investment.redeemed",
      targetId: id,
      data: { redemptionId, isWhole: remaining === 0n },
    });
    await notify(tx, row, "investmentRedeemed", {
      redeemed: formatKobo(amount),
      charge: formatKobo(payment.charge),
      due: formatKobo(payment.principal - payment.charge + payment.net),
      remaining: remaining === 0n ? null : formatKobo(remaining),
    });
    return getInvestment(userId, id, tx);
  });
}
