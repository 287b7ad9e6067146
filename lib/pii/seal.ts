import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** AES-256-GCM over one value, and the wrapping of data keys. Imports nothing of ours: `npm run pii:rotate` loads this file by itself. */
const ALGORITHM = "aes-256-gcm";
const IV = 12;
const TAG = 16;

/** A key of PII_KEYS. */
export interface RingKey {
  id: string;
  key: Buffer;
}

/** `bound` says what the value belongs to; it opens with the same words only. */
export function encrypt(key: Buffer, bound: string, plain: Buffer): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Throws when the key or what it is bound to differs, or the value was changed. */
export function decrypt(key: Buffer, bound: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV + TAG) throw new Error("sealed value is too short");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV, bytes.length - TAG)), decipher.final()]);
}

const place = (table: string, rowId: string) => `${table}|${rowId}|data_key`;

/** A row's data key under a key of the ring, as it is stored: `id.sealed`. */
export const wrapKey = (kek: RingKey, table: string, rowId: string, key: Buffer): string =>
  `${kek.id}.${encrypt(kek.key, place(table, rowId), key)}`;

/** Which key of the ring a stored data key needs. */
export const keyIdOf = (dataKey: string): string => dataKey.slice(0, dataKey.indexOf("."));

/** A row's data key. Throws when its key has left the ring, or it was made for another row. */
export function unwrapKey(ring: readonly RingKey[], table: string, rowId: string, dataKey: string): Buffer {
  const id = keyIdOf(dataKey);
  const kek = ring.find((entry) => entry.id === id);
  if (!kek) throw new Error(`no key '${id}' in PII_KEYS`);
  return decrypt(kek.key, place(table, rowId), dataKey.slice(id.length + 1));
}
