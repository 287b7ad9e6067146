import { MAX_FILE_BYTES } from "@/lib/forms/files";
import { isNamedAs, type FileKind } from "./file-kind";

/** The server keeps no more than this of a picture; sending more costs data and time. */
const MAX_SIDE = 3_000;
const QUALITIES = [0.9, 0.8, 0.7, 0.55] as const;

/** A decoded photo. */
export interface Picture {
  width: number;
  height: number;
  /** Drawn into a square of `side`: as a JPEG of a quality from 0 to 1. null: the browser cannot. */
  draw: (side: number) => ((quality: number) => Promise<Blob | null>) | null;
  close: () => void;
}

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
export async function downscaleImage(file: File, kind: FileKind | null, decode = decodeHere): Promise<File> {
  if (kind === "jpeg" && file.type === "image/jpeg" && !isNamedAs(kind, file.name)) {
    // Windows saves pictures of the web as .jfif.
    file = new File([file], asJpgName(file.name), { type: file.type, lastModified: file.lastModified });
  }
  const heic = kind === "heic";
  if (!heic && (kind === "pdf" || !isNamedAs(kind, file.name))) return file;
  const picture = await decode(file);
  if (!picture) return file;
  try {
    const large = file.size > MAX_FILE_BYTES || Math.max(picture.width, picture.height) > MAX_SIDE;
    if (!heic && !large) return file;
    const jpeg = await smaller(picture);
    const { lastModified } = file;
    return jpeg ? new File([jpeg], asJpgName(file.name), { type: "image/jpeg", lastModified }) : file;
  } finally {
    picture.close();
  }
}

async function smaller(picture: Picture): Promise<Blob | null> {
  for (let side = MAX_SIDE; side >= 750; side = Math.round(side / 2)) {
    const encode = picture.draw(side);
    if (!encode) return null;
    for (const quality of QUALITIES) {
      const blob = await encode(quality);
      if (!blob) return null;
      if (blob.size <= MAX_FILE_BYTES) return blob;
    }
  }
  return null;
}

async function decodeHere(file: File): Promise<Picture | null> {
  try {
    // Upright, as the camera meant it.
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = bitmap;
    return { width, height, draw: (side) => draw(bitmap, width, height, side), close: () => bitmap.close() };
  } catch {
    return decodeByElement(file);
  }
}

/** Some browsers read more formats, and larger photos, in an image element. */
async function decodeByElement(file: File): Promise<Picture | null> {
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    return { width, height, draw: (side) => draw(image, width, height, side), close };
  } catch {
    close();
    return null;
  }
}

function draw(source: CanvasImageSource, width: number, height: number, side: number) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, fitInto(width, height, side));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency; without this a logo would stand on black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return (quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
