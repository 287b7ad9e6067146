// Generates src/api.ts, the types of all calls, from the released OpenAPI document, unless it is up to date.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const document = path.resolve(import.meta.dirname, "../openapi.json");
const target = path.resolve(import.meta.dirname, "src/api.ts");

const blob = ts.factory.createTypeReferenceNode("Blob");

/** Writes the types if the document has changed. */
export async function generateTypes(): Promise<void> {
  const text = fs.readFileSync(document, "utf8");
  const stamp = `// Generated from ../../openapi.json (${createHash("sha256").update(text).digest("hex")}).\n`;
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8").startsWith(stamp)) return;
  const types = await openapiTS(text, {
    // A file in a form.
    transform: ({ contentMediaType }) => (contentMediaType ? blob : undefined),
  });
  fs.writeFileSync(target, stamp + astToString(types));
}

if (import.meta.main) await generateTypes();
