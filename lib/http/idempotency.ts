import "server-only";
import * as z from "zod";
import { canonical } from "@/lib/audit/head";
import { limitConcurrencyPerKey } from "@/lib/concurrency";
import { db, transaction, withinTransaction, type Tx } from "@/lib/db/client";
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

/** Returns the stored response of a call; null if there is none. Throws VALIDATION_FAILED if the key was used for another call. */
async function findResponse(
  reader: Tx | typeof db,
  userId: string,
  key: string,
  request: string,
): Promise<Response | null> {
  const row = await reader.idempotencyKey.findUnique({ where: { userId_key: { userId, key } } });
  if (!row || row.createdAt <= oldest()) return null;
  const cipher = openRowCipher(TABLE, row.id, row.dataKey);
  const before = stored.parse(JSON.parse(cipher.open(COLUMN, row.answerCipher)));
  if (before.request !== request) throw invalid(IDEMPOTENCY_HEADER, "This key was used for another call");
  return jsonResponse(before.text, before.status);
}

async function storeResponse(tx: Tx, userId: string, key: string, answer: object): Promise<void> {
  const id = uuidv7();
  const cipher = newRowCipher(TABLE, id);
  const answerCipher = cipher.seal(COLUMN, JSON.stringify(answer));
  // A response that is no longer replayed may still be stored.
  await tx.idempotencyKey.deleteMany({ where: { userId, key } });
  await tx.idempotencyKey.create({ data: { id, userId, key, dataKey: cipher.dataKey, answerCipher } });
}

/** A call with a key holds a connection of the pool until it ends, so each user gets few of them. */
const limitPerUser = limitConcurrencyPerKey({ max: 2, maxQueued: 10, maxWaitMs: 2_500 });

/**
 * Executes a call once per user and idempotency key: a repeated or parallel call with the key gets the same response. The response is
 * stored in the transaction of the change, so neither exists without the other; a failed call changes nothing and is not stored. `answer`
 * runs within that transaction, on its connection. `consumeLimit` runs before it, so that failed and rejected calls count too; a replay
 * does not count. Throws VALIDATION_FAILED if the key was used for another call or body, UNAVAILABLE if too many of the user's calls are
 * in progress.
 */
export async function answerOnce(
  userId: string,
  key: string,
  { method, url }: Request,
  sent: unknown,
  answer: () => Promise<Response>,
  consumeLimit?: () => Promise<void>,
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const request = canonical([method, pathname + search, sent ?? null]);
  const replayed = await findResponse(db, userId, key, request);
  if (replayed) return replayed;
  await consumeLimit?.();
  return limitPerUser(userId, () =>
    transaction(async (tx) => {
      await lockText(tx, AdvisoryLock.idempotencyKey, `${userId} ${key}`);
      const parallel = await findResponse(tx, userId, key, request);
      if (parallel) return parallel;
      const response = await withinTransaction(tx, answer);
      const text = await response.clone().text();
      await storeResponse(tx, userId, key, { request, status: response.status, text });
      return response;
    }),
  );
}

/** Deletes the responses that are no longer replayed. */
export async function deleteExpiredKeys(): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lte: oldest() } } });
}
