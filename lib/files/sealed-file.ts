import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter, type Identity } from "age-encryption";
import { env, parseKeyRing } from "@/lib/env";
import { unwrapKey, wrapKey } from "@/lib/pii/seal";
import { temporaryFolder } from "./temporary";

/**
 * Private files are stored as age files, each with its own data key, which is wrapped by the key ring and stored in the row, as for sealed
 * columns (threat 65, ADR 6). age encrypts and authenticates chunk by chunk, so files can be streamed, and reading a changed, moved or
 * truncated file fails before its end.
 */
const TABLE = "files";

/** log2 of scrypt's cost. It protects weak passphrases; these have 256 random bits. */
const SCRYPT_WORK_FACTOR = 1;

const passphrase = (key: Buffer): string => key.toString("base64");

/** A sealed copy on disk until it is disposed of. */
export interface SealedFile extends AsyncDisposable {
  content: Blob;
  /** The hash of the sealed bytes, for checking backups without keys. */
  sha256: string;
  /** The wrapped data key, stored in the row. */
  dataKey: string;
}

/** Seals content for the row with this id. */
export async function sealFile(id: string, content: Blob): Promise<SealedFile> {
  const key = randomBytes(32);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase(key));
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  const hash = createHash("sha256");
  await mkdir(temporaryFolder(), { recursive: true, mode: 0o700 });
  const file = path.join(temporaryFolder(), `${id}.sealed`);
  const remove = () => rm(file, { force: true });
  try {
    const sealed = Readable.fromWeb((await encrypter.encrypt(content.stream())) as never);
    sealed.on("data", (chunk: Buffer) => hash.update(chunk));
    await pipeline(sealed, createWriteStream(file, { mode: 0o600 }));
    return {
      content: await openAsBlob(file),
      sha256: hash.digest("hex"),
      dataKey: wrapKey(parseKeyRing(env.PII_KEYS)[0]!, TABLE, id, key),
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The cost is stored in the file, and whoever can write to the storage could choose one that blocks the server for seconds. */
const refuseOtherCosts: Identity = {
  unwrapFileKey(stanzas) {
    if (stanzas.some(({ args: [kind, , cost] }) => kind !== "scrypt" || cost !== String(SCRYPT_WORK_FACTOR)))
      throw new Error("a stored file has been changed");
    return null;
  },
};

/**
 * Returns the content of a sealed file. Throws, or the stream fails, if it was changed, truncated or moved, or its key is not in the ring;
 * `sealed` is closed then.
 */
export async function openSealedFile(
  id: string,
  dataKey: string,
  sealed: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  const failure = new AbortController();
  try {
    decrypter.addIdentity(refuseOtherCosts);
    decrypter.addPassphrase(passphrase(unwrapKey(parseKeyRing(env.PII_KEYS), TABLE, id, dataKey)));
    return await decrypter.decrypt(sealed.pipeThrough(new TransformStream(), failure));
  } catch (error) {
    failure.abort();
    throw error;
  }
}
