import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { createHash } from "node:crypto";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { dateOf, dayOf } from "@/lib/dates";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { uuidv7 } from "@/lib/ids";
import { firmAccount } from "@/lib/investments/firm-account";
import { isNamedBy } from "@/lib/investments/reference-rules";
import { postEntries, postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { AdvisoryLock, lock, tryLock } from "@/lib/locks";
import type { Viewer } from "@/lib/viewer";
import { proposeForLines } from "./candidates";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import type { Proposal } from "./matching-rules";
import { csvMappingSchema, type CsvMapping } from "./readers/csv-mapping-schema";
import { decodeStatement, findIndistinct, kindOf, lineKeys, readStatement } from "./readers/read-statement";
import type { StatementLine } from "./readers/statement";
import type { ImportDto, PreviewDto } from "./schema";
import { sealTexts } from "./statement-lines";

/** Imports of bank statements (product 10.32, ADR 39). */

/** An uploaded bank statement. */
export interface StatementFile {
  name: string;
  bytes: Uint8Array;
}

/** Rows per query, which keeps queries well within their timeout. */
const BATCH = 1_000;
/** Importing `MAX_LINES` takes about 20 s on two cores, in one transaction. */
const IMPORT_TIMEOUT_MS = 60_000;
const PREVIEW_LINES = 5;
const MAX_NAME_CHARS = 120;

const bankName = () => firmAccount()?.bank ?? "";

/** Returns the mapping of the last import from this bank; null if the file lacks one of its columns. */
async function rememberedMapping(columns: readonly string[]): Promise<CsvMapping | null> {
  const row = await db.csvMapping.findUnique({ where: { bank: bankName() } });
  const mapping = csvMappingSchema.safeParse(row?.mapping).data;
  if (!mapping) return null;
  const { dateOrder: _, ...names } = mapping;
  return Object.values(names).every((name) => !name || columns.includes(name)) ? mapping : null;
}

/** Reads an entire file. Throws FormatError, including for a statement of another account. */
async function read(text: string, mapping: CsvMapping | null): Promise<StatementLine[]> {
  const { account, lines } = await readStatement(text, mapping);
  const firmNumber = firmAccount()?.number;
  if (account && firmNumber && !account.replace(/\D/g, "").includes(firmNumber))
    throw new FormatError(`This statement is for account ${shorten(account)}, not ${firmNumber}`);
  return lines;
}

async function findStoredKeys(keys: readonly string[], reader: Tx | typeof db): Promise<Set<string>> {
  const known = new Set<string>();
  for (let from = 0; from < keys.length; from += BATCH) {
    const where = { key: { in: keys.slice(from, from + BATCH) }, state: { not: "withdrawn" } } as const;
    for (const { key } of await reader.statementLine.findMany({ where, select: { key: true }, take: BATCH }))
      known.add(key);
  }
  return known;
}

// The firm has one account, so the key omits it: not every format contains it.
const keysOf = (lines: readonly StatementLine[]) => lineKeys("", lines);

/** Returns whether each line has been imported before, even from a file without balances. */
async function wereImported(lines: readonly StatementLine[], reader: Tx | typeof db): Promise<boolean[]> {
  const [keys, plain] = [keysOf(lines), keysOf(lines.map((line) => ({ ...line, balanceKobo: null })))];
  const known = await findStoredKeys([...new Set([...keys, ...plain])], reader);
  return keys.map((key, index) => known.has(key) || known.has(plain[index]!));
}

/** Reads a file without storing anything. Returns its first lines and its problems. */
export async function previewStatement(
  { bytes }: StatementFile,
  sentMapping: Partial<CsvMapping> | null,
): Promise<PreviewDto> {
  const preview: PreviewDto = {
    format: "csv",
    columns: [],
    mapping: null,
    problem: null,
    mappingErrors: [],
    warning: null,
    count: 0,
    added: 0,
    lines: [],
  };
  try {
    const text = decodeStatement(bytes);
    const kind = kindOf(text);
    preview.format = kind.format;
    if (kind.format === "csv") {
      preview.columns = kind.columns.filter(Boolean);
      preview.mapping = sentMapping ?? (await rememberedMapping(kind.columns)) ?? kind.guess;
    }
    const mapping = preview.mapping && csvMappingSchema.safeParse(preview.mapping);
    if (mapping && !mapping.success) {
      const errors = mapping.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
      return { ...preview, mappingErrors: errors };
    }
    const lines = await read(text, mapping?.data ?? null);
    const indistinct = findIndistinct(lines);
    const known = await wereImported(lines, db);
    return {
      ...preview,
      warning: indistinct
        ? `${indistinct.place} is identical to an earlier line, and the bank gives neither a reference nor a balance to tell them apart. Import whole days only: identical payments on the same day in two files would be counted once.`
        : null,
      count: lines.length,
      added: known.filter((isKnown) => !isKnown).length,
      lines: lines.slice(0, PREVIEW_LINES).map(({ on, amountKobo, narration, counterparty }) => ({
        on,
        amount: String(amountKobo),
        narration,
        counterparty,
      })),
    };
  } catch (error) {
    if (error instanceof FormatError) return { ...preview, problem: error.message };
    throw error;
  }
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

/**
 * Imports a statement in one transaction: stores every new line and posts received lines as receipts, because the money is in the bank
 * account. Throws VALIDATION_FAILED at `file` with the line, FORBIDDEN, RECENTLY_RESET, and CONFLICT during another long import. The route
 * requires a fresh proof of identity.
 */
export async function importStatement(
  viewer: Viewer,
  { name, bytes }: StatementFile,
  mapping: CsvMapping | null,
): Promise<ImportDto> {
  const lines = await readOrReject(bytes, mapping);
  const keys = keysOf(lines);
  const keyed = lines
    .map((line, index) => ({ line, key: keys[index]!, index }))
    .toSorted((a, b) => (a.line.on < b.line.on ? -1 : a.line.on > b.line.on ? 1 : a.index - b.index));
  const id = uuidv7();
  return transaction(
    async (tx) => {
      await waitForOtherImport(tx);
      const known = await wereImported(lines, tx);
      const fresh = keyed.filter(({ index }) => !known[index]);
      const proposals = await proposeForLines(
        tx,
        fresh.map(({ line }) => line),
      );
      // From here on, the administrator cannot log in elsewhere, and no manual receipt can be recorded.
      await lockMoneyAdministrator(tx, viewer);
      await lock(tx, AdvisoryLock.manualReceipts);
      const actId = await recordAct(tx, { kind: "import", actorId: viewer.userId, subjects: {} });
      await tx.statementImport.create({
        data: {
          id,
          importedBy: viewer.userId,
          fileName: name.slice(0, MAX_NAME_CHARS),
          sha256: createHash("sha256").update(bytes).digest("hex"),
          count: lines.length,
          added: fresh.length,
          lastOn: dateOf(keyed.at(-1)!.line.on),
          actId,
        },
      });
      await recordCreated(tx, actId, "import", [id]);
      const ids = await insertLines(tx, { importId: id, actId, fresh, proposals });
      const receipts = await findManualReceipts(
        tx,
        fresh.map(({ line }) => line),
        proposals,
      );
      await postReceipts(
        tx,
        actId,
        fresh.map(({ line }, index) => ({ ...line, id: ids[index]! })),
      );
      for (const [index, receipt] of receipts) await fulfilReceipt(tx, viewer, receipt, ids[index]!);
      if (mapping) {
        const bank = bankName();
        await tx.csvMapping.upsert({ where: { bank }, create: { bank, mapping }, update: { mapping } });
      }
      const data = { count: lines.length, added: fresh.length };
      await audit(tx, { actorId: viewer.userId, action: "statement.imported", targetId: id, data });
      return { _id: id, count: lines.length, added: fresh.length, byHand: receipts.size };
    },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  );
}

async function readOrReject(bytes: Uint8Array, mapping: CsvMapping | null): Promise<StatementLine[]> {
  try {
    return await read(decodeStatement(bytes), mapping);
  } catch (error) {
    throw error instanceof FormatError ? invalid("file", error.message) : error;
  }
}

interface KeyedLine {
  line: StatementLine;
  key: string;
}

const upper = (text: string) => text.toUpperCase();

/**
 * Returns the manual receipts that lines show, by line index. They match by bank reference and amount, or by investment reference, amount
 * and day. Each receipt matches one line.
 */
async function findManualReceipts(
  tx: Tx,
  lines: readonly StatementLine[],
  proposals: readonly (Proposal | null)[],
): Promise<Map<number, Prisma.ManualReceiptModel>> {
  const found = new Map<number, Prisma.ManualReceiptModel>();
  for (let from = 0; from < lines.length; from += BATCH) {
    const batch = lines.slice(from, from + BATCH);
    const references = batch.map(({ bankReference }) => upper(bankReference)).filter(Boolean);
    const investmentIds = batch.flatMap((_, index) => proposals[from + index]?.investmentId ?? []);
    const receipts = await tx.manualReceipt.findMany({
      where: {
        state: "recorded",
        id: { notIn: [...found.values()].map(({ id }) => id) },
        OR: [{ bankReference: { in: references } }, { investmentId: { in: investmentIds } }],
      },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    const unassigned = new Set(receipts);
    const assign = (
      matches: (receipt: Prisma.ManualReceiptModel, line: StatementLine, index: number) => boolean,
    ) =>
      batch.forEach((line, at) => {
        const index = from + at;
        if (found.has(index)) return;
        const receipt = [...unassigned].find(
          (each) => each.amount === line.amountKobo && matches(each, line, index),
        );
        if (!receipt) return;
        unassigned.delete(receipt);
        found.set(index, receipt);
      });
    if (unassigned.size === 0) continue;
    // A line with the reference of another investment is not this receipt: an administrator decides about it.
    assign(
      ({ bankReference, investmentId }, line, index) =>
        bankReference === upper(line.bankReference) &&
        (!isNamedBy(proposals[index]?.by) || proposals[index]?.investmentId === investmentId),
    );
    assign(
      ({ on, investmentId }, line, index) =>
        dayOf(on) === line.on &&
        proposals[index]?.investmentId === investmentId &&
        proposals[index].by === "reference",
    );
  }
  return found;
}

/** Records that a new line shows a manual receipt: the receipt of the line replaces it in the ledger. */
async function fulfilReceipt(
  tx: Tx,
  viewer: Viewer,
  { id, on, amount, investmentId }: Prisma.ManualReceiptModel,
  lineId: string,
): Promise<void> {
  const subjects = { line: [lineId], receipt: [id] };
  const actId = await recordAct(tx, { kind: "fulfil", actorId: viewer.userId, subjects });
  await postEntry(tx, journal.receiptCorrection({ actId, on: dayOf(on), amount }, investmentId));
  await tx.manualReceipt.update({ where: { id }, data: { state: "fulfilled", actId } });
  await tx.statementLine.update({ where: { id: lineId }, data: { state: "matched", actId } });
}

interface NewLines {
  importId: string;
  actId: string;
  fresh: readonly KeyedLine[];
  proposals: readonly (Proposal | null)[];
}

/** Returns the ids of the lines. Sends arrays, because `createMany` takes three times as long. */
async function insertLines(tx: Tx, { importId, actId, fresh, proposals }: NewLines): Promise<string[]> {
  // UUIDs of the same millisecond are unordered; sorted ids preserve the order of days.
  const ids = fresh.map(() => uuidv7()).sort();
  for (let from = 0; from < fresh.length; from += BATCH) {
    const rows = fresh.slice(from, from + BATCH).map(({ line, key }, at) => {
      const id = ids[from + at]!;
      return { ...line, id, key, ...sealTexts(id, line), proposal: proposals[from + at] ?? null };
    });
    const column = <T>(read: (row: (typeof rows)[number]) => T): T[] => rows.map(read);
    await tx.$executeRaw`
      INSERT INTO statement_lines (import_id, act_id, id, key, on_day, amount, bank_reference, data_key, narration_cipher,
        counterparty_cipher, proposed_id, proposed_by)
      SELECT ${importId}::uuid, ${actId}::uuid, * FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ key }) => key)}::text[],
        ${column(({ on }) => on)}::date[], ${column(({ amountKobo }) => amountKobo)}::bigint[],
        ${column(({ bankReference }) => upper(bankReference))}::text[], ${column(({ dataKey }) => dataKey)}::text[],
        ${column(({ narrationCipher }) => narrationCipher)}::text[], ${column(({ counterpartyCipher }) => counterpartyCipher)}::text[],
        ${column(({ proposal }) => proposal?.investmentId ?? null)}::uuid[], ${column(({ proposal }) => proposal?.by ?? null)}::proposed_by[])`;
    await recordCreated(tx, actId, "line", ids.slice(from, from + BATCH));
  }
  return ids;
}

/** Runs late, because receipts lock the bank account until the end of the transaction. */
async function postReceipts(
  tx: Tx,
  actId: string,
  lines: readonly (StatementLine & { id: string })[],
): Promise<void> {
  const received = lines.filter(({ amountKobo }) => amountKobo > 0n);
  for (let from = 0; from < received.length; from += BATCH) {
    await postEntries(
      tx,
      received
        .slice(from, from + BATCH)
        .map(({ id: part, on, amountKobo: amount }) => journal.receipt({ actId, part, on, amount })),
    );
    // Checks the entries per batch, because checking all at commit could exceed the query timeout.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await tx.$executeRaw`SET CONSTRAINTS ALL DEFERRED`;
  }
}
