import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { decodeKey32, env, parseKeyRing } from "@/lib/env";
import { decrypt, encrypt, unwrapKey, wrapKey, type RingKey } from "./seal";

/** Encrypts data that outlives its user with a data key per row, wrapped by RETENTION_KEYS instead of PII_KEYS (threat 54, ADR 26). */
const TABLE = "retained_records";
let ring: RingKey[] | undefined;

/** Throws if RETENTION_KEYS is absent, which the configuration allows only outside production. */
function keys(): RingKey[] {
  if (!env.RETENTION_KEYS) throw new Error("RETENTION_KEYS is required to erase a user who has submitted");
  return (ring ??= parseKeyRing(env.RETENTION_KEYS));
}

const bound = (rowId: string, column: string) => `${TABLE}|${rowId}|${column}`;

/** Encrypts the columns of a new row. */
export function newRetentionCipher(rowId: string) {
  const key = randomBytes(32);
  return {
    /** The wrapped data key, stored in the row. */
    retentionKey: wrapKey(keys()[0]!, TABLE, rowId, key),
    seal: (column: string, plain: string) => encrypt(key, bound(rowId, column), Buffer.from(plain)),
  };
}

/** Decrypts the columns of a stored row. Throws if its key is no longer in the ring, or the row has been changed. */
export function openRetentionCipher(rowId: string, retentionKey: string) {
  const key = unwrapKey(keys(), TABLE, rowId, retentionKey);
  return { open: (column: string, sealed: string) => decrypt(key, bound(rowId, column), sealed).toString() };
}

/** Returns a keyed hash of an identifying value. It differs from the blind index of the same number in a submission. */
export const retentionIndex = (field: string, value: string): string =>
  createHmac("sha256", decodeKey32(env.BLIND_INDEX_KEY))
    .update(`retained|${field}|${value}`)
    .digest("base64url");
