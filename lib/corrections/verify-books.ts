import "server-only";
import { MIGRATED } from "@/lib/acts/queries";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { unreleased } from "@/lib/ledger/dues";
import {
  isAccountName,
  kinds,
  misplacedAccounts,
  REVERSAL,
  type AccountName,
  type EntryKind,
} from "@/lib/ledger/rules";
import { formatKobo } from "@/lib/money";
import { verifySchedules } from "./verify-schedules";

/** The longest a verification may take, in one snapshot. */
const TIMEOUT_MS = 24 * 3_600_000;

type Report = (problem: string) => void;

/**
 * Compares a snapshot of the ledger with what it is about, while servers keep writing: kinds with the sides on which they post, payouts in
 * transit with released ones, unallocated receipts and payments with undecided lines and refunds due, bank accounts with their last lines,
 * entries with lines and manual receipts, what is due with amounts due and payouts, and posted instalments with schedules. Reports each problem as a sentence. Returns the number of
 * problems.
 */
export async function verifyBooks(report: Report): Promise<number> {
  let problems = 0;
  const note: Report = (problem) => {
    problems += 1;
    report(problem);
  };
  await db.$transaction(
    async (tx) => {
      await verifySides(tx, note);
      await verifyInTransit(tx, note);
      await verifyUnallocated(tx, note);
      await verifyBankAccounts(tx, note);
      await verifyReceipts(tx, note);
      await verifyDue(tx, note);
      await verifySchedules(tx, note);
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: TIMEOUT_MS },
  );
  return problems;
}

const isEntryKind = (kind: string): kind is EntryKind => Object.hasOwn(kinds, kind);

/** Each kind of entry posts only to its accounts, on their sides. */
async function verifySides(tx: Tx, note: Report): Promise<void> {
  const found = await tx.$queryRaw<{ kind: string; account: string; amount: bigint; count: number }[]>`
    SELECT e.kind, a.name AS account, sign(p.amount)::bigint AS amount, count(*)::int AS count
    FROM ledger_postings AS p JOIN ledger_entries AS e ON e.id = p.entry_id JOIN ledger_accounts AS a ON a.id = p.account_id
    WHERE e.kind <> ${REVERSAL} GROUP BY 1, 2, 3`;
  for (const { kind, account, amount, count } of found) {
    const isRight =
      isEntryKind(kind) &&
      isAccountName(account) &&
      misplacedAccounts(kind, [{ account, amount }]).length === 0;
    if (!isRight)
      note(
        `${count} entries of kind ${kind} ${amount > 0n ? "debit" : "credit"} ${account}, which it does not allow.`,
      );
  }
}

const balanceOf = async (tx: Tx, name: AccountName): Promise<bigint> =>
  (await tx.ledgerAccount.aggregate({ where: { name }, _sum: { balance: true } }))._sum.balance ?? 0n;

async function verifyInTransit(tx: Tx, note: Report): Promise<void> {
  const { _sum } = await tx.payout.aggregate({ where: { state: "released" }, _sum: { amount: true } });
  const [released, inTransit] = [_sum.amount ?? 0n, -(await balanceOf(tx, "payouts_in_transit"))];
  if (released !== inTransit)
    note(`Payouts in transit are ${formatKobo(inTransit)}, and released payouts ${formatKobo(released)}.`);
}

async function verifyUnallocated(tx: Tx, note: Report): Promise<void> {
  const lines = await tx.statementLine.aggregate({
    where: { state: "waiting", amount: { gt: 0 } },
    _sum: { amount: true },
  });
  const refunds = await tx.amountDue.aggregate({
    where: { source: "receipt", ...unreleased },
    _sum: { amount: true },
  });
  const expected = (lines._sum.amount ?? 0n) + (refunds._sum.amount ?? 0n);
  const unallocated = -(await balanceOf(tx, "unallocated_receipts"));
  if (expected !== unallocated)
    note(
      `Unallocated receipts are ${formatKobo(unallocated)}; undecided lines and refunds due are ${formatKobo(expected)}.`,
    );
  const paidOut = await tx.statementLine.aggregate({
    where: { state: "waiting", amount: { lt: 0 } },
    _sum: { amount: true },
  });
  const [undecided, payments] = [-(paidOut._sum.amount ?? 0n), await balanceOf(tx, "unallocated_payments")];
  if (undecided !== payments)
    note(`Unallocated payments are ${formatKobo(payments)}; undecided lines are ${formatKobo(undecided)}.`);
  const open = await tx.manualReceipt.aggregate({ where: { state: "recorded" }, _sum: { amount: true } });
  const [recorded, awaited] = [open._sum.amount ?? 0n, await balanceOf(tx, "expected_receipts")];
  if (recorded !== awaited)
    note(`Expected receipts are ${formatKobo(awaited)}; open manual receipts are ${formatKobo(recorded)}.`);
}

