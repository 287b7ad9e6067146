// Seals a stream of any length: chunks of 64 KiB under AES-256-GCM, each with its number and whether it is the last one bound in, so
// that nothing can be changed, moved, left out or cut off unnoticed (the STREAM construction). Every file has a key of its own,
// derived from BACKUP_KEY and a random salt, so that no number is ever used twice with one key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Stop } from "./common.mjs";

const MAGIC = Buffer.from("seedline-backup/1\n");
const SALT = 32;
const CHUNK = 64 * 1024;
const TAG = 16;

const fileKey = (key, salt) => Buffer.from(hkdfSync("sha256", key, salt, MAGIC, 32));

function nonce(number, last) {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number), 3);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

/** Cuts a stream into pieces of `size`; the last one, which may be empty, comes with `last`. */
async function* pieces(source, size) {
  let rest = [];
  let length = 0;
  for await (const bytes of source) {
    rest.push(bytes);
    length += bytes.length;
    // The very last bytes are kept back: only the end tells that a piece is the last.
    if (length <= size) continue;
    const all = Buffer.concat(rest);
    let at = 0;
    for (; all.length - at > size; at += size) yield { bytes: all.subarray(at, at + size), last: false };
    rest = [all.subarray(at)];
    length = all.length - at;
  }
  yield { bytes: Buffer.concat(rest), last: true };
}

/** The sealed form of a stream of bytes. */
export async function* seal(key, source) {
  const salt = randomBytes(SALT);
  yield Buffer.concat([MAGIC, salt]);
  const own = fileKey(key, salt);
  let number = 0;
  for await (const { bytes, last } of pieces(source, CHUNK)) {
    const cipher = createCipheriv("aes-256-gcm", own, nonce(number, last));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** The bytes that were sealed, each chunk proved before it is handed on. Throws a Stop that says what is wrong with the file. */
export async function* unseal(key, source) {
  const { head, rest } = await takeHead(source);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Stop("This is not a backup of Seedline.");
  const own = fileKey(key, head.subarray(MAGIC.length));
  let number = 0;
  for await (const { bytes, last } of pieces(rest(), CHUNK + TAG)) {
    const plain = openChunk(own, number, last, bytes);
    if (plain === null && last && openChunk(own, number, false, bytes))
      throw new Stop("The backup is cut off.");
    if (plain === null && number === 0) {
      throw new Stop(
        "The backup does not open: BACKUP_KEY is another one, or the file is damaged or cut off.",
      );
    }
    if (plain === null) {
      throw new Stop(
        `The backup is ${last ? "cut off or damaged" : "damaged"} at byte ${number * (CHUNK + TAG)}.`,
      );
    }
    yield plain;
    number += 1;
  }
}

function openChunk(key, number, last, bytes) {
  if (bytes.length < TAG) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce(number, last));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The first bytes of a stream, and the stream of all that follow. */
async function takeHead(source) {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < MAGIC.length + SALT) {
    const { value, done } = await iterator.next();
    if (done) throw new Stop("This is not a backup of Seedline.");
    head = Buffer.concat([head, value]);
  }
  const size = MAGIC.length + SALT;
  return {
    head: head.subarray(0, size),
    async *rest() {
      yield head.subarray(size);
      yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}
