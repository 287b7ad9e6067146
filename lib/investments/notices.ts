import "server-only";
import { audit } from "@/lib/audit/audit";
import { dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db, lockUsers, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { formatRate } from "@/lib/rates";
import { emailInvestor, lockInvestment } from "./commands";
import { CHOICE_DAYS } from "./rules";

/**
 * Emails that jobs send to investors: before maturity, and at a change of tax (product 10.33). An audit row is written with each email, so
 * that it is sent once, also if several servers run the job.
 */
const BATCH = 100;
/** How long after a change of tax its investors are looked for, for days on which no server ran. */
const NOTICE_DAYS = 14;

/** Asks investors to choose between reinvestment and payout, once per investment, from `CHOICE_DAYS` days before maturity on. */
export async function announceMaturities(today = lagosDay()): Promise<void> {
  for (;;) {
    const due = await db.$queryRaw<{ id: string; userId: string }[]>`
      SELECT i.id, i.user_id AS "userId" FROM investments AS i
      WHERE i.state = 'active' AND i.maturity_on > ${today}::date
        AND i.maturity_on <= ${dayAt(dayNumber(today) + CHOICE_DAYS)}::date
        AND i.amount > (SELECT coalesce(sum(amount), 0) FROM redemptions WHERE investment_id = i.id AND undone_by_id IS NULL)
        AND NOT EXISTS (SELECT FROM audit_events AS a WHERE a.action = 'investment.maturity_announced' AND a.target_id = i.id)
      ORDER BY i.maturity_on, i.id LIMIT ${BATCH}`;
    for (const { id, userId } of due) await announceMaturity(id, userId);
    if (due.length < BATCH) return;
  }
}

const announceMaturity = (id: string, userId: string): Promise<void> =>
  transaction(async (tx) => {
    await lockUsers(tx, userId);
    const { row } = await lockInvestment(tx, { id });
    const announced = { action: "investment.maturity_announced", targetId: id } as const;
    if (row.state !== "active" || (await tx.auditEvent.count({ where: announced })) > 0) return;
    await emailInvestor(tx, row, "maturityNear", {
      maturityOn: dayOf(row.maturityOn!),
      choice: row.reinvest,
    });
    await audit(tx, { actorId: null, ...announced });
  });

/** Emails each investor with an active investment about a change of the withholding tax rate, once per change. */
export async function announceTaxChanges(now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - NOTICE_DAYS * 86_400_000);
  const changes = await db.taxChange.findMany({
    where: { changedAt: { gt: since } },
    orderBy: { id: "asc" },
    take: BATCH,
  });
  for (const { id: changeId, from, rate } of changes)
    for (;;) {
      const due = await db.$queryRaw<{ userId: string }[]>`
        SELECT DISTINCT i.user_id AS "userId" FROM investments AS i
        WHERE i.state = 'active'
          AND NOT EXISTS (SELECT FROM audit_events AS a WHERE a.action = 'tax.announced' AND a.target_id = i.user_id
            AND a.data->>'changeId' = ${changeId})
        ORDER BY 1 LIMIT ${BATCH}`;
      for (const { userId } of due)
        await announceTaxChange(userId, { changeId, from: dayOf(from), rate: formatRate(rate) });
      if (due.length < BATCH) break;
    }
}

const announceTaxChange = (
  userId: string,
  { changeId, ...data }: { changeId: string; from: string; rate: string },
): Promise<void> =>
  transaction(async (tx) => {
    await lockUsers(tx, userId);
    const announced = {
      action: "tax.announced",
      targetId: userId,
      data: { path: ["changeId"], equals: changeId },
    } as const;
    if ((await tx.auditEvent.count({ where: announced })) > 0) return;
    const { name, email: to } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await enqueue(tx, { to, userId, template: "taxChanged", data: { name, ...data } });
    await audit(tx, { actorId: null, action: "tax.announced", targetId: userId, data: { changeId } });
  });
