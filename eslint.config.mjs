import next from "eslint-config-next/core-web-vitals";
import typescript from "eslint-config-next/typescript";

/**
 * The rules of the house (ADR 1): imports flow app -> components -> lib, the database is reached only from lib, and
 * only lib/env.ts reads the environment.
 */
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
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "import/no-cycle": ["error", { ignoreExternal: true }],
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
  { files: ["app/**"], rules: restrict(noDatabase, noGenerated) },
  { files: ["components/**"], rules: restrict(noDatabase, noGenerated, noAppFromBelow) },
  { files: ["lib/**"], ignores: ["lib/db/**"], rules: restrict(noGenerated, noAppFromBelow, noComponents) },
  {
    // What the browser loads too knows nothing of requests.
    files: ["lib/routes/**", "lib/reference/**", "lib/fields.ts", "lib/**/*schema.ts", "lib/**/dto.ts"],
    ignores: ["**/*.test.ts"],
    rules: restrict(noGenerated, noAppFromBelow, noComponents, noDatabase, {
      group: [...serverOnlyModules, "node:*", "server-only"],
      message: "This module is loaded in the browser too.",
    }),
  },
];

export default config;
