import "server-only";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import type { Email } from "./outbox";

/** The interface of mail services. `key` is the id of the outbox row, which makes deliveries idempotent. */
export interface MailTransport {
  readonly name: string;
  deliver(key: string, email: Email, createdAt: Date): Promise<void>;
}

/** An error that a retry cannot fix (a rejected address). */
export class PermanentMailError extends Error {}

const outboxFolder = () => path.join(env.DATA_DIR, "outbox");

/**
 * Returns the default transport: one JSON file per email under DATA_DIR/outbox (product 10.1). Its name is derived from the row, so a retry
 * overwrites it.
 */
export const diskTransport = (): MailTransport => ({
  name: "outbox",
  async deliver(key, email, createdAt) {
    const folder = outboxFolder();
    await mkdir(folder, { recursive: true });
    const name = `${createdAt.toISOString().replace(/[:.]/g, "-")}-${key}.json`;
    const body = JSON.stringify({ ...email, createdAt: createdAt.toISOString() }, null, 2);
    // The email is written to a temporary file and renamed, so that readers never see a partial email.
    const temporary = path.join(folder, `.${name}.tmp`);
    await writeFile(temporary, body, { mode: 0o600 });
    await rename(temporary, path.join(folder, name));
  },
});

/** Returns the files written by the default transport, with the ids of their rows. */
export async function listDeliveredFiles(): Promise<{ id: string; file: string }[]> {
  const names = await readdir(outboxFolder()).catch(() => []);
  return names.flatMap((name) => {
    const id = /^[^.].*-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.json$/.exec(name)?.[1];
    return id ? [{ id, file: path.join(outboxFolder(), name) }] : [];
  });
}

const TIMEOUT_MS = 5_000;

/**
 * Returns the transport that sends with Resend. The row's id is the idempotency key, so that a timeout does not cause a duplicate (threat
 * 42).
 */
export const resendTransport = (apiKey: string, from: string): MailTransport => {
  // The SDK is loaded lazily, because many installations do not use it.
  const load = async () => {
    const { Resend } = await import("resend");
    return new Resend(apiKey, { baseUrl: env.RESEND_API_URL });
  };
  return {
    name: "resend",
    async deliver(key, email) {
      const resend = await load();
      const { error } = await resend.emails.send(
        { from, to: email.to, subject: email.subject, text: email.text, html: email.html },
        // The timeout also closes the connection, so that connections to an unresponsive transport do not accumulate.
        { idempotencyKey: key, signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      if (!error) return;
      const message = `${error.name}: ${error.message}`;
      // Only an invalid recipient is permanent; an unverified sender domain has the same error name.
      if (error.name === "validation_error" && /\bto\b|recipient|address/i.test(error.message)) {
        throw new PermanentMailError(message);
      }
      throw new Error(message);
    },
  };
};

export const transport = (): MailTransport =>
  env.RESEND_API_KEY && env.MAIL_FROM ? resendTransport(env.RESEND_API_KEY, env.MAIL_FROM) : diskTransport();
