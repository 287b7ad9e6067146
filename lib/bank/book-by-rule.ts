import "server-only";
import { recordAct } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { postEntries, type EntryInput } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { describeError, log } from "@/lib/log";
import { findProposals } from "./candidates";
import { absolute, firmTransferLimit } from "./commands";
import { readActiveRules } from "./line-rule-commands";
import { firstRuleDay } from "./line-rule-preview";
import { decidingRule, type Rule } from "./line-rules";
import { offerReceipts } from "./open-receipts";
import type { Proposal } from "./matching-rules";
import { proposeBatches, proposePayouts, readNamedByLine } from "./payout-candidates";
import { openTexts } from "./statement-lines";

/** Lines per transaction, which locks the accounts of the firm for less than a second. */
const BATCH = 100;
/** The most waiting lines that are opened after an import. */
const MAX_READ = 20_000;

type Line = Prisma.StatementLineModel;
type OpenLine = Line & ReturnType<typeof openTexts>;

/**
 * Books the waiting lines that active rules are about, as acts of the system, in batches with a transaction each. A line is left to a person
 * if rules disagree about it, if it is above FIRM_TRANSFER_LIMIT_NAIRA, if it may be an investor's money (it, or a payment of a batch booking,
 * may be for an investment, a payout, a batch of payouts or a manual receipt), or if a decision about it was undone. Returns the number of booked lines.
 */
async function bookByRules(): Promise<number> {
  const rules = await readActiveRules();
  if (rules.length === 0) return 0;
  let booked = 0;
  let read = 0;
  for (let after: string | undefined; ;) {
    const rows = await readWaiting(after);
    const decided = await decideBatch(rows, rules);
    if (decided.size > 0) booked += await transaction((tx) => bookBatch(tx, decided));
    read += rows.length;
    after = rows.at(-1)?.id;
    if (rows.length < BATCH || read >= MAX_READ) return booked;
  }
}

/** Books lines after an import or a new rule. The lines are stored already: if it fails, the next import books them, or a person. */
export async function bookByRulesIfPossible(): Promise<number> {
  try {
    return await bookByRules();
  } catch (error) {
    log.error({ event: "line_rules.failed", ...describeError(error) });
    return 0;
  }
}

/** Returns lines that nobody has decided about, the newest first. */
async function readWaiting(after: string | undefined): Promise<Line[]> {
  const limit = firmTransferLimit();
  const rows = await db.statementLine.findMany({
    where: {
      state: "waiting",
      on: { gte: firstRuleDay() },
      proposedId: null,
      amount: { gte: -limit, lte: limit },
      ...(after && { id: { lt: after } }),
    },
    orderBy: { id: "desc" },
    take: BATCH,
  });
  return rows;
}

async function decideBatch(rows: readonly Line[], rules: readonly Rule[]): Promise<Map<string, Rule>> {
  const lines = rows.map((row) => ({ ...row, ...openTexts(row) }));
  const fitting = lines.flatMap((line) => {
    const rule = decidingRule(rules, line);
    return rule ? [{ line, rule }] : [];
  });
  if (fitting.length === 0) return new Map();
  const found = fitting.map(({ line }) => line);
  const offers = [
    await proposePayouts(found),
    await proposeBatches(found),
    await readNamedByLine(found),
    await offerReceipts(db, found),
    await findPossibleInvestments(found),
  ];
  const isFree = ({ id }: Line) => offers.every((offered) => (offered.get(id) ?? []).length === 0);
  return new Map(fitting.filter(({ line }) => isFree(line)).map(({ line, rule }) => [line.id, rule]));
}

/**
 * Returns the investments that received lines may be for, also if none is proposed because several are equally likely, or if only a payment
 * of a batch booking is for one.
 */
async function findPossibleInvestments(lines: readonly OpenLine[]): Promise<Map<string, Proposal[]>> {
  const texts = lines
    .filter(({ amount }) => amount > 0n)
    .flatMap(({ id, amount: amountKobo, narration, counterparty, parts }) => [
      { id, amountKobo, narration, counterparty },
      ...parts.map((part) => ({
        id,
        amountKobo: BigInt(part.amount ?? amountKobo),
        narration: part.narration,
        counterparty: part.counterparty,
      })),
    ]);
  const found = new Map<string, Proposal[]>();
  if (texts.length === 0) return found;
  const proposals = await findProposals(db, texts);
  for (const [index, { id }] of texts.entries())
    found.set(id, [...(found.get(id) ?? []), ...proposals[index]!]);
  return found;
}

/** Books lines that are still waiting, by rules that are still switched on. Returns their number. */
async function bookBatch(tx: Tx, decided: ReadonlyMap<string, Rule>): Promise<number> {
  const ids = [...decided.keys()];
  await tx.$queryRaw`SELECT 1 FROM line_rules WHERE id = ANY (${[...decided.values()].map(({ id }) => id)}::uuid[]) ORDER BY id FOR SHARE`;
  const active = new Set((await readActiveRules(tx)).map(({ id }) => id));
  await tx.$queryRaw`SELECT 1 FROM statement_lines WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  const lines = await tx.$queryRaw<{ id: string; on: Date; amount: bigint }[]>`
    SELECT l.id, l.on_day AS on, l.amount FROM statement_lines AS l JOIN money_acts AS a ON a.id = l.act_id
    WHERE l.id = ANY (${ids}::uuid[]) AND l.state = 'waiting' AND a.kind = 'import' ORDER BY l.id`;
  const entries: EntryInput[] = [];
  for (const { id, on, amount } of lines) {
    const rule = decided.get(id)!;
    if (!active.has(rule.id)) continue;
    const { id: ruleId, category } = rule;
    const actId = await recordAct(tx, { kind: category, actorId: null, ruleId, subjects: { line: [id] } });
    const event = { actId, on: dayOf(on), amount: absolute(amount), isIn: amount > 0n };
    entries.push(journal.booking(category, event));
    await tx.statementLine.update({ where: { id }, data: { state: "matched", actId } });
    const data = { bookedAs: category, ruleId };
    await audit(tx, { actorId: null, action: "statement_line.booked", targetId: id, data });
  }
  if (entries.length > 0) await postEntries(tx, entries);
  return entries.length;
}
