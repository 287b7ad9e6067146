import "server-only";
import { recordAct } from "@/lib/acts/record";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import type { ActPayload } from "@/lib/approvals/act-schema";
import { dayOf } from "@/lib/dates";
import { type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { allocateReceipt, missingAmount } from "@/lib/investments/commands";
import { parseReference } from "@/lib/investments/reference-rules";
import { queueRefund } from "@/lib/ledger/dues";
import { joinWords } from "@/lib/join-words";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator, requireUnrelatedProposer } from "./lock-money-administrator";
import { referencesIn } from "./matching-rules";
import { openTexts } from "./statement-lines";
import {
  alone,
  findNamedInvestments,
  investorsWhoSent,
  lockWaitingLine,
  requireReceived,
  settleLine,
  type Line,
  type People,
} from "./settle-line";
import type { LineDto, MatchInput } from "./schema";

/** Matching statement lines with investments (product 10.32, ADR 40). */

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

/** Makes a match that the viewer has confirmed. Throws like `matchLine`, also for the administrator who proposed it. */
export async function executeMatch(
  tx: Tx,
  viewer: Viewer,
  { lineId, parts, surplus, toSender }: ActPayload<"line_match">,
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
