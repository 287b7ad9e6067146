import "server-only";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { audit } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { Viewer } from "@/lib/viewer";

/** The files of imported statements: compressed, and sealed because they contain names. */
const TABLE = "statement_files";
const COLUMN = "content";

/** Returns the sealed columns of the file of an import. */
export async function sealStatementFile(importId: string, bytes: Uint8Array) {
  const cipher = newRowCipher(TABLE, importId);
  const compressed = await promisify(gzip)(bytes);
  const sealed = cipher.seal(COLUMN, compressed.toString("base64"));
  return { dataKey: cipher.dataKey, content: Buffer.from(sealed, "base64url") };
}

/** Returns the file of an import as it was uploaded, and records the read. Throws NOT_FOUND, also after the retention period. */
export async function readStatementFile(
  viewer: Viewer,
  importId: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const row = await db.statementFile.findUnique({ where: { importId }, include: { import: true } });
  if (!row) throw notFound("The file of this statement is not stored");
  const sealed = Buffer.from(row.content).toString("base64url");
  const compressed = openRowCipher(TABLE, importId, row.dataKey).open(COLUMN, sealed);
  await transaction((tx) =>
    audit(tx, { actorId: viewer.userId, action: "statement.read", targetId: importId, data: {} }),
  );
  return { name: row.import.fileName, bytes: await promisify(gunzip)(Buffer.from(compressed, "base64")) };
}
