import "server-only";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { propose, transactionOrProposal, type PendingProposal } from "@/lib/approvals/proposals";
import type { ActPayload } from "@/lib/approvals/act-schema";
import { audit } from "@/lib/audit/audit";
import { dateOf } from "@/lib/dates";
import type { db, Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { FormatError } from "@/lib/formats/format-error";
import { uuidv7 } from "@/lib/ids";
import { postEntries } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { AdvisoryLock, lock, tryLock } from "@/lib/locks";
import type { Viewer } from "@/lib/viewer";
import { proposeForLines } from "./candidates";
import { bookByRulesIfPossible } from "./book-by-rule";
import {
  describeSides,
  placeLines,
  postBroughtForward,
  type PlacedLine,
  type PlacedStatement,
} from "./chain";
import { balanceBefore, type Sides } from "./chain-rules";
import { fulfilReceipts } from "./fulfil-receipts";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import type { Proposal } from "./matching-rules";
import type { BalancedLine } from "./readers/balanced-lines";
import type { CsvMapping } from "./readers/csv-mapping-schema";
import { describeFile, readStatement } from "./readers/read-statement";
import type { ImportDto, StatementOptions } from "./schema";
import { sealStatementFile } from "./statement-files";
import { chooseAccount, findNamedAccount, withBalances } from "./statement-input";
import { sealTexts } from "./statement-lines";

/** Imports of bank statements (product 10.32, ADR 39 and 51). */

/** An uploaded bank statement. */
export interface StatementFile {
  name: string;
  bytes: Uint8Array;
}

/** Rows per query, which keeps queries well within their timeout. */
const BATCH = 1_000;
/** Importing `MAX_LINES` takes about 20 s on two cores, in one transaction. */
const IMPORT_TIMEOUT_MS = 60_000;
const MAX_NAME_CHARS = 120;

/** Returns the hash that identifies a file. */
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns the hash that identifies an accepted gap: of the file, the lines read from it and both sides. A file that is read differently,
 * such as with another mapping of its columns or another closing balance, is not the one that two people accepted.
 */
export function hashOfGap({ bytes }: StatementFile, lines: readonly BalancedLine[], gap: Sides): string {
  const hash = createHash("sha256").update(hashOf(bytes)).update(describeSides(gap));
  for (const line of lines)
    hash.update(
      JSON.stringify(line, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value)),
    );
  return hash.digest("hex");
}

const POLL_MS = 100;
/** Most imports take less; a large one takes too long to wait for. */
const MAX_WAIT_MS = 3_000;

/** Acquires the import lock. Throws CONFLICT if another import holds it for longer than MAX_WAIT_MS. */
async function waitForOtherImport(tx: Tx): Promise<void> {
  for (let waited = 0; !(await tryLock(tx, AdvisoryLock.statementImport)); waited += POLL_MS) {
    if (waited >= MAX_WAIT_MS)
      throw new AppError("CONFLICT", "Another statement is being imported. Try again in a minute.");
    await sleep(POLL_MS);
  }
}

/** A file with its account, lines and balances. */
interface Input {
  bankAccountId: string;
  lines: readonly BalancedLine[];
  /** The shape of the headings; null without any. */
  shape: string | null;
}

/** Throws VALIDATION_FAILED at `file`, `bankAccountId` or `closing`. */
async function readInput(
  { bytes }: StatementFile,
  mapping: CsvMapping | null,
  options: StatementOptions,
): Promise<Input> {
  try {
    const { shape } = await describeFile(bytes);
    const statement = await readStatement(bytes, mapping);
    const account = (await findNamedAccount(statement.account)) ?? (await chooseAccount(options, shape));
    if (!account) throw invalid("bankAccountId", "Choose the account of this statement");
    const lines = withBalances(statement, options);
    if (!lines) throw invalid("closing", "Enter the balance after the last line");
    return { bankAccountId: account.id, lines, shape };
  } catch (error) {
    throw error instanceof FormatError ? invalid("file", error.message) : error;
  }
}

/**
 * Imports a statement in one transaction: stores every new line at its place in the chain of balances, and posts all of them. Then books
 * lines by rules. Throws
 * VALIDATION_FAILED at `file` with the line, at `bankAccountId` and `closing`; FORBIDDEN; RECENTLY_RESET; CONFLICT during another long
 * import, if the file contradicts earlier ones, and, with `data.gap`, if lines are missing beside it and nobody has accepted that. The
 * route requires a fresh proof of identity.
 */
