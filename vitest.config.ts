import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `unit` needs nothing but the code. `api` talks to two real servers on a real PostgreSQL (tests/support/global.ts). */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: here("./") },
      { find: "server-only", replacement: here("./tests/support/empty.ts") },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: [
            "lib/**/*.test.ts",
            "components/**/*.test.{ts,tsx}",
            "server/**/*.test.ts",
            "tests/faults/**/*.test.ts",
            "tests/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "server/**/*.api.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          environment: "node",
          include: ["tests/api/**/*.test.ts", "server/**/*.api.test.ts"],
          globalSetup: ["tests/support/global.ts"],
          setupFiles: ["tests/support/env.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // The machine that checks this has two cores, and the servers need some of them.
          maxWorkers: 2,
          // After the unit tests, when both are run at once.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
