import "server-only";
import { dayOf, dateOf } from "@/lib/dates";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { type EntryKind, accountNames, type AccountName } from "./rules";

type Reader = Tx | typeof db;

/** Returns the balance of an account in kobo: debits less credits; zero without postings. */
export async function readBalance(
  account: AccountName,
  subjectId: string | null = null,
  reader: Reader = db,
): Promise<bigint> {
  const row = await reader.ledgerAccount.findFirst({
    where: { name: account, subjectId },
    select: { balance: true },
  });
  return row?.balance ?? 0n;
}

/** Returns the balances of an investor's accounts by name, summed over all investments. */
export async function readOwnerTotals(
  ownerId: string,
  reader: Reader = db,
): Promise<Partial<Record<AccountName, bigint>>> {
  const rows = await reader.ledgerAccount.groupBy({
    by: "name",
    where: { ownerId },
    _sum: { balance: true },
  });
  return Object.fromEntries(rows.map(({ name, _sum }) => [name, _sum.balance ?? 0n]));
}

/** Returns the net amount that entries of some kinds, and their reversals, have posted to an investor's accounts. Debits are positive. */
export async function sumOwnerPostings(
  ownerId: string,
  kinds: readonly EntryKind[],
  reader: Reader = db,
): Promise<bigint> {
  const { _sum } = await reader.ledgerPosting.aggregate({
    where: {
      ownerId,
      entry: { OR: [{ kind: { in: [...kinds] } }, { reverses: { kind: { in: [...kinds] } } }] },
    },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}

export interface PostingRow {
  entryId: string;
  accountId: string;
  account: string;
  /** The subject of the account. */
  subjectId: string | null;
  /** The subject of the entry. */
  about: string | null;
  kind: string;
  on: string;
  amount: bigint;
  /** The balance of the account after this posting. */
  balanceAfter: bigint;
  at: Date;
}

/** A page of postings, newest first. `next` is the cursor of the next page; null on the last page. */
export interface PostingPage {
  postings: PostingRow[];
  next: string | null;
}

interface Page {
  after?: string | null | undefined;
  /** At most MAX_PAGE. */
  limit: number;
}

const MAX_PAGE = 500;
const include = { entry: true, account: true } as const satisfies Prisma.LedgerPostingInclude;
type Row = Prisma.LedgerPostingGetPayload<{ include: typeof include }>;

const toPosting = ({ entry, account, amount, balanceAfter, entryId, accountId }: Row): PostingRow => ({
  entryId,
  accountId,
  account: account.name,
  subjectId: account.subjectId,
  about: entry.subjectId,
  kind: entry.kind,
  on: dayOf(entry.on),
  amount,
  balanceAfter,
  at: entry.createdAt,
});

const toPage = (rows: Row[], take: number, cursorOf: (row: Row) => string): PostingPage => ({
  postings: rows.slice(0, take).map(toPosting),
  next: rows.length > take ? cursorOf(rows[take - 1]!) : null,
});

const sizeOf = ({ limit }: Page) => Math.min(Math.max(limit, 1), MAX_PAGE);

/** Returns the postings of an account in the order in which they changed its balance. */
export async function listAccountPostings(
  account: AccountName,
  subjectId: string | null,
  page: Page,
): Promise<PostingPage> {
  const take = sizeOf(page);
  const found = await db.ledgerAccount.findFirst({
    where: { name: account, subjectId },
    select: { id: true },
  });
  if (!found) return { postings: [], next: null };
  const rows = await db.ledgerPosting.findMany({
    where: { accountId: found.id, ...(page.after && { ordinal: { lt: BigInt(page.after) } }) },
    include,
    orderBy: { ordinal: "desc" },
    take: take + 1,
  });
  return toPage(rows, take, ({ ordinal }) => String(ordinal));
}

/** Leaves out the account `received`: otherwise an allocation would be two rows that cancel each other out. */
const investedOrDue = { account: { name: { not: "received" satisfies AccountName } } };

export interface OwnerPosting extends Pick<
  PostingRow,
  "entryId" | "accountId" | "account" | "subjectId" | "kind" | "on" | "amount"
> {
  /** The investor's balance, invested and due, after this posting: debits less credits. */
  ownerBalanceAfter: bigint;
}

/**
 * Returns the postings to an investor's invested and due accounts, newest first, optionally of one kind. The running balance covers all
 * kinds, so each page reads all postings of the investor.
 */
export async function listOwnerPostings(
  ownerId: string,
  { after, limit, kind }: Page & { kind?: string | undefined },
): Promise<{ postings: OwnerPosting[]; next: string | null }> {
  const take = sizeOf({ limit });
  const [entryId, accountId] = after?.split(".") ?? [];
  const beyond = entryId
    ? Prisma.sql`AND ("entryId", "accountId") < (${entryId}::uuid, ${accountId}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<(Omit<OwnerPosting, "on"> & { on: Date })[]>`
    SELECT * FROM (
      SELECT p.entry_id AS "entryId", p.account_id AS "accountId", a.name AS account, a.subject_id AS "subjectId", e.kind, e.on_day AS "on", p.amount,
        sum(p.amount) OVER (ORDER BY p.entry_id, p.account_id)::bigint AS "ownerBalanceAfter"
      FROM ledger_postings AS p JOIN ledger_entries AS e ON e.id = p.entry_id JOIN ledger_accounts AS a ON a.id = p.account_id
      WHERE p.owner_id = ${ownerId}::uuid AND a.name <> 'received') AS postings
    WHERE ${kind ? Prisma.sql`kind = ${kind}` : Prisma.sql`true`} ${beyond}
    ORDER BY "entryId" DESC, "accountId" DESC LIMIT ${take + 1}`;
  const last = rows[take - 1];
  return {
    postings: rows.slice(0, take).map((row) => ({ ...row, on: dayOf(row.on) })),
    next: rows.length > take && last ? `${last.entryId}.${last.accountId}` : null,
  };
}

export interface TrialBalanceRow {
  account: AccountName;
  /** In kobo; at least one of the two is zero. */
  debit: bigint;
  credit: bigint;
}

/** Returns the total of each account in the chart, summed from the deltas that postings add. Total debits equal total credits. */
export async function readTrialBalance(): Promise<TrialBalanceRow[]> {
  const rows = await db.ledgerTotalDelta.groupBy({ by: "name", _sum: { amount: true } });
  const totals = new Map(rows.map(({ name, _sum }) => [name, _sum.amount ?? 0n]));
  return accountNames.map((account) => {
    const total = totals.get(account) ?? 0n;
    return { account, debit: total > 0n ? total : 0n, credit: total < 0n ? -total : 0n };
  });
}

/**
 * Replaces the deltas by one row per name with the same sum. Safe to run concurrently: each run sums only the rows it deletes.
 * @param minRows summing fewer rows is cheaper than compacting them
 */
export async function compactTotals(minRows = 200): Promise<void> {
  if ((await db.ledgerTotalDelta.count()) < minRows) return;
  await db.$executeRaw`
    WITH deleted AS (DELETE FROM ledger_total_deltas RETURNING name, amount)
    INSERT INTO ledger_total_deltas (name, amount) SELECT name, sum(amount) FROM deleted GROUP BY 1 HAVING sum(amount) <> 0`;
}

export type SubjectTotals = Partial<Record<AccountName, bigint>>;

/** Returns the net amount per account, firm accounts included, of all entries about a subject. */
export async function readSubjectTotals(
  subjectIds: readonly string[],
  reader: Reader = db,
): Promise<Map<string, SubjectTotals>> {
  const totals = new Map<string, SubjectTotals>();
  if (subjectIds.length === 0) return totals;
  const rows = await reader.$queryRaw<{ subjectId: string; name: AccountName; total: bigint }[]>`
    SELECT e.subject_id AS "subjectId", a.name, sum(p.amount)::bigint AS total
    FROM ledger_entries AS e JOIN ledger_postings AS p ON p.entry_id = e.id JOIN ledger_accounts AS a ON a.id = p.account_id
    WHERE e.subject_id = ANY (${[...subjectIds]}::uuid[]) GROUP BY 1, 2`;
  for (const { subjectId, name, total } of rows)
    totals.set(subjectId, { ...totals.get(subjectId), [name]: total });
  return totals;
}

/** More than an investment with monthly payments has in ten years. */
const MAX_SUBJECT_POSTINGS = 5_000;

/** Returns the postings of all entries about a subject, in posting order. */
export async function listSubjectPostings(subjectId: string, reader: Reader = db): Promise<PostingRow[]> {
  const rows = await reader.ledgerPosting.findMany({
    where: { entry: { subjectId } },
    include,
    // Debits before credits, as accountants write them.
    orderBy: [{ entryId: "asc" }, { amount: "desc" }, { accountId: "asc" }],
    take: MAX_SUBJECT_POSTINGS,
  });
  return rows.map(toPosting);
}

export interface SubjectEntry {
  id: string;
  kind: string;
  on: string;
  /** The sum of its debits. */
  amount: bigint;
}

/** Returns the entries about a subject, newest first, at most MAX_PAGE. */
export async function listSubjectEntries(subjectId: string, reader: Reader = db): Promise<SubjectEntry[]> {
  const rows = await reader.ledgerEntry.findMany({
    where: { subjectId },
    include: { postings: { select: { amount: true } } },
    orderBy: { id: "desc" },
    take: MAX_PAGE,
  });
  return rows.map(({ id, kind, on, postings }) => ({
    id,
    kind,
    on: dayOf(on),
    amount: postings.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n),
  }));
}

export interface OwnerEntry {
  id: string;
  kind: string;
  on: string;
  about: string | null;
  /** The net amount that the entry has posted to the owner's accounts. */
  amount: bigint;
}

/**
 * Returns the entries that concern an investor's invested and due accounts between two days, inclusive, ordered by day. At most `limit`.
 */
export async function listOwnerEntries(
  ownerId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
  reader: Reader = db,
): Promise<OwnerEntry[]> {
  const rows = await reader.$queryRaw<(Omit<OwnerEntry, "on"> & { on: Date })[]>`
    SELECT e.id, e.kind, e.on_day AS "on", e.subject_id AS about, sum(p.amount)::bigint AS amount
    FROM ledger_postings AS p JOIN ledger_entries AS e ON e.id = p.entry_id JOIN ledger_accounts AS a ON a.id = p.account_id
    WHERE p.owner_id = ${ownerId}::uuid AND a.name <> 'received' AND e.on_day BETWEEN ${from}::date AND ${to}::date
    GROUP BY e.id ORDER BY e.on_day, e.id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, on: dayOf(row.on) }));
}

/** Returns an investor's balance, invested and due, before a day. */
export async function readOwnerBalanceBefore(
  ownerId: string,
  day: string,
  reader: Reader = db,
): Promise<bigint> {
  const { _sum } = await reader.ledgerPosting.aggregate({
    where: { ownerId, ...investedOrDue, entry: { on: { lt: dateOf(day) } } },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}
