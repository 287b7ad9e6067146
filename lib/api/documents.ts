import "server-only";
import { invalid } from "@/lib/errors";
import { discardFiles, storeFile, type StoredFile } from "@/lib/files/files";
import { inspect } from "@/lib/files/inspect";
import { fileMessages, type FileRule } from "@/lib/verification/schema";
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

/**
 * Receives the documents of a form, looks into each and stores it, one after the other, so that memory holds one file at a time.
 * `complete` refers to them in its transaction; when anything fails before or in it, nothing stays behind.
 */
export async function receiveDocuments(
  request: Request,
  ownerId: string,
  slots: DocumentSlot[],
  complete: (stored: Map<string, StoredFile>, fields: Map<string, string>) => Promise<void>,
): Promise<void> {
  const byField = new Map(slots.map((slot) => [slot.field, slot]));
  await receiveMultipart(
    request,
    (field) => byField.has(field),
    slots.length,
    async ({ files, fields }) => {
      const missing = slots.find((slot) => slot.required && !files.get(slot.field)?.size);
      if (missing) throw invalid(missing.path ?? missing.field, fileMessages.required);

      const stored = new Map<string, StoredFile>();
      try {
        for (const { field, path, rule } of slots) {
          const received = files.get(field);
          if (!received?.size) continue;
          const inspected = await inspect({ ...received, field: path ?? field }, rule);
          stored.set(field, await storeFile(ownerId, received.originalName, inspected));
        }
        await complete(stored, fields);
      } catch (error) {
        await discardFiles([...stored.values()]);
        throw error;
      }
    },
  );
}
