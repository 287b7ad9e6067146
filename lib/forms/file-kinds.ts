/**
 * Detects the kind of a file by its first bytes, in browser and server alike: phones, drives and scanner apps send names and MIME types
 * that are wrong, unusual or missing. Safe in the browser; has no alias imports, because the decoder process loads it.
 */

/** The number of bytes at the start of a file that are used to detect its kind. */
export const HEAD_BYTES = 1_024;

interface Kind {
  /** The name of the kind in a sentence. */
  name: string;
  /** Matches the first bytes, as Latin-1 text after a byte order mark. */
  head: RegExp;
  /** The content type; only kinds with one are stored. A stored file gets the first extension. */
  contentType?: string;
  extensions?: readonly [string, ...string[]];
  /** The next step for the user, if there is more to say than which kinds are allowed. */
  advice?: string;
}

const saveAsPdf = "Save or print it as a PDF, and upload the PDF.";
const saveAsJpg = "Save it as a JPG or take a screenshot, and upload that.";

const kinds = {
  jpeg: { name: "a JPG image", head: /^\xff\xd8\xff/, contentType: "image/jpeg", extensions: ["jpg", "jpeg"] },
  png: { name: "a PNG image", head: /^\x89PNG\r\n\x1a\n/, contentType: "image/png", extensions: ["png"] },
  heic: { name: "a HEIC photo", head: /^[^]{4}ftyp(?:hei|hev|mif1|msf1)/ },
  avif: { name: "an AVIF image", head: /^[^]{4}ftypavi[fs]/, advice: saveAsJpg },
  video: { name: "a video", head: /^[^]{4}ftyp/, advice: "Take a photo instead." },
  webp: { name: "a WebP image", head: /^RIFF[^]{4}WEBP/, advice: saveAsJpg },
  gif: { name: "a GIF image", head: /^GIF8/, advice: saveAsJpg },
  bmp: { name: "a BMP image", head: /^BM[^]{4}\0{4}/, advice: saveAsJpg },
  tiff: { name: "a TIFF image", head: /^(?:II\*\0|MM\0\*)/, advice: saveAsJpg },
  word: { name: "a Word document", head: /^PK\x03\x04[^]*word\//, advice: saveAsPdf },
  office: { name: "a ZIP archive or an Office document", head: /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/, advice: saveAsPdf },
  rtf: { name: "a text document", head: /^\{\\rtf/, advice: saveAsPdf },
  svg: { name: "an SVG image", head: /^\s*(?:<\?xml[^]*?|<!--[^]*?-->\s*|<!doctype svg[^]*?)?<svg[\s/>]/i },
  html: { name: "a web page", head: /^\s*(?:<!doctype html|<html|<head|<body|<script)/i, advice: saveAsPdf },
  // PDF is tested after the kinds above, because its header may follow other bytes, such as a line break.
  pdf: { name: "a PDF", head: /%PDF-/, contentType: "application/pdf", extensions: ["pdf"] },
  // Bytes above 127 may be letters of any language.
  text: { name: "a text file", head: /^[^\x00-\x08\x0e-\x1a\x1c-\x1f]+$/ },
} satisfies Record<string, Kind>; // oxfmt-ignore
export type FileKind = keyof typeof kinds;

const get = (kind: FileKind): Kind => kinds[kind];

/** Returns the kind of a file by its first `HEAD_BYTES` bytes; null if it is unknown. */
export function kindOf(firstBytes: Uint8Array): FileKind | null {
  const head = Array.from(firstBytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte))
    .join("")
    .replace(/^\xef\xbb\xbf/, "");
  return (Object.keys(kinds) as FileKind[]).find((kind) => get(kind).head.test(head)) ?? null;
}

/** Returns the content type of a kind that is stored; null for others. */
export const contentTypeOf = (kind: FileKind | null): string | null =>
  (kind && get(kind).contentType) ?? null;

/** File names that a computer would execute or show as a web page; no phone gives a document such a name. */
const ACTIVE_NAME =
  /\.(?:exe|com|scr|pif|msi|bat|cmd|ps1|vbs|js|mjs|jse|wsf|jar|app|apk|sh|lnk|hta|html?|xhtml|xht|mht|svgz?|xml)[. ]*$/i;

export const hasActiveName = (name: string): boolean => ACTIVE_NAME.test(name);

/** Replaces or adds the extension of the kind: `scan` becomes `scan.pdf`, and `IMG_1.HEIC` becomes `IMG_1.jpg` for a JPEG. */
export function nameAs(kind: FileKind, name: string): string {
  const [extension, ...others] = get(kind).extensions ?? [];
  const present = /\.([a-z][a-z0-9]{1,4})$/i.exec(name)?.[1]?.toLowerCase();
  if (!extension || (present && [extension, ...others].includes(present))) return name;
  const stem = present ? name.slice(0, -present.length - 1) : name;
  return `${stem || "document"}.${extension}`;
}

/** Messages about rejected files: the problem and the next step. */
export const fileHints = {
  heic: "We can't read HEIC photos here. Take the photo again as a JPG, or save it as a JPG in your gallery app.",
  empty: "This file is empty. Open it to check, then save or download it again.",
  damaged: "This file is damaged or incomplete. Save, scan or download it again, and upload the new copy.",
  activeName: "This file name has the extension of a program or a web page. Rename the file and try again.",
  unknown: "We don't recognise this file. Open it in its app, and save it as a PDF or JPG.",
};

/** Returns the message for a file whose kind is not allowed in its field. */
export function kindHint(kind: FileKind | null): string {
  if (kind === null) return fileHints.unknown;
  if (kind === "heic") return fileHints.heic;
  return [`This file is ${get(kind).name}.`, get(kind).advice].filter(Boolean).join(" ");
}
