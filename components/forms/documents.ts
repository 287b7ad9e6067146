import * as z from "zod";
import { assemble, type DocumentField } from "@/lib/forms/definition";
import { checkFile, fileMessages, type FileRule } from "@/lib/forms/files";
import type { DraftFileDto } from "@/lib/verification/dto";
import { disguiseHint, isNamedAs, kindOf, type FileKind } from "./file-kind";

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

export const HEIC_HINT =
  "We can't read HEIC photos here. Take the photo again as a JPG, or save it as a JPG in your gallery app.";
export const TOO_LARGE_HINT = "We couldn't make this photo smaller. Take it again at a lower resolution.";

const kinds = new WeakMap<File, FileKind | null>();

/** Looks into a file, once, when it is chosen; from then on its problems are told by what it is. */
export async function detectFileKind(file: File): Promise<FileKind | null> {
  const kind = await kindOf(file).catch(() => null);
  kinds.set(file, kind);
  return kind;
}

/** The first thing wrong with a document, or null: the required text, and where it helps a sentence on the next line. */
export function documentProblem(value: DocumentValue, rule: FileRule, required = true): string | null {
  if (isStored(value) || (!value && !required)) return null;
  const problem = checkFile(value, rule);
  const kind = value && kinds.get(value);
  const disguised = !!value && kind !== undefined && !isNamedAs(kind, value.name);
  if (value && (problem === rule.message || (disguised && value.size > 0))) {
    return told(rule.message, hintFor(value, kind ?? null, rule));
  }
  if (problem === fileMessages.size && value?.type.startsWith("image/")) return told(problem, TOO_LARGE_HINT);
  return problem;
}

const told = (message: string, hint: string | null) => (hint ? `${message}\n${hint}` : message);

function hintFor(file: File, kind: FileKind | null, rule: FileRule): string | null {
  if (kind === "heic" || (!kind && /^image\/hei[cf]/i.test(file.type))) return HEIC_HINT;
  return kind && !isNamedAs(kind, file.name)
    ? disguiseHint(
        kind,
        rule.types.some((type) => type.endsWith(`/${kind}`)),
      )
    : null;
}

/** A document of the rejected submission, by the path it is answered with. */
export function fromRejectedSubmission(path: string | null | undefined): StoredDocument | null {
  const id = path?.split("/").pop();
  if (!path || !id) return null;
  return {
    id,
    path,
    name: "Document from your last submission",
    size: null,
    contentType: null,
    former: true,
  };
}

/** A document uploaded ahead, as a field holds it. */
export const fromDraftFile = ({ _id: id, ...file }: DraftFileDto): StoredDocument => ({
  id,
  ...file,
  former: false,
});

/** What a form asks of a document. */
export const documentSchema = ({ rule, optional }: DocumentField) =>
  z.custom<DocumentValue>().superRefine((value, context) => {
    const message = documentProblem(value, rule, !optional);
    if (message) context.addIssue({ code: "custom", message });
  });

/** The shape of the documents that a form asks for. */
export const documentsShape = <Name extends string>(documents: Readonly<Record<Name, DocumentField>>) =>
  assemble<Record<Name, ReturnType<typeof documentSchema>>>(
    Object.entries<DocumentField>(documents).map(([name, document]) => [name, documentSchema(document)]),
  );
