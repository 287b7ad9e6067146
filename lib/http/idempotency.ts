import "server-only";
import * as z from "zod";
import { canonical } from "@/lib/audit/head";
import { db, transaction, withinTransaction } from "@/lib/db/client";
import { IDEMPOTENCY_HEADER, type Endpoint } from "@/lib/endpoint";
import { invalid } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { AdvisoryLock, lockText } from "@/lib/locks";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { jsonResponse } from "./json-response";

/** How long the stored response of a call is replayed. */
const DAY_MS = 86_400_000;
const oldest = () => new Date(Date.now() - DAY_MS);

const KEY = /^[!-~]{1,255}$/;

/** Returns the idempotency key of a call to an endpoint that supports it; null without one. Throws VALIDATION_FAILED. */
export function readIdempotencyKey({ idempotent }: Endpoint, { headers }: Request): string | null {
  const key = idempotent ? headers.get(IDEMPOTENCY_HEADER) : null;
  if (key !== null && !KEY.test(key))
    throw invalid(IDEMPOTENCY_HEADER, "Use 1 to 255 visible ASCII characters");
  return key;
}

const TABLE = "idempotency_keys";
const COLUMN = "answer_cipher";
const stored = z.object({ request: z.string(), status: z.number(), text: z.string() });

/**
 * Executes a call once per user and idempotency key: a repeated or parallel call with the key gets the same response. The response is
 * stored in the transaction of the change, so neither exists without the other; a failed call changes nothing and is not stored. Throws
 * VALIDATION_FAILED if the key was used for another call or body.
 */
export const answerOnce = (
  userId: string,
  key: string,
  { method, url }: Request,
  sent: unknown,
  answer: () => Promise<Response>,
): Promise<Response> => {
  const { pathname, search } = new URL(url);
  const request = canonical([method, pathname + search, sent ?? null]);
  return transaction(async (tx) => {
    await lockText(tx, AdvisoryLock.idempotencyKey, `${userId} ${key}`);
    const row = await tx.idempotencyKey.findUnique({ where: { userId_key: { userId, key } } });
    if (row && row.createdAt > oldest()) {
      const cipher = openRowCipher(TABLE, row.id, row.dataKey);
      const before = stored.parse(JSON.parse(cipher.open(COLUMN, row.answerCipher)));
      if (before.request !== request) throw invalid(IDEMPOTENCY_HEADER, "This key was used for another call");
      return jsonResponse(before.text, before.status);
    }
    const response = await withinTransaction(tx, answer);
    const [id, text] = [uuidv7(), await response.clone().text()];
    const cipher = newRowCipher(TABLE, id);
    const sealed = cipher.seal(COLUMN, JSON.stringify({ request, status: response.status, text }));
    if (row) await tx.idempotencyKey.deleteMany({ where: { id: row.id } });
    await tx.idempotencyKey.create({
      data: { id, userId, key, dataKey: cipher.dataKey, answerCipher: sealed },
    });
    return response;
  });
};

/** Deletes the responses that are no longer replayed. */
export async function deleteExpiredKeys(): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lte: oldest() } } });
}
