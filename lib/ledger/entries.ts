import "server-only";
import { dayOf, isDay } from "@/lib/dates";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import {
  REVERSAL,
  kinds,
  misplacedAccounts,
  type EntryKind,
  chart,
  isAccountName,
  type AccountName,
} from "./rules";

/** One account's share of an entry, in kobo: debits are positive, credits negative. */
export interface PostingInput {
  account: AccountName;
  amount: bigint;
  /** The investment or bank account, for accounts per investment or bank account. */
  subjectId?: string | undefined;
  /** The investor of the investment. */
  ownerId?: string | undefined;
}

type Holder = Pick<PostingInput, "subjectId" | "ownerId">;

/** Debits an account with an amount in kobo, which must not be negative. */
export const debit = (account: AccountName, amount: bigint, holder: Holder = {}): PostingInput => {
  if (amount < 0n) throw new Error("An amount must not be negative");
  return { account, amount, ...holder };
};

/** Credits an account with an amount in kobo, which must not be negative. */
export const credit = (account: AccountName, amount: bigint, holder: Holder = {}): PostingInput => {
  const posting = debit(account, amount, holder);
  return { ...posting, amount: -posting.amount };
};

export interface EntryInput {
  /** The idempotency key of the event, so that it is posted only once, such as `receipt_match:<act>:<investment>`. */
  key: string;
  /** The act that posts it. */
  actId?: string | undefined;
  kind: EntryKind;
  /** The Lagos day on which it happened, as `YYYY-MM-DD`. */
  on: string;
  /** The subject, such as an investment. */
  subjectId?: string | undefined;
  /** Zero postings are dropped, and postings to the same account are added up. */
  postings: readonly PostingInput[];
}

export interface Entry {
  id: string;
  key: string;
  kind: EntryKind | typeof REVERSAL;
  on: string;
}

interface Prepared extends Entry {
  actId: string | null;
  subjectId: string | null;
  reversesId: string | null;
  postings: Posting[];
}
interface Posting {
  account: AccountName;
  subjectId: string | null;
  ownerId: string | null;
  amount: bigint;
}

const accountKey = ({ account, subjectId }: Pick<Posting, "account" | "subjectId">) =>
  `${account}:${subjectId ?? ""}`;

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Adds up the postings to each account, drops zeros and sorts by account. */
function mergePostings(postings: readonly PostingInput[]): Posting[] {
  const merged = new Map<string, Posting>();
  for (const { account, amount, subjectId = null, ownerId = null } of postings) {
    const { of } = chart[account];
    if ((of === "firm") !== (subjectId === null) || (of === "investment") !== (ownerId !== null))
      throw new Error(`The account ${account} is of each ${of}, which its subject and owner must show`);
    const key = accountKey({ account, subjectId });
    const before = merged.get(key)?.amount ?? 0n;
    merged.set(key, { account, subjectId, ownerId, amount: before + amount });
  }
  return [...merged.values()]
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => byText(accountKey(a), accountKey(b)));
}

/** Guards against programming errors; the database enforces the same rules, except for misplaced accounts. */
function prepare({ key, actId, kind, on, subjectId, postings: input }: EntryInput, id: string): Prepared {
  if (!isDay(on)) throw new Error(`The entry ${key} has no valid day`);
  const postings = mergePostings(input);
  const misplaced = misplacedAccounts(kind, postings);
  if (misplaced.length > 0)
    throw new Error(`An entry of kind ${kind} cannot post to ${misplaced.join(", ")} on that side`);
  if (postings.length < 2) throw new Error(`The entry ${key} has fewer than two postings`);
  if (postings.reduce((sum, { amount }) => sum + amount, 0n) !== 0n)
    throw new Error(`The entry ${key} does not balance`);
  return {
    id,
    key,
    actId: actId ?? null,
    kind,
    on,
    subjectId: subjectId ?? null,
    reversesId: null,
    postings,
  };
}

/**
 * Posts an entry in the caller's transaction. Posting the same key and content again returns the existing entry. Throws CONFLICT if the key
 * was used with other content or an investor's account would be overdrawn, and Error if the entry does not balance or its kind does not
 * allow it.
 */
export async function postEntry(tx: Tx, entry: EntryInput): Promise<Entry> {
  const [posted] = await postEntries(tx, [entry]);
  return posted!;
}