export async function importStatement(
  viewer: Viewer,
  file: StatementFile,
  mapping: CsvMapping | null,
  options: StatementOptions = {},
): Promise<ImportDto> {
  const input = await readInput(file, mapping, options);
  const id = uuidv7();
  const sealed = await sealStatementFile(id, file.bytes);
  const sha256 = hashOf(file.bytes);
  const imported = await transactionOrProposal(
    async (tx) => {
      await waitForOtherImport(tx);
      const placed = await placeLines(tx, input.bankAccountId, input.lines);
      if ("problem" in placed) {
        const sides = placed.sides ? ` ${describeSides(placed.sides)}` : "";
        throw new AppError("CONFLICT", `${placed.problem}${sides}`);
      }
      const gap =
        placed.gap &&
        (await findAcceptedGap(tx, input.bankAccountId, hashOfGap(file, input.lines, placed.gap)));
      if (placed.gap && !gap) {
        if (!options.asksForGap)
          throw new AppError("CONFLICT", `Lines are missing. ${describeSides(placed.gap)}`, {
            data: { gap: true },
          });
        return proposeGap(tx, viewer, file, input, placed);
      }
      const { fresh } = placed;
      const proposals = await proposeFor(tx, fresh);
      // From here on, the administrator cannot log in elsewhere, and no manual receipt can be recorded.
      await lockMoneyAdministrator(tx, viewer);
      await lock(tx, AdvisoryLock.manualReceipts);
      const actId = await recordAct(tx, {
        kind: "import",
        actorId: gap?.proposedById ?? viewer.userId,
        confirmedById: gap?.confirmedById ?? null,
        subjects: { import: placed.joinedImportIds },
      });
      const { lines, bankAccountId } = input;
      await tx.statementImport.create({
        data: {
          id,
          bankAccountId,
          importedBy: viewer.userId,
          fileName: file.name.slice(0, MAX_NAME_CHARS),
          sha256,
          count: lines.length,
          added: fresh.length,
          firstOn: dateOf(lines.reduce((first, { on }) => (on < first ? on : first), lines[0]!.on)),
          lastOn: dateOf(lines.reduce((last, { on }) => (on > last ? on : last), lines[0]!.on)),
          opening: balanceBefore(lines[0]!),
          closing: lines.at(-1)!.balanceKobo,
          actId,
          file: { create: sealed },
        },
      });
      await recordCreated(tx, actId, "import", [id]);
      await tx.statementLine.updateMany({
        where: { id: { in: placed.continuedIds } },
        data: { begins: false },
      });
      const ids = await insertLines(tx, { importId: id, bankAccountId, actId, fresh, proposals });
      const stored = fresh.map(({ line }, index) => ({ ...line, id: ids[index]! }));
      await postLines(tx, actId, bankAccountId, stored);
      await postBroughtForward(tx, actId, bankAccountId);
      const byHand = await fulfilReceipts(tx, viewer, stored, proposals);
      if (mapping && input.shape) {
        const { headerRow: _, ...columns } = mapping;
        const key = { bankAccountId, shape: input.shape };
        await tx.csvMapping.upsert({
          where: { bankAccountId_shape: key },
          create: { ...key, mapping: columns },
          update: { mapping: columns },
        });
      }
      const data = { count: lines.length, added: fresh.length };
      await audit(tx, { actorId: viewer.userId, action: "statement.imported", targetId: id, data });
      return { _id: id, count: lines.length, added: fresh.length, byHand };
    },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  );
  return { ...imported, byRule: await bookByRulesIfPossible() };
}

/** Returns the acceptance of missing lines beside a file (`hashOfGap`) by two administrators; null if there is none. */
export const findAcceptedGap = (reader: Tx | typeof db, bankAccountId: string, sha256: string) =>
  reader.statementGap.findUnique({ where: { bankAccountId_sha256: { bankAccountId, sha256 } } });

async function proposeGap(
  tx: Tx,
  viewer: Viewer,
  file: StatementFile,
  { bankAccountId, lines }: Input,
  { gap }: PlacedStatement,
): Promise<PendingProposal> {
  await lockMoneyAdministrator(tx, viewer);
  return propose(tx, viewer, {
    kind: "statement_gap",
    targetId: null,
    payload: {
      bankAccountId,
      fileName: file.name.slice(0, MAX_NAME_CHARS),
      gap: describeSides(gap!),
      sha256: hashOfGap(file, lines, gap!),
    },
  });
}

