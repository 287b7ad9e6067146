import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** AES-256-GCM and key wrapping. This module has no imports from lib, because `npm run pii:rotate` loads it directly. */
const ALGORITHM = "aes-256-gcm";
const IV = 12;
const TAG = 16;

/** A key of PII_KEYS. */
export interface RingKey {
  id: string;
  key: Buffer;
}

/** Encrypts a value. `bound` is additional authenticated data, required for decryption. */
export function encrypt(key: Buffer, bound: string, plain: Buffer): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Throws if the key or `bound` differs, or the value has been changed. */
export function decrypt(key: Buffer, bound: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV + TAG) throw new Error("sealed value is too short");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV, bytes.length - TAG)), decipher.final()]);
}

const dataKeyContext = (table: string, rowId: string) => `${table}|${rowId}|data_key`;

/** Returns a data key wrapped by a key of the ring, as stored: `id.sealed`. */
export const wrapKey = (kek: RingKey, table: string, rowId: string, key: Buffer): string =>
  `${kek.id}.${encrypt(kek.key, dataKeyContext(table, rowId), key)}`;

/** Returns the id of the ring key that unwraps a stored data key. */
export const keyIdOf = (dataKey: string): string => dataKey.slice(0, dataKey.indexOf("."));

/** Unwraps a data key. Throws if its ring key is missing or it belongs to another row. */
export function unwrapKey(ring: readonly RingKey[], table: string, rowId: string, dataKey: string): Buffer {
  const id = keyIdOf(dataKey);
  const kek = ring.find((entry) => entry.id === id);
  if (!kek) throw new Error(`no key '${id}' in PII_KEYS`);
  return decrypt(kek.key, dataKeyContext(table, rowId), dataKey.slice(id.length + 1));
}
