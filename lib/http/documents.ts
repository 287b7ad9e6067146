import "server-only";
import { z } from "zod";
import { invalid } from "@/lib/errors";
import { deleteUnreferencedFiles, findReusable, storeFile, type StoredFile } from "@/lib/files/files";
import { sanitizeUpload } from "@/lib/files/sanitize";
import { fileMessages, type FileRule } from "@/lib/verification/documents";
import { receiveMultipart } from "./multipart";

/** One document that a form may carry. */
export interface DocumentSlot {
  /** The name of the multipart part. */
  field: string;
  /** Where an error belongs, dotted; the field itself unless given. */
  path?: string;
  rule: FileRule;
  required: boolean;
}

/** A utility bill must be at most this old (product 9), so an earlier one is not taken again after it. */
const REUSE_DAYS = 90;

/** The file that a part names by its id instead of carrying one. Throws VALIDATION_FAILED at the part. */
async function reuse(ownerId: string, id: string, slot: DocumentSlot): Promise<StoredFile> {
  const since = slot.field === "utilityBill" ? new Date(Date.now() - REUSE_DAYS * 86_400_000) : new Date(0);
  const valid = z.uuid().safeParse(id).success;
  const file = valid ? await findReusable(ownerId, id, slot.rule.types, since) : null;
  if (!file) throw invalid(slot.path ?? slot.field, "This document is no longer available. Upload it again.");
  return file;
}

/**
 * Receives the documents of a form, looks into each and stores it, one after the other, so that memory holds one file at a time.
 * `complete` refers to them in its transaction; when anything fails before or in it, nothing stays behind.
 */
export async function receiveDocuments(
  request: Request,
  ownerId: string,
  slots: DocumentSlot[],
  complete: (documents: Map<string, StoredFile>, fields: Map<string, string>) => Promise<void>,
): Promise<void> {
  const byField = new Map(slots.map((slot) => [slot.field, slot]));
  await receiveMultipart(
    request,
    (field) => byField.has(field),
    slots.length,
    async ({ files, fields }) => {
      const given = ({ field }: DocumentSlot) =>
        Boolean(files.get(field)?.size) || Boolean(fields.get(field));
      const missing = slots.find((slot) => slot.required && !given(slot));
      if (missing) throw invalid(missing.path ?? missing.field, fileMessages.required);

      const documents = new Map<string, StoredFile>();
      const fresh: StoredFile[] = [];
      try {
        for (const slot of slots.filter(given)) {
          const received = files.get(slot.field);
          if (!received?.size) {
            documents.set(slot.field, await reuse(ownerId, fields.get(slot.field)!, slot));
            continue;
          }
          const inspected = await sanitizeUpload({ ...received, field: slot.path ?? slot.field }, slot.rule);
          const file = await storeFile(ownerId, received.originalName, inspected);
          fresh.push(file);
          documents.set(slot.field, file);
        }
        await complete(documents, fields);
      } catch (error) {
        await deleteUnreferencedFiles(fresh);
        throw error;
      }
    },
  );
}
