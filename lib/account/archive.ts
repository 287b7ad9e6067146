import "server-only";
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { endAllSessions } from "@/lib/auth/sessions";
import { secretHash } from "@/lib/auth/tokens";
import { db, lockUsers, transaction, type Prisma } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { lockViewer } from "@/lib/db/lock-viewer";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { deleteMarkedFiles, markFileForDeletion, openStoredFile, type OpenedFile } from "@/lib/files/files";
import { consume } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import { enqueue } from "@/lib/mail/outbox";
import type { Viewer } from "@/lib/viewer";
import type { ArchiveDto, stopArchiveSchema } from "./archive-dto";
import { storeArchive } from "./data-export";

/**
 * The archive of a user's own data (product 10.8). It contains a complete identity, so it is announced by email, created only after a
 * waiting period in which the owner can stop it, and downloaded with a fresh proof of identity (threat 53).
 */

const MAX_PER_DAY = 5;
const READY_HOURS = 72;
/** The delay before a failed archive is attempted again. */
const RETRY_MS = 10 * 60_000;
const GIVE_UP_HOURS = 24;

const hours = (n: number) => n * 3_600_000;
const hashToken = (token: string) => secretHash("stop archive", token);

const alreadyRequested = () => new AppError("CONFLICT", "You have already asked for a copy of your data");

/** Returns the condition for archives that have neither been stopped nor expired. */
const isActive = () => ({
  stoppedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
});

/** Returns the viewer's archive that is pending or ready for download, or null. */
export async function ownArchive({ userId }: Pick<Viewer, "userId">): Promise<ArchiveDto | null> {
  const archive = await db.dataArchive.findFirst({
    where: { userId, ...isActive() },
    orderBy: { requestedAt: "desc" },
  });
  return archive && toDto(archive);
}

const toDto = ({ requestedAt, dueAt, expiresAt }: Prisma.DataArchiveModel): ArchiveDto => ({
  requestedAt: requestedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  readyUntil: expiresAt?.toISOString() ?? null,
});

/**
 * Requests an archive and announces it by email with a link that stops it. The route has already required step-up.
 * Throws RECENTLY_RESET, CONFLICT while another archive is pending or ready, RATE_LIMITED.
 */
export async function requestArchive(viewer: Viewer): Promise<ArchiveDto> {
  const { userId } = viewer;
  await requireNoRecentReset(userId);
  if (await ownArchive(viewer)) throw alreadyRequested();
  await consume(`archive|${userId}`, MAX_PER_DAY, 24 * 3_600);
  const token = randomBytes(24).toString("base64url");
  const dueAt = new Date(Date.now() + hours(env.ARCHIVE_DELAY_HOURS));
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    // The password may have been reset since the check before this transaction.
    await requireNoRecentReset(userId, tx);
    if ((await tx.dataArchive.count({ where: { userId, ...isActive() } })) > 0) {
      throw alreadyRequested();
    }
    const archive = await tx.dataArchive.create({
      data: { userId, dueAt, stopTokenHash: hashToken(token) },
    });
    const { email: to, name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const data = { name, token, dueAt: dueAt.toISOString() };
    await addJob(tx, "archive", archive.id, dueAt);
    await enqueue(tx, { to, userId, template: "archiveRequested", data });
    await audit(tx, { actorId: userId, action: "user.archive_requested", targetId: userId });
    return toDto(archive);
  });
}

/**
 * Stops an archive with the emailed link, even one that has already been created. Ends all sessions, because the person who requested it
 * is logged in. Throws INVALID_TOKEN.
 */
