import "server-only";
import { createHash } from "node:crypto";
import { recordReads } from "@/lib/audit/reads";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { isMissingReference } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { AdvisoryLock, tryLockShared } from "@/lib/locks";
import { describeError, log } from "@/lib/log";
import type { SanitizedFile, SanitizedUpload } from "./sanitize";
import { openSealedFile, sealFile } from "./sealed-file";
import { storage, storageNamed, storagesByFileId } from "./storage/storage";

export interface StoredFile {
  id: string;
}

/** A file to store; an uploaded file also has an original and signatures. */
type NewFile = SanitizedFile & Partial<Pick<SanitizedUpload, "original" | "signatures">>;

/**
 * Stores a sanitized file, sealed, after its original. Its row is inserted before its content, unattached: a file that is not attached
 * afterwards by a transaction is an orphan and is deleted later. Throws UNAUTHENTICATED if the owner's account has been deleted in the
 * meantime.
 */
export async function storeFile(ownerId: string, originalName: string, file: NewFile): Promise<StoredFile> {
  const original = file.original ? await storeFile(ownerId, originalName, file.original) : null;
  const id = uuidv7();
  await using sealed = await sealFile(id, file.content);
  const { dataKey, sha256: sealedSha256 } = sealed;
  const signatures = file.signatures?.length
    ? { signatures: file.signatures.map((one) => ({ ...one })) }
    : {};
  const beside = { originalId: original?.id ?? null, ...signatures };
  const row = { ...columnsOf(id, ownerId, originalName, file), dataKey, sealedSha256, ...beside };
  await store(row, sealed.content);
  return { id };
}

/** Stores a public image unchanged. It is deleted once no slide uses it (see `deleteOrphanedFiles`). */
export async function storePublicFile(
  ownerId: string,
  originalName: string,
  file: SanitizedFile,
): Promise<StoredFile> {
  const id = uuidv7();
  await store(columnsOf(id, ownerId, originalName, file), file.content);
  await db.file.update({ where: { id }, data: { isPublic: true, attachedAt: new Date() } });
  return { id };
}

const columnsOf = (id: string, ownerId: string, originalName: string, file: SanitizedFile) => ({
  id,
  ownerId,
  contentType: file.contentType,
  size: file.content.size,
  sha256: file.sha256,
  originalName: originalName.slice(-200),
});

type NewRow = ReturnType<typeof columnsOf> & {
  dataKey?: string;
  sealedSha256?: string;
  originalId?: string | null;
  signatures?: Prisma.InputJsonArray;
};

/** Returns the content type under which a storage keeps a file: a sealed one has none of its own. */
export const contentTypeInStorage = (row: { dataKey?: string | null; contentType: string }): string =>
  row.dataKey ? "application/octet-stream" : row.contentType;

async function store(row: NewRow, content: Blob): Promise<void> {
  const { id } = row;
  const target = storage();
  await db.file.create({ data: { ...row, storage: target.name, storageKey: id } }).catch((error: unknown) => {
    throw isMissingReference(error) ? new AppError("UNAUTHENTICATED") : error;
  });
  const storageKey = await target.put(id, content, contentTypeInStorage(row));
  if (storageKey !== id) await db.file.update({ where: { id }, data: { storageKey } });
}

/** Marks files as attached, in the transaction that refers to them. */
export async function attachFiles(tx: Tx, files: StoredFile[]): Promise<void> {
  const ids = [...new Set(files.map((file) => file.id))];
  await tx.file.updateMany({
    where: { id: { in: ids }, attachedAt: null },
    data: { attachedAt: new Date() },
  });
  if ((await tx.file.count({ where: { id: { in: ids } } })) !== ids.length) {
    throw new Error("a file was swept before it was attached");
  }
}

/**
 * Returns a file of the user that can be reused: uploaded for the draft, or part of a rejected submission. Null if there is none with this
 * id, if it has another type, or if it was uploaded before `since`.
 */
export async function findReusable(
  ownerId: string,
  id: string,
  types: readonly string[],
  since: Date,
): Promise<StoredFile | null> {
  return db.file.findFirst({
    where: {
      id,
      ownerId,
      isPublic: false,
      contentType: { in: [...types] },
      createdAt: { gte: since },
      OR: [
        { draftFile: { userId: ownerId } },
        { documents: { some: { submission: { userId: ownerId, state: "rejected" } } } },
      ],
    },
    select: { id: true },
  });
}

