// A backup is one file that standard tools can open: age --decrypt FILE | tar --extract --gzip (the passphrase is BACKUP_KEY as base64).
//   manifest.json               time, migrations, columns and key fingerprints
//   database/TABLE/NUMBER.copy  rows in the text format of COPY
//   uploads/..                  files, as in DATA_DIR
//   summary.json                the number of rows and files
import fs from "node:fs";
import { Readable, Writable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Decrypter } from "age-encryption";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { encryptArchive, passphraseOf, type ArchiveEntry } from "../lib/files/encrypted-archive.ts";
import { UserFacingError, errorCode } from "./process.ts";

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

export const jsonEntry = (name: string, value: Manifest | Summary): ArchiveEntry => ({
  name,
  body: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Writes a new file under a temporary name and renames it once it is complete and flushed to disk. Never overwrites a file. */
export async function writeBackupFile(
  file: string,
  key: Buffer,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  if (fs.existsSync(file))
    throw new UserFacingError(`${file} is there already. Backups are never overwritten.`);
  const draft = `${file}.partial`;
  const encrypted = await encryptArchive(key, entries);
  try {
    await encrypted.pipeTo(Writable.toWeb(fs.createWriteStream(draft, { mode: 0o600, flush: true })));
    fs.renameSync(draft, file);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Yields the entries of a backup, or of the documents of an evidence pack, authenticated before they are returned. Throws a UserFacingError
 * that states the problem.
 */
export async function* readBackupFile(
  file: string,
  key: Buffer,
  what = "backup",
): AsyncGenerator<ArchiveEntry> {
  const encrypted = await openEncrypted(file, key, what);
  try {
    const tar = encrypted
      .pipeThrough(new DecompressionStream("gzip"))
      .pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of tar as NodeReadableStream<ParsedTarEntry>)
      yield { name: header.name, body: await new Response(body).bytes() };
  } catch (error) {
    if (error instanceof UserFacingError || errorCode(error) === "ENOSPC") throw error;
    throw new UserFacingError(`The ${what} is damaged or cut off.`);
  }
}

async function openEncrypted(
  file: string,
  key: Buffer,
  what: string,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (!fs.existsSync(file)) throw new UserFacingError(`There is no file ${file}.`);
  const start = Buffer.alloc(MAGIC.length);
  const fd = fs.openSync(file, "r");
  fs.readSync(fd, start);
  fs.closeSync(fd);
  if (start.toString() !== MAGIC) throw new UserFacingError(`This is not a ${what} of Seedline.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphraseOf(key));
  try {
    const bytes = Readable.toWeb(fs.createReadStream(file)) as ReadableStream<Uint8Array>;
    return (await decrypter.decrypt(bytes)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  } catch (error) {
    throw new UserFacingError(
      /no identity matched/.test(String(error))
        ? `The ${what} does not open: BACKUP_KEY is another one, or the file is damaged.`
        : `The ${what} is damaged or cut off.`,
    );
  }
}
