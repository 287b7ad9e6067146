import "server-only";
import { rm } from "node:fs/promises";
import { db } from "@/lib/db/client";
import { openRowCipher } from "@/lib/pii/cipher";
import { log } from "@/lib/log";
import { listDeliveredFiles, PermanentMailError, transport, type MailTransport } from "./transport";
import type { Email } from "./outbox";

/** How long a worker holds a claimed email. If the worker crashes, another one claims it after that. */
const CLAIM_SECONDS = 20;
const BATCH = 10;
/** Undeliverable emails are abandoned after this time. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;
const KEEP_DAYS = 30;
const FILES_PER_QUERY = 1_000;

interface Claimed {
  id: string;
  createdAt: Date;
  attempts: number;
  dataKey: string;
  bodyCipher: string;
}

/** Claims due emails. Rows locked by other workers are skipped. */
function claim(): Promise<Claimed[]> {
  return db.$queryRaw<Claimed[]>`
    UPDATE mail_outbox SET locked_until = now() + make_interval(secs => ${CLAIM_SECONDS}), attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM mail_outbox
      WHERE sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= now()
        AND (locked_until IS NULL OR locked_until < now())
      ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, created_at AS "createdAt", attempts, data_key AS "dataKey", body_cipher AS "bodyCipher"`;
}

/**
 * The delay before the next attempt in seconds: 1, 2, 4 ... 60, so that delivery resumes within a minute after an outage (threat
 * 42); 10 minutes after an hour of failures.
 */
const backoff = (attempts: number) => (attempts > 65 ? 600 : Math.min(60, 2 ** Math.min(attempts - 1, 6)));

async function deliver(mail: Claimed, via: MailTransport): Promise<void> {
  try {
    const email = JSON.parse(
      openRowCipher("mail_outbox", mail.id, mail.dataKey).open("body_cipher", mail.bodyCipher),
    ) as Email;
    await via.deliver(mail.id, email, mail.createdAt);
    await db.mailOutbox.updateMany({
      where: { id: mail.id, failedAt: null },
      data: { sentAt: new Date(), lockedUntil: null, lastError: null, bodyCipher: null, dataKey: null },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 200) : "unknown";
    const final = error instanceof PermanentMailError || Date.now() - mail.createdAt.getTime() > GIVE_UP_MS;
    log.warn({ event: "mail.failed", mailId: mail.id, attempts: mail.attempts, final });
    await db.mailOutbox.updateMany({
      where: { id: mail.id, failedAt: null },
      data: {
        lockedUntil: null,
        lastError: message.replace(/[^\s@]+@[^\s@]+/g, "[address]"),
        nextAttemptAt: new Date(Date.now() + backoff(mail.attempts) * 1_000),
        ...(final ? { failedAt: new Date(), bodyCipher: null, dataKey: null } : {}),
      },
    });
  }
}

/** Delivers all due emails. Returns the number of attempts. */
export async function deliverPendingEmails(via: MailTransport = transport()): Promise<number> {
  await db.$executeRaw`
    UPDATE mail_outbox SET failed_at = now(), last_error = 'expired', body_cipher = NULL, data_key = NULL
    WHERE sent_at IS NULL AND failed_at IS NULL AND expires_at < now()
      AND (locked_until IS NULL OR locked_until < now())`;
  let tried = 0;
  for (;;) {
    const mails = await claim();
    if (mails.length === 0) return tried;
    tried += mails.length;
    await Promise.all(mails.map((mail) => deliver(mail, via)));
  }
}

/**
 * Deletes the files of emails whose rows are deleted, e.g. with an erased user (threat 65). A hosted mail service has a retention period
 * of its own.
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

/** Deletes rows and files of emails that were delivered or abandoned long ago. The rows' content was already wiped then. */
export async function deleteOldEmails(): Promise<void> {
  const before = new Date(Date.now() - KEEP_DAYS * 24 * 3_600_000);
  await db.mailOutbox.deleteMany({
    where: { OR: [{ sentAt: { lt: before } }, { failedAt: { lt: before } }] },
  });
  await deleteOrphanedMailFiles();
}
