// Generates src/api.ts, the types of all calls, from the released OpenAPI document, unless it is up to date.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const document = path.resolve(import.meta.dirname, "../openapi.json");
const target = path.resolve(import.meta.dirname, "src/api.ts");

/** Writes the types if the document has changed. */
export async function generateTypes(): Promise<void> {
  const text = fs.readFileSync(document, "utf8");
  const stamp = `// Generated from ../../openapi.json (${createHash("sha256").update(text).digest("hex")}).\n`;
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8").startsWith(stamp)) return;
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const { default: ts } = await import("typescript");
  const blob = ts.factory.createTypeReferenceNode("Blob");
  const types = await openapiTS(text, {
    // A file in a form.
    transform: (schema) => ("contentMediaType" in schema ? blob : undefined),
  });
  fs.writeFileSync(target, stamp + astToString(types));
}

if (import.meta.main) await generateTypes();
