import "server-only";
import { env } from "@/lib/env";
import { consume } from "@/lib/limits/limits";
import type { Viewer } from "@/lib/viewer";

/**
 * Counts an investor's action on their money, before it acquires a lock. The routes of idempotent calls count them (ADR 17). Throws
 * RATE_LIMITED after `LIMIT_MONEY_ACTS_PER_HOUR` (threat 69).
 */
export const consumeMoneyActLimit = ({ userId }: Viewer): Promise<void> =>
  consume(`money|${userId}`, env.LIMIT_MONEY_ACTS_PER_HOUR, 3_600);