/**
 * Like `postEntry`, for up to about 1,000 entries at a time. A transaction should post all of its entries in one call: a call locks its
 * accounts in one order, which prevents deadlocks. (`transaction()` retries after a deadlock.)
 */
export function postEntries(tx: Tx, entries: readonly EntryInput[]): Promise<Entry[]> {
  // UUIDs of the same millisecond are unordered; sorted ids preserve the order of the entries.
  const ids = entries.map(() => uuidv7()).sort(byText);
  return post(
    tx,
    entries.map((entry, index) => prepare(entry, ids[index]!)),
  );
}

/** The maximum number of entries that are reversed at a time. */
const MAX_REVERSED = 1_000;

/**
 * Reverses the entries of acts on their own days, so that the balances of all days are correct. The entries belong to the act `actId`.
 * Throws CONFLICT if an investor's account would be overdrawn.
 */
export async function reverseActs(tx: Tx, actIds: readonly string[], actId: string): Promise<void> {
  const where = {
    actId: { in: [...actIds] },
    reversedBy: null,
    reversesId: null,
  } satisfies Prisma.LedgerEntryWhereInput;
  for (;;) {
    const rows = await tx.ledgerEntry.findMany({
      where,
      include,
      orderBy: { id: "asc" },
      take: MAX_REVERSED,
    });
    if (rows.length === 0) return;
    const ids = rows.map(() => uuidv7()).sort(byText);
    const reversals = rows.map((row, index) => ({
      ...opposite(toPrepared(row), { key: `undo:${row.id}`, on: dayOf(row.on), actId }),
      id: ids[index]!,
    }));
    await post(tx, reversals);
    // Checks the entries per batch, because checking all at commit could exceed the query timeout.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await tx.$executeRaw`SET CONSTRAINTS ALL DEFERRED`;
  }
}

const opposite = (
  { id, subjectId, postings }: Prepared,
  reversal: Pick<Prepared, "key" | "on" | "actId">,
): Prepared => ({
  ...reversal,
  id: uuidv7(),
  kind: REVERSAL,
  subjectId,
  reversesId: id,
  postings: postings.map((posting) => ({ ...posting, amount: -posting.amount })),
});

const include = { postings: { include: { account: true } } } as const satisfies Prisma.LedgerEntryInclude;

const isKind = (kind: string): kind is Prepared["kind"] => kind === REVERSAL || Object.hasOwn(kinds, kind);

function toPrepared(row: Prisma.LedgerEntryGetPayload<{ include: typeof include }>): Prepared {
  const { id, key, actId, kind, on, subjectId, reversesId } = row;
  if (!isKind(kind)) throw new Error(`Unknown kind of entry: ${kind}`);
  const postings = row.postings.map(({ amount, account: { name, subjectId: of, ownerId } }) => {
    if (!isAccountName(name)) throw new Error(`Unknown account: ${name}`);
    return { account: name, subjectId: of, ownerId, amount };
  });
  postings.sort((a, b) => byText(accountKey(a), accountKey(b)));
  return { id, key, actId, kind, on: dayOf(on), subjectId, reversesId, postings };
}

/** Returns the content that entries with the same key must share. */
const contentOf = ({ kind, on, subjectId, reversesId, postings }: Prepared) =>
  [
    kind,
    on,
    subjectId,
    reversesId,
    ...postings.map((posting) => `${accountKey(posting)}=${posting.amount}`),
  ].join();

const toEntry = ({ id, key, kind, on }: Prepared): Entry => ({ id, key, kind, on });

async function post(tx: Tx, entries: readonly Prepared[]): Promise<Entry[]> {
  const added = await insertEntries(tx, entries);
  const repeated = entries.filter(({ id }) => !added.has(id));
  const existing = repeated.length > 0 ? await readEntries(tx, repeated) : new Map<string, Prepared>();
  const fresh = entries.filter(({ id }) => added.has(id));
  await insertPostings(tx, fresh);
  const freshByKey = new Map(fresh.map((entry) => [entry.key, entry]));
  return entries.map((entry) => {
    const posted = freshByKey.get(entry.key) ?? existing.get(entry.key);
    // No entry has this key, so another entry has reversed the same original.
    if (!posted) throw new AppError("CONFLICT", "This entry has already been reversed");
    if (contentOf(posted) !== contentOf(entry))
      throw new AppError("CONFLICT", "This key was used for another entry");
    return toEntry(posted);
  });
}

