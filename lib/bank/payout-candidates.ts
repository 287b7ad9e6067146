import "server-only";
import { lagosDay } from "@/lib/dates";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { parseReference } from "@/lib/investments/reference-rules";
import { investmentsFound } from "@/lib/investments/search";
import { parseAmount } from "@/lib/money";
import { referencesIn } from "./matching-rules";
import type { LineDto, PayoutChoiceDto } from "./schema";
import { openAccount } from "./sealed-account";
import { openTexts } from "./statement-lines";

/** Proposals for the payouts that a statement line settles (product 10.34). */

/** The facts of a statement line that proposals depend on. */
export interface StatementLine {
  id: string;
  /** In kobo: positive if received, negative if paid out. */
  amount: bigint;
  narration: string;
  /** The payments of a batch booking. */
  parts: readonly { narration: string }[];
}

export interface PayoutMatch {
  payoutId: string;
  reference: string;
  payee: string;
  /** Whether the line contains the payout's reference; otherwise only the amounts are equal. */
  isExact: boolean;
}

type Reader = Tx | typeof db;

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** A payout recorded as rejected by the bank, without a settling statement line. */
export const rejected = { state: "returned", settledOn: null } as const;

/** The payouts that a line can settle: released or rejected ones if it was paid out, paid ones if it was received. */
const settledBy = (amount: bigint): Prisma.PayoutWhereInput =>
  amount < 0n ? { OR: [{ state: "released" }, rejected] } : { state: "paid" };

const canSettle = ({ state, settledOn }: Prisma.PayoutModel, amount: bigint): boolean =>
  amount < 0n
    ? state === "released" || (state === rejected.state && settledOn === rejected.settledOn)
    : state === "paid";

const payeeOf = (payout: Prisma.PayoutModel): string => openAccount("payouts", payout)?.accountName ?? "";

const referencesOf = ({ narration, parts }: StatementLine): string[] => [
  ...new Set([narration, ...parts.map((part) => part.narration)].flatMap((text) => referencesIn(text).exact)),
];

/** Returns the payouts whose references lines have, of which each line can settle some. */
async function readNamed(lines: readonly StatementLine[], reader: Reader): Promise<Prisma.PayoutModel[]> {
  const references = lines.flatMap(referencesOf);
  return reader.payout.findMany({ where: { reference: { in: references } }, take: references.length });
}

/** Returns the payouts that each line names and can settle, whatever their amounts, by line. */
export async function readNamedByLine(
  lines: readonly StatementLine[],
  reader: Reader = db,
): Promise<Map<string, Prisma.PayoutModel[]>> {
  const named = await readNamed(lines, reader);
  return new Map(
    lines.map((line) => {
      const references = referencesOf(line);
      const isNamed = (payout: Prisma.PayoutModel) =>
        references.includes(payout.reference) && canSettle(payout, line.amount);
      return [line.id, named.filter(isNamed)];
    }),
  );
}

/** Returns the payouts that a line names and can settle, whatever their amounts. */
export const readNamedPayouts = async (line: StatementLine, reader: Reader): Promise<Prisma.PayoutModel[]> =>
  (await readNamedByLine([line], reader)).get(line.id)!;

/** The maximum number of payouts offered for a line because they have its amount. */
const MAX_SAME_AMOUNT = 20;

