import "server-only";
import { actKinds } from "@/lib/acts/rules";
import { kindOf } from "@/lib/acts/queries";
import { audit } from "@/lib/audit/audit";
import { dateOf, dayAt, dayNumber, dayOf, lagosDay } from "@/lib/dates";
import { db, transaction, type Prisma } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { consume } from "@/lib/limits/limits";
import type { Viewer } from "@/lib/viewer";
import { firmTransferLimit } from "./commands";
import { readActiveRules } from "./line-rule-commands";
import { decidingRule, disputingRules, fitsRule, type Rule } from "./line-rules";
import type { LineRuleInput, LineRulePreviewDto } from "./line-rule-schema";
import { openTexts } from "./statement-lines";

/** Rows per query. */
const BATCH = 500;
/** The most lines that are opened. */
const MAX_READ = 20_000;
const MAX_SHOWN = 20;
const MAX_PREVIEWS_PER_HOUR = 60;
const YEAR_DAYS = 365;

/** The first day whose lines rules are about. */
export const firstRuleDay = (): Date => dateOf(dayAt(dayNumber(lagosDay()) - YEAR_DAYS));

type Line = Prisma.StatementLineModel & ReturnType<typeof openTexts>;

/**
 * Tries a rule on the lines of the last 12 months, the newest first, without booking any. Opens the texts of at most `MAX_READ` lines, and
 * records it. Lines above FIRM_TRANSFER_LIMIT_NAIRA and lines that are proposed for an investment are left out, as the rule leaves them to a
 * person, and so are lines that a rule with a longer text decides otherwise. Throws FORBIDDEN and RATE_LIMITED.
 */
export async function previewLineRule(viewer: Viewer, input: LineRuleInput): Promise<LineRulePreviewDto> {
  await consume(`line_rule_preview|${viewer.userId}`, MAX_PREVIEWS_PER_HOUR, 3_600);
  const rule: Rule = { ...input, id: "", amount: input.amount === null ? null : BigInt(input.amount) };
  const rules: Rule[] = [...(await readActiveRules()), rule];
  const isAbout = (line: Line) =>
    fitsRule(rule, line) && (decidingRule(rules, line)?.category ?? rule.category) === rule.category;
  const found: Line[] = [];
  let read = 0;
  for (let after: string | undefined; ;) {
    const rows = await readBatch(rule, after);
    read += rows.length;
    found.push(...rows.map((row) => ({ ...row, ...openTexts(row) })).filter(isAbout));
    after = rows.at(-1)?.id;
    if (rows.length < BATCH || read >= MAX_READ) break;
  }
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "money.act");
    const data = { read, count: found.length };
    await audit(tx, { actorId: viewer.userId, action: "line_rule.previewed", targetId: null, data });
  });
  const waiting = found.filter(({ state }) => state === "waiting");
  const disputed = waiting.filter((line) => disputingRules(rules, line).length > 0).length;
  const kinds = await readKinds(found);
  const otherwise = found.filter((line) => (kinds.get(line.id) ?? rule.category) !== rule.category);
  const toDto = (line: Line) => toPreviewLine(line, kinds);
  return {
    count: found.length,
    sum: String(found.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n)),
    waiting: waiting.length - disputed,
    disputed,
    lines: found.slice(0, MAX_SHOWN).map(toDto),
    otherwise: { count: otherwise.length, lines: otherwise.slice(0, MAX_SHOWN).map(toDto) },
    isPartial: read >= MAX_READ,
  };
}

function readBatch({ direction, bankAccountId, amountRule, amount }: Rule, after: string | undefined) {
  const limit = firmTransferLimit();
  const most = amount !== null && amount < limit ? amount : limit;
  const range =
    amountRule === "exactly" && amount !== null && amount <= limit
      ? { equals: direction === "in" ? amount : -amount }
      : direction === "in"
        ? { gt: 0n, lte: most }
        : { lt: 0n, gte: -most };
  return db.statementLine.findMany({
    where: {
      state: { not: "withdrawn" },
      on: { gte: firstRuleDay() },
      proposedId: null,
      amount: range,
      ...(bankAccountId && { bankAccountId }),
      ...(after && { id: { lt: after } }),
    },
    orderBy: { id: "desc" },
    take: BATCH,
  });
}

/** Returns the kinds of the decisions about lines, by the id of the line. */
async function readKinds(lines: readonly Line[]): Promise<Map<string, string>> {
  const decided = lines.filter(({ state }) => state !== "waiting");
  const kinds = new Map<string, string>();
  for (let from = 0; from < decided.length; from += BATCH) {
    const batch = decided.slice(from, from + BATCH);
    const acts = await db.moneyAct.findMany({
      where: { id: { in: batch.map(({ actId }) => actId) } },
      select: { id: true, kind: true },
      take: BATCH,
    });
    const byId = new Map(acts.map(({ id, kind }) => [id, kind]));
    for (const { id, actId } of batch) kinds.set(id, byId.get(actId) ?? "");
  }
  return kinds;
}

function toPreviewLine(line: Line, kinds: ReadonlyMap<string, string>) {
  const { id, on, amount, narration, counterparty, state } = line;
  const kind = kinds.get(id);
  return {
    _id: id,
    on: dayOf(on),
    amount: String(amount),
    narration,
    counterparty,
    state,
    decided: kind ? actKinds[kindOf({ kind })].label : null,
  };
}
