import "server-only";
import type { db, Tx } from "@/lib/db/client";
import type { DecisionDto } from "./decision-schema";

const DELETED = "A deleted user";

/** Returns who made each act, and when, by the id of the act. */
export async function readDecisions(
  actIds: readonly string[],
  reader: Tx | typeof db,
): Promise<Map<string, DecisionDto>> {
  const acts = await reader.moneyAct.findMany({
    where: { id: { in: [...new Set(actIds)] } },
    select: { id: true, actorId: true, confirmedById: true, at: true },
    take: actIds.length,
  });
  const people = acts.flatMap(({ actorId, confirmedById }) => [actorId ?? [], confirmedById ?? []].flat());
  const users = await reader.user.findMany({
    where: { id: { in: people } },
    select: { id: true, name: true },
    take: people.length,
  });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => id && (names.get(id) ?? DELETED);
  return new Map(
    acts.map(({ id, actorId, confirmedById, at }) => [
      id,
      { by: nameOf(actorId), confirmedBy: nameOf(confirmedById), at: at.toISOString() },
    ]),
  );
}
