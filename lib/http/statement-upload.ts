import "server-only";
import { readFile } from "node:fs/promises";
import type { StatementFile } from "@/lib/bank/import";
import { MAX_STATEMENT_BYTES } from "@/lib/bank/schema";
import { csvMappingInput } from "@/lib/bank/readers/csv-mapping-schema";
import { invalid } from "@/lib/errors";
import { emptyFile, fileMessages } from "@/lib/forms/files";
import { receiveMultipart } from "./multipart";

/** Receives an uploaded bank statement, and its form fields, among which may be a mapping. */
export async function receiveStatement(
  request: Request,
  userId: string,
): Promise<{ file: StatementFile; fields: Record<string, string>; mapping: Record<string, string> | null }> {
  const limit = { maxBytes: MAX_STATEMENT_BYTES, message: "Max file size is 20MB" };
  await using received = await receiveMultipart(request, userId, ["file"], limit);
  const file = received.files.get("file");
  if (!file) throw invalid("file", fileMessages.required);
  if (file.size === 0) throw invalid("file", emptyFile);
  const fields = Object.fromEntries(received.fields);
  const isMapped = Object.keys(csvMappingInput.shape).some((name) => received.fields.has(name));
  return {
    file: { name: file.originalName, bytes: await readFile(file.path) },
    fields,
    mapping: isMapped ? fields : null,
  };
}
