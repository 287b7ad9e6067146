import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { signChainHeadNow } from "@/lib/audit/anchor";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { db, transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { openStoredFile, type OpenedFile } from "@/lib/files/files";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "@/lib/users/conflicts";
import { consumeReveal } from "./reveal-limit";
import { originalDto, type OriginalDto, type originalSchema } from "./schema";

/** Documents as uploaded (product 10.6, threat 28). Everywhere else, their safe copies are shown. */

/** Finds a submitted document. Throws NOT_FOUND. */
async function findDocument(fileId: string) {
  const document = await db.document.findFirst({
    where: { fileId },
    select: {
      name: true,
      submission: { select: { userId: true } },
      file: { select: { originalId: true, originalName: true, signatures: true } },
    },
  });
  if (!document) throw notFound();
  const { name, file, submission } = document;
  return { name, userId: submission.userId, ...file };
}

/** Returns whether a document's original is stored, and its signatures. The read is recorded (threat 51). Throws NOT_FOUND. */
export async function describeOriginal(viewer: Viewer, fileId: string): Promise<OriginalDto> {
  const { userId, originalId, originalName, signatures } = await findDocument(fileId);
  await findUserForViewer(viewer, userId);
  return originalDto.parse({
    isStored: originalId !== null,
    name: originalName,
    signatures: signatures ?? [],
  });
}

/**
 * Opens the original for a reviewer; recorded as a read. The route has already required step-up. Throws NOT_FOUND, RATE_LIMITED (the limit
 * is shared with revealed numbers), RECENTLY_RESET (threat 52, 53), CONFLICT (threat 64).
 */
export async function openOriginal(
  viewer: Viewer,
  fileId: string,
  { reason }: z.output<typeof originalSchema>,
): Promise<OpenedFile> {
  const { name, userId, originalId } = await findDocument(fileId);
  if (!originalId) throw notFound("The original of this document is not stored");
  await requireNoRecentReset(viewer.userId);
  await consumeReveal(viewer);
  await transaction(async (tx) => {
    await lockManagedUser(tx, viewer, userId, "cases.decide");
    // The password may have been reset since the check before this transaction.
    await requireNoRecentReset(viewer.userId, tx);
    await requireNoConflict(tx, viewer.userId, userId);
    const read = { part: "document", fileId: originalId, document: name, isOriginal: true };
    await audit(tx, {
      actorId: viewer.userId,
      action: "document.viewed",
      targetId: userId,
      data: { ...read, reason, noteId: null, isSuper: viewer.isSuper },
    });
  });
  await signChainHeadNow();
  return openStoredFile(originalId);
}