/** Matches unreferenced files, such as uploads in progress; an original is referenced by its safe copy. */
export const unused = {
  attachedAt: null,
  draftFile: null,
  dueDiligenceDrafts: { none: {} },
  safeCopy: null,
} satisfies Prisma.FileWhereInput;

/** Deletes unreferenced files; on failure, `deleteOrphanedFiles` deletes them later. */
export async function deleteUnreferencedFiles(files: StoredFile[]): Promise<void> {
  await remove(await db.file.findMany({ where: { ...unused, id: { in: files.map(({ id }) => id) } } }));
}

/** Marks a user's files for deletion, in the transaction that deletes the user. Call `deleteMarkedFiles` after the commit. */
export async function markUserFilesForDeletion(tx: Tx, userId: string): Promise<void> {
  await tx.draftFile.deleteMany({ where: { userId } });
  await tx.document.deleteMany({ where: { file: { ownerId: userId, isPublic: false } } });
  await tx.dueDiligence.updateMany({ where: { userId }, data: { fileId: null } });
  await tx.dueDiligenceDraft.deleteMany({ where: { userId } });
  await tx.file.updateMany({
    where: { ownerId: userId, isPublic: false },
    data: { attachedAt: null, ownerId: null, createdAt: new Date(0) },
  });
}

/**
 * Marks for deletion those of the files that are no longer referenced, in the transaction that removed the last reference. Call
 * `deleteMarkedFiles` after the commit.
 */
export async function markUnreferencedForDeletion(tx: Tx, ids: string[]): Promise<void> {
  await tx.file.updateMany({
    where: {
      id: { in: ids },
      isPublic: false,
      documents: { none: {} },
      draftFile: null,
      dueDiligence: { none: {} },
      dueDiligenceDrafts: { none: {} },
    },
    data: { attachedAt: null, createdAt: new Date(0) },
  });
}

/** Marks a file for deletion even if it is still referenced. Call `deleteMarkedFiles` after the commit. */
export async function markFileForDeletion(tx: Tx, id: string): Promise<void> {
  await tx.dataArchive.updateMany({ where: { fileId: id }, data: { fileId: null } });
  await tx.file.update({ where: { id }, data: { attachedAt: null, createdAt: new Date(0) } });
}

/** Deletes the files marked for deletion. */
export const deleteMarkedFiles = (): Promise<void> => deleteMarkedBefore(new Date(1));

const ORPHAN_HOURS = 24;

/** Deletes files of uploads that were never completed, and unused public images (threat 32). */
export async function deleteOrphanedFiles(): Promise<void> {
  const before = new Date(Date.now() - ORPHAN_HOURS * 3_600_000);
  await db.$executeRaw`
    UPDATE files SET attached_at = NULL
    WHERE is_public AND attached_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM carousel_items WHERE image ILIKE '%/api/files/' || files.id || '%')`;
  await deleteMarkedBefore(before);
}

async function deleteMarkedBefore(before: Date): Promise<void> {
  for (;;) {
    const files = await db.file.findMany({
      where: { ...unused, createdAt: { lt: before } },
      take: 100,
    });
    if (files.length === 0 || (await remove(files)) === 0) return;
  }
}

/** Removes unused files with their originals. */
async function remove(
  files: { id: string; storage: string; storageKey: string; originalId: string | null }[],
): Promise<number> {
  let removed = 0;
  for (const file of files) {
    try {
      removed += await db.$transaction(async (tx) => {
        // A running backup still reads the files of its snapshot; a later run deletes them.
        if (!(await tryLockShared(tx, AdvisoryLock.backup))) return 0;
        // The row is deleted first, so that a transaction about to refer to the file waits for the outcome. A file that has been moved since
        // it was read is deleted by a later run.
        const { id, storage: stored, storageKey } = file;
        const { count } = await tx.file.deleteMany({ where: { ...unused, id, storage: stored, storageKey } });
        if (count === 0) return 0;
        if (file.originalId) {
          const original = await tx.file.delete({ where: { id: file.originalId } });
          await removeContent(original);
        }
        await removeContent(file);
        return count;
      });
    } catch (error) {
      log.warn({ event: "file.remove_failed", ...describeError(error) });
    }
  }
  return removed;
}

