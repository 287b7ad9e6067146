import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { oneAtATime } from "@/lib/concurrency";
import { AppError } from "@/lib/errors";
import { contentTypeOf, HEAD_BYTES, kindOf, nameAs } from "@/lib/forms/file-kinds";
import { checkKind, damagedFile, type FileRule } from "@/lib/forms/files";
import { normalizeText } from "@/lib/text";
import { decode } from "./decoder";
import type { PdfSignature } from "./pdf-signatures";
import { passesVirusScan } from "./scan";

/**
 * A file whose first bytes and full decode agree, whatever its name and MIME type (product 10.6, threat 26-28). Images are re-encoded,
 * which removes metadata and appended data; PDFs are rewritten with only the allowed contents.
 */
export interface SanitizedFile {
  /** The sanitized content. For an upload, it is stored on disk beside the received file and deleted with it. */
  content: Blob;
  contentType: string;
  sha256: string;
}

/** A sanitized upload, with the data stored beside it. */
export interface SanitizedUpload extends SanitizedFile {
  /** The name under which it is stored: its own, with the extension of its type. */
  name: string;
  /** The file as received. */
  original: SanitizedFile;
  /** The signatures of the original. */
  signatures: PdfSignature[];
}

/** One user's files are decoded sequentially, so that expensive ones do not block other users' uploads (threat 50). */
const decodeInTurn = oneAtATime();

const readHead = (path: string) => buffer(createReadStream(path, { end: HEAD_BYTES - 1 }));

/**
 * Checks and sanitizes the file received at `path`.
 * Throws UNSUPPORTED_MEDIA_TYPE with the field's text and the reason if its type is not allowed in the field, its name is that of a program
 * or page, or its content is damaged, active or exceeds the limits of decoding.
 */
export async function sanitizeUpload(
  ownerId: string,
  file: { field: string; path: string; originalName: string },
  rule: FileRule,
): Promise<SanitizedUpload> {
  const refuse = (message: string) =>
    new AppError("UNSUPPORTED_MEDIA_TYPE", message, { errors: [{ path: file.field, message }] });

  const kind = kindOf(await readHead(file.path));
  const contentType = contentTypeOf(kind);
  const wrongKind = checkKind(kind, file.originalName, rule);
  if (!kind || !contentType || wrongKind) throw refuse(wrongKind ?? rule.message);
  if (!(await passesVirusScan(file.path)))
    throw refuse("Our virus scan blocked this file. Upload a different one.");

  const sanitizedPath = `${file.path}.sanitized`;
  const { problem, signatures } = await decodeInTurn(ownerId, () =>
    decode(file.path, sanitizedPath, contentType),
  );
  if (problem) throw refuse(problem === "unreadable" ? damagedFile(rule) : problem);
  const name = nameAs(kind, file.originalName);
  const original = await toSanitizedFile(await openAsBlob(file.path), contentType);
  const copy = await toSanitizedFile(await openAsBlob(sanitizedPath), contentType);
  const names = signatures.map((signature) => ({
    ...signature,
    signer: (signature.signer && normalizeText(signature.signer)) || null,
    issuer: (signature.issuer && normalizeText(signature.issuer)) || null,
  }));
  return { ...copy, name, original, signatures: names };
}

/** Returns a sanitized file with its hash. */
export async function toSanitizedFile(content: Blob, contentType: string): Promise<SanitizedFile> {
  const hash = createHash("sha256");
  for await (const chunk of Readable.fromWeb(content.stream() as never)) hash.update(chunk as Buffer);
  return { content, contentType, sha256: hash.digest("hex") };
}
