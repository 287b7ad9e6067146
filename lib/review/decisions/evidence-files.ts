import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { ZipFile } from "yazl";
import { signText } from "@/lib/audit/head";
import { brand } from "@/lib/brand";
import { db } from "@/lib/db/client";
import { decodeKey32, env } from "@/lib/env";
import { encryptArchive, evidenceKey } from "@/lib/files/encrypted-archive";
import { openStoredFile } from "@/lib/files/files";
import { temporaryFolder } from "@/lib/files/temporary";

/** The files of an evidence pack (product 10.18): documents, README, manifest and ZIP. */

/** A file of a pack; large ones are at a path on disk. */
export interface PackFile {
  name: string;
  /** What it contains, for the README. */
  about: string;
  content: Buffer | { path: string };
}

const DOCUMENTS = "documents.age";
const extensions: Record<string, string> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};

/** Returns the documents of a user's submissions: identifying data without the contents. */
export async function listDocuments(userId: string) {
  const rows = await db.document.findMany({
    where: { submission: { userId } },
    include: { file: { include: { original: { select: { sha256: true } } } } },
    orderBy: { submissionId: "asc" },
  });
  return rows.map(
    ({ submissionId, name, file: { id, sha256, size, contentType, createdAt, original, signatures } }) => ({
      submissionId,
      name,
      fileId: id,
      /** The name in the encrypted archive, if the pack has one. */
      path: `${id}.${extensions[contentType] ?? "bin"}`,
      sha256,
      // A signed document is identified by the uploaded file, because the safe copy has no signature.
      originalSha256: original?.sha256 ?? null,
      signatures,
      size,
      contentType,
      uploadedAt: createdAt,
    }),
  );
}
export type PackDocument = Awaited<ReturnType<typeof listDocuments>>[number];

/**
 * Writes the safe copies of documents to an archive that is encrypted like a backup (ADR 16), with a key of this pack. Throws if a document
 * cannot be read, so that an incomplete pack is never mistaken for a complete one.
 */
export async function encryptDocuments(
  packId: string,
  documents: readonly PackDocument[],
  file: string,
): Promise<PackFile> {
  async function* entries() {
    for (const [fileId, { path: name }] of new Map(documents.map((one) => [one.fileId, one]))) {
      const { stream } = await openStoredFile(fileId);
      yield { name, body: await new Response(stream as BodyInit).bytes() };
    }
  }
  const encrypted = await encryptArchive(evidenceKey(decodeKey32(env.BACKUP_KEY!), packId), entries());
  await pipeline(Readable.fromWeb(encrypted as NodeReadableStream), createWriteStream(file, { mode: 0o600 }));
  const about = "the documents of all submissions as reviewers see them, encrypted";
  return { name: DOCUMENTS, about, content: { path: file } };
}

async function sha256Of(content: PackFile["content"]): Promise<string> {
  const hash = createHash("sha256");
  if (Buffer.isBuffer(content)) return hash.update(content).digest("hex");
  await pipeline(createReadStream(content.path), hash);
  return hash.digest("hex");
}

/** What a manifest says besides the hashes. */
export interface PackFacts {
  id: string;
  madeAt: Date;
  madeBy: string;
  userId: string;
  reason: string;
}

/** Returns a ZIP of the files, a README, and a signed manifest with the hash of each of them. The stream's file is deleted already. */
export async function zipPack(
  facts: PackFacts,
  contents: readonly PackFile[],
): Promise<ReadableStream<Uint8Array>> {
  const files = [{ name: "README.txt", content: Buffer.from(readme(contents)) }, ...contents];
  const hashes: [string, string][] = [];
  for (const { name, content } of files) hashes.push([name, await sha256Of(content)]);
  const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const manifest = json({ ...facts, files: Object.fromEntries(hashes) });
  const signature = signText(decodeKey32(env.AUDIT_SIGNING_KEY), "evidence", manifest.toString());

  const zip = new ZipFile();
  // Without extra fields, which the verifier refuses: they can give an entry another name.
  const options = { forceDosTimestamp: true };
  for (const { name, content } of [
    ...files,
    { name: "manifest.json", content: manifest },
    { name: "manifest.sig.json", content: json(signature) },
  ]) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options);
    else zip.addFile(content.path, name, { ...options, compress: false });
  }
  zip.end();
  const file = await temporaryPath(`${facts.id}.zip`);
  try {
    const output = createWriteStream(file, { mode: 0o600 });
    zip.on("error", (error: Error) => output.destroy(error));
    await pipeline(zip.outputStream, output);
    return (await open(file)).readableWebStream({ autoClose: true }) as ReadableStream<Uint8Array>;
  } finally {
    // An open file remains readable.
    await rm(file, { force: true });
  }
}

/** Returns the path of a temporary file, whose folder exists. */
export async function temporaryPath(name: string): Promise<string> {
  await mkdir(temporaryFolder(), { recursive: true, mode: 0o700 });
  return path.join(temporaryFolder(), name);
}

const listed = (files: readonly Pick<PackFile, "name" | "about">[]): string =>
  files.map(({ name, about }) => `${name.padEnd(22)}${about}\n`).join("");

/** Lists all files of the pack. */
const readme = (files: readonly PackFile[]): string => `Evidence of a verification at ${brand.name}

${listed([
  { name: "README.txt", about: "this text" },
  ...files,
  {
    name: "manifest.json",
    about: "the SHA-256 of each of these files, about whom the pack is, and who made it when",
  },
  { name: "manifest.sig.json", about: "the signature of the manifest" },
])}
To verify the ZIP, or an empty folder into which it was unpacked, run with Node.js 20.12 or later

  node verify.mjs evidence.zip --public-key KEY

A file that was added, changed, renamed or removed is reported, and so is anything else in the folder. KEY is our public key. Get it from us through
another channel than this pack, and compare the account and time that are printed with what you asked for. verify.mjs came with the pack: if you do not
trust its sender, get it from us through another channel, too. To check that the rows are part of the full log, compare them with an export of it: rows with
the same number must have the same hash.
${
  files.some(({ name }) => name === DOCUMENTS)
    ? `
To open the documents in another folder, with age (age-encryption.org) and the passphrase, which opens only this pack and which we send through another channel:

  age --decrypt ${DOCUMENTS} | tar --extract --gzip --directory FOLDER

documents.json has the name and the SHA-256 of each document. At ${brand.name}, "npm run evidence:open -- PACK --to FOLDER" opens and compares them, and
"npm run evidence:open -- PACK --passphrase" prints the passphrase.
`
    : ""
}`;
