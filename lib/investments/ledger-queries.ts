import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { listSubjectPostings } from "@/lib/ledger/queries";
import { toPostingDtos } from "@/lib/ledger/reports";
import { termsDto } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { getAdminInvestment } from "./queries";
import type { InvestmentLedgerDto } from "./schema";

/** Returns an investment with all of its postings. Recorded as a read of the investor. Throws NOT_FOUND. */
export async function getInvestmentLedger(viewer: Viewer, id: string): Promise<InvestmentLedgerDto> {
  const row = await db.investment.findUnique({ where: { id }, include: { planVersion: true } });
  if (!row) throw notFound("This investment does not exist");
  await recordReads(viewer, [{ subjectId: row.userId, part: "account" }]);
  return {
    ...(await getAdminInvestment(id)),
    terms: termsDto.parse(row.planVersion.terms),
    version: row.planVersion.version,
    postings: await toPostingDtos(await listSubjectPostings(id)),
  };
}
