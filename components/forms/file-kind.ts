/** What a file is by its first bytes, as opposed to its name: people rename files, and phones name photos as they like. */
export type FileKind =
  "pdf" | "jpeg" | "png" | "heic" | "avif" | "webp" | "gif" | "tiff" | "svg" | "html" | "office" | "text";

/** As it is called in a sentence: `This file is ...`. */
const names: Record<FileKind, string> = {
  pdf: "a PDF",
  jpeg: "a JPG image",
  png: "a PNG image",
  heic: "a HEIC photo",
  avif: "an AVIF image",
  webp: "a WebP image",
  gif: "a GIF image",
  tiff: "a TIFF image",
  svg: "an SVG image",
  html: "a web page",
  office: "a ZIP archive or an Office document",
  text: "a text file",
};

/** The kinds that the forms take, and how their names end. The server goes by the same. */
const endings = { pdf: ["pdf"], jpeg: ["jpg", "jpeg"], png: ["png"] } as const;
type Allowed = keyof typeof endings;
const isAllowed = (kind: FileKind | null): kind is Allowed => kind !== null && kind in endings;

const HEAD_BYTES = 512;

/** The kind that a file's first bytes tell; null when they tell none. */
export function kindOfBytes(head: Uint8Array): FileKind | null {
  const latin = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const text = latin.replace(/^\xef\xbb\xbf/, "");
  if (text.startsWith("%PDF-")) return "pdf";
  if (latin.startsWith("\xff\xd8\xff")) return "jpeg";
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^[^]{4}ftyp(?:hei|hev|mif1|msf1)/.test(latin)) return "heic";
  if (/^[^]{4}ftypavi[fs]/.test(latin)) return "avif";
  if (/^RIFF[^]{4}WEBP/.test(latin)) return "webp";
  if (latin.startsWith("GIF8")) return "gif";
  if (/^(?:II\*\0|MM\0\*)/.test(latin)) return "tiff";
  if (/^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/.test(latin)) return "office";
  if (/^\s*(?:<\?xml[^]*?|<!--[^]*?-->\s*|<!doctype svg[^]*?)?<svg[\s>]/i.test(text)) return "svg";
  if (/^\s*(?:<!doctype html|<html|<head|<body|<script)/i.test(text)) return "html";
  // Bytes above 127 may be letters of any language.
  return text.length > 0 && !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? "text" : null;
}

export const kindOf = async (file: Blob): Promise<FileKind | null> =>
  kindOfBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));

/** Whether a file's name ends as files of that kind do. */
export function isNamedAs(kind: FileKind | null, name: string): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return isAllowed(kind) && (endings[kind] as readonly string[]).includes(ending ?? "");
}

/** One plain sentence for somebody whose file is not what its name says. */
export const disguiseHint = (kind: FileKind, allowed: boolean): string =>
  allowed && isAllowed(kind)
    ? `This file is ${names[kind]}. Rename it so that it ends in .${endings[kind][0]}.`
    : `This file is ${names[kind]}.`;
