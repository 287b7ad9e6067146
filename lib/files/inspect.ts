import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { AppError } from "@/lib/errors";
import { MAX_FILE_BYTES, type FileRule } from "@/lib/verification/documents";
import { turns } from "@/lib/turns";
import { cleanPdf } from "./pdf";
import { isClean } from "./scan";

/**
 * What an uploaded file really is (DECISIONS 6, TRUST 26-28). Extension, first bytes and a full decode must agree. Images are
 * re-encoded, which leaves metadata and anything hidden behind the picture; PDFs must be inert and are written anew.
 */
export interface Inspected {
  bytes: Buffer;
  contentType: string;
  sha256: string;
}

let narrowed = false;
/**
 * Only these decoders exist for us: the others are attack surface nobody needs. Done before the first picture and not on import,
 * because the build imports this too and draws a picture of its own.
 */
function narrow(): void {
  if (narrowed) return;
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngFile", "VipsForeignLoadPngBuffer"] }); // prettier-ignore
  sharp.cache(false);
  sharp.concurrency(1);
  narrowed = true;
}

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 3_000;

const types: Record<string, string> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** How a file of each type begins; some programs put a byte order mark before a PDF, as before every text-like file. */
const beginnings: Record<string, RegExp> = {
  "application/pdf": /^(?:\xef\xbb\xbf)?%PDF-/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG\r\n\x1a\n/,
};

const beginning = async (path: string) =>
  (await buffer(createReadStream(path, { end: 15 }))).toString("latin1");

/** A decoded picture or PDF takes many times its file's memory, so few are looked into at once; the others wait on the disk. */
const inTurn = turns({ atOnce: 2, inLine: 400 });

/**
 * Looks into a file that was received at `path`.
 * Throws UNSUPPORTED_MEDIA_TYPE with the field's text when it is not what its name says or not allowed there.
 */
export async function inspect(
  file: { field: string; path: string; originalName: string },
  rule: FileRule,
): Promise<Inspected> {
  const refuse = (message: string = rule.message) =>
    new AppError("UNSUPPORTED_MEDIA_TYPE", message, { errors: [{ path: file.field, message }] });

  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.originalName)?.[1]?.toLowerCase() ?? "";
  const contentType = types[extension];
  if (!contentType || !rule.types.includes(contentType)) throw refuse();
  if (!beginnings[contentType]!.test(await beginning(file.path))) throw refuse();
  if (!(await isClean(file.path))) throw refuse("Our virus scanner refused this file.");

  if (contentType === "application/pdf") {
    const pdf = await inTurn(async () => cleanPdf(await readFile(file.path)));
    if ("bytes" in pdf) return sealed(pdf.bytes, contentType);
    throw refuse(pdf.problem === "unreadable" ? undefined : pdf.problem);
  }
  const bytes = await inTurn(() => reencode(file.path, contentType)).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return null;
  });
  if (bytes === "too many pixels") throw refuse("This picture is too large. Use at most 40 megapixels.");
  if (!bytes) throw refuse();
  return sealed(bytes, contentType);
}

const sealed = (bytes: Buffer, contentType: string): Inspected => ({
  bytes,
  contentType,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

/** The picture alone, upright and without metadata, in at most 5 MB; null when the decoder finds something else. */
async function reencode(path: string, contentType: string): Promise<Buffer | "too many pixels" | null> {
  narrow();
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 } as const;
  // Reads the header only: a small file that claims a huge picture is refused before anything is decoded.
  const { format, width, height } = await sharp(path, { ...options, limitInputPixels: false }).metadata();
  if (`image/${format}` !== contentType) return null;
  if (width * height > MAX_PIXELS) return "too many pixels";

  for (let side = MAX_SIDE; ; side = Math.floor(side * 0.7)) {
    const picture = sharp(path, options)
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
    const bytes = await (
      contentType === "image/png" ? picture.png() : picture.jpeg({ quality: 88 })
    ).toBuffer();
    if (bytes.length <= MAX_FILE_BYTES) return bytes;
  }
}
