// Rules of this repository that oxlint does not provide (ADR 1). Rules that need types are unit tests (tests/text-elements.test.ts).
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { definePlugin, defineRule, type ESTree } from "@oxlint/plugins";
import { browserFiles, features, layerViolation } from "./layers.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The documents that comments may cite: `product 2.2`, `threat 31`, `ADR 12`. */
const documents: Record<string, Set<string | undefined>> = {
  product: new Set(
    [...read("docs/product.md").matchAll(/^#+ ([\d.]+?)\.? /gm)].map(([, section]) => section),
  ),
  threat: new Set([...read("docs/trust.md").matchAll(/^\| (\d+) \|/gm)].map(([, row]) => row)),
  ADR: new Set(
    readdirSync(path.join(root, "docs/decisions")).map((file) => String(Number(file.slice(0, 4)))),
  ),
};

const citations = defineRule({
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const cited = value.matchAll(/\b(product|threat|ADR) (\d+(?:\.\d+)?)((?:, \d+(?:\.\d+)?)*)/g);
        for (const [, document = "", first, more = ""] of cited)
          for (const section of [first, ...more.split(", ").slice(1)])
            if (!documents[document]?.has(section))
              context.report({ loc, message: `There is no ${document} ${section} in docs/.` });
        if (/\b(?:SPEC|DECISIONS|TRUST|ARCHITECTURE|STYLE)\b/.test(value))
          context.report({ loc, message: "Cite docs/product.md, docs/trust.md or an ADR." });
      }
    },
  }),
});

/**
 * Tables that are read without a limit: settings; the rows of one form (documents, signatories, reviewed parts); and rows whose number
 * grows by one with each decision of a reviewer, or has a separate limit.
 */
const smallTables = new Set([
  "holiday",
  "reviewDeadline",
  "requirement",
  "watchlist",
  "document",
  "draftFile",
  "signatory",
  "partReview",
  "submission",
  "identityCheck",
  "duplicateDecision",
  "screeningHit",
  "passkey",
  "dueDiligence",
]);

const nameOf = (node: ESTree.Node | undefined) => (node?.type === "Identifier" ? node.name : undefined);

function property(node: ESTree.Node | undefined, name: string): ESTree.Node | undefined {
  if (node?.type !== "ObjectExpression") return undefined;
  const found = node.properties.find((item) => item.type === "Property" && nameOf(item.key) === name);
  return found?.type === "Property" ? found.value : undefined;
}

const boundedReadings = defineRule({
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== "MemberExpression" || nameOf(callee.property) !== "findMany") return;
      const { object } = callee;
      if (object.type === "MemberExpression" && smallTables.has(nameOf(object.property) ?? "")) return;
      const [query] = node.arguments;
      if (property(query, "take") || property(property(property(query, "where"), "id"), "in")) return;
      context.report({ node, message: "Limit this query (take), or say why it returns few rows." });
    },
  }),
});

/** Only lib/db/jobs.ts adds jobs, so that their payload is an id (ADR 33). */
const jobQueue = defineRule({
  create: (context) => ({
    TemplateElement(node) {
      if (node.value.raw.includes("graphile_worker"))
        context.report({ node, message: "Use addJob or another function of lib/db/jobs.ts." });
    },
  }),
});

const importsOfFolders = defineRule({
  create(context) {
    const file = path.relative(root, context.filename);
    const check = (node: ESTree.Node, source: unknown) => {
      if (typeof source !== "string") return;
      const imported = source.startsWith("@/")
        ? source.slice(2)
        : source.startsWith(".")
          ? path.join(path.dirname(file), source)
          : undefined;
      const message = imported && layerViolation(file, imported);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.type === "Literal" ? node.source.value : undefined),
    };
  },
});

const browserFile = new RegExp(`(?:^|[/-])(?:${browserFiles.join("|")})\\.ts$`);

/** A feature's files that the browser may load are distinguished from server files by their names (ADR 1). */
const serverOnly = defineRule({
  create(context) {
    const file = path.relative(root, context.filename);
    const [folder, feature = ""] = file.split("/");
    if (folder !== "lib" || !features.includes(feature) || browserFile.test(file)) return {};
    return {
      Program(node) {
        const [first] = node.body;
        if (first?.type === "ImportDeclaration" && first.source.value === "server-only") return;
        const names = browserFiles.map((name) => `${name}.ts`).join(", ");
        context.report({ node, message: `Begin with import "server-only", or end the name with ${names}.` });
      },
    };
  },
});

export default definePlugin({
  meta: { name: "house" },
  rules: {
    citations,
    "bounded-readings": boundedReadings,
    "job-queue": jobQueue,
    "imports-of-folders": importsOfFolders,
    "server-only": serverOnly,
  },
});
