import { createHmac } from "node:crypto";
import { Encrypter } from "age-encryption";
import { createTarPacker } from "modern-tar";

/**
 * A gzipped tar encrypted with age, which standard tools can open: age --decrypt FILE | tar --extract --gzip (ADR 16). This module has no
 * imports from lib, because commands load it directly.
 */
export interface ArchiveEntry {
  name: string;
  body: Uint8Array;
}

/** log2 of scrypt's cost. It protects weak passphrases; these have 256 random bits. */
const SCRYPT_WORK_FACTOR = 10;

/** Returns the passphrase of a key: its base64 form. */
export const passphraseOf = (key: Buffer): string => key.toString("base64");

/**
 * Returns the key of the documents in an evidence pack. Each pack has its own, derived from BACKUP_KEY, so that the recipient of a pack can
 * open its documents but neither other packs nor backups.
 */
export const evidenceKey = (backupKey: Buffer, packId: string): Buffer =>
  createHmac("sha256", backupKey).update(`seedline evidence ${packId}`).digest();

/** Returns an archive of the entries; the stream fails if an entry fails. Only one entry is held in memory at a time. */
export async function encryptArchive(
  key: Buffer,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    for await (const { name, body } of entries) {
      const writer = controller.add({ name, size: body.length, mode: 0o600 }).getWriter();
      await writer.write(body);
      await writer.close();
    }
    controller.finalize();
  };
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphraseOf(key));
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  const encrypted = await encrypter.encrypt(readable.pipeThrough(new CompressionStream("gzip")));
  pack().catch((error: unknown) => controller.error(error));
  return encrypted as ReadableStream<Uint8Array<ArrayBuffer>>;
}
