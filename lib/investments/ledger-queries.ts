import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { listSubjectPostings } from "@/lib/ledger/queries";
import { toPostingDtos } from "@/lib/ledger/reports";
import { termsDto } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { getAdminInvestment } from "./queries";
import type { InvestmentBooksDto } from "./schema";

/** An investment with all of its postings. It is recorded as a read of the investor. Throws NOT_FOUND. */
export async function getInvestmentBooks(viewer: Viewer, id: string): Promise<InvestmentBooksDto> {
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