type GapPayload = ActPayload<"statement_gap">;

/** Accepts a gap that the viewer has confirmed: the file can then be imported. */
export async function executeGap(
  tx: Tx,
  viewer: Viewer,
  { bankAccountId, sha256 }: GapPayload,
  proposedById: string,
): Promise<void> {
  await lockMoneyAdministrator(tx, viewer);
  const confirmedById = viewer.userId;
  const { id } = await tx.statementGap.create({
    data: { bankAccountId, sha256, proposedById, confirmedById },
  });
  await audit(tx, {
    actorId: confirmedById,
    action: "statement.gap_accepted",
    targetId: id,
    data: { proposedBy: proposedById },
  });
}

/** Returns the proposals for new lines. A batch booking is never proposed whole for one investment. */
async function proposeFor(tx: Tx, fresh: readonly PlacedLine[]): Promise<(Proposal | null)[]> {
  const proposals = await proposeForLines(
    tx,
    fresh.map(({ line }) => line),
  );
  return proposals.map((proposal, index) => (fresh[index]!.line.parts.length > 0 ? null : proposal));
}

const upper = (text: string) => text.toUpperCase();

interface NewLines {
  importId: string;
  bankAccountId: string;
  actId: string;
  fresh: readonly PlacedLine[];
  proposals: readonly (Proposal | null)[];
}

/** Returns the ids of the lines. Sends arrays, because `createMany` takes three times as long. */
async function insertLines(
  tx: Tx,
  { importId, bankAccountId, actId, fresh, proposals }: NewLines,
): Promise<string[]> {
  // UUIDs of the same millisecond are unordered; sorted ids preserve the order of the statement.
  const ids = fresh.map(() => uuidv7()).sort();
  for (let from = 0; from < fresh.length; from += BATCH) {
    const rows = fresh.slice(from, from + BATCH).map(({ line, position, begins }, at) => {
      const id = ids[from + at]!;
      return {
        ...line,
        id,
        position,
        begins,
        ...sealTexts(id, line),
        proposal: proposals[from + at] ?? null,
      };
    });
    const column = <T>(read: (row: (typeof rows)[number]) => T): T[] => rows.map(read);
    await tx.$executeRaw`
      INSERT INTO statement_lines (import_id, bank_account_id, act_id, id, position, begins, on_day, amount, balance, bank_reference, data_key,
        narration_cipher, counterparty_cipher, parts_cipher, proposed_id, proposed_by)
      SELECT ${importId}::uuid, ${bankAccountId}::uuid, ${actId}::uuid, * FROM unnest(${column(({ id }) => id)}::uuid[],
        ${column(({ position }) => position)}::bigint[], ${column(({ begins }) => begins)}::boolean[], ${column(({ on }) => on)}::date[],
        ${column(({ amountKobo }) => amountKobo)}::bigint[], ${column(({ balanceKobo }) => balanceKobo)}::bigint[],
        ${column(({ bankReference }) => upper(bankReference))}::text[], ${column(({ dataKey }) => dataKey)}::text[],
        ${column(({ narrationCipher }) => narrationCipher)}::text[], ${column(({ counterpartyCipher }) => counterpartyCipher)}::text[],
        ${column(({ partsCipher }) => partsCipher)}::text[], ${column(({ proposal }) => proposal?.investmentId ?? null)}::uuid[],
        ${column(({ proposal }) => proposal?.by ?? null)}::proposed_by[])`;
    await recordCreated(tx, actId, "line", ids.slice(from, from + BATCH));
  }
  return ids;
}

/** Runs late, because postings lock the bank account until the end of the transaction. */
async function postLines(
  tx: Tx,
  actId: string,
  bankAccountId: string,
  lines: readonly (BalancedLine & { id: string })[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += BATCH) {
    await postEntries(
      tx,
      lines
        .slice(from, from + BATCH)
        .map(({ id: part, on, amountKobo }) =>
          amountKobo > 0n
            ? journal.receipt(bankAccountId, { actId, part, on, amount: amountKobo })
            : journal.payment(bankAccountId, { actId, part, on, amount: -amountKobo }),
        ),
    );
    // Checks the entries per batch, because checking all at commit could exceed the query timeout.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await tx.$executeRaw`SET CONSTRAINTS ALL DEFERRED`;
  }
}
