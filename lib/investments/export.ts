import "server-only";
import { dayOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db } from "@/lib/db/client";
import { listSubjectEntries } from "@/lib/ledger/queries";
import { isShownToInvestor } from "./queries";
import { include, type InvestmentRow } from "./row";

/** Returns all investments of a user with accepted terms and entries, for the data archive. Amounts are kobo as decimal text. */
export async function exportInvestments(userId: string) {
  const investments: Awaited<ReturnType<typeof toExported>>[] = [];
  const read = inBatches(({ after, orderBy, take }) =>
    db.investment.findMany({ where: { userId, ...after }, include, orderBy, take }),
  );
  for await (const rows of read) for (const row of rows) investments.push(await toExported(row));
  return investments;
}

async function toExported(row: InvestmentRow) {
  const { planVersion } = row;
  const entries = await listSubjectEntries(row.id);
  return {
    reference: row.reference,
    state: row.state,
    plan: planVersion.name,
    version: planVersion.version,
    amount: String(row.amount),
    requestedAt: row.requestedAt,
    acceptedAt: row.acceptedAt,
    terms: planVersion.terms,
    termsHash: row.termsHash,
    paidOn: row.paidOn && dayOf(row.paidOn),
    startOn: row.startOn && dayOf(row.startOn),
    maturityOn: row.maturityOn && dayOf(row.maturityOn),
    entries: entries
      .filter(isShownToInvestor)
      .map(({ kind, on, amount }) => ({ kind, on, amount: String(amount) })),
    redemptions: row.redemptions.map(({ on, amount }) => ({ on: dayOf(on), amount: String(amount) })),
    atMaturity: { choice: row.reinvest, acceptedAt: row.reinvestAcceptedAt },
  };
}
