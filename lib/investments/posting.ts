import "server-only";
import { recordAct } from "@/lib/acts/record";
import { stateAfter } from "@/lib/acts/rules";
import { audit } from "@/lib/audit/audit";
import { dayOf, lagosDay, dateOf } from "@/lib/dates";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { recordDue } from "@/lib/ledger/dues";
import { postEntries, type EntryInput } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import type { EntryKind } from "@/lib/ledger/rules";
import { AdvisoryLock, lockShared } from "@/lib/locks";
import { describeError, log } from "@/lib/log";
import { formatKobo } from "@/lib/money";
import { termsDto } from "@/lib/plans/terms-schema";
import { lockInvestment, emailInvestor } from "./commands";
import {
  instalmentsOf,
  monthOf,
  readScheduleInputs,
  undeclaredMonth,
  type InvestmentInstalment,
} from "./instalments";
import { reinvest, type Reinvested } from "./reinvestment";
import type { InvestmentRow } from "./row";
import { investmentRules } from "./rules";

/**
 * Posts due instalments (product 10.33, ADR 41), exactly as scheduled and on their days. `nextDueOn` is the day of the next unposted one,
 * and an instalment with entries is not posted again.
 */

/** Returns the entries of an instalment. `part` distinguishes it from the act's other instalments. */
export function instalmentEntries(
  investment: InvestmentRow,
  instalment: InvestmentInstalment,
  actId: string,
  part: string,
): EntryInput[] {
  const { day: on, gross, net, tax, fee, principal, charge, loss } = instalment;
  const event = (amount: bigint) => ({ actId, part, on, amount });
  return [
    ...(loss > 0n ? [journal.loss(investment, event(loss))] : []),
    ...(principal > 0n ? [journal.principalDue(investment, { ...event(principal), charge })] : []),
    ...(gross > 0n ? [journal.returnDue(investment, { ...event(gross), net, tax, fee })] : []),
  ];
}

/** Records what an instalment makes due to the investor: its return and principal, less what is reinvested. */
export const recordInstalmentDue = (
  tx: Tx,
  actId: string,
  { id, userId }: Pick<InvestmentRow, "id" | "userId">,
  { day: on, net, principal, charge }: InvestmentInstalment,
  reinvested = 0n,
): Promise<void> => {
  const amount = net + principal - charge - reinvested;
  return recordDue(tx, actId, { source: "investment", amount, on, investmentId: id, userId });
};

/**
 * Locks an investment and its investor, and posts the instalments of an active one up to a day. At maturity it becomes matured, and is
 * reinvested as its investor has chosen. Throws NOT_FOUND.
 */
export async function postDueInstalments(tx: Tx, id: string, userId: string, today: string): Promise<void> {
  await lockUsers(tx, userId);
  await lockShared(tx, AdvisoryLock.withholdingTax);
  const { row } = await lockInvestment(tx, { id, userId });
  const schedule = (await readScheduleInputs([row], tx)).get(id);
  if (row.state !== "active" || !schedule) return;
  const nextDueOn = dayOf(row.nextDueOn!);
  const instalments = instalmentsOf(schedule, row);
  const firstTarget = instalments.findIndex(({ isTarget }) => isTarget);
  const certain = firstTarget < 0 ? instalments : instalments.slice(0, firstTarget);
  const due = await filterUnposted(
    tx,
    id,
    certain.filter(({ day }) => day >= nextDueOn && day <= today),
  );
  const regular = due.filter(({ redemptionId }) => redemptionId === null);
  const redeemed = due.filter(({ redemptionId }) => redemptionId !== null);
  const actId = regular.length > 0 ? await recordInstalments(tx, row, regular) : null;
  const kind = redeemed.some((each) => isEnd(row, each)) ? "post_end" : "post_redemption";
  const redemptionActId = redeemed.length > 0 ? await recordRedemptions(tx, id, redeemed, kind) : null;
  const entries = due.flatMap((instalment) =>
    instalmentEntries(
      row,
      instalment,
      instalment.redemptionId ? redemptionActId! : actId!,
      partOf(instalment),
    ),
  );
  const last = due.find((instalment) => instalment === instalments.at(-1));
  let reinvested = 0n;
  if (last?.redemptionId) {
    await tx.investment.update({
      where: { id },
      data: {
        state: stateAfter(investmentRules, row.state, kind)!,
        actId: redemptionActId!,
        nextDueOn: null,
        waitsFor: null,
      },
    });
  } else if (last) {
    await tx.investment.update({
      where: { id },
      data: { state: "matured", actId: actId!, nextDueOn: null, waitsFor: null },
    });
    const matured = await mature(tx, row, last, actId!);
    entries.push(...matured.entries);
    reinvested = matured.reinvested?.amount ?? 0n;
  } else {
    const next = instalments.find(
      ({ day, redemptionId }, index) =>
        redemptionId === null && (day > today || (firstTarget >= 0 && index >= firstTarget)),
    );
    const data = { nextDueOn: dateOf(next!.day), waitsFor: undeclaredMonth(instalments, today) };
    // If the clock was set back, posted entries stay.
    if (data.nextDueOn >= row.nextDueOn!) await tx.investment.update({ where: { id }, data });
  }
  if (entries.length > 0) await postEntries(tx, entries);
  for (const instalment of due)
    await recordInstalmentDue(
      tx,
      instalment.redemptionId ? redemptionActId! : actId!,
      row,
      instalment,
      instalment === last ? reinvested : 0n,
    );
  for (const instalment of redeemed) await reportRedemption(tx, row, instalment, instalment === last);
}

