import "server-only";
import { audit } from "@/lib/audit/audit";
import { inBatches } from "@/lib/db/batches";
import { db, lockUsers, transaction } from "@/lib/db/client";
import { formatKobo } from "@/lib/money";
import { emailAdministrators } from "@/lib/users/super-administrators";
import { lockInvestment } from "./commands";
import { isPartlyPaidTooLong } from "./rules";

/**
 * Emails all administrators once about each investment that is still partly paid when it would have expired: it holds capacity until it is
 * paid, or until one of them refunds it (ADR 38). Called by a job.
 */
export async function reportOverdueInvestments(now = new Date()): Promise<void> {
  const read = inBatches(({ after, orderBy, take }) =>
    db.investment.findMany({
      where: { state: "requested", expiresAt: { lte: now }, ...after },
      select: { id: true, userId: true },
      orderBy,
      take,
    }),
  );
  for await (const overdue of read) for (const { id, userId } of overdue) await report(id, userId, now);
}

async function report(id: string, userId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    const { row, received } = await lockInvestment(tx, { id });
    if (!isPartlyPaidTooLong({ ...row, received }, now)) return;
    // An undone match extends the time, after which it is reported again.
    const reported = { targetId: id, action: "investment.overdue", at: { gte: row.expiresAt } };
    if ((await tx.auditEvent.count({ where: reported })) > 0) return;
    await emailAdministrators(tx, ["money.act"], "investmentOverdue", {
      reference: row.reference,
      amount: formatKobo(row.amount),
      received: formatKobo(received),
      expiresAt: row.expiresAt.toISOString(),
      investmentId: id,
    });
    await audit(tx, { actorId: null, action: "investment.overdue", targetId: id });
  });
}