/** Returns payouts with the amounts of paid-out lines: those in transit first, then the newest. */
async function readSameAmount(lines: readonly StatementLine[], reader: Reader) {
  const amounts = [...new Set(lines.flatMap(({ amount }) => (amount < 0n ? [-amount] : [])))];
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM unnest(${amounts}::bigint[]) AS a (amount) CROSS JOIN LATERAL (
      SELECT id FROM payouts WHERE amount = a.amount AND (state = 'released' OR (state = 'returned' AND settled_on IS NULL))
      ORDER BY state, id DESC LIMIT ${MAX_SAME_AMOUNT}) AS p`;
  return reader.payout.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    orderBy: [{ state: "asc" }, { id: "desc" }],
    take: rows.length,
  });
}

/**
 * Returns the payouts that each line may settle, those with the reference first. A received line is proposed as a returned payout only with
 * the reference, because an investor may pay the same amount.
 */
export async function proposePayouts(
  lines: readonly StatementLine[],
  reader: Reader = db,
): Promise<Map<string, PayoutMatch[]>> {
  const [named, sameAmount] = [await readNamed(lines, reader), await readSameAmount(lines, reader)];
  const found = lines.map((line) => {
    const references = referencesOf(line);
    const isNamed = ({ reference }: Prisma.PayoutModel) => references.includes(reference);
    const payouts = [
      ...named.filter((payout) => isNamed(payout) && canSettle(payout, line.amount)),
      ...sameAmount.filter((payout) => line.amount < 0n && !isNamed(payout)),
    ].filter(({ amount }) => amount === absolute(line.amount));
    return [
      line.id,
      payouts.map((payout) => ({
        payoutId: payout.id,
        reference: payout.reference,
        payee: payeeOf(payout),
        isExact: isNamed(payout),
      })),
    ] as const;
  });
  return new Map(found);
}

/** The maximum number of batches offered for a line. */
const MAX_BATCHES = 5;

/**
 * Returns the payout batches that each paid-out line may settle as a whole: the payouts of a batch in transit, or those of one of its
 * payment files, add up to its amount. The newest first.
 */
export async function proposeBatches(
  lines: readonly StatementLine[],
  reader: Reader = db,
): Promise<Map<string, LineDto["batches"]>> {
  const amounts = lines.flatMap(({ amount }) => (amount < 0n ? [-amount] : []));
  if (amounts.length === 0) return new Map();
  const rows = await reader.$queryRaw<{ ids: string[]; total: bigint; releasedAt: Date }[]>`
    WITH grouped AS (
      SELECT batch_id, array_agg(id ORDER BY id) AS ids, sum(amount)::bigint AS total
      FROM payouts WHERE state = 'released' GROUP BY batch_id
      UNION
      SELECT p.batch_id, array_agg(p.id ORDER BY p.id), sum(p.amount)::bigint
      FROM payouts AS p JOIN money_act_subjects AS s ON s.thing = 'payout' AND s.subject_id = p.id
        JOIN money_acts AS a ON a.id = s.act_id AND a.kind = 'download'
      WHERE p.state = 'released' GROUP BY p.batch_id, a.id)
    SELECT g.ids, g.total, b.decided_at AS "releasedAt" FROM grouped AS g JOIN payout_batches AS b ON b.id = g.batch_id
    WHERE cardinality(g.ids) > 1 AND g.total = ANY (${amounts}::bigint[]) ORDER BY b.id DESC, cardinality(g.ids) DESC`;
  return new Map(
    lines.map(({ id, amount }) => [
      id,
      rows
        .filter(({ total }) => total === -amount)
        .slice(0, MAX_BATCHES)
        .map(({ ids, releasedAt }) => ({ payoutIds: ids, releasedOn: lagosDay(releasedAt) })),
    ]),
  );
}

/** The maximum number of payouts offered in a search. */
const MAX_CHOICES = 20;

/**
 * Returns the payouts that a line can settle, of any amount: those whose references it has first, then those that a text finds by
 * reference, amount or investor; without a text, the newest. Throws NOT_FOUND.
 */
export async function listPayoutChoices(id: string, q: string): Promise<PayoutChoiceDto[]> {
  const row = await db.statementLine.findUnique({ where: { id } });
  if (!row) throw notFound("This statement line does not exist");
  const named = await readNamedPayouts({ ...row, ...openTexts(row) }, db);
  const found = await db.payout.findMany({
    where: { AND: [settledBy(row.amount), q ? payoutsFound(q) : {}] },
    orderBy: { id: "desc" },
    take: MAX_CHOICES,
  });
  const others = found.filter((payout) => !named.some((each) => each.id === payout.id));
  return [...named, ...others].map((payout) => ({
    _id: payout.id,
    reference: payout.reference,
    payee: payeeOf(payout),
    amount: String(payout.amount),
    isNamed: named.includes(payout),
  }));
}

function payoutsFound(q: string): Prisma.PayoutWhereInput {
  const [reference, amount] = [parseReference(q), parseAmount(q)];
  return {
    OR: [
      ...(reference ? [{ reference }] : []),
      ...("kobo" in amount ? [{ amount: amount.kobo }] : []),
      { parts: { some: { investment: investmentsFound(q) } } },
    ],
  };
}
