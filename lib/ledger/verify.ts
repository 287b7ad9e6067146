import "server-only";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { chart, isAccountName } from "./rules";

/** Rows per query. Limits memory and keeps each query well within its timeout. */
const BATCH = 5_000;
/** The longest a verification may take, in one snapshot. */
const TIMEOUT_MS = 24 * 3_600_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface PostingRow {
  accountId: string;
  ordinal: bigint;
  amount: bigint;
  balanceAfter: bigint;
  isOwnersOwn: boolean;
  /** The account; null if there is none. */
  name: string | null;
  type: string | null;
  ownerId: string | null;
  balance: bigint;
  count: bigint;
}

export interface Verification {
  entries: number;
  accounts: number;
  postings: number;
  problems: number;
}

/**
 * Checks a snapshot of the whole ledger while servers keep writing: every entry sums to zero and has all of its postings, every stored
 * running balance is correct, each account's balance is the sum of its postings, no investor's account is overdrawn, and the trial balance
 * is zero and equals the sum of all accounts. Reports each problem as a sentence.
 */
export function verifyLedger(report: (problem: string) => void): Promise<Verification> {
  const counts: Verification = { entries: 0, accounts: 0, postings: 0, problems: 0 };
  const note = (problem: string) => {
    counts.problems += 1;
    report(problem);
  };
  return db.$transaction(
    async (tx) => {
      const ofEntries = await verifyEntries(tx, counts, note);
      const totals = await verifyAccounts(tx, counts, note);
      if (ofEntries !== counts.postings)
        note(`${counts.postings} postings are stored, and entries have ${ofEntries}.`);
      await verifyAccountsWithoutPostings(tx, note);
      await verifyTotals(tx, totals, note);
      return counts;
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: TIMEOUT_MS },
  );
}

type Note = (problem: string) => void;

/** Returns the number of postings of all entries. */
async function verifyEntries(tx: Tx, counts: Verification, note: Note): Promise<number> {
  let postings = 0;
  for (let after = FIRST_ID, more = true; more;) {
    const rows = await tx.$queryRaw<
      { id: string; key: string; count: number; found: number; isZero: boolean }[]
    >`
      SELECT e.id, e.key, e.count, count(p.amount)::int AS found, coalesce(sum(p.amount), 0) = 0 AS "isZero"
      FROM (SELECT * FROM ledger_entries WHERE id > ${after}::uuid ORDER BY id LIMIT ${BATCH}) AS e
        LEFT JOIN ledger_postings AS p ON p.entry_id = e.id
      GROUP BY e.id, e.key, e.count ORDER BY e.id`;
    for (const { id, key, count, found, isZero } of rows) {
      counts.entries += 1;
      postings += found;
      after = id;
      if (!isZero) note(`The entry ${id} (${key}) does not sum to zero.`);
      if (count !== found || found < 2) note(`The entry ${id} (${key}) has ${found} of ${count} postings.`);
    }
    more = rows.length === BATCH;
  }
  return postings;
}

/** Reads the postings of each account in order. Returns the sums of the balances by name. */
async function verifyAccounts(tx: Tx, counts: Verification, note: Note): Promise<Map<string, bigint>> {
  const totals = new Map<string, bigint>();
  let account: PostingRow | null = null;
  let [count, sum, isRight] = [0n, 0n, true];
  const finish = () => {
    if (!account) return;
    const { accountId: id, name, type, ownerId, balance } = account;
    counts.accounts += 1;
    if (!isRight) note(`The account ${id} (${name}) has a posting whose number or running balance is wrong.`);
    if (name === null) return note(`The account ${id} of a posting does not exist.`);
    if (balance !== sum || account.count !== count)
      note(`The account ${id} (${name}) has the balance ${balance}, and its postings sum to ${sum}.`);
    if (
      !isAccountName(name) ||
      chart[name].type !== type ||
      (chart[name].of === "investment") !== (ownerId !== null)
    )
      note(`The account ${id} (${name}) is not in the chart of accounts.`);
    if (ownerId !== null && (type === "asset" || type === "expense" ? sum < 0n : sum > 0n))
      note(`The account ${id} (${name}) of an investor is overdrawn.`);
    totals.set(name, (totals.get(name) ?? 0n) + balance);
  };
  for (let after: [string, bigint] = [FIRST_ID, 0n], more = true; more;) {
    const rows = await tx.$queryRaw<PostingRow[]>`
      SELECT p.account_id AS "accountId", p.ordinal, p.amount, p.balance_after AS "balanceAfter",
        p.owner_id IS NOT DISTINCT FROM a.owner_id AS "isOwnersOwn",
        a.name, a.type::text, a.owner_id AS "ownerId", a.balance, a.count
      FROM ledger_postings AS p LEFT JOIN ledger_accounts AS a ON a.id = p.account_id
      WHERE (p.account_id, p.ordinal) > (${after[0]}::uuid, ${after[1]}::bigint) ORDER BY p.account_id, p.ordinal LIMIT ${BATCH}`;
    for (const row of rows) {
      if (row.accountId !== account?.accountId) {
        finish();
        [account, count, sum, isRight] = [row, 0n, 0n, true];
      }
      counts.postings += 1;
      count += 1n;
      sum += row.amount;
      isRight &&= row.ordinal === count && row.balanceAfter === sum && row.isOwnersOwn;
      after = [row.accountId, row.ordinal];
    }
    more = rows.length === BATCH;
  }
  finish();
  return totals;
}

/** Accounts without postings have no balance. */
async function verifyAccountsWithoutPostings(tx: Tx, note: Note): Promise<void> {
  for (let after = FIRST_ID, more = true; more;) {
    const rows = await tx.$queryRaw<{ id: string; name: string; isWrong: boolean }[]>`
      SELECT id, name, (balance <> 0 OR count <> 0)
        AND NOT EXISTS (SELECT FROM ledger_postings WHERE account_id = ledger_accounts.id) AS "isWrong"
      FROM ledger_accounts WHERE id > ${after}::uuid ORDER BY id LIMIT ${BATCH}`;
    for (const { id, name, isWrong } of rows) {
      if (isWrong) note(`The account ${id} (${name}) has a balance and no postings.`);
      after = id;
    }
    more = rows.length === BATCH;
  }
}

async function verifyTotals(tx: Tx, totals: Map<string, bigint>, note: Note): Promise<void> {
  const rows = await tx.ledgerTotalDelta.groupBy({ by: "name", _sum: { amount: true } });
  const stored = new Map(rows.map(({ name, _sum }) => [name, _sum.amount ?? 0n]));
  for (const name of new Set([...totals.keys(), ...stored.keys()])) {
    const [sum, total] = [totals.get(name) ?? 0n, stored.get(name) ?? 0n];
    if (sum !== total) note(`The trial balance has ${total} for ${name}, and its accounts sum to ${sum}.`);
  }
  const sum = [...totals.values()].reduce((all, total) => all + total, 0n);
  if (sum !== 0n) note(`The trial balance is ${sum} and not zero.`);
}
