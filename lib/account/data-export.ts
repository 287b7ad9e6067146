import "server-only";
import { PassThrough, Readable, pipeline } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { ZipFile } from "yazl";
import { audit } from "@/lib/audit/audit";
import type { Viewer } from "@/lib/viewer";
import { brand } from "@/lib/brand";
import { requirePassword } from "@/lib/auth/step-up";
import type { Client } from "@/lib/client-info";
import { transaction } from "@/lib/db/client";
import { openFile } from "@/lib/files/files";
import { consume } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import { collectPersonalData, type ExportedFile } from "./personal-data";

/** An export contains a complete identity, so it is limited and requires the password. */
const MAX_DOWNLOADS_PER_DAY = 5;

/**
 * Streams all data stored about the viewer as a ZIP; memory does not grow with the documents. Audited before the first byte is
 * sent.
 * Throws VALIDATION_FAILED at `password`, RATE_LIMITED.
 */
export async function createDataExport(
  viewer: Viewer,
  password: string,
  client: Client,
): Promise<ReadableStream<Uint8Array>> {
  await requirePassword(viewer, password, client, "password");
  await consume(`download|${viewer.userId}`, MAX_DOWNLOADS_PER_DAY, 24 * 3_600);
  const { data, files } = await collectPersonalData(viewer);
  await transaction((tx) =>
    audit(tx, {
      actorId: viewer.userId,
      action: "user.data_downloaded",
      targetId: viewer.userId,
      data: { files: files.length },
    }),
  );
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(readme()), "README.txt");
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), "data.json");
  return streamed(zip, viewer, files);
}

function streamed(zip: ZipFile, viewer: Viewer, files: ExportedFile[]): ReadableStream<Uint8Array> {
  const body = new PassThrough();
  let open: Readable | undefined;
  // An unreadable file aborts the download, so that an incomplete export never looks complete.
  zip.on("error", (error: Error) => body.destroy(error));
  for (const { archivePath, fileId, createdAt } of files) {
    // Images and PDFs are already compressed.
    zip.addReadStreamLazy(archivePath, { mtime: createdAt, compress: false }, (ready) => {
      openFile(viewer, fileId).then(
        ({ stream }) => {
          open = Readable.fromWeb(stream as NodeReadableStream);
          ready(null, open);
        },
        (error: unknown) => body.destroy(error instanceof Error ? error : new Error("unreadable file")),
      );
    });
  }
  zip.end();
  pipeline(zip.outputStream, body, (error) => {
    if (!error) return;
    open?.destroy();
    // A client that disconnects is not an error.
    if (!("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
      log.warn({ event: "download.failed", ...describeError(error) });
  });
  return Readable.toWeb(body) as ReadableStream<Uint8Array>;
}

const readme = () => `Your data at ${brand.name}

This is a copy of everything we keep about you, made at your request.

data.json
  Your account, each verification you submitted with your answers and our decision, the form you have not
  sent yet, and the devices you signed in on. Any text editor opens it. Times are in UTC.

submission-1, submission-2 ...
  The documents you uploaded, one folder for each time you submitted, the first one first.

draft
  Documents you uploaded for a form you have not sent yet.

Keep this file safe. It holds your NIN, BVN and bank account number in full, and copies of your documents.
Delete it from a computer that other people use.

Questions: ${brand.supportEmail}
`;
