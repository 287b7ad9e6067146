import { defineConfig, type DummyRuleMap } from "oxlint";
import { browserFiles, features } from "./scripts/lint/layers.ts";

/** The repository's own rules: imports flow app -> components -> lib, and only lib accesses the database (ADR 1). */
const noDatabase = {
  group: ["@/lib/db/*", "@prisma/*", "pg"],
  message: "Only lib/** reaches the database; use a query or a command.",
};
const noGenerated = {
  group: ["**/db/generated/*", "@/lib/db/generated/*"],
  message: "Only lib/db imports the generated client.",
};
const noReact = {
  group: ["react", "react-dom", "react-dom/*", "react-hook-form", "@tanstack/*", "@radix-ui/*"],
  message: "lib does not know React.",
};
const noEntries = {
  group: ["@/lib/ledger/entries"],
  importNames: ["credit", "debit"],
  message: "lib/ledger/journal.ts builds all entries.",
};
interface Pattern {
  group: string[];
  importNames?: string[];
  message: string;
}
const restrict = (...patterns: Pattern[]): DummyRuleMap => ({
  "no-restricted-imports": ["error", { patterns }],
});

const environmentMessage = "Only lib/env.ts reads the environment.";
const readsEnvironment = [
  "lib/env.ts",
  "*.config.ts",
  "instrumentation.ts",
  "server/**",
  "scripts/**",
  "deploy/**",
  "tests/**",
  "bench/**",
  "clients/**",
  "**/*.test.ts",
];

export default defineConfig({
  plugins: ["typescript", "react", "nextjs", "import", "jsx-a11y", "unicorn", "oxc", "vitest"],
  jsPlugins: ["./scripts/lint/house.ts"],
  categories: { correctness: "error" },
  options: { denyWarnings: true, reportUnusedDisableDirectives: "error" },
  settings: { react: { version: "19.3" } },
  ignorePatterns: [
    ".next",
    ".data",
    "lib/db/generated",
    "next-env.d.ts",
    "test-results",
    "clients/typescript/{dist,src/api.ts}",
  ],
  rules: {
    eqeqeq: "error",
    "no-console": ["error", { allow: ["error"] }],
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "no-array-constructor": "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "no-restricted-properties": [
      "error",
      { object: "process", property: "env", message: environmentMessage },
    ],
    "import/no-cycle": "error",
    "import/no-anonymous-default-export": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-namespace": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unsafe-function-type": "error",
    "nextjs/no-html-link-for-pages": "error",
    "nextjs/no-img-element": "error",
    "react/jsx-no-comment-textnodes": "error",
    "react/no-unescaped-entities": "error",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    "react/set-state-in-effect": "error",
    "react/set-state-in-render": "error",
    "house/citations": "error",
    "house/imports-of-folders": "error",
    // A set is copied before a loop that removes from it.
    "unicorn/no-useless-spread": "off",
    // Server components may read the clock.
    "react/purity": "off",
    // Playwright reads the names of a fixture's first parameter.
    "no-empty-pattern": "off",
    // The text of a label is often in a separate component; the browser sets a checkbox's aria-checked.
    "jsx-a11y/label-has-associated-control": "off",
    "jsx-a11y/role-has-required-aria-props": "off",
    // Input is deliberately searched for control characters.
    "no-control-regex": "off",
    // Some styles remove a role that the browser implies (lists), and components for several elements set it.
    "jsx-a11y/no-redundant-roles": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "jsx-a11y/no-interactive-element-to-noninteractive-role": "off",
    // Scrolling regions must be reachable by keyboard.
    "jsx-a11y/no-noninteractive-tabindex": "off",
    "jsx-a11y/no-noninteractive-element-interactions": "off",
    // Tests are tables, and helpers assert: these rules look only at individual test functions.
    "vitest/expect-expect": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/no-conditional-tests": "off",
    "vitest/no-standalone-expect": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/require-to-throw-message": "off",
    "vitest/valid-expect": "off",
    "vitest/valid-title": "off",
  },
  overrides: [
    { files: readsEnvironment, rules: { "no-restricted-properties": "off" } },
    // Commands print their results.
    {
      files: ["server/**", "scripts/**", "deploy/**", "tests/**", "bench/**", "clients/**"],
      rules: { "no-console": "off" },
    },
    // The server has a logger that drops personal data; only browser code may use the console.
    { files: ["lib/**"], rules: { "no-console": "error", ...restrict(noGenerated, noReact, noEntries) } },
    {
      files: ["lib/**"],
      excludeFiles: ["**/*.test.ts"],
      rules: { "house/bounded-readings": "error", "house/server-only": "error" },
    },
    {
      files: ["app/**", "components/**", "lib/**"],
      excludeFiles: ["lib/db/jobs.ts"],
      rules: { "house/job-queue": "error" },
    },
    { files: ["lib/db/**"], rules: restrict(noReact) },
    { files: ["app/**", "components/**"], rules: restrict(noDatabase, noGenerated) },
    {
      // The browser loads these too.
      files: [
        "lib/routes/**",
        "lib/reference/**",
        "lib/forms/**",
        "lib/**/*schema.ts",
        "lib/**/*-form.ts",
        "lib/**/dto.ts",
        "lib/**/policy.ts",
        ...features.flatMap((feature) => browserFiles.map((name) => `lib/${feature}/**/*${name}.ts`)),
      ],
      excludeFiles: ["**/*.test.ts"],
      rules: restrict(noGenerated, noDatabase, noReact, {
        group: [
          "next/headers",
          "next/navigation",
          "next/server",
          "next-auth",
          "next-auth/*",
          "node:*",
          "server-only",
        ],
        message: "The browser loads this module, too.",
      }),
    },
  ],
});
