import { recordAct, recordCreated } from "@/lib/acts/record";
import { confirmProposal } from "@/lib/administration/confirmation";
import { undoAct } from "@/lib/corrections/undo";
import { db, transaction } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import type { Viewer } from "@/lib/viewer";

/** Returns the last act about a thing that was not undone. */
export async function lastActAbout(id: string): Promise<{ id: string; kind: string }> {
  return db.moneyAct.findFirstOrThrow({
    where: { subjects: { some: { id } }, undoneBy: null },
    orderBy: { number: "desc" },
  });
}

/** Waits for an act; a second administrator confirms it if that is required. */
export async function confirmed(confirmer: Viewer, act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "CONFIRMATION_REQUIRED") throw error;
    await confirmProposal(confirmer, (error.details.data as { proposalId: string }).proposalId);
  }
}

/** Undoes an act; a second administrator confirms if that is required. */
export const undo = (by: Viewer, confirmer: Viewer, actId: string): Promise<void> =>
  confirmed(confirmer, undoAct(by, actId, { reason: "typing_error", note: "A zero too many" }));

/** Undoes the last act about a thing. */
export const undoLast = async (by: Viewer, confirmer: Viewer, id: string): Promise<void> =>
  undo(by, confirmer, (await lastActAbout(id)).id);

/** Declares a return, also for a month that is not over. Returns the act. */
export const declareAtOnce = (
  by: Viewer,
  confirmer: Viewer,
  declaration: { planId: string; month: string; rate: number },
): Promise<string> =>
  transaction(async (tx) => {
    const [id, declaredById, confirmedById] = [uuidv7(), by.userId, confirmer.userId];
    const people = { actorId: declaredById, confirmedById };
    const actId = await recordAct(tx, { kind: "declare", ...people, subjects: {} });
    await tx.returnDeclaration.create({ data: { id, ...declaration, declaredById, confirmedById } });
    await recordCreated(tx, actId, "declaration", [id]);
    return actId;
  });
