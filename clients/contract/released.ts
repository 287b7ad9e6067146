/** The released contract: its document, and the files that are derived from it (product 10.48). */
import fs from "node:fs";
import path from "node:path";
import { openApiDocument } from "@/lib/contract/openapi";
import { collectionOf } from "./collection";
import { callsOf, parametersOf, type Document } from "./document";

const clients = path.resolve(import.meta.dirname, "..");
export const files = {
  document: path.join(clients, "openapi.json"),
  collection: path.join(clients, "postman.json"),
  idempotentCalls: path.join(clients, "typescript/src/idempotent-calls.ts"),
  package: path.join(clients, "typescript/package.json"),
  changeLog: path.join(clients, "CHANGELOG.md"),
  version: path.resolve(clients, "../lib/contract/version.ts"),
} as const;

/** Returns the document of this code, without what differs per installation. */
export function presentDocument(version?: string): Document {
  const { servers: _, info, ...rest } = openApiDocument();
  const { contact: _contact, ...same } = info as Document["info"] & { contact: unknown };
  // As it is read from a file: without properties that are undefined.
  const text = JSON.stringify({
    ...rest,
    info: { ...same, title: "Seedline API", ...(version && { version }) },
  });
  return JSON.parse(text) as Document;
}

/** Returns the released document; null before the first release. */
export const releasedDocument = (): Document | null =>
  fs.existsSync(files.document) ? (JSON.parse(fs.readFileSync(files.document, "utf8")) as Document) : null;

/** One line per call, so that a difference of two releases can be read. */
function documentText({ paths, ...rest }: Document): string {
  const lines = Object.entries(paths).map(([name, methods]) => {
    const calls = Object.entries(methods).map(
      ([method, operation]) => `${JSON.stringify(method)}:${JSON.stringify(operation)}`,
    );
    return `${JSON.stringify(name)}:{\n${calls.join(",\n")}}`;
  });
  return `${JSON.stringify(rest).slice(0, -1)},"paths":{\n${lines.join(",\n")}}}\n`;
}

function idempotentCallsText(document: Document): string {
  const calls = [...callsOf(document)].filter(([, operation]) =>
    parametersOf(document, operation).some(({ name }) => name === "Idempotency-Key"),
  );
  return `/** The calls that take an Idempotency-Key. Written by \`npm run api:release\`. */
export const idempotentCalls: ReadonlySet<string> = new Set([
${calls.map(([name]) => `  ${JSON.stringify(name)},\n`).join("")}]);
`;
}

/** The client has the version of its contract. */
const packageText = ({ version }: Document["info"]): string =>
  fs.readFileSync(files.package, "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`);

/** Returns the contents of the files that a document determines. */
export const derivedFiles = (document: Document): [file: string, text: string][] => [
  [files.document, documentText(document)],
  [files.collection, `${JSON.stringify(collectionOf(document), null, 1)}\n`],
  [files.idempotentCalls, idempotentCallsText(document)],
  [files.package, packageText(document.info)],
];
