import { readFile, writeFile } from "node:fs/promises";
import { constants, inflateSync, type Inflate } from "node:zlib";
import { MAX_FILE_BYTES, fileMessages } from "../forms/files.ts";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, PDFStream, type PDFObject } from "@cantoo/pdf-lib";

/** Inspection of PDFs. Has no imports by alias: the decoder process loads this file directly. */

/** PDF features that execute something are rejected (threat 28). Scans and bank statements need none of them. */
const ACTIVE = new Set([
  "JS", "JavaScript", "Launch", "SubmitForm", "ImportData", "GoToE", "GoToR", "RichMedia", "Rendition", "Movie",
  "Sound", "EmbeddedFile", "EmbeddedFiles", "Filespec", "XFA",
]); // prettier-ignore

const active =
  "This PDF contains scripts or attachments, which we don't accept. Print it to a new PDF and try again.";
const encrypted = "This PDF is password-protected. Save a copy without the password and try again.";

/** The limit for all decompressed object streams of a PDF. */
const MAX_UNPACKED = 32 * 1024 * 1024;
const MAX_OBJECTS = 100_000;

/** A sanitized PDF or the problem: a text for the user, or "unreadable" if it cannot be parsed. */
export type PdfResult = { bytes: Buffer } | { problem: string };

/**
 * Inspects a PDF and rewrites it from the parsed objects. Viewers follow the file's own cross-reference table and may see other
 * objects than the parser did; the rewritten file contains only inspected ones (threat 26, 28).
 */
export async function cleanPdf(bytes: Buffer): Promise<PdfResult> {
  const raw = bytes.toString("latin1");
  if (/\/Encrypt\b/.test(raw)) return { problem: encrypted };
  if (!packedObjectsAreSmall(bytes, raw)) return { problem: "unreadable" };
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: false,
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: 1_000,
    });
    if (document.getPageCount() < 1) return { problem: "unreadable" };
    const objects = document.context.enumerateIndirectObjects();
    if (objects.length > MAX_OBJECTS) return { problem: "unreadable" };
    if (objects.some(([, object]) => isActive(object, document))) return { problem: active };
    for (const useObjectStreams of [false, true]) {
      const written = await document.save({ useObjectStreams, updateFieldAppearances: false });
      if (written.length <= MAX_FILE_BYTES) return { bytes: Buffer.from(written) };
    }
    return { problem: fileMessages.size };
  } catch (error) {
    return { problem: /encrypted/.test(String(error)) ? encrypted : "unreadable" };
  }
}

/** Writes the sanitized PDF to `to`. Returns the problem, if any, like `cleanPdf`. */
export async function rewritePdf(from: string, to: string): Promise<string | null> {
  const pdf = await cleanPdf(await readFile(from));
  if ("problem" in pdf) return pdf.problem;
  await writeFile(to, pdf.bytes, { mode: 0o600 });
  return null;
}

/** Whether an object or a nested one is active. Referenced objects are checked separately. */
function isActive(object: PDFObject, document: PDFDocument, depth = 0): boolean {
  if (depth > 50) return true;
  if (object instanceof PDFStream) return isActive(object.dict, document, depth + 1);
  if (object instanceof PDFArray) return object.asArray().some((item) => isActive(item, document, depth + 1));
  if (!(object instanceof PDFDict)) return false;
  return object.entries().some(([key, value]) => {
    const name = key.decodeText();
    if (ACTIVE.has(name)) return true;
    // Actions on opening and on other events may only go to a page. A font may be named AA too, but has no action.
    if (name === "OpenAction" && isAction(value, document)) return true;
    if (name === "AA") {
      const occasions = resolve(value, document);
      if (occasions instanceof PDFDict && occasions.values().some((action) => isAction(action, document)))
        return true;
    }
    if (name === "S" || name === "Type") {
      const kind = resolve(value, document);
      if (kind instanceof PDFName && ACTIVE.has(kind.decodeText())) return true;
    }
    return isActive(value, document, depth + 1);
  });
}

const resolve = (value: PDFObject, document: PDFDocument): PDFObject | undefined =>
  value instanceof PDFRef ? document.context.lookup(value) : value;

/** Whether an action does more than go to a page. A destination (an array or a name) is not an action. */
function isAction(value: PDFObject, document: PDFDocument): boolean {
  const action = resolve(value, document);
  if (!(action instanceof PDFDict)) return false;
  const kind = action.lookup(PDFName.of("S"));
  return kind instanceof PDFName && (kind.decodeText() !== "GoTo" || action.has(PDFName.of("Next")));
}

/**
 * The parser decompresses object streams without a limit, so their size is checked first. One pass over the file, in which all streams
 * together may unpack `MAX_UNPACKED` bytes from no more bytes than the file has. A file that hides a stream from this check meets the
 * limits of the decoder process (threat 50).
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

/** Decompresses a stream that may be cut short. Throws if it is malformed or has more than `maxOutputLength` bytes. */
const inflate = (bytes: Buffer, maxOutputLength: number) =>
  inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH, info: true }) as unknown as {
    buffer: Buffer;
    engine: Inflate;
  };
