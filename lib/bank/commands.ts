import "server-only";
import { recordAct } from "@/lib/acts/record";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import type { ProposedAct } from "@/lib/approvals/act-schema";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError, invalid, notFound } from "@/lib/errors";
import { allocateReceipt, missingAmount } from "@/lib/investments/commands";
import { emailRefund } from "@/lib/investments/refund-email";
import { isNamedBy, parseReference } from "@/lib/investments/reference-rules";
import { readVerifiedNames } from "@/lib/investments/verified-accounts";
import { allowsDirection, categories, directionOf, type Category } from "@/lib/ledger/category-rules";
import { queueRefund } from "@/lib/ledger/dues";
import { postEntry } from "@/lib/ledger/entries";
import { joinWords } from "@/lib/join-words";
import * as journal from "@/lib/ledger/journal";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator, requireUnrelatedProposer } from "./lock-money-administrator";
import { referencesIn } from "./matching-rules";
import { getLine } from "./queries";
import { otherSender, sendersOf } from "./sender-rules";
import { openTexts } from "./statement-lines";

import type { Booking, LineDto, MatchInput } from "./schema";

/**
 * Decisions about statement lines (product 10.32, ADR 40). A line is decided once: deciding it again throws CONFLICT, unless the decision
 * was undone (ADR 44). The routes require a fresh proof of identity, and each decision throws RECENTLY_RESET. Locks are acquired in one
 * order: users, the line, investments.
 */
type Line = Prisma.StatementLineModel;

async function findLine(tx: Tx, id: string): Promise<Line> {
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

const requireReceived = (line: Line): Line => {
  if (line.amount < 0n)
    throw new AppError("CONFLICT", "This statement line is money out, so it is not a receipt");
  return line;
};

/** Returns investment ids as audit data, which allows one id per name. */
const investmentData = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id, index) => [`investment${index + 1}`, id]));

