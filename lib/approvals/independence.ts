import "server-only";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Requires that the viewer is a second person beside `others`, the administrators who prepared an act: neither made the other an
 * administrator, alone, by proposing or by confirming it, and each has replaced a password that somebody else chose. Otherwise both accounts
 * may belong to one person (threat 68). Others without an account pass. Throws FORBIDDEN.
 */
export async function requireIndependent(tx: Tx, viewerId: string, others: readonly string[]): Promise<void> {
  await requireOwnPassword(tx, viewerId);
  const givenPasswords = await tx.user.count({
    where: { id: { in: [...others] }, passwordIsTemporary: true },
  });
  if (givenPasswords > 0)
    throw new AppError(
      "FORBIDDEN",
      "The administrator who prepared this has not replaced the password that they were given",
    );
  const [{ appointments }] = await tx.$queryRaw<[{ appointments: bigint }]>`
    SELECT count(*) AS appointments FROM audit_events
    WHERE (action = 'admin.created' OR (action = 'user.role_changed' AND data->>'to' = 'admin'))
      AND target_id = ANY (${[viewerId, ...others]}::uuid[])
      AND CASE WHEN target_id = ${viewerId}::uuid
        THEN actor_id = ANY (${[...others]}::uuid[]) OR data->>'proposedBy' = ANY (${[...others]}::text[])
        ELSE ${viewerId} IN (actor_id::text, data->>'proposedBy') END`;
  if (appointments > 0n)
    throw new AppError(
      "FORBIDDEN",
      "Another administrator must do this, because one of you made the other an administrator",
    );
}

/** Throws FORBIDDEN while the administrator has the password that somebody else chose for them. */
export async function requireOwnPassword(tx: Tx, userId: string): Promise<void> {
  const { passwordIsTemporary } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordIsTemporary: true },
  });
  if (passwordIsTemporary)
    throw new AppError(
      "FORBIDDEN",
      "Somebody else chose your password. Set a new one in your profile first.",
    );
}
