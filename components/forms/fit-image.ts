import { MAX_FILE_BYTES } from "@/lib/verification/schema";
import { isHeic } from "./documents";

/** The server keeps no more than this of a picture; sending more costs data and time. */
const MAX_SIDE = 3_000;
const QUALITIES = [0.9, 0.8, 0.7, 0.55] as const;

/** Width and height that fit into a square of `side`, in proportion. */
export function fitInto(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** `IMG_1.HEIC` as `IMG_1.jpg`. */
export const asJpgName = (name: string): string => `${name.replace(/\.[a-z0-9]{1,5}$/i, "") || "photo"}.jpg`;

/**
 * A photo as it can be sent: one larger than 5 MB or 3000 px is made smaller, one in HEIC becomes a JPEG where the browser can read
 * it. Everything else, and what the browser cannot read, comes back as it is; then the rules of the field have the word.
 */
export async function fitImage(file: File): Promise<File> {
  const heic = isHeic(file);
  if (!heic && file.type !== "image/jpeg" && file.type !== "image/png") return file;
  const picture = await decode(file);
  if (!picture) return file;
  try {
    const large = file.size > MAX_FILE_BYTES || Math.max(picture.width, picture.height) > MAX_SIDE;
    if (!heic && !large) return file;
    return (await smaller(picture, asJpgName(file.name), file.lastModified)) ?? file;
  } finally {
    picture.close();
  }
}

async function decode(file: File): Promise<ImageBitmap | null> {
  try {
    // Upright, as the camera meant it.
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

async function smaller(picture: ImageBitmap, name: string, lastModified: number): Promise<File | null> {
  for (let side = MAX_SIDE; side >= 750; side = Math.round(side / 2)) {
    const canvas = draw(picture, side);
    if (!canvas) return null;
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
      if (!blob) return null;
      if (blob.size <= MAX_FILE_BYTES) return new File([blob], name, { type: "image/jpeg", lastModified });
    }
  }
  return null;
}

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, fitInto(picture.width, picture.height, side));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency; without this a logo would stand on black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
