import "server-only";
import { readDecisions } from "@/lib/acts/decisions";
import { db } from "@/lib/db/client";
import { listAccountPostings, readTrialBalance, type PostingRow } from "./queries";
import { chart, type AccountName } from "./rules";
import type { PostingDto, TrialBalanceDto } from "./schema";

/** The trial balance and account postings for administrators (product 10.35). */

/** Returns the debit and credit totals of every account, and both sums. */
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

/** Adds the references of investments to postings, and who decided about them. */
export async function toPostingDtos(rows: readonly PostingRow[]): Promise<PostingDto[]> {
  const ids = [...new Set(rows.flatMap(({ about }) => about ?? []))];
  const found = await db.investment.findMany({
    where: { id: { in: ids } },
    select: { id: true, reference: true },
    take: ids.length,
  });
  const references = new Map(found.map(({ id, reference }) => [id, { _id: id, reference }]));
  const entryIds = [...new Set(rows.map(({ entryId }) => entryId))];
  const entries = await db.ledgerEntry.findMany({
    where: { id: { in: entryIds } },
    select: { id: true, actId: true },
    take: entryIds.length,
  });
  const acts = new Map(entries.map(({ id, actId }) => [id, actId]));
  const decisions = await readDecisions(
    entries.flatMap(({ actId }) => actId ?? []),
    db,
  );
  return rows.map(({ entryId, kind, on, account, amount, balanceAfter, about }) => ({
    entryId,
    kind,
    on,
    account,
    amount: String(amount),
    balance: String(balanceAfter),
    investment: references.get(about ?? "") ?? null,
    decision: decisions.get(acts.get(entryId) ?? "") ?? null,
  }));
}

/** Returns the postings of an account of the firm, or of a bank account, newest first. */
export async function listFirmPostings(
  account: AccountName,
  {
    bankAccountId,
    ...page
  }: { after?: string | undefined; bankAccountId?: string | undefined; limit: number },
): Promise<{ postings: PostingDto[]; next: string | null }> {
  const subjectId =
    chart[account].of === "firm" ? null : (bankAccountId ?? (await readOldestSubject(account)));
  const { postings, next } = await listAccountPostings(account, subjectId, page);
  return { postings: await toPostingDtos(postings), next };
}

async function readOldestSubject(name: AccountName): Promise<string | null> {
  const account = await db.ledgerAccount.findFirst({ where: { name }, orderBy: { createdAt: "asc" } });
  return account?.subjectId ?? null;
}
