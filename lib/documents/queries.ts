import "server-only";
import { dayOf, dayWords, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { formatExact } from "@/lib/money";
import { advisedPayouts } from "./payout-advice";
import { entryAmount, receiptEntries } from "./receipt";
import type { OwnPdf } from "./schema";

/** The newest documents of each kind that are listed; those of one investment are on its page. */
const MAX_LISTED = 50;

/** Lists an investor's agreements, receipts and payout advices, newest first; of one investment if `investmentId` is given. */
export async function listOwnPdfs(
  userId: string,
  investmentId?: string,
): Promise<{ agreements: OwnPdf[]; receipts: OwnPdf[]; advices: OwnPdf[] }> {
  const investments = await db.investment.findMany({
    where: { userId, ...(investmentId && { id: investmentId }) },
    include: { planVersion: { select: { name: true } } },
    orderBy: { id: "desc" },
    take: MAX_LISTED,
  });
  const entries = await db.ledgerEntry.findMany({
    where: { subjectId: { in: investments.map(({ id }) => id) }, ...receiptEntries },
    include: { postings: { select: { amount: true } } },
    orderBy: { id: "desc" },
    take: MAX_LISTED,
  });
  const payouts = await db.payout.findMany({
    where: {
      AND: [
        advisedPayouts,
        {
          userId,
          state: { in: ["released", "paid", "returned"] },
          ...(investmentId && { parts: { some: { investmentId } } }),
        },
      ],
    },
    include: { batch: true },
    orderBy: { id: "desc" },
    take: MAX_LISTED,
  });
  const references = new Map(investments.map(({ id, reference }) => [id, reference]));
  return {
    agreements: investments.map(({ id, reference, amount, planVersion, acceptedAt }) => ({
      key: id,
      title: `Agreement ${reference}`,
      note: `${planVersion.name}, ${formatExact(amount)}, accepted on ${dayWords(lagosDay(acceptedAt))}`,
      link: { kind: "agreement", id, name: `agreement-${reference}.pdf` },
    })),
    receipts: entries.map((entry) => ({
      key: entry.id,
      title: `Receipt for ${formatExact(entryAmount(entry))}`,
      note: `${references.get(entry.subjectId!)}, received on ${dayWords(dayOf(entry.on))}`,
      link: {
        kind: "receipt",
        id: entry.subjectId!,
        entryId: entry.id,
        name: `receipt-${references.get(entry.subjectId!)}-${dayOf(entry.on)}.pdf`,
      },
    })),
    advices: payouts.map(({ id, amount, reference, batch }) => ({
      key: id,
      title: `Payout of ${formatExact(amount)}`,
      note: `${reference}, sent on ${dayWords(lagosDay(batch!.decidedAt!))}`,
      link: { kind: "advice", id, name: `payout-${reference}.pdf` },
    })),
  };
}
