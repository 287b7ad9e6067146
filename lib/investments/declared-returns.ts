import "server-only";
import type * as z from "zod";
import {
  isPending,
  openAct,
  propose,
  returnSubject,
  transactionOrProposal,
  type ProposalRow,
} from "@/lib/approvals/proposals";
import type { ActPayload } from "@/lib/approvals/act-schema";
import { readDecisions } from "@/lib/acts/decisions";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lagosDay } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { formatRate } from "@/lib/rates";
import type { Viewer } from "@/lib/viewer";
import { readDeclaredTarget } from "./declaration-preview";
import { isOutsideTarget } from "./returns-rules";
import type { DeclarationsDto, declarationSchema } from "./returns-schema";

/** Declared returns of plans, by month (product 10.33): declared by one administrator, confirmed by another. */

type Declaration = ActPayload<"return_declaration">;

const isOver = (month: string): boolean => month < lagosDay().slice(0, month.length);

const rateOf = (proposal: ProposalRow): number | null => {
  const act = openAct(proposal);
  return act.kind === "return_declaration" ? act.payload.rate : null;
};

/** Returns the declared returns of a plan, and the months with instalments awaiting declaration. For administrators. Throws NOT_FOUND. */
export async function listDeclarations(planId: string): Promise<DeclarationsDto> {
  if ((await db.plan.count({ where: { id: planId } })) === 0) throw notFound();
  // oxlint-disable-next-line house/bounded-readings -- a row for each month
  const declared = await db.returnDeclaration.findMany({
    where: { planId, undoneById: null },
    orderBy: { month: "desc" },
  });
  const acts = await db.moneyActSubject.findMany({
    where: { id: { in: declared.map(({ id }) => id) }, thing: "declaration", act: { kind: "declare" } },
    take: declared.length,
  });
  const waiting = await db.$queryRaw<{ month: string; investments: number }[]>`
    SELECT waits_for AS month, count(*)::int AS investments FROM investments
    WHERE waits_for IS NOT NULL AND plan_version_id IN (SELECT id FROM plan_versions WHERE plan_id = ${planId}::uuid)
    GROUP BY 1 ORDER BY 1`;
  const months = waiting.filter(({ month }) => !declared.some((declaration) => declaration.month === month));
  const proposals = await db.proposal.findMany({
    where: {
      kind: "return_declaration",
      subject: { in: months.map(({ month }) => returnSubject(planId, month)) },
      ...isPending(),
    },
    take: months.length,
  });
  const decisions = await readDecisions(
    acts.map(({ actId }) => actId),
    db,
  );
  return {
    declared: declared.map(({ id, month, rate, confirmedAt }) => {
      const actId = acts.find((act) => act.id === id)?.actId ?? null;
      const decision = decisions.get(actId ?? "") ?? null;
      return { month, rate, confirmedAt: confirmedAt.toISOString(), actId, decision };
    }),
    waiting: months.map(({ month, investments }) => {
      const proposal = proposals.find(({ subject }) => subject === returnSubject(planId, month));
      return {
        month,
        investments,
        isOver: isOver(month),
        proposedRate: proposal ? rateOf(proposal) : null,
      };
    }),
  };
}

/**
 * Proposes the return of a plan for a month. Always throws CONFIRMATION_REQUIRED, unless it throws NOT_FOUND, RECENTLY_RESET, CONFLICT for
 * a plan with a fixed return or a month declared or proposed with another rate, or VALIDATION_FAILED at `month` until the month is over, or
 * at `isOutsideTarget` for a rate outside of the target range that is not confirmed. The route requires a fresh proof of identity.
 */
export async function declareReturn(
  viewer: Viewer,
  planId: string,
  { month, rate, isOutsideTarget: isAccepted }: z.output<typeof declarationSchema>,
): Promise<never> {
  return transactionOrProposal<never>(async (tx) => {
    await lockAdministrator(tx, viewer, "money.act");
    await requireNoRecentReset(viewer.userId, tx);
    // Serializes proposals for the same month.
    await tx.$queryRaw`SELECT 1 FROM plans WHERE id = ${planId}::uuid FOR NO KEY UPDATE`;
    const target = await readDeclaredTarget(planId, tx);
    await requireUndeclared(tx, planId, month);
    if (isOutsideTarget(rate, target) && !isAccepted)
      throw invalid(
        "isOutsideTarget",
        `The target of this plan is ${formatRate(target.low)} to ${formatRate(target.high)} a year. Confirm that this rate is right.`,
      );
    const pending = await tx.proposal.findFirst({
      where: { kind: "return_declaration", subject: returnSubject(planId, month), ...isPending() },
    });
    if (pending && rateOf(pending) !== rate)
      throw new AppError(
        "CONFLICT",
        "Another rate for this month is awaiting confirmation. Withdraw or decline it first.",
      );
    const payload = { planId, plan: target.plan, month, rate };
    return propose(tx, viewer, { kind: "return_declaration", targetId: null, payload });
  });
}

async function requireUndeclared(tx: Tx, planId: string, month: string): Promise<void> {
  if (!isOver(month)) throw invalid("month", "This month is not over yet");
  if ((await tx.returnDeclaration.count({ where: { planId, month, undoneById: null } })) > 0)
    throw new AppError("CONFLICT", "The return for this month has already been declared");
}

/**
 * Stores a confirmed declaration; the job posts the waiting instalments. Throws CONFLICT if the month has been declared in the meantime.
 */
export async function executeDeclaration(
  tx: Tx,
  { userId }: Viewer,
  { planId, month, rate }: Declaration,
  declaredById: string,
): Promise<void> {
  await requireUndeclared(tx, planId, month);
  const id = uuidv7();
  const actId = await recordAct(tx, {
    kind: "declare",
    actorId: declaredById,
    confirmedById: userId,
    subjects: {},
  });
  await tx.returnDeclaration.create({
    data: { id, planId, month, rate, declaredById, confirmedById: userId },
  });
  await recordCreated(tx, actId, "declaration", [id]);
  // The audit log accepts only numbers and codes.
  const [year, ofYear] = month.split("-").map(Number) as [number, number];
  const data = { year, month: ofYear, rate, declaredBy: declaredById };
  await audit(tx, { actorId: userId, action: "plan.return_declared", targetId: planId, data });
}
