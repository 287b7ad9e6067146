import "server-only";
import { transaction, type Tx } from "@/lib/db/client";
import { AppError, notFound, type ErrorCode } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { absolute, book, firmTransferLimit, ignore, lockRefund, refund } from "./commands";
import { lockMatch, match } from "./match-line";
import { alone, lockWaitingLine } from "./settle-line";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { getLine } from "./queries";
import type { DecidedDto, DecideLinesInput, LineDto } from "./schema";

/** Decisions about many lines at once (product 10.32, ADR 52). */

/** Why a line is left out. Other errors concern the person or the server, and end the call. */
const skippable: readonly ErrorCode[] = ["CONFLICT", "FORBIDDEN", "NOT_FOUND", "VALIDATION_FAILED"];

/**
 * Makes the same decision about many lines. Each line has an act and a transaction of its own, so that it can be undone alone and nothing is
 * locked for long; all acts share a group. A line that cannot be decided, because it has changed, is about the viewer's own money or needs
 * a second administrator, is left out and named. Throws FORBIDDEN and RECENTLY_RESET before the first line. The route requires a fresh
 * proof of identity.
 */
export async function decideLines(
  viewer: Viewer,
  { lines, decision }: DecideLinesInput,
): Promise<DecidedDto> {
  await transaction((tx) => lockMoneyAdministrator(tx, viewer));
  const groupId = uuidv7();
  const skipped: DecidedDto["skipped"] = [];
  for (const line of lines)
    try {
      await transaction((tx) => decide(tx, viewer, line, decision, groupId));
    } catch (error) {
      if (!(error instanceof AppError) || !skippable.includes(error.code)) throw error;
      skipped.push({ _id: line._id, reason: error.message });
    }
  return { groupId, count: lines.length - skipped.length, skipped };
}

async function decide(
  tx: Tx,
  viewer: Viewer,
  { _id: id, amount }: DecideLinesInput["lines"][number],
  decision: DecideLinesInput["decision"],
  groupId: string,
): Promise<void> {
  if (decision.kind === "match") return matchProposal(tx, viewer, { id, amount, by: decision.by }, groupId);
  if (decision.kind === "refund") return refundStranger(tx, viewer, { id, amount }, groupId);
  await lockMoneyAdministrator(tx, viewer);
  const line = await lockWaitingLine(tx, id);
  requireAmount(line.amount, amount);
  if (decision.kind === "ignore") await ignore(tx, alone(viewer, groupId), line, decision.reason);
  else if (absolute(line.amount) > firmTransferLimit())
    throw new AppError(
      "CONFLICT",
      `Above ${formatKobo(firmTransferLimit())} another administrator must confirm. Decide about it by itself.`,
    );
  else await book(tx, alone(viewer, groupId), line, decision);
}

function requireAmount(present: bigint, seen: string): void {
  if (String(present) !== seen)
    throw new AppError("CONFLICT", "The amount differs from the one you saw. Reload the page.");
}

/** Why a line is not matched with its proposal. */
const noLonger = {
  reference: "This line no longer matches an investment exactly",
  name: "The sender's name and the amount no longer match an investment exactly",
} as const;

interface CheckedLine {
  id: string;
  amount: string;
  by: keyof typeof noLonger;
}

/** Matches a line with its proposal, if that is exact once the investor, the line and the investment are locked. */
async function matchProposal(
  tx: Tx,
  viewer: Viewer,
  { id, amount, by }: CheckedLine,
  groupId: string,
): Promise<void> {
  const error = new AppError("CONFLICT", noLonger[by]);
  const found = await tx.statementLine.findUnique({ where: { id }, include: { proposed: true } });
  if (!found) throw notFound("This statement line does not exist");
  if (!found.proposed) throw error;
  const { id: investmentId, reference } = found.proposed;
  const locked = await lockMatch(tx, viewer, id, { parts: [{ reference, amount }] });
  requireAmount(locked.line.amount, amount);
  const { proposal } = await readProposed(tx, id, investmentId);
  if (!proposal?.[by === "name" ? "isByName" : "isExact"]) throw error;
  await match(tx, alone(viewer, groupId), locked);
}

/** Locks the proposed investment of a locked line. Returns the line as it is then. */
async function readProposed(tx: Tx, id: string, investmentId: string | null): Promise<LineDto> {
  await tx.$queryRaw`SELECT 1 FROM investments WHERE id = ${investmentId}::uuid FOR NO KEY UPDATE`;
  return getLine(id, tx);
}

/** Refunds a line, unless its amount is exactly that of an investment or a returned payout which it is proposed for. */
async function refundStranger(
  tx: Tx,
  viewer: Viewer,
  { id, amount }: Pick<CheckedLine, "id" | "amount">,
  groupId: string,
): Promise<void> {
  const locked = await lockRefund(tx, viewer, id);
  requireAmount(locked.line.amount, amount);
  const { proposal, payouts } = await readProposed(tx, id, locked.line.proposedId);
  const isFor = proposal?.isExact || proposal?.isByName ? proposal : payouts.find(({ isExact }) => isExact);
  if (isFor)
    throw new AppError(
      "CONFLICT",
      `This line matches ${isFor.reference} exactly. Decide about it by itself.`,
    );
  await refund(tx, alone(viewer, groupId), locked);
}
