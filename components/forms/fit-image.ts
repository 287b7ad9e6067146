import { MAX_FILE_BYTES } from "@/lib/forms/files";
import { nameAs, type FileKind } from "@/lib/forms/file-kinds";

/** The maximum width and height in pixels stored by the server. */
const MAX_SIDE = 3_000;
const QUALITIES = [0.9, 0.8, 0.7, 0.55] as const;

/** A decoded image. */
export interface Picture {
  width: number;
  height: number;
  /** Scales it to a square of `side`, then encodes it as JPEG with a quality from 0 to 1. Returns null if the browser cannot. */
  draw: (side: number) => ((quality: number) => Promise<Blob | null>) | null;
  close: () => void;
}

/** Fits width and height into a square of `side`, keeping the proportions. */
export function fitInto(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Scales down an image larger than 5 MB or 3000 px, and converts HEIC to JPEG if the browser can decode it. Other files, and images that
 * cannot be decoded, are returned unchanged.
 */
export async function downscaleImage(file: File, kind: FileKind | null, decode = decodeHere): Promise<File> {
  const heic = kind === "heic";
  if (!heic && kind !== "jpeg" && kind !== "png") return file;
  const picture = await decode(file);
  if (!picture) return file;
  try {
    const large = file.size > MAX_FILE_BYTES || Math.max(picture.width, picture.height) > MAX_SIDE;
    if (!heic && !large) return file;
    const jpeg = await smaller(picture);
    const { lastModified } = file;
    return jpeg ? new File([jpeg], nameAs("jpeg", file.name), { type: "image/jpeg", lastModified }) : file;
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
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return {
    width,
    height,
    draw: (side) => draw(image, width, height, side),
    close: () => URL.revokeObjectURL(url),
  };
}

function draw(source: CanvasImageSource, width: number, height: number, side: number) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, fitInto(width, height, side));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency; the background would be black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return (quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
