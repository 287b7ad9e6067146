import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { decodeKey32, env, parseKeyRing } from "@/lib/env";
import { mask } from "@/lib/mask";
import { decrypt, encrypt, unwrapKey, wrapKey, type RingKey } from "./seal";

/**
 * Numbers that identify a person are kept under AES-256-GCM (threat 33). Each row has a data key of its own, wrapped by the newest
 * key of the ring; rotating the ring re-wraps data keys and touches no cipher text (server/commands/rotate-keys.ts finds them by their column,
 * `data_key`, and takes the table's name and primary key for what they are bound to). Table, row and column are bound in as additional
 * data, so a cell moved elsewhere does not open.
 */
let ring: RingKey[] | undefined;
const keys = () => (ring ??= parseKeyRing(env.PII_KEYS));

/** Seals and opens the columns of one row. */
export interface RowCipher {
  /** The row's data key, wrapped; to be stored beside the sealed columns. */
  readonly dataKey: string;
  seal(column: string, plain: string): string;
  /** Throws when the value was made for another row or column, or was changed. */
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

/** A cipher with a fresh data key, for a row about to be written. */
export function newRowCipher(table: string, rowId: string): RowCipher {
  const key = randomBytes(32);
  return rowCipher(table, rowId, wrapKey(keys()[0]!, table, rowId, key), key);
}

/** The cipher of a stored row. Throws when its key has left the ring. */
export function openRowCipher(table: string, rowId: string, dataKey: string): RowCipher {
  return rowCipher(table, rowId, dataKey, unwrapKey(keys(), table, rowId, dataKey));
}

/**
 * A keyed fingerprint by which equal values can be found without being read (threat 34). `kind` keeps a NIN and a BVN of the same
 * digits apart.
 */
export function blindIndex(kind: "nin" | "bvn" | "accountNumber" | "recoveryCode", value: string): string {
  return createHmac("sha256", decodeKey32(env.BLIND_INDEX_KEY))
    .update(`${kind}|${value}`)
    .digest("base64url");
}

export { mask };
