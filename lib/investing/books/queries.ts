import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { AccountName } from "@/lib/ledger/chart";
import {
  listAccountPostings,
  listSubjectPostings,
  readTrialBalance,
  type PostingRow,
} from "@/lib/ledger/queries";
import { termsDto } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { getAdminInvestment } from "../investments/queries";
import type { InvestmentBooksDto, PostingDto, TrialBalanceDto } from "./schema";

/** The ledger as administrators read it (product 10.35). */

/** The total of each account, and both sums, which are equal. */
export async function getTrialBalance(): Promise<TrialBalanceDto> {
  const rows = await readTrialBalance();
  const sum = (side: "debit" | "credit") => String(rows.reduce((total, row) => total + row[side], 0n));
  return {
    accounts: rows.map(({ account, debit, credit }) => ({
      account,
      debit: String(debit),
      credit: String(credit),
    })),
    debit: sum("debit"),
    credit: sum("credit"),
  };
}

async function toPostingDtos(rows: readonly PostingRow[]): Promise<PostingDto[]> {
  const ids = [...new Set(rows.flatMap(({ about }) => about ?? []))];
  const found = await db.investment.findMany({
    where: { id: { in: ids } },
    select: { id: true, reference: true },
    take: ids.length,
  });
  const references = new Map(found.map(({ id, reference }) => [id, { _id: id, reference }]));
  return rows.map(({ entryId, kind, on, account, amount, balanceAfter, about }) => ({
    entryId,
    kind,
    on,
    account,
    amount: String(amount),
    balance: String(balanceAfter),
    investment: references.get(about ?? "") ?? null,
  }));
}

/** The postings of an account of the firm, newest first. */
export async function listFirmPostings(
  account: AccountName,
  page: { after?: string | undefined; limit: number },
): Promise<{ postings: PostingDto[]; next: string | null }> {
  const { postings, next } = await listAccountPostings(account, null, page);
  return { postings: await toPostingDtos(postings), next };
}

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
