import "server-only";
import { isolate } from "@/lib/bidi";
import { uuidv7 } from "@/lib/ids";
import type { Tx } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { newRowCipher } from "@/lib/pii/cipher";
import { templates, type TemplateName, type TemplateData } from "./templates";

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes an email to the outbox, in the transaction of the change it is about, so that it is sent if and only if the transaction commits. A
 * job delivers it (lib/mail/worker.ts). The content is encrypted, because it may contain a code. An email to an unverified address contains
 * no name: a stranger may have registered the address with a text of their choice (threat 58).
 * @param expiresAt the time after which the email is not sent (e.g. because its code has expired)
 */
export async function enqueue<N extends TemplateName>(
  tx: Tx,
  mail: { to: string; userId: string | null; template: N; data: TemplateData<N>; expiresAt?: Date },
): Promise<void> {
  const id = uuidv7();
  const data = (await isUnverified(tx, mail.userId)) ? { ...mail.data, name: "" } : mail.data;
  const email: Email = { to: mail.to, ...templates[mail.template](isolateTexts(data) as never) };
  const cipher = newRowCipher("mail_outbox", id);
  await tx.mailOutbox.create({
    data: {
      id,
      template: mail.template,
      userId: mail.userId,
      dataKey: cipher.dataKey,
      bodyCipher: cipher.seal("body_cipher", JSON.stringify(email)),
      expiresAt: mail.expiresAt ?? null,
    },
  });
  await addJob(tx, "mail", id);
}

/** Isolates the names and other texts in the data of an email, in lists and objects too. */
function isolateTexts(data: unknown): unknown {
  if (typeof data === "string") return isolate(data);
  if (Array.isArray(data)) return data.map(isolateTexts);
  if (Object.prototype.toString.call(data) !== "[object Object]") return data;
  return Object.fromEntries(Object.entries(data as object).map(([key, value]) => [key, isolateTexts(value)]));
}

async function isUnverified(tx: Tx, userId: string | null): Promise<boolean> {
  if (!userId) return true;
  const user = await tx.user.findUnique({ where: { id: userId }, select: { emailVerifiedAt: true } });
  return !user?.emailVerifiedAt;
}
