/** File types by their first bytes: names and MIME types are not reliable. */
const HEAD_BYTES = 512;

/** Each type with its name in a sentence and its first bytes, as Latin-1 text after a byte order mark. */
const kinds = {
  pdf: { name: "a PDF", head: /^%PDF-/ },
  jpeg: { name: "a JPG image", head: /^\xff\xd8\xff/ },
  png: { name: "a PNG image", head: /^\x89PNG\r\n\x1a\n/ },
  heic: { name: "a HEIC photo", head: /^[^]{4}ftyp(?:hei|hev|mif1|msf1)/ },
  avif: { name: "an AVIF image", head: /^[^]{4}ftypavi[fs]/ },
  webp: { name: "a WebP image", head: /^RIFF[^]{4}WEBP/ },
  gif: { name: "a GIF image", head: /^GIF8/ },
  tiff: { name: "a TIFF image", head: /^(?:II\*\0|MM\0\*)/ },
  office: { name: "a ZIP archive or an Office document", head: /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/ },
  svg: {
    name: "an SVG image",
    head: /^\s*(?:<\?xml[^]*?|<!--[^]*?-->\s*|<!doctype svg[^]*?)?<svg[\s>]/i,
  },
  html: { name: "a web page", head: /^\s*(?:<!doctype html|<html|<head|<body|<script)/i },
  // Bytes above 127 may be letters of any language.
  text: { name: "a text file", head: /^[^\x00-\x08\x0e-\x1a\x1c-\x1f]+$/ },
};
export type FileKind = keyof typeof kinds;

/** The types that the forms accept, with their extensions, as on the server. */
const extensions: Partial<Record<FileKind, readonly string[]>> = {
  pdf: ["pdf"],
  jpeg: ["jpg", "jpeg"],
  png: ["png"],
};

/** The type of a file; null if it is unknown. */
export async function kindOf(file: Blob): Promise<FileKind | null> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const head = String.fromCharCode(...bytes).replace(/^\xef\xbb\xbf/, "");
  return (Object.keys(kinds) as FileKind[]).find((kind) => kinds[kind].head.test(head)) ?? null;
}

/** Whether a file's extension matches its type. */
export function isNamedAs(kind: FileKind | null, name: string): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return kind !== null && !!extensions[kind]?.includes(extension);
}

/** A sentence about a file whose content does not match its name. */
export function disguiseHint(kind: FileKind, isAllowed: boolean): string {
  const [extension] = extensions[kind] ?? [];
  const rename = isAllowed && extension ? ` Rename it so that it ends in .${extension}.` : "";
  return `This file is ${kinds[kind].name}.${rename}`;
}