/** The administrators who decide: if a second one has confirmed it, the actor has proposed it. */
interface People {
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

/**
 * Matches a received line with one or several investments, and queues any surplus as a refund: to the investor, or to an unknown sender if
 * someone else sent it. Throws CONFIRMATION_REQUIRED if the line has
 * the reference of another investor: another administrator must confirm it. Throws NOT_FOUND, FORBIDDEN, including for an investment of the
 * viewer, CONFLICT, and VALIDATION_FAILED at an allocation.
 */
export const matchLine = (viewer: Viewer, id: string, input: MatchInput): Promise<LineDto> =>
  transactionOrProposal(async (tx) => {
    const locked = await lockMatch(tx, viewer, id, input);
    const named = await findNamedInvestments(tx, locked.line);
    if (followsReferences(locked, named)) return match(tx, alone(viewer), locked);
    const references = input.parts.map(({ reference }) => parseReference(reference) ?? reference);
    const namedReferences = joinWords(named.map(({ reference }) => reference));
    const transfer = `the transfer of ${formatKobo(locked.line.amount)} with the reference ${namedReferences}`;
    const decision = `match ${transfer} with ${joinWords(references)}`;
    const payload = {
      lineId: id,
      decision,
      parts: input.parts,
      ...(await surplusOf(tx, locked)),
    };
    return propose(tx, viewer, { kind: "line_match", targetId: null, payload });
  });

type Payload<K extends ProposedAct["kind"]> = Extract<ProposedAct, { kind: K }>["payload"];

/** Makes a match that the viewer has confirmed. Throws like `matchLine`, also for the administrator who proposed it. */
export async function executeMatch(
  tx: Tx,
  viewer: Viewer,
  { lineId, parts, surplus, toSender }: Payload<"line_match">,
  proposerId: string,
): Promise<void> {
  const locked = await lockMatch(tx, viewer, lineId, { parts });
  const present = await surplusOf(tx, locked);
  if (present.surplus !== surplus || present.toSender !== toSender)
    throw new AppError(
      "CONFLICT",
      "The investment has changed since the match was proposed. Propose it again.",
    );
  await requireUnrelatedProposer(
    tx,
    proposerId,
    locked.matched.map(({ userId }) => userId),
  );
  await match(tx, { actorId: proposerId, confirmedById: viewer.userId }, locked);
}

interface LockedMatch {
  line: Line;
  /** The investments in the order of their ids, with the amounts allocated to them and accepted as charges. */
  matched: { id: string; userId: string; amount: bigint; acceptedCharge: bigint }[];
}

/** Locks a line and the investments that it is matched with. Throws like `matchLine`. */
export async function lockMatch(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { parts }: MatchInput,
): Promise<LockedMatch> {
  const investments = await findInvestments(tx, parts);
  await lockMoneyAdministrator(
    tx,
    viewer,
    investments.map(({ userId }) => userId),
  );
  const line = requireReceived(await lockWaitingLine(tx, id));
  const amounts = parts.map(({ amount }) => BigInt(amount));
  if (sumOf(amounts) !== line.amount)
    throw invalid("parts.0.amount", "The allocations do not add up to the amount of the statement line");
  const matched = investments
    .map((investment, index) => ({
      ...investment,
      amount: amounts[index]!,
      acceptedCharge: BigInt(parts[index]!.acceptedCharge ?? 0),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { line, matched };
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

/**
 * Returns whether a match is what the references of its line ask for: only their investors receive it. The payments of a batch booking are
 * several: each named investor receives at least the payments with their reference, and one person decides about the others.
 */
function followsReferences(
  { line, matched }: LockedMatch,
  named: readonly Prisma.InvestmentModel[],
): boolean {
  const { parts } = openTexts(line);
  if (parts.length === 0 || named.length === 0)
    return named.length === 0 || matched.every(({ userId }) => named.some((each) => each.userId === userId));
  const paid = parts.map(({ narration, amount }) => ({
    references: referencesIn(narration).exact,
    amount: BigInt(amount ?? 0),
  }));
  return [...Map.groupBy(named, ({ userId }) => userId)].every(([investorId, own]) => {
    const amounts = matched.flatMap(({ userId, amount }) => (userId === investorId ? amount : []));
    const payments = paid.filter(({ references }) =>
      own.some(({ reference }) => references.includes(reference)),
    );
    return amounts.length > 0 && sumOf(amounts) >= sumOf(payments.map(({ amount }) => amount));
  });
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Returns what the investments of a match do not take, and what of it is refunded to a sender who is not the investor, in kobo. */
async function surplusOf(
  tx: Tx,
  { line, matched }: LockedMatch,
): Promise<{ surplus: string; toSender: string }> {
  const investorIds = matched.map(({ userId }) => userId);
  const investors = await investorsWhoSent(tx, line, investorIds);
  let surplus = 0n;
  let toSender = 0n;
  for (const { id, userId, amount } of matched) {
    const missing = await missingAmount(tx, id);
    if (amount <= missing) continue;
    surplus += amount - missing;
    if (!investors.has(userId)) toSender += amount - missing;
  }
  return { surplus: String(surplus), toSender: String(toSender) };
}

/** Matches a locked line. */
export async function match(tx: Tx, people: People, { line, matched }: LockedMatch): Promise<LineDto> {
  const actId = await recordAct(tx, { kind: "match", ...people, subjects: { line: [line.id] } });
  const investors = await investorsWhoSent(
    tx,
    line,
    matched.map(({ userId }) => userId),
  );
  let surplusOfSender = 0n;
  for (const { id: investmentId, userId, amount, acceptedCharge } of matched) {
    const isRefundedToSender = !investors.has(userId);
    const receipt = { investmentId, amount, receivedOn: dayOf(line.on), isRefundedToSender, acceptedCharge };
    const surplus = await allocateReceipt(tx, people.actorId, actId, receipt);
    if (isRefundedToSender) surplusOfSender += surplus;
    // A refund per investment, so that each is paid to the verified account of its investor.
    else await queueRefund(tx, actId, { amount: surplus, investmentId, userId, lineId: line.id });
  }
  const unknown = { investmentId: null, userId: null, lineId: line.id };
  await queueRefund(tx, actId, { amount: surplusOfSender, ...unknown });
  return settleLine(tx, people, line, { actId, state: "matched", action: "statement_line.matched" });
}

/** Returns which investors may have sent a line: all but those whose approved names are certainly not the sender's. */
async function investorsWhoSent(tx: Tx, line: Line, investorIds: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(investorIds)];
  const senders = sendersOf(openTexts(line));
  const names = await readVerifiedNames(ids, tx);
  return new Set(ids.filter((id) => otherSender(senders, names.get(id) ?? []) === null));
}

async function findInvestments(
  tx: Tx,
  parts: MatchInput["parts"],
): Promise<{ id: string; userId: string }[]> {
  const references = parts.map(({ reference }, index) => {
    const parsed = parseReference(reference);
    if (!parsed)
      throw invalid(`parts.${index}.reference`, "That is not a valid reference. Check it and try again.");
    return parsed;
  });
  const rows = await tx.investment.findMany({
    where: { reference: { in: references } },
    select: { id: true, userId: true, reference: true },
    take: references.length,
  });
  return references.map((reference, index) => {
    if (references.indexOf(reference) !== index)
      throw invalid(`parts.${index}.reference`, "This investment is already in another allocation");
    const found = rows.find((row) => row.reference === reference);
    if (!found) throw invalid(`parts.${index}.reference`, "No investment has this reference");
    return found;
  });
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

/**
 * Queues a refund of an entire received line: to the investor whose reference it has, unless it has references of several investors or
 * someone else sent it, and otherwise to an unknown sender. Throws NOT_FOUND, FORBIDDEN, including for an investment of the viewer, and CONFLICT.
 */
export const refundLine = (viewer: Viewer, id: string): Promise<LineDto> =>
  transaction(async (tx) => refund(tx, alone(viewer), await lockRefund(tx, viewer, id)));

interface LockedRefund {
  line: Line;
  /** The investment whose investor is paid; undefined if it is an unknown sender. */
  named: Prisma.InvestmentModel | undefined;
}

/** Locks a line that is refunded. Throws like `refundLine`. */
export async function lockRefund(tx: Tx, viewer: Viewer, id: string): Promise<LockedRefund> {
  const investments = await findNamedInvestments(tx, await findLine(tx, id));
  const investorIds = [...new Set(investments.map(({ userId }) => userId))];
  await lockMoneyAdministrator(tx, viewer, investorIds);
  const senders = await investorsWhoSent(tx, await findLine(tx, id), investorIds);
  const line = requireReceived(await lockWaitingLine(tx, id));
  // The payments of a batch booking may be of several senders.
  const isOfOne = investorIds.length === 1 && senders.size === 1 && openTexts(line).parts.length === 0;
  return { line, named: isOfOne ? investments[0] : undefined };
}

/** Refunds a locked line. */
export async function refund(tx: Tx, people: People, { line, named }: LockedRefund): Promise<LineDto> {
  const actId = await recordAct(tx, { kind: "refund", ...people, subjects: { line: [line.id] } });
  await queueRefund(tx, actId, {
    amount: line.amount,
    investmentId: named?.id ?? null,
    userId: named?.userId ?? null,
    lineId: line.id,
  });
  await emailRefund(tx, named?.id ?? null, line.amount);
  return settleLine(tx, people, line, { actId, state: "returning", action: "statement_line.returned" });
}

/** Sets a line aside that is not the firm's money, such as an error that the bank has reversed. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const ignoreLine = (viewer: Viewer, id: string, note: string): Promise<LineDto> =>
  decideLine(viewer, id, (tx, line) => ignore(tx, alone(viewer), line, note));

/** Ignores a locked line. */
export async function ignore(tx: Tx, people: People, line: Line, note: string): Promise<LineDto> {
  const actId = await recordAct(tx, { kind: "ignore", ...people, subjects: { line: [line.id] }, note });
  const amount = absolute(line.amount);
  await postEntry(tx, journal.ignored({ actId, on: dayOf(line.on), amount, isIn: line.amount > 0n }));
  return settleLine(tx, people, line, { actId, state: "ignored", action: "statement_line.ignored" });
}

/**
 * Books a line that concerns no investor as a category. Above FIRM_TRANSFER_LIMIT_NAIRA, it must be confirmed by another administrator:
 * throws CONFIRMATION_REQUIRED. Throws NOT_FOUND, FORBIDDEN, CONFLICT, also if the category does not allow the direction of the line.
 */
export const bookLine = (viewer: Viewer, id: string, { as, note }: Booking): Promise<LineDto> =>
  transactionOrProposal(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    const line = await lockWaitingLine(tx, id);
    const amount = absolute(line.amount);
    if (amount <= firmTransferLimit()) return book(tx, alone(viewer), line, { as, note });
    requireDirection(line, as);
    const direction = line.amount > 0n ? "received" : "paid";
    const decision = `book ${formatKobo(amount)} ${direction} on ${dayOf(line.on)} as ${categories[as].noun}`;
    return propose(tx, viewer, {
      kind: "firm_transfer",
      targetId: null,
      payload: { lineId: id, decision, as, ...(note && { note }) },
    });
  });

/** Books a line as the viewer has confirmed. Throws like `bookLine`. */
export async function executeBooking(
  tx: Tx,
  viewer: Viewer,
  { lineId, as, note }: Payload<"firm_transfer">,
  proposerId: string,
): Promise<void> {
  await lockMoneyAdministrator(tx, viewer);
  const line = await lockWaitingLine(tx, lineId);
  await book(tx, { actorId: proposerId, confirmedById: viewer.userId }, line, { as, note });
}

/** The amount in kobo above which two people book a line. */
export const firmTransferLimit = (): bigint => BigInt(env.FIRM_TRANSFER_LIMIT_NAIRA) * 100n;
/** Returns an amount without its direction. */
export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function requireDirection({ amount }: Line, as: Category): void {
  if (!allowsDirection(as, directionOf(amount)))
    throw new AppError("CONFLICT", `Money ${directionOf(amount)} cannot be booked as ${categories[as].noun}`);
}

/** Books a locked line. Throws CONFLICT if the category does not allow its direction. */
export async function book(tx: Tx, people: People, line: Line, { as, note }: Booking): Promise<LineDto> {
  requireDirection(line, as);
  const actId = await recordAct(tx, { kind: as, ...people, subjects: { line: [line.id] }, note });
  const event = { actId, on: dayOf(line.on), amount: absolute(line.amount), isIn: line.amount > 0n };
  await postEntry(tx, journal.booking(as, event));
  return settleLine(tx, people, line, { actId, state: "matched", action: "statement_line.booked" });
}
