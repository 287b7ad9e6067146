import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { AppError } from "@/lib/errors";
import { MAX_FILE_BYTES, type FileRule } from "@/lib/forms/files";
import { limitConcurrency } from "@/lib/concurrency";
import { cleanPdf } from "./pdf";
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
}

let decodersRestricted = false;
/**
 * Disables all other decoders to reduce attack surface. Called before the first image instead of on import, because the build also
 * imports this module and renders an image.
 */
function restrictDecoders(): void {
  if (decodersRestricted) return;
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngFile", "VipsForeignLoadPngBuffer"] }); // prettier-ignore
  sharp.cache(false);
  sharp.concurrency(1);
  decodersRestricted = true;
}

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 3_000;

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

const readMagicBytes = async (path: string) =>
  (await buffer(createReadStream(path, { end: 15 }))).toString("latin1");

/** Decoding takes many times a file's size in memory, so concurrency is low; other files wait on disk. */
const limitDecoding = limitConcurrency({ max: 2, maxQueued: 400 });

/**
 * Checks and sanitizes the file received at `path`.
 * Throws UNSUPPORTED_MEDIA_TYPE with the field's text if its content does not match its name or is not allowed there.
 */
export async function sanitizeUpload(
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
  if (contentType === "application/pdf") {
    const problem = await limitDecoding(() => rewritePdf(file.path, sanitizedPath));
    if (problem) throw refuse(problem === "unreadable" ? undefined : problem);
  } else {
    const outcome = await limitDecoding(() => reencode(file.path, sanitizedPath, contentType)).catch(
      (error: unknown) => {
        if (error instanceof AppError) throw error;
        return "not a picture" as const;
      },
    );
    if (outcome === "too many pixels")
      throw refuse("This image is too large. Use one of 40 megapixels or less.");
    if (outcome === "not a picture") throw refuse();
  }
  return toSanitizedFile(await openAsBlob(sanitizedPath), contentType);
}

/** A sanitized file with its hash. */
export async function toSanitizedFile(content: Blob, contentType: string): Promise<SanitizedFile> {
  const hash = createHash("sha256");
  for await (const chunk of Readable.fromWeb(content.stream() as never)) hash.update(chunk as Buffer);
  return { content, contentType, sha256: hash.digest("hex") };
}

/** Writes the sanitized PDF to `to`. Returns the problem, if any. */
async function rewritePdf(from: string, to: string): Promise<string | null> {
  const pdf = await cleanPdf(await readFile(from));
  if ("problem" in pdf) return pdf.problem;
  await writeFile(to, pdf.bytes, { mode: 0o600 });
  return null;
}

/** Writes the image to `to`, rotated upright and without metadata, in at most 5 MB. Streams to disk to save memory. */
async function reencode(
  path: string,
  to: string,
  contentType: string,
): Promise<"written" | "too many pixels" | "not a picture"> {
  restrictDecoders();
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 } as const;
  // Reads only the header: a small file that declares a huge image is rejected before decoding.
  const { format, width, height } = await sharp(path, { ...options, limitInputPixels: false }).metadata();
  if (`image/${format}` !== contentType) return "not a picture";
  if (width * height > MAX_PIXELS) return "too many pixels";

  for (let side = MAX_SIDE; ; side = Math.floor(side * 0.7)) {
    const picture = sharp(path, options)
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
    const { size } = await (
      contentType === "image/png" ? picture.png() : picture.jpeg({ quality: 88 })
    ).toFile(to);
    if (size <= MAX_FILE_BYTES) return "written";
  }
}
