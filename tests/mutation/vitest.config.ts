import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The tests that mutants have to survive: those that need nothing but the code (tests/mutation/stryker.config.mjs). */
export default defineConfig({
  root: here("."),
  resolve: {
    alias: [
      { find: /^@\//, replacement: here("") },
      { find: "server-only", replacement: here("tests/support/empty.ts") },
    ],
  },
  test: { environment: "node", include: ["lib/routes/*.test.ts", "lib/pii/*.test.ts"] },
});
