import "server-only";
import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import { secretHash } from "./tokens";

const RESET_MINUTES = 10;

/** Creates a single-use token for setting a password. */
export async function createResetToken(
  tx: Tx,
  userId: string,
  minutes: number = RESET_MINUTES,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  await tx.passwordReset.create({
    data: { userId, tokenHash: secretHash("password reset", token), expiresAt },
  });
  return { token, expiresAt };
}
