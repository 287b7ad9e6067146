import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inBatches } from "@/lib/db/batches";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { receivedAmount } from "@/lib/investments/queries";
import { isUnpaid as isStateUnpaid } from "@/lib/investments/rules";
import { readVerifiedNames } from "@/lib/investments/verified-accounts";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { normalizeName } from "@/lib/names";
import { bestProposal, proposeMatches, referencesIn, type Candidate, type Proposal } from "./matching-rules";
import type { StatementLine } from "./readers/statement";
import { sendersOf } from "./sender-rules";

/** Rows per query. */
const BATCH = 1_000;

const select = {
  id: true,
  reference: true,
  state: true,
  amount: true,
  user: { select: { id: true, name: true } },
} as const satisfies Prisma.InvestmentSelect;

/** Returns the investments matching a condition, as candidates. */
export async function readCandidates(
  where: Prisma.InvestmentWhereInput,
  reader: Tx | typeof db = db,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const read = inBatches(
    ({ after, orderBy, take }) =>
      reader.investment.findMany({ where: { AND: [where, after] }, select, orderBy, take }),
    BATCH,
  );
  for await (const rows of read) {
    const totals = await readSubjectTotals(
      rows.map(({ id }) => id),
      reader,
    );
    const names = await readVerifiedNames([...new Set(rows.map(({ user }) => user.id))], reader);
    for (const { id, reference, state, amount, user } of rows) {
      const isUnpaid = isStateUnpaid(state);
      const outstandingKobo = isUnpaid ? amount - receivedAmount(totals.get(id)) : 0n;
      const approvedNames = names.get(user.id) ?? [];
      candidates.push({ id, reference, investor: user.name, approvedNames, isUnpaid, outstandingKobo });
    }
  }
  return candidates;
}

/** Lines that are compared before other requests have their turn. */
const TURN = 20;

/** Returns a value for each item, with a turn for other requests after each `TURN` of them. */
async function mapInTurns<T, R>(items: readonly T[], toValue: (item: T, index: number) => R): Promise<R[]> {
  const values: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % TURN === 0) await nextTurn();
    values.push(toValue(item, index));
  }
  return values;
}

/** Returns the best proposal for each received line. */
export async function proposeForLines(tx: Tx, lines: readonly StatementLine[]): Promise<(Proposal | null)[]> {
  return (await findProposals(tx, lines)).map(bestProposal);
}

type Texts = Pick<StatementLine, "narration" | "counterparty" | "amountKobo">;

/**
 * Returns all proposals for each received line, the most certain first. Candidates are found by reference; unpaid investments also by name, compared in memory:
 * an equal name through a map, a partial one through a map keyed by amount and word (two words must agree), so that the time does not grow
 * with lines times investments.
 */
export async function findProposals(reader: Tx | typeof db, lines: readonly Texts[]): Promise<Proposal[][]> {
  const unpaid = await readCandidates({ state: "requested" }, reader);
  const byName = new Map<string, Candidate[]>();
  const byWord = new Map<string, Candidate[]>();
  for (const candidate of unpaid) {
    for (const name of new Set(candidate.approvedNames.map(normalizeName))) addTo(byName, name, candidate);
    for (const word of new Set(candidate.approvedNames.flatMap(wordsOf)))
      addTo(byWord, `${candidate.outstandingKobo} ${word}`, candidate);
  }
  const referencesByLine = await mapInTurns(lines, ({ narration, amountKobo }) =>
    amountKobo > 0n ? referencesIn(narration) : null,
  );
  const references = new Set(
    referencesByLine.flatMap((found) => (found ? [...found.exact, ...found.mistyped] : [])),
  );
  const byReference = new Map(unpaid.map((candidate) => [candidate.reference, candidate]));
  const missing = [...references].filter((reference) => !byReference.has(reference));
  for (let from = 0; from < missing.length; from += BATCH)
    for (const candidate of await readCandidates(
      { reference: { in: missing.slice(from, from + BATCH) } },
      reader,
    ))
      byReference.set(candidate.reference, candidate);
  return mapInTurns(lines, (line, index) => {
    const found = referencesByLine[index];
    if (!found) return [];
    const names = sendersOf(line).map(({ name }) => name);
    const candidates = new Set([
      ...[...found.exact, ...found.mistyped].flatMap((reference) => byReference.get(reference) ?? []),
      ...names.flatMap((name) => byName.get(normalizeName(name)) ?? []),
      ...names.flatMap((name) => {
        const partial = wordsOf(name).flatMap((word) => byWord.get(`${line.amountKobo} ${word}`) ?? []);
        return partial.filter((candidate, at) => partial.indexOf(candidate) < at);
      }),
    ]);
    return proposeMatches(line, [...candidates]);
  });
}

const wordsOf = (name: string): string[] => [...new Set(normalizeName(name).split(" ").filter(Boolean))];

function addTo<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
