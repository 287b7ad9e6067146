import * as z from "zod";
import { assemble, type DocumentField } from "@/lib/forms/definition";
import {
  contentTypeOf,
  hasActiveName,
  HEAD_BYTES,
  kindOf,
  nameAs,
  type FileKind,
} from "@/lib/forms/file-kinds";
import { checkFile, fileMessages, type FileRule } from "@/lib/forms/files";
import type { DraftFileDto } from "@/lib/onboarding/dto";

/** A document on the server. A form sends its id instead of the file. */
export interface StoredDocument {
  id: string;
  name: string;
  /** The size in bytes; null if unknown. */
  size: number | null;
  contentType: string | null;
  path: string;
  /** Whether it belongs to the rejected submission instead of the draft. */
  former: boolean;
}

/** The value of a file field. */
export type DocumentValue = File | StoredDocument | null;

export const isStored = (value: unknown): value is StoredDocument =>
  typeof value === "object" && value !== null && "path" in value && "former" in value;

export const TOO_LARGE_HINT = "We couldn't make this photo smaller. Take it again at a lower resolution.";

const kinds = new WeakMap<File, FileKind | null>();

/** Returns the chosen file, named and typed by its first bytes. Its kind is remembered for `documentProblem`. */
export async function identifyFile(file: File): Promise<{ file: File; kind: FileKind | null }> {
  const kind = kindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const type = contentTypeOf(kind);
  // A rejected name remains unchanged.
  const name = kind && !hasActiveName(file.name) ? nameAs(kind, file.name) : file.name;
  const isSame = type === null || (type === file.type && name === file.name);
  const identified = isSame ? file : new File([file], name, { type, lastModified: file.lastModified });
  kinds.set(identified, kind);
  return { file: identified, kind };
}

/** Returns the first problem of a document, or null: the text of product 5.1, followed by a hint on the next line if there is one. */
export function documentProblem(value: DocumentValue, rule: FileRule, required = true): string | null {
  if (isStored(value) || (!value && !required)) return null;
  const problem = checkFile(value, value ? kinds.get(value) : undefined, rule);
  return problem === fileMessages.size && value?.type.startsWith("image/")
    ? `${problem}\n${TOO_LARGE_HINT}`
    : problem;
}

/** Returns the document of the rejected submission at this path. */
export function fromRejectedSubmission(path: string | null | undefined): StoredDocument | null {
  const id = path?.split("/").pop();
  if (!path || !id) return null;
  const name = "Document from your last submission";
  return { id, path, name, size: null, contentType: null, former: true };
}

/** Returns a document of a draft. */
export const fromDraftFile = ({ _id: id, ...file }: DraftFileDto) => ({ id, ...file, former: false });

/** Returns the schema of a document. */
export const documentSchema = ({ rule, optional }: DocumentField) =>
  z.custom<DocumentValue>().superRefine((value, context) => {
    const message = documentProblem(value, rule, !optional);
    if (message) context.addIssue({ code: "custom", message });
  });

/** Returns the schemas of a form's documents. */
export const documentsShape = <Name extends string>(documents: Readonly<Record<Name, DocumentField>>) =>
  assemble<Record<Name, ReturnType<typeof documentSchema>>>(
    Object.entries<DocumentField>(documents).map(([name, document]) => [name, documentSchema(document)]),
  );