/** Removes a file from its storage, and the copy that `npm run files:move` may have left in another one. */
async function removeContent(file: { id: string; storage: string; storageKey: string }): Promise<void> {
  await storageNamed(file.storage).remove(file.storageKey);
  for (const other of storagesByFileId()) if (other.name !== file.storage) await other.remove(file.id);
}

/** The name of a document about the source of funds (lib/due-diligence/labels.ts) in the record of reads. */
const SOURCE_OF_FUNDS = "sourceOfFunds";

export interface OpenedFile {
  contentType: string;
  size: number;
  originalName: string;
  isPublic: boolean;
  stream: ReadableStream<Uint8Array>;
}

/**
 * Matches owners without a recent password reset. After a reset by email, owners cannot see their documents for a while, because the person
 * logged in may be a thief with their mailbox (threat 53).
 */
const notHeld = (): Prisma.UserWhereInput => ({
  OR: [
    { passwordResetAt: null },
    { passwordResetAt: { lt: new Date(Date.now() - env.RESET_HOLD_HOURS * 3_600_000) } },
  ],
});

/**
 * Opens a file for its owner or an administrator with the right `cases.read`, whose read is recorded (product 10.6, threat 51). Throws NOT_FOUND both for missing files
 * and for files of other users (threat 29).
 */
export async function openFile(viewer: Viewer | null, id: string): Promise<OpenedFile> {
  const attached = { attachedAt: { not: null } };
  const file = await db.file.findFirst({
    where: {
      id,
      OR: [
        { isPublic: true, ...attached },
        // Archives are downloaded only with a fresh proof of identity (lib/account/archive.ts).
        ...(viewer ? [{ ownerId: viewer.userId, owner: notHeld(), archive: null, ...attached }] : []),
        // Draft files are visible only to the applicant until they are submitted.
        ...(viewer
          ? [{ ownerId: viewer.userId, owner: notHeld(), draftFile: { userId: viewer.userId } }]
          : []),
        ...(viewer ? [{ ownerId: viewer.userId, owner: notHeld(), dueDiligenceDrafts: { some: {} } }] : []),
        ...(viewer && can(viewer, "cases.read") && !viewer.twoStepSetupRequired
          ? [{ OR: [{ documents: { some: {} } }, { dueDiligence: { some: {} } }], ...attached }]
          : []),
      ],
    },
    include: {
      documents: { select: { name: true, submission: { select: { userId: true } } }, take: 1 },
      dueDiligence: { select: { userId: true }, take: 1 },
    },
  });
  if (!file) throw notFound();
  const [document] = [
    ...file.documents.map(({ name, submission: { userId } }) => ({ name, userId })),
    ...file.dueDiligence.map(({ userId }) => ({ name: SOURCE_OF_FUNDS, userId })),
  ];
  if (viewer && document) {
    const read = { part: "document", fileId: id, document: document.name } as const;
    await recordReads(viewer, [{ ...read, subjectId: document.userId }]);
  }
  return open(file);
}

/** Opens a file for a job, or after the caller has checked that the viewer may read it. Throws if it is missing. */
export const openStoredFile = async (id: string): Promise<OpenedFile> =>
  open(await db.file.findUniqueOrThrow({ where: { id } }));

async function open(file: Prisma.FileGetPayload<object>): Promise<OpenedFile> {
  const stored = await storageNamed(file.storage).read(file.storageKey);
  return {
    contentType: file.contentType,
    size: file.size,
    originalName: file.originalName,
    isPublic: file.isPublic,
    stream: file.dataKey
      ? await openSealedFile(file.id, file.dataKey, stored)
      : stored.pipeThrough(verifyHash(file.sha256)),
  };
}

/** Fails a stream at its end unless it had this SHA-256: files that are not sealed do not authenticate themselves. */
function verifyHash(sha256: string): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash("sha256");
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (hash.digest("hex") !== sha256) controller.error(new Error("a stored file has been changed"));
    },
  });
}
