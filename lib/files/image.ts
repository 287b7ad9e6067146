import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { MAX_FILE_BYTES } from "../forms/files.ts";

/** Re-encoding of images. This module has no alias imports, because the decoder process loads it directly. */
let decodersRestricted = false;
/**
 * Disables all other decoders to reduce the attack surface. Called before the first image instead of on import, because seeds use others.
 */
function restrictDecoders(): void {
  if (decodersRestricted) return;
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngFile", "VipsForeignLoadPngBuffer"] }); // oxfmt-ignore
  sharp.cache(false);
  sharp.concurrency(1);
  decodersRestricted = true;
}

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 3_000;

const tooManyPixels = "This image is too large. Use one of 40 megapixels or less.";

/**
 * Writes the image to `to`, rotated upright and without metadata, in at most 5 MB (threat 27). It streams to disk to save memory. Returns
 * the problem, if any: a message for the user, or "unreadable".
 */
export async function reencodeImage(from: string, to: string, contentType: string): Promise<string | null> {
  restrictDecoders();
  const problem = await reencode(from, to, contentType, "error");
  if (problem !== "unreadable" || contentType !== "image/jpeg") return problem;
  // Some cameras and messengers omit the end marker. With it, a picture that is complete decodes without a warning; a truncated one does not.
  const bytes = await readFile(from);
  return reencode(Buffer.concat([bytes, JPEG_END]), to, contentType, "warning");
}

const JPEG_END = Buffer.from([0xff, 0xd9]);

async function reencode(
  from: string | Buffer,
  to: string,
  contentType: string,
  failOn: "error" | "warning",
): Promise<string | null> {
  const options = { limitInputPixels: MAX_PIXELS, failOn, pages: 1 } as const;
  try {
    // This reads only the header, so that a small file that declares a huge image is rejected before decoding.
    const { format, width, height } = await sharp(from, { ...options, limitInputPixels: false }).metadata();
    if (`image/${format}` !== contentType) return "unreadable";
    if (width * height > MAX_PIXELS) return tooManyPixels;

    for (let side = MAX_SIDE; ; side = Math.floor(side * 0.7)) {
      const picture = sharp(from, options)
        .autoOrient()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
      const { size } = await (
        contentType === "image/png" ? picture.png() : picture.jpeg({ quality: 88 })
      ).toFile(to);
      if (size <= MAX_FILE_BYTES) return null;
    }
  } catch {
    return "unreadable";
  }
}
