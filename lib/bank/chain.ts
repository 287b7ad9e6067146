import "server-only";
import { dayOf, dayWords, lagosDay } from "@/lib/dates";
import { Prisma, type db, type Tx } from "@/lib/db/client";
import { postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { readBalance } from "@/lib/ledger/queries";
import { formatKobo } from "@/lib/money";
import { placeInAnyOrder, type Added, type Link, type Sides, type StoredLink } from "./chain-rules";
import type { BalancedLine } from "./readers/balanced-lines";
import { openNarration } from "./statement-lines";

/** The chain of balances of an account in the database (product 10.32, ADR 51). */
type Reader = Tx | typeof db;

interface StoredRow extends StoredLink {
  id: string;
  importId: string;
  bankReference: string;
  dataKey: string;
  narrationCipher: string;
}

/** Opens the narration only if it is read. */
const withNarration = (row: StoredRow) => ({
  ...row,
  get narration() {
    return openNarration(row);
  },
});
type StoredLine = ReturnType<typeof withNarration>;

const ofAccount = (bankAccountId: string) =>
  Prisma.sql`l.bank_account_id = ${bankAccountId}::uuid AND l.state <> 'withdrawn'`;

/** Returns the lines of some days with the nearest ones around them, and whether lines may follow the last of them. */
async function readWindow(
  reader: Reader,
  bankAccountId: string,
  first: string,
  last: string,
): Promise<{ stored: StoredLine[]; isOpen: boolean }> {
  const own = ofAccount(bankAccountId);
  const [range] = await reader.$queryRaw<[{ low: bigint | null; high: bigint | null }]>`
    WITH inside AS (
      SELECT min(l.position) AS low, max(l.position) AS high FROM statement_lines AS l
      WHERE ${own} AND l.on_day BETWEEN ${first}::date AND ${last}::date),
    previous AS (
      SELECT max(l.position) AS position FROM statement_lines AS l, inside
      WHERE ${own} AND CASE WHEN inside.low IS NULL THEN l.on_day < ${first}::date ELSE l.position < inside.low END),
    next AS (
      SELECT min(l.position) AS position FROM statement_lines AS l, inside, previous
      WHERE ${own} AND l.position > coalesce(inside.high, previous.position, l.position - 1))
    SELECT coalesce(previous.position, inside.low, next.position) AS low, coalesce(next.position, inside.high, previous.position) AS high
    FROM inside, previous, next`;
  if (range.low === null || range.high === null) return { stored: [], isOpen: true };
  const stored = await reader.$queryRaw<StoredRow[]>`
    SELECT l.id, l.import_id AS "importId", l.on_day::text AS on, l.amount AS "amountKobo", l.balance AS "balanceKobo", l.position, l.begins,
      l.bank_reference AS "bankReference", l.data_key AS "dataKey", l.narration_cipher AS "narrationCipher"
    FROM statement_lines AS l WHERE ${own} AND l.position BETWEEN ${range.low} AND ${range.high} ORDER BY l.position`;
  const [following] = await reader.$queryRaw<{ begins: boolean }[]>`
    SELECT l.begins FROM statement_lines AS l WHERE ${own} AND l.position > ${range.high} ORDER BY l.position LIMIT 1`;
  return { stored: stored.map(withNarration), isOpen: following?.begins ?? true };
}

/** A new line with its place in the chain. */
export interface PlacedLine extends Pick<Added, "position" | "begins"> {
  line: BalancedLine;
}

/** Where a statement belongs. */
export interface PlacedStatement {
  fresh: PlacedLine[];
  /** The statements whose lines are next to new ones. */
  joinedImportIds: string[];
  /** Stored lines that no longer begin a run. */
  continuedIds: string[];
  /** What is missing beside it; null if it continues the chain. */
  gap: Sides | null;
}

/** Why a statement does not fit, and what to do. */
export interface Misfit {
  problem: string;
  /** Both sides of a contradiction. */
  sides: Sides | null;
}

/** Describes a line on one side of a gap or contradiction, such as `₦100.00 on 20 November 2026, balance ₦500.00`. */
const describe = ({ on, amountKobo, balanceKobo }: Link): string =>
  `${formatKobo(amountKobo)} on ${dayWords(on)}, balance ${formatKobo(balanceKobo)}`;

/** Explains a gap or a contradiction with both sides. */
export const describeSides = ({ file, stored }: Sides): string =>
  `The file has: ${describe(file)}. The account has: ${describe(stored)}.`;

/** Places the lines of a statement in the chain of an account, without storing anything. */
export async function placeLines(
  reader: Reader,
  bankAccountId: string,
  lines: readonly BalancedLine[],
): Promise<PlacedStatement | Misfit> {
  const days = lines.map(({ on }) => on).toSorted();
  const { stored, isOpen } = await readWindow(reader, bankAccountId, days[0]!, days.at(-1)!);
  const { placement: placed, lines: ordered } = placeInAnyOrder(lines, stored, isOpen);
  if (placed.kind === "ambiguous")
    return {
      problem:
        "The file fits in several ways: its lines could be stored already or be new, or the newest could be first. Export it together with an earlier day.",
      sides: null,
    };
  if (placed.kind === "contradiction")
    return {
      problem:
        "The file contradicts the statements of this account. If an earlier statement is wrong, undo its import first.",
      sides: placed,
    };
  const byPosition = new Map(stored.map((line) => [line.position, line]));
  return {
    fresh: placed.added.map(({ index, position, begins }) => ({ line: ordered[index]!, position, begins })),
    joinedImportIds: [...new Set(placed.joined.map((position) => byPosition.get(position)!.importId))],
    continuedIds: placed.continued.map((position) => byPosition.get(position)!.id),
    gap: placed.kind === "gap" ? { file: placed.file, stored: placed.stored } : null,
  };
}

/**
 * Posts, as part of an act, what makes the ledger's balance of a bank account that of its last statement line: the balance before the first
 * statement, and lines that no statement shows.
 */
export async function postBroughtForward(tx: Tx, actId: string, bankAccountId: string): Promise<void> {
  const last = await tx.statementLine.findFirst({
    where: { bankAccountId, state: { not: "withdrawn" } },
    orderBy: { position: "desc" },
  });
  const difference = (last?.balance ?? 0n) - (await readBalance("bank", bankAccountId, tx));
  if (difference === 0n) return;
  const [first] = await tx.$queryRaw<{ on: Date }[]>`
    SELECT min(l.on_day) AS on FROM statement_lines AS l JOIN money_act_subjects AS s ON s.thing = 'line' AND s.subject_id = l.id
    WHERE s.act_id = coalesce((SELECT undoes_id FROM money_acts WHERE id = ${actId}::uuid), ${actId}::uuid) AND l.bank_account_id = ${bankAccountId}::uuid`;
  const isMore = difference > 0n;
  await postEntry(
    tx,
    journal.broughtForward(bankAccountId, {
      actId,
      on: first?.on ? dayOf(first.on) : lagosDay(),
      amount: isMore ? difference : -difference,
      isMore,
    }),
  );
}

/** Restores the chain after the lines that an act had imported were withdrawn by the act `undoId`. */
export async function restoreChain(tx: Tx, importActId: string, undoId: string): Promise<void> {
  const { id: importId } = await tx.moneyActSubject.findFirstOrThrow({
    where: { actId: importActId, thing: "import", before: { equals: Prisma.DbNull } },
  });
  const { bankAccountId } = await tx.statementImport.findUniqueOrThrow({ where: { id: importId } });
  // The lines after withdrawn ones are no longer shown together with the line before.
  await tx.$executeRaw`
    UPDATE statement_lines SET begins = true WHERE id IN (
      SELECT following.id FROM statement_lines AS w CROSS JOIN LATERAL (
        SELECT l.id FROM statement_lines AS l WHERE ${ofAccount(bankAccountId)} AND l.position > w.position ORDER BY l.position LIMIT 1
      ) AS following
      WHERE w.import_id = ${importId}::uuid) AND NOT begins`;
  await postBroughtForward(tx, undoId, bankAccountId);
}
