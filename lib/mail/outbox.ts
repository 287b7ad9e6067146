import "server-only";
import { uuidv7 } from "@/lib/ids";
import type { Tx } from "@/lib/db/client";
import { newRowCipher } from "@/lib/pii/cipher";
import { templates, type TemplateName, type TemplateData } from "./templates";

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes a mail into the outbox, in the transaction of what it tells of: it is sent if and only if that happened. The worker
 * delivers it (worker.ts). The whole letter is sealed, because it may carry a code.
 *
 * @param expiresAt after this moment it is not sent any more (a code that has expired would only confuse)
 */
export async function enqueue<N extends TemplateName>(
  tx: Tx,
  mail: { to: string; userId: string | null; template: N; data: TemplateData<N>; expiresAt?: Date },
): Promise<void> {
  const id = uuidv7();
  const letter: Email = { to: mail.to, ...templates[mail.template](mail.data as never) };
  const cipher = newRowCipher("mail_outbox", id);
  await tx.mailOutbox.create({
    data: {
      id,
      template: mail.template,
      userId: mail.userId,
      dataKey: cipher.dataKey,
      bodyCipher: cipher.seal("body_cipher", JSON.stringify(letter)),
      expiresAt: mail.expiresAt ?? null,
    },
  });
}