/** Inserts the entries whose keys are new, waiting for other transactions with these keys. Returns the inserted ids. */
async function insertEntries(tx: Tx, entries: readonly Prepared[]): Promise<Set<string>> {
  const sorted = entries.toSorted((a, b) => byText(a.key, b.key));
  const column = <T>(read: (entry: Prepared) => T): T[] => sorted.map(read);
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO ledger_entries (id, key, kind, on_day, subject_id, count, reverses_id, act_id)
    SELECT * FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ key }) => key)}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ on }) => on)}::date[], ${column(({ subjectId }) => subjectId)}::uuid[],
      ${column(({ postings }) => postings.length)}::int[], ${column(({ reversesId }) => reversesId)}::uuid[],
      ${column(({ actId }) => actId)}::uuid[])
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(rows.map(({ id }) => id));
}

async function readEntries(tx: Tx, entries: readonly Prepared[]): Promise<Map<string, Prepared>> {
  const keys = entries.map(({ key }) => key);
  const rows = await tx.ledgerEntry.findMany({ where: { key: { in: keys } }, include, take: keys.length });
  return new Map(rows.map((row) => [row.key, toPrepared(row)]));
}

interface AccountRow {
  id: string;
  account: AccountName;
  subjectId: string | null;
  ownerId: string | null;
}

/** Returns the account ids of postings by `accountKey`, and creates missing accounts in a fixed order. */
async function requireAccounts(tx: Tx, postings: readonly Posting[]): Promise<Map<string, string>> {
  const wanted = [...new Map(postings.map((posting) => [accountKey(posting), posting])).values()];
  wanted.sort((a, b) => byText(accountKey(a), accountKey(b)));
  const names = wanted.map(({ account }) => account);
  const subjects = wanted.map(({ subjectId }) => subjectId);
  const read = () => tx.$queryRaw<AccountRow[]>`
    WITH wanted AS (SELECT * FROM unnest(${names}::text[], ${subjects}::uuid[]) AS w (name, subject_id))
    SELECT id, name AS account, subject_id AS "subjectId", owner_id AS "ownerId"
    FROM ledger_accounts JOIN wanted USING (name, subject_id)
    UNION ALL SELECT id, name, NULL, NULL FROM ledger_accounts
    WHERE subject_id IS NULL AND name IN (SELECT name FROM wanted WHERE subject_id IS NULL)`;
  let rows = await read();
  if (rows.length < wanted.length) {
    const ids = wanted.map(() => uuidv7());
    const types = names.map((name) => chart[name].type);
    const owners = wanted.map(({ ownerId }) => ownerId);
    await tx.$executeRaw`
      INSERT INTO ledger_accounts (id, name, type, subject_id, owner_id)
      SELECT * FROM unnest(${ids}::uuid[], ${names}::text[], ${types}::ledger_account_type[], ${subjects}::uuid[], ${owners}::uuid[])
      ON CONFLICT DO NOTHING`;
    rows = await read();
  }
  const byKey = new Map(rows.map((row) => [accountKey(row), row]));
  return new Map(
    wanted.map((posting) => {
      const row = byKey.get(accountKey(posting));
      if (row?.ownerId !== posting.ownerId)
        throw new Error(`The account ${accountKey(posting)} has another owner`);
      return [accountKey(posting), row.id];
    }),
  );
}

async function insertPostings(tx: Tx, entries: readonly Prepared[]): Promise<void> {
  const postings = entries.flatMap((entry) =>
    entry.postings.map((posting) => ({ ...posting, entryId: entry.id })),
  );
  if (postings.length === 0) return;
  const accounts = await requireAccounts(tx, postings);
  const rows = postings
    .map((posting) => ({ ...posting, accountId: accounts.get(accountKey(posting))! }))
    .sort((a, b) => byText(a.accountId, b.accountId));
  try {
    // The trigger locks the accounts in this order.
    await tx.$executeRaw`
      INSERT INTO ledger_postings (account_id, entry_id, amount)
      SELECT * FROM unnest(${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ entryId }) => entryId)}::uuid[],
        ${rows.map(({ amount }) => amount)}::bigint[])`;
  } catch (error) {
    if (error instanceof Error && error.message.includes("ledger_accounts_not_overdrawn"))
      throw new AppError("CONFLICT", "The balance of the investor's account is too low for this entry");
    if (error instanceof Error && error.message.includes("bigint out of range"))
      throw new AppError("CONFLICT", "This entry would exceed the maximum balance of an account");
    throw error;
  }
}
