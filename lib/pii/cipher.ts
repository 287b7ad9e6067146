import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { decodeKey32, env, parseKeyRing } from "@/lib/env";
import { mask } from "@/lib/mask";
import { decrypt, encrypt, unwrapKey, wrapKey, type RingKey } from "./seal";

/**
 * Identity numbers are encrypted with AES-256-GCM (threat 33, ADR 6). Each row has its own data key, wrapped by the newest key of the ring;
 * a rotation rewraps data keys and leaves ciphertexts unchanged (server/commands/rotate-keys.ts finds them in columns named `data_key`).
 * Table, row and column are additional authenticated data, so a cell copied elsewhere cannot be decrypted.
 */
let ring: RingKey[] | undefined;
const keys = () => (ring ??= parseKeyRing(env.PII_KEYS));

/** Encrypts and decrypts the columns of one row. */
export interface RowCipher {
  /** The wrapped data key, stored in the row. */
  readonly dataKey: string;
  seal(column: string, plain: string): string;
  /** Throws if the value belongs to another row or column, or has been changed. */
  open(column: string, sealed: string): string;
}

function rowCipher(table: string, rowId: string, dataKey: string, key: Buffer): RowCipher {
  const bound = (column: string) => `${table}|${rowId}|${column}`;
  return {
    dataKey,
    seal: (column, plain) => encrypt(key, bound(column), Buffer.from(plain)),
    open: (column, sealed) => decrypt(key, bound(column), sealed).toString(),
  };
}

/** Returns a cipher with a new data key, for a row about to be inserted. */
export function newRowCipher(table: string, rowId: string): RowCipher {
  const key = randomBytes(32);
  return rowCipher(table, rowId, wrapKey(keys()[0]!, table, rowId, key), key);
}

/** Returns the cipher of a stored row. Throws if its key is no longer in the ring. */
export function openRowCipher(table: string, rowId: string, dataKey: string): RowCipher {
  return rowCipher(table, rowId, dataKey, unwrapKey(keys(), table, rowId, dataKey));
}

/**
 * Returns a keyed hash for finding equal numbers without decrypting them (threat 34). `kind` separates a NIN from a BVN with the same
 * digits.
 */
export function blindIndex(
  kind: "nin" | "bvn" | "accountNumber" | "taxId" | "recoveryCode" | "email" | "link",
  value: string,
): string {
  return createHmac("sha256", decodeKey32(env.BLIND_INDEX_KEY))
    .update(`${kind}|${value}`)
    .digest("base64url");
}

export { mask };
