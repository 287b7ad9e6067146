import "server-only";
import { env } from "@/lib/env";
import { consume } from "@/lib/limits/limits";

/**
 * Consumes documents from the user's hourly limit (threat 32, 50). `route()` consumes the first document of each upload before it reads the
 * body, so that rejected uploads count too; `receiveMultipart` consumes the others. Throws RATE_LIMITED with the seconds to wait.
 */
export const consumeUploads = (userId: string, documents: number): Promise<void> =>
  consume(`upload|${userId}`, env.LIMIT_UPLOADS_PER_HOUR, 3_600, documents);
