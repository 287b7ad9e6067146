import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { isCategory } from "@/lib/ledger/category-rules";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { Viewer } from "@/lib/viewer";
import { dayOf } from "@/lib/dates";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import type { LineRuleDto, LineRuleInput } from "./line-rule-schema";
import type { Rule } from "./line-rules";

/** The rules that book statement lines after each import (product 10.32, ADR 52). */
const TABLE = "line_rules";
/** More rules than a firm needs. */
export const MAX_RULES = 200;

/** A rule with its opened texts. */
export type OpenRule = Rule & { name: string; isActive: boolean; madeById: string; madeAt: Date };

function openRule({ dataKey, nameCipher, textCipher, category, ...row }: Prisma.LineRuleModel): OpenRule {
  if (!isCategory(category)) throw new Error(`Unknown category: ${category}`);
  const cipher = openRowCipher(TABLE, row.id, dataKey);
  return {
    ...row,
    category,
    name: cipher.open("name_cipher", nameCipher),
    text: cipher.open("text_cipher", textCipher),
  };
}

/** Returns the rules that are switched on. */
export async function readActiveRules(reader: Tx | typeof db = db): Promise<OpenRule[]> {
  const rows = await reader.lineRule.findMany({
    where: { isActive: true },
    orderBy: { id: "asc" },
    take: MAX_RULES,
  });
  return rows.map(openRule);
}

/** Returns all rules, the newest first, with what each has booked. */
export async function listLineRules(reader: Tx | typeof db = db, id?: string): Promise<LineRuleDto[]> {
  const rows = await reader.lineRule.findMany({
    where: id ? { id } : {},
    orderBy: { id: "desc" },
    take: MAX_RULES,
  });
  const booked = await reader.$queryRaw<{ id: string; count: number; sum: bigint; lastOn: Date }[]>`
    SELECT a.rule_id AS id, count(*)::int, sum(abs(l.amount))::bigint AS sum, max(l.on_day) AS "lastOn"
    FROM money_acts AS a JOIN statement_lines AS l ON l.act_id = a.id
    WHERE a.rule_id = ANY (${rows.map((row) => row.id)}::uuid[]) GROUP BY 1`;
  const users = await reader.user.findMany({
    where: { id: { in: rows.map(({ madeById }) => madeById) } },
    select: { id: true, name: true },
    take: rows.length,
  });
  return rows.map((row) => {
    const { amount, madeById, madeAt, ...rule } = openRule(row);
    const done = booked.find((each) => each.id === row.id);
    return {
      _id: row.id,
      name: rule.name,
      text: rule.text,
      direction: rule.direction,
      bankAccountId: rule.bankAccountId,
      amountRule: rule.amountRule,
      amount: amount === null ? null : String(amount),
      category: rule.category,
      isActive: rule.isActive,
      madeBy: users.find((user) => user.id === madeById)?.name ?? "A deleted user",
      madeAt: madeAt.toISOString(),
      count: done?.count ?? 0,
      sum: String(done?.sum ?? 0n),
      lastOn: done ? dayOf(done.lastOn) : null,
    };
  });
}

async function readRule(tx: Tx, id: string): Promise<LineRuleDto> {
  const [rule] = await listLineRules(tx, id);
  if (!rule) throw ruleNotFound();
  return rule;
}

const ruleNotFound = () => notFound("This rule does not exist");

/**
 * Adds a rule. Throws FORBIDDEN, RECENTLY_RESET and VALIDATION_FAILED at `bankAccountId` or `text`. The route requires a fresh proof of
 * identity.
 */
export const addLineRule = (viewer: Viewer, input: LineRuleInput): Promise<LineRuleDto> =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    const { name, text, amount, ...rule } = input;
    if (rule.bankAccountId && !(await tx.bankAccount.findUnique({ where: { id: rule.bankAccountId } })))
      throw invalid("bankAccountId", "This bank account does not exist");
    if ((await tx.lineRule.count()) >= MAX_RULES)
      throw invalid("text", `There can be at most ${MAX_RULES} rules. Delete one first.`);
    const id = uuidv7();
    const cipher = newRowCipher(TABLE, id);
    await tx.lineRule.create({
      data: {
        ...rule,
        id,
        amount: amount === null ? null : BigInt(amount),
        dataKey: cipher.dataKey,
        nameCipher: cipher.seal("name_cipher", name),
        textCipher: cipher.seal("text_cipher", text),
        madeById: viewer.userId,
      },
    });
    const data = { category: rule.category, direction: rule.direction };
    await audit(tx, { actorId: viewer.userId, action: "line_rule.made", targetId: id, data });
    return readRule(tx, id);
  });

/** Switches a rule on or off. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET. The route requires a fresh proof of identity. */
export const switchLineRule = (viewer: Viewer, id: string, isActive: boolean): Promise<LineRuleDto> =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    const { count } = await tx.lineRule.updateMany({
      where: { id, isActive: !isActive },
      data: { isActive },
    });
    const rule = await readRule(tx, id);
    if (count > 0)
      await audit(tx, {
        actorId: viewer.userId,
        action: "line_rule.switched",
        targetId: id,
        data: { isActive },
      });
    return rule;
  });

/**
 * Deletes a rule; the acts by which it has booked lines stay. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET. The route requires a fresh proof
 * of identity.
 */
export const deleteLineRule = (viewer: Viewer, id: string): Promise<void> =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    const { count } = await tx.lineRule.deleteMany({ where: { id } });
    if (count === 0) throw ruleNotFound();
    await audit(tx, { actorId: viewer.userId, action: "line_rule.deleted", targetId: id });
  });
