import "server-only";
import type { Client } from "@/lib/client-info";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { withFailureLimit } from "@/lib/limits/limits";
import { passwordMatches } from "./passwords";
import { recordFailure } from "./security-events";

const WINDOW = 15 * 60;

/**
 * The account with this address and password, or null. Every password check of the product uses it, so attempts share their limits
 * (threat 4). Throws RATE_LIMITED.
 */
export function checkPassword(email: string, password: string, client: Client) {
  return withFailureLimit(
    [
      { key: `login|${email}|${client.network}`, limit: env.LIMIT_LOGIN_FAILURES, seconds: WINDOW },
      // The prefix keeps an address and a network with the same text apart.
      { key: `login-network|${client.network}`, limit: env.LIMIT_LOGIN_FAILURES_PER_IP, seconds: WINDOW },
      // Guesses from many networks: a temporary delay that ends no session.
      { key: `login-account|${email}`, limit: env.LIMIT_LOGIN_FAILURES * 50, seconds: WINDOW },
    ],
    async () => {
      const found = await db.user.findUnique({
        where: { email },
        select: { id: true, emailVerifiedAt: true, passwordHash: true, twoStepSince: true },
      });
      const ok = await passwordMatches(found?.passwordHash, password);
      if (found && !ok) recordFailure(found.id, "password_failed", client);
      return { ok, value: ok ? found : null };
    },
  );
}
