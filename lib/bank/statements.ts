import "server-only";
import type * as z from "zod";
import { toPage } from "@/lib/cursor";
import { dayOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import type { GapDto, StatementDto, statementQuery } from "./schema";

/** Imported statements, and the gaps between them (product 10.32). */

/** Returns a page of the statements of an account, newest first. `next` is the cursor of the next page; null on the last page. */
export async function listStatements({
  bankAccountId,
  after,
  limit,
}: z.output<typeof statementQuery>): Promise<{ items: StatementDto[]; next: string | null }> {
  const rows = await db.statementImport.findMany({
    where: { bankAccountId, ...(after && { id: { lt: after } }) },
    include: { file: { select: { importId: true } } },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { shown: items, next } = toPage(rows, limit, ({ id }) => id);
  const acts = await db.moneyActSubject.findMany({
    where: { thing: "import", id: { in: items.map(({ id }) => id) }, act: { kind: "import" } },
    select: { id: true, actId: true, before: true },
    take: items.length * 10,
  });
  const users = await db.user.findMany({
    where: { id: { in: items.map(({ importedBy }) => importedBy) } },
    select: { id: true, name: true },
    take: items.length,
  });
  return {
    items: items.map(({ id, importedBy, state, opening, closing, firstOn, lastOn, file, ...row }) => ({
      _id: id,
      bankAccountId,
      fileName: row.fileName,
      importedAt: row.importedAt.toISOString(),
      importedBy: users.find((user) => user.id === importedBy)?.name ?? "A deleted user",
      firstOn: firstOn && dayOf(firstOn),
      lastOn: lastOn && dayOf(lastOn),
      opening: opening === null ? null : String(opening),
      closing: closing === null ? null : String(closing),
      count: row.count,
      added: row.added,
      state,
      hasFile: file !== null,
      actId:
        state === "imported"
          ? (acts.find((act) => act.id === id && act.before === null)?.actId ?? null)
          : null,
    })),
    next,
  };
}

/** More open gaps than an account has. */
const MAX_GAPS = 100;

/** Returns the gaps in the chain of balances of an account, newest first. */
export async function listGaps(bankAccountId: string): Promise<GapDto[]> {
  const rows = await db.$queryRaw<
    {
      beforeOn: string;
      beforeAmount: bigint;
      beforeBalance: bigint;
      on: string;
      amount: bigint;
      balance: bigint;
    }[]
  >`
    SELECT previous.on_day::text AS "beforeOn", previous.amount AS "beforeAmount", previous.balance AS "beforeBalance",
      l.on_day::text AS on, l.amount, l.balance
    FROM statement_lines AS l CROSS JOIN LATERAL (
      SELECT p.* FROM statement_lines AS p
      WHERE p.bank_account_id = l.bank_account_id AND p.state <> 'withdrawn' AND p.position < l.position ORDER BY p.position DESC LIMIT 1
    ) AS previous
    WHERE l.bank_account_id = ${bankAccountId}::uuid AND l.state <> 'withdrawn' AND l.begins AND previous.balance <> l.balance - l.amount
    ORDER BY l.position DESC LIMIT ${MAX_GAPS}`;
  return rows.map(({ beforeOn, beforeAmount, beforeBalance, on, amount, balance }) => ({
    before: { on: beforeOn, amount: String(beforeAmount), balance: String(beforeBalance) },
    after: { on, amount: String(amount), balance: String(balance) },
  }));
}
