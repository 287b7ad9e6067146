import "server-only";
import type { Client } from "@/lib/client-info";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { withFailureLimit } from "@/lib/limits/limits";
import { passwordMatches } from "./passwords";

const WINDOW = 15 * 60;

/**
 * The account that has this address and this password, or null. Every place that takes a password asks here, so that guesses are
 * counted together wherever they are made (threat 4). Throws RATE_LIMITED.
 */
export function checkPassword(email: string, password: string, client: Pick<Client, "network">) {
  return withFailureLimit(
    [
      { key: `login|${email}|${client.network}`, limit: env.LIMIT_LOGIN_FAILURES, seconds: WINDOW },
      // What was typed as an address must not be taken for a network: each kind has a name of its own.
      { key: `login-network|${client.network}`, limit: env.LIMIT_LOGIN_FAILURES_PER_IP, seconds: WINDOW },
      // Guesses from very many addresses: a temporary wait that outlasts no attack and ends no session.
      { key: `login-account|${email}`, limit: env.LIMIT_LOGIN_FAILURES * 50, seconds: WINDOW },
    ],
    async () => {
      const found = await db.user.findUnique({
        where: { email },
        select: { id: true, emailVerifiedAt: true, passwordHash: true, twoStepSince: true },
      });
      const ok = await passwordMatches(found?.passwordHash, password);
      return { ok, value: ok ? found : null };
    },
  );
}
