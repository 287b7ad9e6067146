import "server-only";
import type * as z from "zod";
import type { Client } from "@/lib/client-info";
import { db, transaction } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import type { stepUpSchema } from "@/lib/users/schema";
import type { Viewer } from "@/lib/viewer";
import { checkPassword } from "./attempts";
import { recordSecurityEvent } from "./security-events";
import { redeemSecondFactor } from "./two-step";

const WRONG_PASSWORD = "That password is incorrect";

/**
 * Requires the user's password, even within a session. Attempts count towards the login limits.
 * Throws VALIDATION_FAILED at `field`, RATE_LIMITED.
 */
export async function requirePassword(
  viewer: Viewer,
  password: string,
  client: Client,
  field: string,
): Promise<void> {
  const user = await db.user.findUnique({ where: { id: viewer.userId }, select: { email: true } });
  const account = user && (await checkPassword(user.email, password, client));
  if (account?.id === viewer.userId) return;
  throw invalid(field, WRONG_PASSWORD);
}

/**
 * Takes the viewer's password, and a code if two-step login is on, as a fresh proof for this session.
 * Throws VALIDATION_FAILED at `password`, TWO_STEP_REQUIRED without a code, INVALID_CODE, RATE_LIMITED.
 */
export async function stepUp(
  viewer: Viewer,
  { password, code }: z.output<typeof stepUpSchema>,
  client: Client,
): Promise<void> {
  const { userId, sessionId } = viewer;
  await requirePassword(viewer, password, client, "password");
  const { twoStepSince } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { twoStepSince: true },
  });
  if (twoStepSince) {
    if (!code) throw new AppError("TWO_STEP_REQUIRED");
    await redeemSecondFactor(userId, code, client);
  }
  await transaction(async (tx) => {
    const proved = await tx.session.updateMany({
      where: { id: sessionId, endedAt: null },
      data: { provedAt: new Date() },
    });
    if (proved.count === 0) throw new AppError("UNAUTHENTICATED");
    await recordSecurityEvent(tx, userId, "step_up", client);
  });
}
