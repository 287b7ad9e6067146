import "server-only";
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { decodeKey32, env, parseKeyRing } from "@/lib/env";
import { mask } from "@/lib/fields";

/**
 * Numbers that identify a person are kept under AES-256-GCM (TRUST 33). Each row has a data key of its own, wrapped by the newest
 * key of the ring; rotating the ring re-wraps data keys and touches no cipher text. Table, row and column are bound in as
 * additional data, so a cell moved elsewhere does not open.
 */
const ALGORITHM = "aes-256-gcm";
const IV = 12;
const TAG = 16;

function encrypt(key: Buffer, bound: string, plain: Buffer): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(key: Buffer, bound: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV + TAG) throw new Error("sealed value is too short");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV, bytes.length - TAG)), decipher.final()]);
}

let ring: { id: string; key: Buffer }[] | undefined;
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
  const kek = keys()[0]!;
  return rowCipher(table, rowId, `${kek.id}.${encrypt(kek.key, `${table}|${rowId}|data_key`, key)}`, key);
}

/** The cipher of a stored row. Throws when its key has left the ring. */
export function openRowCipher(table: string, rowId: string, dataKey: string): RowCipher {
  const at = dataKey.indexOf(".");
  const kek = keys().find((entry) => entry.id === dataKey.slice(0, at));
  if (!kek) throw new Error(`no key '${dataKey.slice(0, at)}' in PII_KEYS`);
  return rowCipher(
    table,
    rowId,
    dataKey,
    decrypt(kek.key, `${table}|${rowId}|data_key`, dataKey.slice(at + 1)),
  );
}

/**
 * A keyed fingerprint by which equal values can be found without being read (TRUST 34). `kind` keeps a NIN and a BVN of the same
 * digits apart.
 */
export function blindIndex(kind: "nin" | "bvn" | "accountNumber", value: string): string {
  return createHmac("sha256", decodeKey32(env.BLIND_INDEX_KEY))
    .update(`${kind}|${value}`)
    .digest("base64url");
}

export { mask };
