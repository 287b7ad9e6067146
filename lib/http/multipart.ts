import "server-only";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { finished, pipeline } from "node:stream/promises";
import busboy from "busboy";
import { AppError } from "@/lib/errors";
import { temporaryFolder } from "@/lib/files/temporary";
import { consumeUploads } from "@/lib/files/upload-limit";
import { MAX_FILE_BYTES, fileMessages } from "@/lib/forms/files";

/** A received file, stored on disk until it is disposed of. */
export interface ReceivedFile {
  field: string;
  path: string;
  size: number;
  originalName: string;
}

export interface Multipart {
  files: Map<string, ReceivedFile>;
  fields: Map<string, string>;
}

/** Disposing deletes the files. */
export type ReceivedMultipart = Multipart & AsyncDisposable;

/** The allowance for part headers and small fields. */
const OVERHEAD = 256 * 1024;
const MAX_FIELDS = 50;

const isFull = (error: unknown) =>
  error instanceof Error && ["ENOSPC", "EDQUOT", "EMFILE"].includes(String(Reflect.get(error, "code")));
const full = () => new AppError("UNAVAILABLE", undefined, { retryAfter: 60 });
const malformed = () => new AppError("BAD_REQUEST", "We couldn't read your form. Please submit it again.");
/** Returns the error for a body that is larger than all expected files together. */
const oversized = (message: string) => new AppError("PAYLOAD_TOO_LARGE", message);
const tooLarge = (field: string, message: string) =>
  new AppError("PAYLOAD_TOO_LARGE", message, { errors: [{ path: field, message }] });

/** The maximum size of each file, and the error message for a larger one. */
export interface FileLimit {
  maxBytes: number;
  message: string;
}
const documentLimit: FileLimit = { maxBytes: MAX_FILE_BYTES, message: fileMessages.size };

/**
 * Streams multipart/form-data to disk, so memory use does not depend on the files' size (threat 24). Parts that are not in `wanted` are
 * skipped. Disposing deletes all received files. Throws RATE_LIMITED, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE (for a file over the limit,
 * by default 5 MB, or a body larger than all wanted files together), BAD_REQUEST for a truncated or malformed body. A body within the
 * limits is read to its end before it is rejected: a client that sends the whole body before reading would otherwise see a reset connection
 * instead of the response.
 */
export async function receiveMultipart(
  request: Request,
  ownerId: string,
  wanted: readonly string[],
  fileLimit: FileLimit = documentLimit,
): Promise<ReceivedMultipart> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the documents as multipart/form-data");
  }
  const limit = wanted.length * fileLimit.maxBytes + OVERHEAD;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw oversized(fileLimit.message);
  if (!request.body) throw malformed();

  const folder = path.join(temporaryFolder(), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const form = await receive(request.body, type, folder, limit, wanted, fileLimit);
    // The wrapper has already consumed the first document.
    if (form.files.size > 1) await consumeUploads(ownerId, form.files.size - 1);
    return { ...form, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns a file's name as it was on the device: browsers send quotation marks and line breaks in it as escapes. */
const readFileName = (sent: string): string =>
  sent.replace(/%22|%0D|%0A/g, decodeURIComponent).replace(/\p{C}/gu, "");

async function receive(
  body: ReadableStream<Uint8Array>,
  type: string,
  folder: string,
  limit: number,
  wanted: readonly string[],
  { maxBytes, message }: FileLimit,
): Promise<Multipart> {
  const form: Multipart = { files: new Map(), fields: new Map() };
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { "content-type": type },
      // Browsers send file names as raw UTF-8.
      defParamCharset: "utf8",
      limits: {
        // The limit is one byte higher, to distinguish a file of exactly the maximum size from a truncated one.
        fileSize: maxBytes + 1,
        files: wanted.length * 2,
        fields: MAX_FIELDS,
        fieldSize: 1_000,
        fieldNameSize: 200,
        parts: wanted.length * 2 + MAX_FIELDS,
        headerPairs: 100,
      },
    });
  } catch {
    throw malformed();
  }

  const writing: Promise<void>[] = [];
  let problem: AppError | undefined;
  let written = () => {};
  const stop = (error: AppError) => {
    problem ??= error;
    parser.destroy();
    // A destroyed parser does not acknowledge chunks.
    written();
  };
  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => {
      written = resolve;
      parser.write(chunk, () => resolve());
    });
  parser.on("error", () => stop(malformed()));

  parser.on("file", (field, stream, info) => {
    // An unhandled error event of the part would end the process.
    stream.on("error", () => undefined);
    if (!wanted.includes(field) || !info.filename) {
      stream.resume();
      return;
    }
    if (form.files.has(field)) {
      stop(new AppError("BAD_REQUEST", `Send ${field} once`));
      return;
    }
    const file = {
      field,
      path: path.join(folder, String(form.files.size)),
      size: 0,
      originalName: readFileName(info.filename),
    };
    form.files.set(field, file);
    stream.on("data", (chunk: Buffer) => {
      file.size += chunk.length;
      if (file.size > maxBytes) stop(tooLarge(field, message));
    });
    writing.push(
      pipeline(stream, createWriteStream(file.path, { mode: 0o600 })).catch((error: unknown) =>
        stop(isFull(error) ? full() : malformed()),
      ),
    );
  });
  parser.on("field", (field, value) => {
    if (form.fields.size < MAX_FIELDS) form.fields.set(field, value);
  });
  for (const name of ["filesLimit", "fieldsLimit", "partsLimit"] as const) {
    parser.on(name, () => stop(new AppError("PAYLOAD_TOO_LARGE")));
  }

  let total = 0;
  try {
    for await (const chunk of body) {
      total += chunk.length;
      if (total > limit) {
        stop(oversized(message));
        break;
      }
      if (!problem) await write(chunk);
    }
    if (!problem) await finished(parser.end());
  } catch {
    stop(malformed());
  }
  await Promise.all(writing);
  if (problem) throw problem;
  return form;
}
