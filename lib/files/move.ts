import "server-only";
import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { retryUnavailable } from "@/lib/circuit-breaker";
import { db, type Prisma } from "@/lib/db/client";
import { AdvisoryLock, tryLockShared } from "@/lib/locks";
import { describeError, log } from "@/lib/log";
import { contentTypeInStorage, unused } from "./files";
import type { FileStorage, StorageName } from "./storage/port";
import { storageNamed } from "./storage/storage";
import { temporaryFolder } from "./temporary";

/** How many files are moved at the same time. */
const AT_ONCE = 8;

/** The run ends after this many failures in a row, because the storage is probably down. */
const MAX_FAILED = 100;

type File = Prisma.FileGetPayload<object>;

interface MoveResult {
  moved: number;
  /** Files that were deleted or changed while they were moved. */
  left: number;
  /** The ids of files that are missing or damaged, or that could not be stored. */
  failed: string[];
  /** Whether the run has ended early. */
  isCutShort: boolean;
}

/** Yields the files that match, by id, `AT_ONCE` at a time. */
async function* inBatches(where: Prisma.FileWhereInput): AsyncGenerator<File[]> {
  let last: string | undefined;
  for (;;) {
    const files = await db.file.findMany({
      where: { ...where, ...(last && { id: { gt: last } }) },
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    if (files.length === 0) return;
    yield files;
    last = files.at(-1)!.id;
  }
}

/**
 * Copies files to another storage while servers read and delete them, and then changes their rows. A copy is read back before. Uploads in
 * progress stay where they are, and so do the old copies, which running reads may need: `removeOldCopies` removes them. A further run
 * continues one that was killed. Only one run at a time may move files or remove copies.
 */
export async function moveFiles(
  to: StorageName,
  from: StorageName | undefined,
  report: (result: MoveResult) => Promise<void>,
): Promise<MoveResult> {
  const target = storageNamed(to);
  const result: MoveResult = { moved: 0, left: 0, failed: [], isCutShort: false };
  let failedInARow = 0;
  await mkdir(temporaryFolder(), { recursive: true, mode: 0o700 });
  for await (const files of inBatches({ storage: from ?? { not: to }, NOT: unused })) {
    await Promise.all(
      files.map(async (file) => {
        try {
          result[await retryUnavailable(() => moveFile(file, target))] += 1;
          failedInARow = 0;
        } catch (error) {
          failedInARow += 1;
          result.failed.push(file.id);
          log.warn({ event: "file.move_failed", ...describeError(error) });
        }
      }),
    );
    await report(result);
    result.isCutShort = failedInARow >= MAX_FAILED;
    if (result.isCutShort) break;
  }
  return result;
}

async function moveFile(file: File, target: FileStorage): Promise<"moved" | "left"> {
  const { id, storage, storageKey: oldKey } = file;
  const expected = hashInStorage(file);
  const temporary = path.join(temporaryFolder(), `${id}.move`);
  try {
    const sha256 = createHash("sha256");
    const content = await openStored(storageNamed(storage), oldKey);
    content.on("data", (chunk: Uint8Array) => sha256.update(chunk));
    await pipeline(content, createWriteStream(temporary, { mode: 0o600 }));
    if (sha256.digest("hex") !== expected) throw new Error("the file is damaged");
    const storageKey = await target.put(id, await openAsBlob(temporary), contentTypeInStorage(file));
    const isEqual = (await hashOf(target, storageKey)) === expected;
    const { count } = isEqual
      ? await db.file.updateMany({
          where: { id, storage, storageKey: oldKey },
          data: { storage: target.name, storageKey },
        })
      : { count: 0 };
    if (count === 1) return "moved";
    // If another run has moved the file too, the row names this copy.
    const current = await db.file.findUnique({ where: { id }, select: { storage: true, storageKey: true } });
    const isInUse = current?.storage === target.name && current.storageKey === storageKey;
    if (!isInUse) await target.remove(storageKey);
    if (!isEqual) throw new Error("the copy differs");
    return "left";
  } finally {
    await rm(temporary, { force: true });
  }
}

const openStored = async (storage: FileStorage, key: string): Promise<Readable> =>
  Readable.fromWeb((await storage.read(key)) as never);

/** Returns the hash of the bytes that a storage has of a file. */
const hashInStorage = (file: File): string => file.sealedSha256 ?? file.sha256;

async function hashOf(storage: FileStorage, key: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await openStored(storage, key), hash);
  return hash.digest("hex");
}

/**
 * Removes what `moveFiles` has left in `from` of files that are now in `to`, after reading each there. Returns the number of these files.
 * `keepLock` is called before each batch, and throws if another run can have begun. Throws if a file is missing or damaged in `to`, or if
 * a backup is running, which still reads the files of its snapshot; what it has not reached is left.
 */
export async function removeOldCopies(
  to: StorageName,
  from: "disk" | "s3",
  keepLock: () => Promise<void>,
): Promise<number> {
  const old = storageNamed(from);
  if (to === old.name) throw new Error("files are never removed from their own storage");
  let removed = 0;
  for await (const files of inBatches({ storage: to })) {
    for (const file of files) await requireCopy(file);
    await keepLock();
    await db.$transaction(async (tx) => {
      if (!(await tryLockShared(tx, AdvisoryLock.backup)))
        throw new Error("A backup is running. Run the command again when it has ended.");
      await Promise.all(files.map(({ id }) => old.remove(id)));
    });
    removed += files.length;
  }
  return removed;
}

/** Throws if a file is missing or damaged, unless it was deleted meanwhile. */
async function requireCopy(file: File): Promise<void> {
  const { id, storage, storageKey } = file;
  try {
    if ((await hashOf(storageNamed(storage), storageKey)) !== hashInStorage(file))
      throw new Error(`The file ${id} is damaged in its new storage. Its old copy was left.`);
  } catch (error) {
    if ((await db.file.count({ where: { id, storage, storageKey } })) > 0) throw error;
  }
}