export async function stopArchive({ token }: z.output<typeof stopArchiveSchema>): Promise<void> {
  await transaction(async (tx) => {
    const stopTokenHash = hashToken(token);
    const stopped = await tx.dataArchive.updateManyAndReturn({
      where: { stopTokenHash, ...isActive() },
      data: { stoppedAt: new Date() },
    });
    const [archive] = stopped;
    if (!archive)
      throw new AppError(
        "INVALID_TOKEN",
        "This link has expired, has already been used or is incomplete. If you did not ask for a copy, change your password.",
      );
    const { userId, fileId } = archive;
    await lockUsers(tx, userId);
    if (fileId) await markFileForDeletion(tx, fileId);
    // The person who requested it may know the password, so the same waiting period applies as after a reset.
    await tx.user.update({ where: { id: userId }, data: { passwordResetAt: new Date() } });
    await endAllSessions(tx, userId, "revoked");
    await audit(tx, { actorId: null, action: "user.archive_stopped", targetId: userId });
  });
  await deleteMarkedFiles();
}

/**
 * Opens the viewer's archive for download; audited. The route has already required step-up.
 * Throws NOT_FOUND if no archive is ready, RECENTLY_RESET.
 */
export async function downloadArchive(viewer: Viewer): Promise<OpenedFile> {
  const { userId } = viewer;
  const fileId = await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await requireNoRecentReset(userId, tx);
    const archive = await tx.dataArchive.findFirst({
      where: { userId, fileId: { not: null }, ...isActive() },
      orderBy: { requestedAt: "desc" },
    });
    if (!archive) throw notFound("Your copy is not ready yet, or is no longer available");
    await audit(tx, { actorId: userId, action: "user.data_downloaded", targetId: userId });
    return archive.fileId!;
  });
  return openStoredFile(fileId);
}

/** Returns an archive that has yet to be created; null if it was created or stopped, or its user was deleted. */
const findDue = (id: string) => db.dataArchive.findFirst({ where: { id, stoppedAt: null, expiresAt: null } });

/** Creates an archive unless it was stopped. A failure is logged, and the job is added again for up to a day. Called by a job. */
export async function makeDueArchive(id: string): Promise<void> {
  const due = await findDue(id);
  if (!due) return;
  try {
    await makeArchive(due);
  } catch (error) {
    // A user who is deleted while their documents are read fails the archive, too.
    if (!(await findDue(id))) return;
    log.error({ event: "archive.failed", userId: due.userId, ...describeError(error) });
    if (due.dueAt < new Date(Date.now() - hours(GIVE_UP_HOURS))) await giveUp(due);
    else await addJob(db, "archive", id, new Date(Date.now() + RETRY_MS));
  }
}

/** Ends an archive that could not be created within a day, and emails the user, who can request another. */
async function giveUp({ id, userId }: { id: string; userId: string }): Promise<void> {
  await transaction(async (tx) => {
    const data = { stoppedAt: new Date() };
    const { count } = await tx.dataArchive.updateMany({ where: { id, stoppedAt: null }, data });
    if (count === 0) return;
    const { email: to, name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await enqueue(tx, { to, userId, template: "archiveFailed", data: { name } });
  });
}

async function makeArchive({ id, userId }: { id: string; userId: string }): Promise<void> {
  const file = await storeArchive(userId);
  const expiresAt = new Date(Date.now() + hours(READY_HOURS));
  await transaction(async (tx) => {
    const { count } = await tx.dataArchive.updateMany({
      where: { id, stoppedAt: null, fileId: null },
      data: { fileId: file.id, expiresAt },
    });
    // The archive has been stopped in the meantime, so its file remains unattached and is deleted as an orphan.
    if (count === 0) return;
    await tx.file.update({ where: { id: file.id }, data: { attachedAt: new Date() } });
    const { email: to, name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await enqueue(tx, {
      to,
      userId,
      template: "archiveReady",
      data: { name, until: expiresAt.toISOString() },
    });
  });
}

/** The number of archives whose files are deleted in one transaction. */
const BATCH = 100;

/** Deletes the files of archives that can no longer be downloaded. */
export async function deleteExpiredArchives(): Promise<void> {
  for (;;) {
    const expired = await db.dataArchive.findMany({
      where: { fileId: { not: null }, expiresAt: { lt: new Date() } },
      select: { fileId: true },
      take: BATCH,
    });
    await transaction(async (tx) => {
      for (const { fileId } of expired) await markFileForDeletion(tx, fileId!);
    });
    await deleteMarkedFiles();
    if (expired.length < BATCH) return;
  }
}
