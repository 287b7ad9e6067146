import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { oneAtATime } from "@/lib/concurrency";
import { AppError } from "@/lib/errors";
import type { FileRule } from "@/lib/forms/files";
import { decode } from "./decoder";
import { passesVirusScan } from "./scan";

/**
 * A file whose extension, magic bytes and full decode agree (product 10.6, threat 26-28). Images are re-encoded, which removes
 * metadata and appended data; PDFs must be inert and are rewritten.
 */
export interface SanitizedFile {
  /** The sanitized content. For an upload it is on disk beside the received file and deleted with it. */
  content: Blob;
  contentType: string;
  sha256: string;
  /** The perceptual hash of an image (lib/files/picture-hash.ts). */
  picture?: string | null;
}

const types: Record<string, string> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** Magic bytes per type; some programs write a byte order mark before a PDF. */
const magicBytes: Record<string, RegExp> = {
  "application/pdf": /^(?:\xef\xbb\xbf)?%PDF-/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG\r\n\x1a\n/,
};

/** The files of one user are decoded one after another, so that expensive ones do not stop the uploads of others (threat 50). */
const decodeInTurn = oneAtATime();

const readMagicBytes = async (path: string) =>
  (await buffer(createReadStream(path, { end: 15 }))).toString("latin1");

/**
 * Checks and sanitizes the file received at `path`.
 * Throws UNSUPPORTED_MEDIA_TYPE with the field's text if its content does not match its name, is not allowed there, or exceeds the limits
 * of decoding.
 */
export async function sanitizeUpload(
  ownerId: string,
  file: { field: string; path: string; originalName: string },
  rule: FileRule,
): Promise<SanitizedFile> {
  const refuse = (message: string = rule.message) =>
    new AppError("UNSUPPORTED_MEDIA_TYPE", message, { errors: [{ path: file.field, message }] });

  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.originalName)?.[1]?.toLowerCase() ?? "";
  const contentType = types[extension];
  if (!contentType || !rule.types.includes(contentType)) throw refuse();
  if (!magicBytes[contentType]!.test(await readMagicBytes(file.path))) throw refuse();
  if (!(await passesVirusScan(file.path)))
    throw refuse("Our virus scan blocked this file. Upload a different one.");

  const sanitizedPath = `${file.path}.sanitized`;
  const { problem, picture } = await decodeInTurn(ownerId, () =>
    decode(file.path, sanitizedPath, contentType),
  );
  if (problem) throw refuse(problem === "unreadable" ? undefined : problem);
  return toSanitizedFile(await openAsBlob(sanitizedPath), contentType, picture);
}

/** A sanitized file with its hash. */
export async function toSanitizedFile(
  content: Blob,
  contentType: string,
  picture: string | null = null,
): Promise<SanitizedFile> {
  const hash = createHash("sha256");
  for await (const chunk of Readable.fromWeb(content.stream() as never)) hash.update(chunk as Buffer);
  return { content, contentType, sha256: hash.digest("hex"), picture };
}
