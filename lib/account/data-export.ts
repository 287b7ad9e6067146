import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { ZipFile } from "yazl";
import { brand } from "@/lib/brand";
import { lagosDay } from "@/lib/dates";
import { openStoredFile, storeFile, type StoredFile } from "@/lib/files/files";
import { temporaryFolder } from "@/lib/files/temporary";
import { uuidv7 } from "@/lib/ids";
import { collectPersonalData } from "./personal-data";

/**
 * Writes all data stored about a user to a ZIP and stores it, sealed like their documents. Memory use does not grow with the size of the
 * documents. Throws if a document cannot be read, so that an incomplete archive is never mistaken for a complete one.
 */
export async function storeArchive(userId: string): Promise<StoredFile> {
  const { data, files } = await collectPersonalData(userId);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(readme()), "README.txt");
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), "data.json");
  for (const { archivePath, fileId, createdAt } of files) {
    // Images and PDFs are already compressed.
    zip.addReadStreamLazy(archivePath, { mtime: createdAt, compress: false }, (ready) => {
      openStoredFile(fileId).then(
        ({ stream }) => ready(null, Readable.fromWeb(stream as NodeReadableStream)),
        (error: unknown) => zip.emit("error", error),
      );
    });
  }
  zip.end();
  await mkdir(temporaryFolder(), { recursive: true, mode: 0o700 });
  const temporary = path.join(temporaryFolder(), uuidv7());
  try {
    const output = createWriteStream(temporary, { mode: 0o600 });
    zip.on("error", (error: Error) => output.destroy(error));
    await pipeline(zip.outputStream, output);
    const hash = createHash("sha256");
    await pipeline(createReadStream(temporary), hash);
    const content = await openAsBlob(temporary);
    const day = lagosDay();
    return await storeFile(userId, `my-data-${day}.zip`, {
      content,
      contentType: "application/zip",
      sha256: hash.digest("hex"),
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

const readme = () => `Your data at ${brand.name}

This is a copy of everything we keep about you, made at your request.

data.json
  Your account, each verification you submitted with your answers and our decision, your investments with the
  terms you accepted and what was paid (amounts in kobo), the form you have not sent yet, the devices you logged
  in on, and when our reviewers opened your data. Any text editor opens it. Times are in UTC.

submission-1, submission-2 ...
  The documents as our reviewers see them, one folder for each submission, oldest first. The folder
  originals contains the files exactly as you uploaded them.

draft
  Documents you uploaded for a form you have not sent yet.

as-uploaded, in each of these folders
  The same documents exactly as you uploaded them. The others are the copies our reviewers see.

Keep this file safe. It holds your NIN, BVN and bank account number in full, and copies of your documents.
Delete it from any computer that other people use.

Questions: ${brand.supportEmail}
`;
