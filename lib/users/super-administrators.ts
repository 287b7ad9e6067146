import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { withRight } from "@/lib/db/with-right";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateData, TemplateName } from "@/lib/mail/templates";
import type { BackOfficeAccess } from "@/lib/rights";

/** Emails all super administrators except `exceptIds`, addressing each by name, in the caller's transaction. */
export async function emailSuperAdministrators<N extends TemplateName>(
  tx: Tx,
  template: N,
  data: Omit<TemplateData<N>, "name">,
  exceptIds: string[] = [],
): Promise<void> {
  await emailAll(tx, { role: "admin", isSuper: true, id: { notIn: exceptIds } }, template, data);
}

/** Emails all administrators who have these rights except `exceptIds`, addressing each by name, in the caller's transaction. */
export const emailAdministrators = <N extends TemplateName>(
  tx: Tx,
  rights: readonly BackOfficeAccess[],
  template: N,
  data: Omit<TemplateData<N>, "name">,
  exceptIds: string[] = [],
): Promise<void> => emailAll(tx, { ...withRight(...rights), id: { notIn: exceptIds } }, template, data);

async function emailAll<N extends TemplateName>(
  tx: Tx,
  where: Prisma.UserWhereInput,
  template: N,
  data: Omit<TemplateData<N>, "name">,
): Promise<void> {
  // oxlint-disable-next-line house/bounded-readings -- administrators are few
  const administrators = await tx.user.findMany({ where });
  for (const { id, email, name } of administrators) {
    await enqueue(tx, { to: email, userId: id, template, data: { ...data, name } as TemplateData<N> });
  }
}

/** Returns the ids and names of all administrators, by name. */
export const listAdministratorNames = (): Promise<{ id: string; name: string }[]> =>
  // oxlint-disable-next-line house/bounded-readings -- administrators are few
  db.user.findMany({ where: { role: "admin" }, select: { id: true, name: true }, orderBy: { name: "asc" } });
