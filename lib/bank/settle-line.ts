import "server-only";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { isNamedBy } from "@/lib/investments/reference-rules";
import { readVerifiedNames } from "@/lib/investments/verified-accounts";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { referencesIn } from "./matching-rules";
import { getLine } from "./queries";
import { otherSender, sendersOf } from "./sender-rules";
import { openTexts } from "./statement-lines";
import type { LineDto } from "./schema";

/**
 * What all decisions about statement lines share (product 10.32, ADR 40). A line is decided once: deciding it again throws CONFLICT, unless
 * the decision was undone (ADR 44). The routes require a fresh proof of identity, and each decision throws RECENTLY_RESET. Locks are acquired in one
 * order: users, the line, investments.
 */
export type Line = Prisma.StatementLineModel;

/** Throws NOT_FOUND. */
export async function findLine(tx: Tx, id: string): Promise<Line> {
  const line = await tx.statementLine.findUnique({ where: { id } });
  if (!line) throw notFound("This statement line does not exist");
  return line;
}

/** Locks an undecided line. Throws NOT_FOUND, CONFLICT. */
export async function lockWaitingLine(tx: Tx, id: string): Promise<Line> {
  await tx.$queryRaw`SELECT 1 FROM statement_lines WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const line = await findLine(tx, id);
  if (line.state !== "waiting")
    throw new AppError("CONFLICT", "This statement line has already been decided", {
      data: { state: line.state },
    });
  return line;
}

/** Throws CONFLICT for money out. */
export const requireReceived = (line: Line): Line => {
  if (line.amount < 0n)
    throw new AppError("CONFLICT", "This statement line is money out, so it is not a receipt");
  return line;
};

/** Returns investment ids as audit data, which allows one id per name. */
const investmentData = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id, index) => [`investment${index + 1}`, id]));

/** The administrators who decide: if a second one has confirmed it, the actor has proposed it. */
export interface People {
  actorId: string;
  confirmedById: string | null;
  /** Of the lines that are decided at once. */
  groupId?: string | undefined;
}

/** Returns a person who decides without a second one, about one line or about a group. */
export const alone = ({ userId }: Viewer, groupId?: string): People => ({
  actorId: userId,
  confirmedById: null,
  groupId,
});

/** A decision about a line: the act, the state that follows, and its audit row. */
interface Decision {
  actId: string;
  state: "matched" | "returning" | "ignored";
  action: AuditAction;
  payoutId?: string;
}

/** Stores the decision about a locked line with its audit row. */
export async function settleLine(
  tx: Tx,
  { actorId, confirmedById, groupId }: People,
  { id }: Line,
  { actId, state, action, payoutId }: Decision,
): Promise<LineDto> {
  await tx.statementLine.update({ where: { id }, data: { state, actId } });
  const settled = await getLine(id, tx);
  const { bookedAs, investments } = settled;
  await audit(tx, {
    actorId,
    action,
    targetId: id,
    data: {
      ...(confirmedById && { confirmedBy: confirmedById }),
      ...(groupId && { groupId }),
      ...(bookedAs && { bookedAs }),
      ...(payoutId && { payoutId }),
      ...investmentData(investments.map(({ _id }) => _id)),
    },
  });
  return settled;
}

/** Returns the investments whose references a line, or a payment of a batch booking, has. */
export function findNamedInvestments(tx: Tx, line: Line): Promise<Prisma.InvestmentModel[]> {
  const { proposedId, proposedBy } = line;
  const { narration, parts } = openTexts(line);
  const texts = [
    ...(proposedBy === "several" || parts.length > 0 ? [narration] : []),
    ...parts.map((part) => part.narration),
  ];
  const references = [...new Set(texts.flatMap((text) => referencesIn(text).exact))];
  const ids = proposedId && isNamedBy(proposedBy) ? [proposedId] : [];
  return tx.investment.findMany({
    where: { OR: [{ id: { in: ids } }, { reference: { in: references } }] },
    orderBy: { id: "asc" },
    take: ids.length + references.length,
  });
}

/** Returns which investors may have sent a line: all but those whose approved names are certainly not the sender's. */
export async function investorsWhoSent(
  tx: Tx,
  line: Line,
  investorIds: readonly string[],
): Promise<Set<string>> {
  const ids = [...new Set(investorIds)];
  const senders = sendersOf(openTexts(line));
  const names = await readVerifiedNames(ids, tx);
  return new Set(ids.filter((id) => otherSender(senders, names.get(id) ?? []) === null));
}

/** Locks an undecided line for a decision that concerns these investors. Throws FORBIDDEN, RECENTLY_RESET, NOT_FOUND and CONFLICT. */
export const decideLine = (
  viewer: Viewer,
  id: string,
  work: (tx: Tx, line: Line) => Promise<LineDto>,
  readInvestors: (tx: Tx) => Promise<string[]> = () => Promise.resolve([]),
  options?: { timeoutMs: number },
) =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer, await readInvestors(tx));
    return work(tx, await lockWaitingLine(tx, id));
  }, options);