/** Returns whether an instalment is the redemption with which administrators ended the investment. */
const isEnd = ({ redemptions }: InvestmentRow, { redemptionId }: InvestmentInstalment): boolean =>
  redemptions.some(({ id, waivesCharge }) => id === redemptionId && waivesCharge);

/** Distinguishes the instalments of an act. */
const partOf = ({ redemptionId, day }: InvestmentInstalment): string => redemptionId ?? day;

/** Returns the instalments without entries, so that each is posted once even if `nextDueOn` is wrong. */
async function filterUnposted(
  tx: Tx,
  subjectId: string,
  due: readonly InvestmentInstalment[],
): Promise<InvestmentInstalment[]> {
  const posted = await tx.ledgerEntry.findMany({
    where: {
      subjectId,
      kind: { in: ["loss", "principal_due", "return_due"] satisfies EntryKind[] },
      reversedBy: null,
      on: { in: due.map(({ day }) => dateOf(day)) },
    },
    select: { key: true },
    take: due.length * MAX_ENTRIES_PER_DAY,
  });
  return due.filter((instalment) => !posted.some(({ key }) => key.endsWith(`:${partOf(instalment)}`)));
}

/** An instalment has up to three entries, and so does each redemption of the same day. */
const MAX_ENTRIES_PER_DAY = 100;

/** Audits instalments, and records the act of posting them: it follows from the declarations of their months. */
async function recordInstalments(
  tx: Tx,
  { id, planVersion }: InvestmentRow,
  due: readonly InvestmentInstalment[],
): Promise<string> {
  await audit(tx, { actorId: null, action: "investment.instalment_due", targetId: id });
  const months = due.map(({ day }) => monthOf(day));
  const declarations = await tx.returnDeclaration.findMany({
    where: { planId: planVersion.planId, month: { in: months }, undoneById: null },
    select: { id: true },
    take: months.length,
  });
  const isDeclared = termsDto.parse(planVersion.terms).return.kind === "declared";
  const declaration = isDeclared ? declarations.map((row) => row.id) : [];
  return recordAct(tx, { kind: "instalment", actorId: null, subjects: { investment: [id], declaration } });
}

/** Records the act of posting redemptions that take effect with a declared return. It follows from the acts that redeemed. */
const recordRedemptions = (
  tx: Tx,
  id: string,
  redeemed: readonly InvestmentInstalment[],
  kind: "post_redemption" | "post_end",
): Promise<string> => {
  const redemption = redeemed.map(({ redemptionId }) => redemptionId!);
  return recordAct(tx, {
    kind,
    actorId: null,
    subjects: { investment: [id], redemption },
  });
};

/** Audits a redemption that has taken effect, and emails the investor. */
async function reportRedemption(
  tx: Tx,
  row: InvestmentRow,
  instalment: InvestmentInstalment,
  isWhole: boolean,
): Promise<void> {
  const { day, redemptionId, taken, loss, principal, charge } = instalment;
  const data = { redemptionId, isWhole };
  const action = isEnd(row, instalment) ? "investment.ended" : "investment.redeemed";
  await audit(tx, { actorId: null, action, targetId: row.id, data });
  const facts = {
    on: day,
    redeemed: formatKobo(taken),
    loss: loss > 0n ? formatKobo(loss) : null,
    due: formatKobo(principal - charge),
  };
  if (isEnd(row, instalment)) await emailInvestor(tx, row, "endPosted", facts);
  else await emailInvestor(tx, row, "redemptionPosted", { ...facts, charge: formatKobo(charge) });
}

async function mature(
  tx: Tx,
  row: InvestmentRow,
  last: InvestmentInstalment,
  actId: string,
): Promise<Reinvested> {
  await audit(tx, { actorId: null, action: "investment.matured", targetId: row.id });
  const result = await reinvest(tx, row, last, actId);
  const { reinvested, reason } = result;
  const due = last.principal + last.net - (reinvested?.amount ?? 0n);
  await emailInvestor(tx, row, "investmentMatured", {
    maturityOn: last.day,
    due: due > 0n ? formatKobo(due) : null,
    reinvested: reinvested && {
      amount: formatKobo(reinvested.amount),
      reference: reinvested.reference,
    },
    reason,
  });
  return result;
}

const BATCH = 100;

/**
 * Posts the due instalments of all investments, including those of days on which no server ran. A job calls this; concurrent runs post each
 * once.
 */
export async function postDueInvestments(now = new Date()): Promise<void> {
  const today = lagosDay(now);
  const failed: string[] = [];
  let failure: unknown;
  for (;;) {
    const rows = await db.$queryRaw<{ id: string; userId: string }[]>`
      (SELECT id, user_id AS "userId" FROM investments
        WHERE waits_for IS NULL AND next_due_on <= ${today}::date AND id <> ALL (${failed}::uuid[])
        ORDER BY next_due_on LIMIT ${BATCH})
      UNION ALL
      (SELECT i.id, i.user_id FROM investments AS i JOIN plan_versions AS v ON v.id = i.plan_version_id
        JOIN return_declarations AS d ON d.plan_id = v.plan_id AND d.month = i.waits_for AND d.undone_by_id IS NULL
        WHERE i.waits_for IS NOT NULL AND i.id <> ALL (${failed}::uuid[]) LIMIT ${BATCH})`;
    for (const { id, userId } of rows)
      try {
        await transaction((tx) => postDueInstalments(tx, id, userId, today));
      } catch (error) {
        // A failure does not stop the others.
        log.error({ event: "investment.not_posted", investmentId: id, ...describeError(error) });
        failed.push(id);
        failure = error;
      }
    if (rows.length === 0) break;
  }
  if (failure) throw failure;
}
