import "server-only";
import * as z from "zod";
import { invalid } from "@/lib/errors";
import { deleteUnreferencedFiles, findReusable, storeFile, type StoredFile } from "@/lib/files/files";
import { sanitizeUpload } from "@/lib/files/sanitize";
import { emptyFile, fileMessages, type FileRule } from "@/lib/forms/files";
import { describeError, log } from "@/lib/log";
import { BILL_REUSE_DAYS } from "@/lib/onboarding/forms/document-rules";
import { receiveMultipart } from "./multipart";

/** A document that a form can contain. */
export interface DocumentPart {
  /** The name of the multipart part. */
  field: string;
  /** The dotted path for errors. */
  path: string;
  rule: FileRule;
  required: boolean;
}

/** Stored documents and text fields, by part name. Disposing deletes the files that have not been attached by then. */
export interface ReceivedDocuments extends AsyncDisposable {
  documents: ReadonlyMap<string, StoredFile>;
  fields: ReadonlyMap<string, string>;
}

/** Returns the file whose id a part contains instead of a file. Throws VALIDATION_FAILED at the part. */
async function findNamedFile(
  ownerId: string,
  id: string,
  { field, path, rule }: DocumentPart,
): Promise<StoredFile> {
  const since = field === "utilityBill" ? new Date(Date.now() - BILL_REUSE_DAYS * 86_400_000) : new Date(0);
  const valid = z.uuid().safeParse(id).success;
  const file = valid ? await findReusable(ownerId, id, rule.types, since) : null;
  if (!file) throw invalid(path, "This document is no longer available. Upload it again.");
  return file;
}

/**
 * Receives the documents of a form, and sanitizes and stores them one at a time, so that memory holds a single file.
 * Throws as `receiveMultipart` does, and VALIDATION_FAILED at a missing or rejected part; if it throws, no files remain.
 */
export async function receiveDocuments(
  request: Request,
  ownerId: string,
  parts: readonly DocumentPart[],
): Promise<ReceivedDocuments> {
  await using cleanup = new AsyncDisposableStack();
  await using received = await receiveMultipart(
    request,
    ownerId,
    parts.map(({ field }) => field),
  );
  const { files, fields } = received;
  const empty = parts.find(({ field }) => files.get(field)?.size === 0 && !fields.get(field));
  if (empty) throw invalid(empty.path, emptyFile);
  const given = ({ field }: DocumentPart) => Boolean(files.get(field)?.size) || Boolean(fields.get(field));
  const missing = parts.find((part) => part.required && !given(part));
  if (missing) throw invalid(missing.path, fileMessages.required);

  const documents = new Map<string, StoredFile>();
  const fresh: StoredFile[] = [];
  cleanup.defer(() =>
    deleteUnreferencedFiles(fresh).catch((error: unknown) =>
      // Files that could not be deleted here are deleted later by `deleteOrphanedFiles`.
      log.warn({ event: "upload.leftovers", ...describeError(error) }),
    ),
  );
  for (const part of parts.filter(given)) {
    const file = files.get(part.field);
    if (!file?.size) {
      documents.set(part.field, await findNamedFile(ownerId, fields.get(part.field)!, part));
      continue;
    }
    const sanitized = await sanitizeUpload(ownerId, { ...file, field: part.path }, part.rule);
    const stored = await storeFile(ownerId, sanitized.name, sanitized);
    fresh.push(stored);
    documents.set(part.field, stored);
  }
  const leftovers = cleanup.move();
  return { documents, fields, [Symbol.asyncDispose]: () => leftovers.disposeAsync() };
}
