import "server-only";
import { rm } from "node:fs/promises";
import { db, transaction, type Tx } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { openRowCipher } from "@/lib/pii/cipher";
import { log } from "@/lib/log";
import { listDeliveredFiles, PermanentMailError, transport, type MailTransport } from "./transport";
import type { Email } from "./outbox";

/** Undeliverable emails are abandoned after this time. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;
const KEEP_DAYS = 30;
const FILES_PER_QUERY = 1_000;

/** The condition of an email that is neither delivered nor abandoned. */
const isWaiting = { sentAt: null, failedAt: null };

/**
 * Returns the delay before the next attempt: the time that the email has waited so far, i.e. 1, 2, 4 ... seconds, but at most a minute, so
 * that delivery resumes within a minute after an outage (threat 42); after an hour of failures, 10 minutes.
 */
const retryDelayMs = (ageMs: number) =>
  ageMs > 3_600_000 ? 600_000 : Math.min(60_000, Math.max(1_000, ageMs));

/** Delivers an email of the outbox. A failure is stored, and the job is added again. Called by a job. */
export async function deliverEmail(id: string, via: MailTransport = transport()): Promise<void> {
  const mail = await db.mailOutbox.findFirst({ where: { id, ...isWaiting } });
  if (!mail) return;
  if (mail.expiresAt && mail.expiresAt < new Date()) return abandon(db, id, "expired");
  try {
    const cipher = openRowCipher("mail_outbox", id, mail.dataKey!);
    const email = JSON.parse(cipher.open("body_cipher", mail.bodyCipher!)) as Email;
    await via.deliver(id, email, mail.createdAt);
  } catch (error) {
    return recordFailure(mail, error);
  }
  await db.mailOutbox.updateMany({
    where: { id, ...isWaiting },
    data: { sentAt: new Date(), lastError: null, bodyCipher: null, dataKey: null },
  });
}

async function recordFailure(
  { id, createdAt }: { id: string; createdAt: Date },
  error: unknown,
): Promise<void> {
  const ageMs = Date.now() - createdAt.getTime();
  const final = error instanceof PermanentMailError || ageMs > GIVE_UP_MS;
  log.warn({ event: "mail.failed", mailId: id, final });
  const message = error instanceof Error ? error.message.slice(0, 200) : "unknown";
  const lastError = message.replace(/[^\s@]+@[^\s@]+/g, "[address]");
  await transaction(async (tx) => {
    if (final) return abandon(tx, id, lastError);
    await tx.mailOutbox.updateMany({ where: { id, ...isWaiting }, data: { lastError } });
    await addJob(tx, "mail", id, new Date(Date.now() + retryDelayMs(ageMs)));
  });
}

async function abandon(tx: Pick<Tx, "mailOutbox">, id: string, lastError: string): Promise<void> {
  const data = { failedAt: new Date(), lastError, bodyCipher: null, dataKey: null };
  await tx.mailOutbox.updateMany({ where: { id, ...isWaiting }, data });
}

/**
 * Deletes the files of emails whose rows have been deleted, e.g. with an erased user (threat 65). A hosted mail service has its own
 * retention period.
 */
export async function deleteOrphanedMailFiles(): Promise<void> {
  const files = await listDeliveredFiles();
  for (let start = 0; start < files.length; start += FILES_PER_QUERY) {
    const some = files.slice(start, start + FILES_PER_QUERY);
    const rows = await db.mailOutbox.findMany({
      where: { id: { in: some.map(({ id }) => id) } },
      select: { id: true },
    });
    const retained = new Set(rows.map(({ id }) => id));
    for (const { id, file } of some) if (!retained.has(id)) await rm(file, { force: true });
  }
}

/** Deletes rows and files of emails that were delivered or abandoned long ago. The rows' content was wiped at that time. */
export async function deleteOldEmails(): Promise<void> {
  const before = new Date(Date.now() - KEEP_DAYS * 24 * 3_600_000);
  await db.mailOutbox.deleteMany({
    where: { OR: [{ sentAt: { lt: before } }, { failedAt: { lt: before } }] },
  });
  await deleteOrphanedMailFiles();
}
