import "server-only";
import type * as z from "zod";
import { db, transaction, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { deleteUnreferencedFiles, type StoredFile } from "@/lib/files/files";
import { isMasked, mask } from "@/lib/mask";
import { requireNotClosed } from "@/lib/onboarding/closed-account";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { paths } from "@/lib/routes/paths";
import { DRAFT_DEVICE, requiredForm, type SubmissionKind } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import type { DueDiligenceDraftDto } from "./dto";
import { isTaxId, normalizeTaxId } from "./form";
import { newestForm } from "./requirement";
import type { dueDiligenceDraftSchema } from "./schema";

/** The form as it is typed (product 10.41), mirrored on the drafts of the verification (ADR 9). */
const DRAFT_TABLE = "due_diligence_drafts";
const DRAFT_COLUMN = "body_cipher";

type Values = Record<string, unknown>;

/**
 * Locks an approved customer whose form can be changed. Throws UNAUTHENTICATED; FORBIDDEN for others; CONFLICT for a closed account;
 * ALREADY_SUBMITTED while a form is waiting or approved.
 */
export async function lockForForm(tx: Tx, viewer: Viewer) {
  await lockViewer(tx, viewer);
  const user = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId } });
  const kind = requiredForm(user)?.kind;
  if (!kind || user.status !== "approved")
    throw new AppError("FORBIDDEN", "Only verified customers can fill in this form");
  requireNotClosed(user);
  const form = await newestForm(tx, { userId: user.id, kind });
  if (form?.state === "sent")
    throw new AppError("ALREADY_SUBMITTED", "Your form has already been sent. We are checking it.");
  if (form?.state === "approved") throw new AppError("ALREADY_SUBMITTED", "Your form is already approved");
  return { user, kind };
}

const open = ({
  userId,
  dataKey,
  bodyCipher,
}: {
  userId: string;
  dataKey: string;
  bodyCipher: string;
}): Values =>
  JSON.parse(openRowCipher(DRAFT_TABLE, userId, dataKey).open(DRAFT_COLUMN, bodyCipher)) as Values;

function seal(userId: string, values: Values) {
  const cipher = newRowCipher(DRAFT_TABLE, userId);
  return { dataKey: cipher.dataKey, bodyCipher: cipher.seal(DRAFT_COLUMN, JSON.stringify(values)) };
}

/** Reads the values of the draft with the Tax ID in full, and its document; server only. */
export async function readDraft(tx: Tx | typeof db, userId: string) {
  const row = await tx.dueDiligenceDraft.findUnique({ where: { userId } });
  return row && { values: open(row), updatedAt: row.updatedAt, fileId: row.fileId };
}

/** Writes the values of the draft of a locked user. The time is strictly increasing, even if the clocks of two servers differ. */
export async function writeDraft(tx: Tx, userId: string, values: Values): Promise<Date> {
  const before = await tx.dueDiligenceDraft.findUnique({ where: { userId }, select: { updatedAt: true } });
  const updatedAt = new Date(Math.max(Date.now(), (before?.updatedAt.getTime() ?? 0) + 1));
  const row = { ...seal(userId, values), updatedAt };
  await tx.dueDiligenceDraft.upsert({ where: { userId }, create: { userId, ...row }, update: row });
  return updatedAt;
}

/** Returns the values with a complete Tax ID masked, and an incomplete one removed. */
function maskTaxId({ taxId, ...values }: Values): Values {
  const full = normalizeTaxId(typeof taxId === "string" ? taxId : "");
  return { ...values, taxId: isTaxId(full) ? mask(full) : "" };
}

/** Replaces a masked Tax ID with that of the draft, if its last 4 digits match. A mask without a match remains and fails validation. */
export async function unmaskTaxId(
  userId: string,
  body: unknown,
  reader: Tx | typeof db = db,
): Promise<unknown> {
  if (typeof body !== "object" || body === null) return body;
  const masked: unknown = Reflect.get(body, "taxId");
  if (!isMasked(masked)) return body;
  const known = (await readDraft(reader, userId))?.values.taxId;
  const full = normalizeTaxId(typeof known === "string" ? known : "");
  return isTaxId(full) && mask(full) === masked ? { ...body, taxId: full } : body;
}

/** Returns the viewer's form as it was typed last, its Tax ID masked; null if nothing was saved. */
export async function getDraft({ userId }: Pick<Viewer, "userId">): Promise<DueDiligenceDraftDto | null> {
  const row = await db.dueDiligenceDraft.findUnique({ where: { userId }, include: { file: true } });
  return (
    row && {
      values: maskTaxId(open(row)),
      savedAt: row.updatedAt.toISOString(),
      document: row.file && toDocument(row.file),
    }
  );
}

/** Returns a stored document. */
export const toDocument = ({
  id,
  originalName: name,
  size,
  contentType,
}: {
  id: string;
  originalName: string;
  size: number;
  contentType: string;
}) => ({ _id: id, name, size, contentType, path: paths.file(id) });

/**
 * Saves the form as it was typed. Throws as `lockForForm` does, and DRAFT_CHANGED if another device saved the current answers and `seen` is
 * not their version.
 */
export async function saveDraft(
  viewer: Viewer,
  { values, savedAt: seen }: z.output<typeof dueDiligenceDraftSchema>,
): Promise<{ savedAt: string }> {
  const { userId } = viewer;
  return transaction(async (tx) => {
    await lockForForm(tx, viewer);
    const before = await readDraft(tx, userId);
    // The response to this device's last save may have been lost or may still be in flight.
    const device = values[DRAFT_DEVICE];
    const isOwn = device !== undefined && device === before?.values[DRAFT_DEVICE];
    // A document that was uploaded before the first answers is no version of them.
    const hasAnswers = before !== null && Object.keys(before.values).length > 0;
    if (hasAnswers && seen && before.updatedAt.getTime() !== seen.getTime() && !isOwn)
      throw new AppError("DRAFT_CHANGED", undefined, { data: { savedAt: before.updatedAt.toISOString() } });
    const restored = (await unmaskTaxId(userId, values, tx)) as Values;
    return { savedAt: (await writeDraft(tx, userId, restored)).toISOString() };
  });
}

/** Adds an uploaded document to the draft, replacing an earlier one. Throws as `lockForForm` does. */
export const putDocument = (viewer: Viewer, file: StoredFile): Promise<void> => changeDocument(viewer, file);

/** Removes the document from the draft. A missing one is not an error. Throws as `lockForForm` does. */
export const removeDocument = (viewer: Viewer): Promise<void> => changeDocument(viewer, null);

async function changeDocument(viewer: Viewer, file: StoredFile | null): Promise<void> {
  const { userId } = viewer;
  const replaced = await transaction(async (tx) => {
    await lockForForm(tx, viewer);
    const before = await tx.dueDiligenceDraft.findUnique({ where: { userId } });
    const fileId = file?.id ?? null;
    if (before) await tx.dueDiligenceDraft.update({ where: { userId }, data: { fileId } });
    else if (file)
      await tx.dueDiligenceDraft.create({
        data: { userId, ...seal(userId, {}), fileId, updatedAt: new Date() },
      });
    return before?.fileId;
  });
  if (replaced) await deleteUnreferencedFiles([{ id: replaced }]);
}

/** Returns the kind of form of a customer. Throws FORBIDDEN before a profile is chosen. */
export function kindOf(viewer: Pick<Viewer, "role" | "investorType">): SubmissionKind {
  const kind = requiredForm(viewer)?.kind;
  if (!kind) throw new AppError("FORBIDDEN", "Choose a profile first");
  return kind;
}
