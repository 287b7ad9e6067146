import next from "eslint-config-next/core-web-vitals";
import typescript from "eslint-config-next/typescript";
import { readFileSync, readdirSync } from "node:fs";
import { textElement } from "./scripts/lint/text-element.mjs";

/**
 * The rules of the house (ADR 1): imports flow app -> components -> lib, the database is reached only from lib, and
 * only lib/env.ts reads the environment.
 */
/** Comments cite what a reader can open: `product 2.2`, `threat 31`, `ADR 12`. */
const documents = {
  product: new Set(
    [...read("docs/product.md").matchAll(/^#+ ([\d.]+?)\.? /gm)].map(([, section]) => section),
  ),
  threat: new Set([...read("docs/trust.md").matchAll(/^\| (\d+) \|/gm)].map(([, row]) => row)),
  ADR: new Set(readdirSync("docs/decisions").map((file) => String(Number(file.slice(0, 4))))),
};
function read(file) {
  return readFileSync(file, "utf8");
}
const citations = {
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const { value, loc } of sourceCode.getAllComments()) {
        for (const [, document, first, more] of value.matchAll(
          /\b(product|threat|ADR) (\d+(?:\.\d+)?)((?:, \d+(?:\.\d+)?)*)/g,
        ))
          for (const section of [first, ...more.split(", ").slice(1)])
            if (!documents[document].has(section))
              report({ loc, message: `There is no ${document} ${section} in docs/.` });
        if (/\b(?:SPEC|DECISIONS|TRUST|ARCHITECTURE|STYLE)\b/.test(value))
          report({ loc, message: "Cite docs/product.md, docs/trust.md or an ADR." });
      }
    },
  }),
};

const serverOnlyModules = [
  "next/headers",
  "next/navigation",
  "next/server",
  "next-auth",
  "next-auth/*",
  "react-dom/server",
];

const noAppFromBelow = { group: ["@/app/*", "**/app/*"], message: "Imports flow app -> components -> lib." };
const noComponents = { group: ["@/components/*"], message: "lib does not know components." };
const noDatabase = {
  group: ["@/lib/db/*", "@prisma/*", "pg"],
  message: "Only lib/** reaches the database; use a query or a command.",
};
const noGenerated = {
  group: ["**/db/generated/*", "@/lib/db/generated/*"],
  message: "The generated client is lib/db's own.",
};
const restrict = (...patterns) => ({ "no-restricted-imports": ["error", { patterns }] });

/**
 * Tables of which a reading needs no bound: settings; what one form has (its documents, signatories, reviewed parts); and what grows by one
 * with a decision of a reviewer, or up to a limit of its own.
 */
const smallTables = new Set([
  ...["holiday", "reviewDeadline", "requirement", "watchlist"],
  ...["document", "draftFile", "signatory", "partReview"],
  ...["submission", "identityCheck", "duplicateDecision", "screeningHit", "passkey"],
]);
const valueOf = (node, name) =>
  node?.type === "ObjectExpression"
    ? node.properties.find(({ key }) => key?.name === name)?.value
    : undefined;
const boundedReadings = {
  create: ({ report }) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.property?.name !== "findMany" || smallTables.has(callee.object.property?.name)) return;
      const [given] = node.arguments;
      if (valueOf(given, "take") || valueOf(valueOf(valueOf(given, "where"), "id"), "in")) return;
      report({ node, message: "Give this reading a bound (take), or say why it is small." });
    },
  }),
};

const config = [
  {
    ignores: [
      "node_modules/**",
      ".next/**",
      ".data/**",
      "lib/db/generated/**",
      "next-env.d.ts",
      "test-results/**",
      "playwright-report/**",
    ],
  },
  ...next,
  ...typescript,
  {
    plugins: { house: { rules: { citations, "bounded-readings": boundedReadings } } },
    rules: { "house/citations": "error" },
  },
  {
    files: ["app/**/*.tsx", "components/**/*.tsx"],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { translation: { rules: { "text-element": textElement } } },
    rules: { "translation/text-element": "error" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-console": ["error", { allow: ["error"] }],
      eqeqeq: "error",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    ignores: [
      "lib/env.ts",
      "*.config.ts",
      "instrumentation.ts",
      "server/**",
      "scripts/**",
      "deploy/**",
      "tests/**",
      "bench/**",
      "**/*.test.ts",
    ],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only lib/env.ts reads the environment." },
      ],
    },
  },
  // Commands print their results.
  { files: ["server/**", "scripts/**", "deploy/**", "tests/**", "bench/**"], rules: { "no-console": "off" } },
  // The server has a logger that drops personal data; only the browser may use its console.
  { files: ["lib/**"], rules: { "no-console": "error" } },
  {
    files: ["lib/**"],
    ignores: ["**/*.test.ts"],
    rules: {
      "house/bounded-readings": "error",
    },
  },
  {
    // One place adds jobs, so that their payload is an id (ADR 33).
    files: ["app/**", "components/**", "lib/**"],
    ignores: ["lib/db/jobs.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "TemplateElement[value.raw=/graphile_worker/]",
          message: "Use addJob or another function of lib/db/jobs.ts.",
        },
      ],
    },
  },
  { files: ["app/**"], rules: restrict(noDatabase, noGenerated) },
  { files: ["components/**"], rules: restrict(noDatabase, noGenerated, noAppFromBelow) },
  { files: ["lib/**"], ignores: ["lib/db/**"], rules: restrict(noGenerated, noAppFromBelow, noComponents) },
  {
    // What the browser loads too knows nothing of requests.
    files: [
      "lib/routes/**",
      "lib/reference/**",
      "lib/forms/**",
      "lib/**/*schema.ts",
      "lib/**/*-form.ts",
      "lib/**/dto.ts",
      "lib/**/policy.ts",
    ],
    ignores: ["**/*.test.ts"],
    rules: restrict(noGenerated, noAppFromBelow, noComponents, noDatabase, {
      group: [...serverOnlyModules, "node:*", "server-only"],
      message: "This module is loaded in the browser too.",
    }),
  },
];

export default config;