/** Each bank account has the balance of its last statement line. */
async function verifyBankAccounts(tx: Tx, note: Report): Promise<void> {
  const wrong = await tx.$queryRaw<{ number: string; last: bigint; posted: bigint }[]>`
    SELECT b.number, coalesce(last.balance, 0)::bigint AS last, coalesce(a.balance, 0)::bigint AS posted
    FROM bank_accounts AS b LEFT JOIN ledger_accounts AS a ON a.name = 'bank' AND a.subject_id = b.id
      LEFT JOIN LATERAL (
        SELECT l.balance FROM statement_lines AS l WHERE l.bank_account_id = b.id AND l.state <> 'withdrawn' ORDER BY l.position DESC LIMIT 1
      ) AS last ON true
    WHERE coalesce(last.balance, 0) <> coalesce(a.balance, 0) ORDER BY 1`;
  for (const { number, last, posted } of wrong)
    note(
      `The bank account ${number} has ${formatKobo(posted)}, and its last statement line ${formatKobo(last)}.`,
    );
}

/** Each line and each manual receipt has one entry of its amount, unless it was withdrawn. */
async function verifyReceipts(tx: Tx, note: Report): Promise<void> {
  const wrong = await tx.$queryRaw<{ what: string; id: string; amount: bigint; posted: bigint }[]>`
    WITH expected AS (
      SELECT 'statement line' AS what, l.id, abs(l.amount) AS amount,
        CASE WHEN l.amount > 0 THEN 'receipt:' ELSE 'payment:' END || a.id || ':' || l.id AS key
      FROM statement_lines AS l JOIN money_act_subjects AS s ON s.thing = 'line' AND s.subject_id = l.id
        JOIN money_acts AS a ON a.id = s.act_id AND a.kind = 'import' AND a.reason IS DISTINCT FROM ${MIGRATED}
      WHERE l.state <> 'withdrawn'
      UNION ALL SELECT 'manual receipt', r.id, r.amount, 'expected_receipt:' || a.id
      FROM manual_receipts AS r JOIN money_act_subjects AS s ON s.thing = 'receipt' AND s.subject_id = r.id AND s.before IS NULL
        JOIN money_acts AS a ON a.id = s.act_id AND a.kind = 'receipt' AND a.reason IS DISTINCT FROM ${MIGRATED}
      WHERE r.state <> 'withdrawn')
    SELECT expected.what, expected.id, expected.amount, coalesce(sum(p.amount), 0)::bigint AS posted FROM expected
      LEFT JOIN ledger_entries AS e ON e.key = expected.key AND NOT EXISTS (SELECT FROM ledger_entries WHERE reverses_id = e.id)
      LEFT JOIN ledger_postings AS p ON p.entry_id = e.id AND p.amount > 0
    GROUP BY 1, 2, 3 HAVING coalesce(sum(p.amount), 0) <> expected.amount ORDER BY 2`;
  for (const { what, id, amount, posted } of wrong)
    note(`The ${what} ${id} is ${formatKobo(amount)}, and its receipt ${formatKobo(posted)}.`);
}

/** The balance due of each investment is the sum of its amounts due, and each payout is the sum of its parts. */
async function verifyDue(tx: Tx, note: Report): Promise<void> {
  const wrongDue = await tx.$queryRaw<{ id: string; balance: bigint; owed: bigint }[]>`
    WITH owed AS (
      SELECT d.investment_id AS id, sum(d.amount) AS amount FROM amounts_due AS d LEFT JOIN payouts AS p ON p.id = d.payout_id
      WHERE d.source = 'investment' AND (d.state = 'due' OR p.state = 'proposed') GROUP BY 1)
    SELECT coalesce(a.subject_id, owed.id) AS id, coalesce(-a.balance, 0)::bigint AS balance, coalesce(owed.amount, 0)::bigint AS owed
    FROM (SELECT * FROM ledger_accounts WHERE name = 'due_to_investor') AS a FULL JOIN owed ON owed.id = a.subject_id
    WHERE coalesce(-a.balance, 0) <> coalesce(owed.amount, 0) ORDER BY 1`;
  for (const { id, balance, owed } of wrongDue)
    note(`The investment ${id} owes ${formatKobo(balance)}, and its amounts due are ${formatKobo(owed)}.`);
  const wrongPayouts = await tx.$queryRaw<{ reference: string; amount: bigint; parts: bigint }[]>`
    SELECT p.reference, p.amount, coalesce(sum(d.amount), 0)::bigint AS parts FROM payouts AS p LEFT JOIN amounts_due AS d ON d.payout_id = p.id
    WHERE p.state <> 'withdrawn' GROUP BY p.id HAVING coalesce(sum(d.amount), 0) <> p.amount ORDER BY 1`;
  for (const { reference, amount, parts } of wrongPayouts)
    note(`The payout ${reference} is ${formatKobo(amount)}, and its parts ${formatKobo(parts)}.`);
}
