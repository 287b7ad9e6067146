import "server-only";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import type { Email } from "./outbox";

/** The port to whatever carries mail. `key` is the outbox row's id: a carrier given it twice delivers once. */
export interface MailTransport {
  readonly name: string;
  deliver(key: string, letter: Email, createdAt: Date): Promise<void>;
}

/** A failure that trying again does not mend (a refused address). */
export class PermanentMailError extends Error {}

/** The embedded default: one JSON file a mail under DATA_DIR/outbox (product 10.1). The name comes from the row, so a repeat overwrites. */
export const diskTransport = (): MailTransport => ({
  name: "outbox",
  async deliver(key, letter, createdAt) {
    const folder = path.join(env.DATA_DIR, "outbox");
    await mkdir(folder, { recursive: true });
    const name = `${createdAt.toISOString().replace(/[:.]/g, "-")}-${key}.json`;
    const body = JSON.stringify({ ...letter, createdAt: createdAt.toISOString() }, null, 2);
    // Written aside and renamed, so that a reader never sees half a mail.
    const temporary = path.join(folder, `.${name}.tmp`);
    await writeFile(temporary, body, { mode: 0o600 });
    await rename(temporary, path.join(folder, name));
  },
});

const TIMEOUT_MS = 5_000;

/** Resend, with the row's id as idempotency key, so that an answer that came too late does not make a second mail (threat 42). */
export const resendTransport = (apiKey: string, from: string): MailTransport => {
  // Loaded at first use, like every hosted service that an installation may not have.
  const load = async () => {
    const { Resend } = await import("resend");
    return new Resend(apiKey, { baseUrl: env.RESEND_API_URL });
  };
  return {
    name: "resend",
    async deliver(key, letter) {
      const resend = await load();
      const { error } = await resend.emails.send(
        { from, to: letter.to, subject: letter.subject, text: letter.text, html: letter.html },
        // Ends the connection too: a carrier that never answers must not collect them.
        { idempotencyKey: key, signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      if (!error) return;
      const message = `${error.name}: ${error.message}`;
      // Only the address itself is beyond mending; a sender's domain that is not set up yet comes under the same name.
      if (error.name === "validation_error" && /\bto\b|recipient|address/i.test(error.message)) {
        throw new PermanentMailError(message);
      }
      throw new Error(message);
    },
  };
};

export const transport = (): MailTransport =>
  env.RESEND_API_KEY && env.MAIL_FROM ? resendTransport(env.RESEND_API_KEY, env.MAIL_FROM) : diskTransport();
