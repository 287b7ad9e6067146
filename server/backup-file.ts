// A backup is one file that standard tools can open: age --decrypt FILE | tar --extract --gzip (the passphrase is BACKUP_KEY as base64).
//   manifest.json               time, migrations, columns and key fingerprints
//   database/TABLE/NUMBER.copy  rows in the text format of COPY
//   uploads/..                  files, as in DATA_DIR
//   summary.json                the number of rows and files
import fs from "node:fs";
import { Readable, Writable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from "modern-tar";
import { UserFacingError, errorCode } from "./process.ts";

export interface BackupEntry {
  name: string;
  body: Uint8Array;
}

/** The first entry. */
export interface Manifest {
  format: "seedline-backup/2";
  /** The time of the snapshot. */
  at: string;
  migrations: string[];
  /** The columns of each table, quoted. */
  columns: Record<string, string[]>;
  /** Fingerprints of the keys required to read the rows. */
  keys: { pii: { id: string; fingerprint: string }[]; blindIndex: string | null };
}

export interface Summary {
  rows: number;
  files: number;
}

const MAGIC = "age-encryption.org/v1\n";

/** log2 of scrypt's cost. It protects weak passphrases; this one has 256 random bits. */
const SCRYPT_WORK_FACTOR = 10;

const passphrase = (key: Buffer): string => key.toString("base64");

export const jsonEntry = (name: string, value: Manifest | Summary): BackupEntry => ({
  name,
  body: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Writes a new file under a temporary name and renames it once it is complete and flushed to disk. Never overwrites a file. */
export async function writeBackupFile(
  file: string,
  key: Buffer,
  entries: AsyncIterable<BackupEntry>,
): Promise<void> {
  if (fs.existsSync(file))
    throw new UserFacingError(`${file} is there already. Backups are never overwritten.`);
  const draft = `${file}.partial`;
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
  encrypter.setPassphrase(passphrase(key));
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  const encrypted = await encrypter.encrypt(readable.pipeThrough(new CompressionStream("gzip")));
  try {
    const target = Writable.toWeb(fs.createWriteStream(draft, { mode: 0o600, flush: true }));
    const packed = pack().catch((error: unknown) => controller.error(error));
    await encrypted.pipeTo(target);
    await packed;
    fs.renameSync(draft, file);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Yields the entries of a file, authenticated before they are returned. Throws a UserFacingError that states the problem. */
export async function* readBackupFile(file: string, key: Buffer): AsyncGenerator<BackupEntry> {
  const encrypted = await openEncrypted(file, key);
  try {
    const tar = encrypted
      .pipeThrough(new DecompressionStream("gzip"))
      .pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of tar as NodeReadableStream<ParsedTarEntry>)
      yield { name: header.name, body: await new Response(body).bytes() };
  } catch (error) {
    if (error instanceof UserFacingError || errorCode(error) === "ENOSPC") throw error;
    throw new UserFacingError("The backup is damaged or cut off.");
  }
}

async function openEncrypted(file: string, key: Buffer): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (!fs.existsSync(file)) throw new UserFacingError(`There is no file ${file}.`);
  const start = Buffer.alloc(MAGIC.length);
  const fd = fs.openSync(file, "r");
  fs.readSync(fd, start);
  fs.closeSync(fd);
  if (start.toString() !== MAGIC) throw new UserFacingError("This is not a backup of Seedline.");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase(key));
  try {
    const bytes = Readable.toWeb(fs.createReadStream(file)) as ReadableStream<Uint8Array>;
    return (await decrypter.decrypt(bytes)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  } catch (error) {
    throw new UserFacingError(
      /no identity matched/.test(String(error))
        ? "The backup does not open: BACKUP_KEY is another one, or the file is damaged."
        : "The backup is damaged or cut off.",
    );
  }
}
