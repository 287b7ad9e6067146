import "server-only";
import type { Tx } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateData, TemplateName } from "@/lib/mail/templates";

/** Emails all super administrators except `exceptIds`, addressing each by name, in the caller's transaction. */
export async function emailSuperAdministrators<N extends TemplateName>(
  tx: Tx,
  template: N,
  data: Omit<TemplateData<N>, "name">,
  exceptIds: string[] = [],
): Promise<void> {
  // oxlint-disable-next-line house/bounded-readings -- administrators are few
  const supers = await tx.user.findMany({
    where: { role: "admin", isSuper: true, id: { notIn: exceptIds } },
  });
  for (const { id, email, name } of supers) {
    await enqueue(tx, { to: email, userId: id, template, data: { ...data, name } as TemplateData<N> });
  }
}
