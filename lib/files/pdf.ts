import { readFile, writeFile } from "node:fs/promises";
import { constants, inflateSync, type Inflate } from "node:zlib";
import { MAX_FILE_BYTES, fileMessages } from "../forms/files.ts";
import { PDFDocument } from "@cantoo/pdf-lib";
import { keepAllowedContents } from "./pdf-contents.ts";

/** Sanitization of PDFs. This module has no alias imports, because the decoder process loads it directly. */

const refusal = (content: string) =>
  `This PDF contains ${content}, which we don't accept. Print it to a new PDF and try again.`;
const encrypted = "This PDF is password-protected. Save a copy without the password and try again.";

/** The limit for all decompressed object streams of a PDF. */
const MAX_UNPACKED = 32 * 1024 * 1024;
const MAX_OBJECTS = 100_000;

/** A sanitized PDF or the problem: a message for the user, or "unreadable" if it cannot be parsed. */
export type PdfResult = { bytes: Buffer } | { problem: string };

/**
 * Rewrites a PDF from the parsed objects, with only the allowed contents (lib/files/pdf-contents.ts). Viewers follow the file's own
 * cross-reference table and may see different objects from those that the parser sees; the rewritten file contains only inspected ones
 * (threat 26, 28).
 */
export async function cleanPdf(bytes: Buffer): Promise<PdfResult> {
  const raw = bytes.toString("latin1");
  // The word /Encrypt may also be page text, so it only explains why a file cannot be read.
  const unreadable = { problem: /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(raw) ? encrypted : "unreadable" };
  if (!packedObjectsAreSmall(bytes, raw)) return unreadable;
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: false,
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: 1_000,
    });
    if (document.getPageCount() < 1) return unreadable;
    if (document.context.enumerateIndirectObjects().length > MAX_OBJECTS) return unreadable;
    const refused = keepAllowedContents(document);
    if (refused) return { problem: refusal(refused) };
    for (const useObjectStreams of [false, true]) {
      const written = await document.save({ useObjectStreams, updateFieldAppearances: false });
      if (written.length <= MAX_FILE_BYTES) return { bytes: Buffer.from(written) };
    }
    return { problem: fileMessages.size };
  } catch (error) {
    return /encrypted/.test(String(error)) ? { problem: encrypted } : unreadable;
  }
}

/** Writes the sanitized PDF to `to`. Returns the problem, if any, like `cleanPdf`. */
export async function rewritePdf(from: string, to: string): Promise<string | null> {
  const pdf = await cleanPdf(await readFile(from));
  if ("problem" in pdf) return pdf.problem;
  await writeFile(to, pdf.bytes, { mode: 0o600 });
  return null;
}

/**
 * The parser decompresses object streams without a limit, so their size is checked first. The check makes one pass over the file; all
 * streams together may unpack to `MAX_UNPACKED` bytes from no more bytes than the file has. A file that hides a stream from this check runs
 * into the limits of the decoder process (threat 50).
 */
function packedObjectsAreSmall(bytes: Buffer, raw: string): boolean {
  let left = MAX_UNPACKED;
  let unread = bytes.length;
  let isPacked = false;
  let filters: string[] = [];
  for (const { 0: word, index } of raw.matchAll(
    /(?<!end)stream|\/(?:ObjStm|XRef)\b|\/(?:Flate|LZW|RunLength|ASCIIHex|ASCII85)Decode\b/g,
  )) {
    if (word.endsWith("Decode")) filters.push(word);
    else if (word !== "stream") isPacked = true;
    else if (!isPacked) filters = [];
    else if (filters.length > 0) {
      if (filters.length > 1 || filters[0] !== "/FlateDecode") return false;
      const start = index + (raw.startsWith("stream\r\n", index) ? 8 : 7);
      try {
        const { buffer, engine } = inflate(bytes.subarray(start), left);
        left -= buffer.length;
        unread -= engine.bytesWritten;
      } catch {
        return false;
      }
      if (unread < 0) return false;
      [isPacked, filters] = [false, []];
    }
  }
  return true;
}

/** Decompresses a stream that may be truncated. Throws if it is malformed or has more than `maxOutputLength` bytes. */
const inflate = (bytes: Buffer, maxOutputLength: number) =>
  inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH, info: true }) as unknown as {
    buffer: Buffer;
    engine: Inflate;
  };
