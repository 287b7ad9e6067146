import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { requiredForm, type SubmissionKind } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import type { OwnDueDiligenceDto } from "./dto";
import { formInclude, openReason, toFormAnswers } from "./rows";

/** The due diligence form before money moves (product 10.41, ADR 48). */

/** Returns the newest form of a customer, which counts; null before the first. */
export const newestForm = (reader: Tx | typeof db, where: { userId: string; kind: SubmissionKind }) =>
  reader.dueDiligence.findFirst({
    where,
    orderBy: [{ sentAt: "desc" }, { id: "desc" }],
    include: formInclude,
  });

/** Returns the Tax ID of a user's newest form in full, for a recorded reveal; undefined without a form. */
export async function readTaxId(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx.dueDiligence.findFirst({
    where: { userId },
    orderBy: [{ sentAt: "desc" }, { id: "desc" }],
    include: formInclude,
  });
  return row ? toFormAnswers(row, (taxId) => taxId).taxId : undefined;
}

type State = OwnDueDiligenceDto["state"];

/** What a customer without an approved form has to do before they can invest, in words. */
export const waitingTexts = {
  none: "Before your first investment, we need to know where the money comes from. Fill in the due diligence form: it takes about 3 minutes.",
  sent: "We are checking your due diligence form. We email you as soon as you can invest.",
  changes_requested:
    "Your due diligence form needs a change before you can invest. Open it to see what to change.",
} as const satisfies Record<Exclude<State, "approved">, string>;

/** Returns the state of a customer's own form, and what to change. */
export async function readOwnForm(
  viewer: Pick<Viewer, "userId" | "role" | "investorType">,
  reader: Tx | typeof db = db,
): Promise<OwnDueDiligenceDto> {
  const kind = requiredForm(viewer)?.kind;
  if (!kind) throw new AppError("FORBIDDEN", "Choose a profile first");
  const form = await newestForm(reader, { userId: viewer.userId, kind });
  return {
    kind,
    state: form?.state ?? "none",
    sentAt: form?.sentAt.toISOString() ?? null,
    decidedAt: form?.decidedAt?.toISOString() ?? null,
    reason: form && openReason(form),
  };
}

/**
 * Throws CONFLICT, with `missing`, unless the newest form of a locked customer is approved. Call it before money of a customer is accepted
 * for the first time, or before the firm pays money to a startup. What the firm owes is paid without it.
 */
export async function requireDueDiligence(
  tx: Tx,
  { id: userId, role, investorType }: { id: string } & Pick<Viewer, "role" | "investorType">,
): Promise<void> {
  const { state } = await readOwnForm({ userId, role, investorType }, tx);
  if (state === "approved") return;
  throw new AppError("CONFLICT", waitingTexts[state], { data: { missing: "due_diligence", state } });
}
