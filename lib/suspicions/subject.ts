import "server-only";
import { openTexts } from "@/lib/bank/statement-lines";
import { dayOf, dayWords } from "@/lib/dates";
import type { Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { formatKobo } from "@/lib/money";
import type { SuspicionThing } from "./schema";

export interface Subject {
  /** Null if no account is known. */
  userId: string | null;
  words: string;
}

const person = { select: { id: true, name: true, companyName: true, email: true, role: true } } as const;
type Person = { id: string; name: string; companyName: string | null; email: string };
const nameOf = ({ name, companyName, email }: Person) =>
  `${companyName ? `${companyName} (${name})` : name}, ${email}`;

/** Describes what a report is about, in words that remain when the account is erased. Throws NOT_FOUND. */
export async function describeSubject(tx: Tx, thing: SuspicionThing, id: string): Promise<Subject> {
  const missing = () => notFound("This no longer exists");
  switch (thing) {
    case "user": {
      const user = await tx.user.findFirst({ where: { id, role: { not: "admin" } }, ...person });
      if (!user) throw missing();
      return { userId: user.id, words: nameOf(user) };
    }
    case "investment": {
      const row = await tx.investment.findUnique({ where: { id }, include: { user: person } });
      if (!row) throw missing();
      return {
        userId: row.userId,
        words: `Investment ${row.reference} of ${formatKobo(row.amount)} by ${nameOf(row.user)}`,
      };
    }
    case "statement_line": {
      const line = await tx.statementLine.findUnique({ where: { id } });
      if (!line) throw missing();
      const [owner] = await tx.$queryRaw<{ id: string }[]>`
        SELECT i.user_id AS id FROM money_act_subjects AS s JOIN investments AS i ON i.id = s.subject_id
        WHERE s.act_id = ${line.actId}::uuid AND s.thing = 'investment' LIMIT 1`;
      const { counterparty, narration } = openTexts(line);
      const texts = [counterparty, narration].filter(Boolean).join(", ");
      return {
        userId: owner?.id ?? null,
        words: `${formatKobo(line.amount)} on ${dayWords(dayOf(line.on))}: ${texts}`,
      };
    }
    case "payout": {
      const row = await tx.payout.findUnique({ where: { id }, include: { user: person } });
      if (!row) throw missing();
      return {
        userId: row.userId,
        words: `Payout of ${formatKobo(row.amount)}${row.user ? ` to ${nameOf(row.user)}` : ""}`,
      };
    }
  }
}
