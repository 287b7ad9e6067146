import "server-only";
import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, PDFStream, type PDFObject } from "@cantoo/pdf-lib";

/** Refusing PDFs that do something (TRUST 28). A scan or a statement never needs any of this. */
const ACTIVE = new Set([
  "JS", "JavaScript", "AA", "Launch", "SubmitForm", "ImportData", "GoToE", "GoToR", "RichMedia", "Rendition", "Movie",
  "Sound", "EmbeddedFile", "EmbeddedFiles", "Filespec", "XFA",
]); // prettier-ignore

const active =
  "This PDF contains scripts, attachments or actions. Save or print it as a plain PDF and try again.";
const encrypted = "This PDF is protected by a password. Save a copy without it and try again.";

/** Packed objects may not unpack to more than this, in one PDF. */
const MAX_UNPACKED = 32 * 1024 * 1024;
const MAX_OBJECTS = 100_000;

/** What is wrong with a PDF: a text for the person, "unreadable" when it is none, or null when it is fine. */
export async function pdfProblem(bytes: Buffer): Promise<string | "unreadable" | null> {
  const raw = bytes.toString("latin1");
  const end = raw.lastIndexOf("%%EOF");
  // Something behind the end, or an archive's directory near it, makes the file two things at once.
  if (!raw.startsWith("%PDF-") || end < 0 || /[^\s\0]/.test(raw.slice(end + 5))) return "unreadable";
  if (raw.slice(-66_000).includes("PK\u0005\u0006")) return "unreadable";
  if (/\/Encrypt\b/.test(raw)) return encrypted;
  if (!packedObjectsAreSmall(bytes, raw)) return "unreadable";

  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, {
      ignoreEncryption: false,
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: 1_000,
    });
    if (document.getPageCount() < 1) return "unreadable";
  } catch (error) {
    return error instanceof Error && /encrypted/i.test(error.message) ? encrypted : "unreadable";
  }
  const objects = document.context.enumerateIndirectObjects();
  if (objects.length > MAX_OBJECTS) return "unreadable";
  return objects.some(([, object]) => isActive(object, document)) ? active : null;
}

/** Does an object, or anything written inside it, act? References are objects of their own and looked at there. */
function isActive(object: PDFObject, document: PDFDocument, depth = 0): boolean {
  if (depth > 50) return true;
  if (object instanceof PDFStream) return isActive(object.dict, document, depth + 1);
  if (object instanceof PDFArray) return object.asArray().some((item) => isActive(item, document, depth + 1));
  if (!(object instanceof PDFDict)) return false;
  return object.entries().some(([key, value]) => {
    const name = key.decodeText();
    if (ACTIVE.has(name)) return true;
    if (name === "OpenAction") {
      // A destination (an array) only says where to begin reading; an action is a dictionary.
      const target = value instanceof PDFRef ? document.context.lookup(value) : value;
      if (!(target instanceof PDFArray)) return true;
    }
    if ((name === "S" || name === "Type") && value instanceof PDFName && ACTIVE.has(value.decodeText()))
      return true;
    return isActive(value, document, depth + 1);
  });
}

/** Object streams are unpacked by the parser without a limit of its own, so they are measured first. */
function packedObjectsAreSmall(bytes: Buffer, raw: string): boolean {
  let left = MAX_UNPACKED;
  for (const match of raw.matchAll(/\/(?:ObjStm|XRef)\b/g)) {
    const from = raw.indexOf("stream", match.index);
    if (from < 0) continue;
    const dictionary = raw.slice(raw.lastIndexOf("obj", match.index), from);
    const start = from + (raw.startsWith("stream\r\n", from) ? 8 : 7);
    const stop = raw.indexOf("endstream", start);
    if (stop < 0) return false;
    const filters = dictionary.match(/\/(?:Flate|LZW|RunLength|ASCIIHex|ASCII85)Decode\b/g) ?? [];
    if (filters.length === 0) continue;
    if (filters.length > 1 || filters[0] !== "/FlateDecode") return false;
    try {
      left -= inflateSync(bytes.subarray(start, stop), { maxOutputLength: left, finishFlush: 2 }).length;
    } catch {
      return false;
    }
    if (left <= 0) return false;
  }
  return true;
}
