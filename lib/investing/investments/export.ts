import "server-only";
import { dayOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { listSubjectEntries } from "@/lib/ledger/queries";
import { include } from "./queries";

/** All investments of a user with what they accepted and what was paid, for the archive of their data. Amounts are kobo as decimal text. */
export async function exportInvestments(userId: string) {
  const rows = await db.investment.findMany({ where: { userId }, include, orderBy: { id: "asc" } });
  const investments = [];
  for (const row of rows) {
    const { planVersion } = row;
    const entries = await listSubjectEntries(row.id);
    investments.push({
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
      entries: entries.map(({ kind, on, amount }) => ({ kind, on, amount: String(amount) })),
    });
  }
  return investments;
}
