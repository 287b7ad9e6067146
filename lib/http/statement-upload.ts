import "server-only";
import { readFile } from "node:fs/promises";
import type { StatementFile } from "@/lib/bank/import";
import { MAX_STATEMENT_BYTES } from "@/lib/bank/schema";
import { invalid } from "@/lib/errors";
import { emptyFile, fileMessages } from "@/lib/forms/files";
import { receiveMultipart } from "./multipart";

/** Receives an uploaded bank statement, and the form fields with the mapping of a CSV. */
export async function receiveStatement(
  request: Request,
  userId: string,
): Promise<{ file: StatementFile; fields: Record<string, string> | null }> {
  const limit = { maxBytes: MAX_STATEMENT_BYTES, message: "Max file size is 20MB" };
  await using received = await receiveMultipart(request, userId, ["file"], limit);
  const file = received.files.get("file");
  if (!file) throw invalid("file", fileMessages.required);
  if (file.size === 0) throw invalid("file", emptyFile);
  return {
    file: { name: file.originalName, bytes: await readFile(file.path) },
    fields: received.fields.size > 0 ? Object.fromEntries(received.fields) : null,
  };
}
