import { checkFile, type FileRule } from "@/lib/verification/schema";

/** A document that the server has already; a form names it by its id instead of sending it again. */
export interface StoredDocument {
  id: string;
  name: string;
  /** Bytes; null where nobody has told us. */
  size: number | null;
  contentType: string | null;
  path: string;
  /** Of the submission that was rejected, as opposed to one uploaded for the next. */
  former: boolean;
}

/** What a file field holds. */
export type DocumentValue = File | StoredDocument | null;

export const isStored = (value: unknown): value is StoredDocument =>
  typeof value === "object" && value !== null && "path" in value && "former" in value;

export const HEIC_MESSAGE =
  "This photo is in HEIC format, which we cannot read here. Take it again as JPG, or share it as JPG from your gallery.";

/** The photos of iPhones; browsers that do not know the format do not even name its type. */
export const isHeic = (file: Pick<File, "type" | "name">): boolean =>
  /^image\/hei[cf]/i.test(file.type) || /\.(heic|heif)$/i.test(file.name);

/** The first thing wrong with a document, or null. */
export function documentProblem(value: DocumentValue, rule: FileRule, required = true): string | null {
  if (isStored(value) || (!value && !required)) return null;
  if (value && isHeic(value)) return HEIC_MESSAGE;
  return checkFile(value, rule);
}

/** A document of the rejected submission, by the path it is answered with. */
export function formerDocument(path: string | null): StoredDocument | null {
  const id = path?.split("/").pop();
  if (!path || !id) return null;
  return { id, path, name: "Document you sent before", size: null, contentType: null, former: true };
}
