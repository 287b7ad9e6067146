import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const key = Buffer.alloc(32, 1).toString("base64");

/** The configuration of unit tests, which never connect to a database. */
const unitEnv = {
  DATABASE_URL: "postgresql://localhost/none",
  AUTH_SECRET: "a".repeat(40),
  ACCESS_TOKEN_SECRET: "b".repeat(40),
  PII_KEYS: `k1:${key}`,
  BLIND_INDEX_KEY: key,
  AUDIT_SIGNING_KEY: key,
  LOG_LEVEL: "silent",
};

/** Tests that talk to servers on a real PostgreSQL. */
const withServers = {
  environment: "node",
  setupFiles: ["tests/support/env.ts"],
  // The limit ends hanging tests; a small busy machine is merely slow.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The CI machine has two cores, and the servers need some of them.
  maxWorkers: 2,
  // After the unit tests, when both run together.
  sequence: { groupOrder: 1 },
};

/** Names each failed test in a line at the end, because the end of a long log is what people see first. */
const failures: Reporter = {
  onTestRunEnd(files) {
    for (const file of files)
      for (const test of file.children.allTests("failed")) {
        const [reason = ""] = test.result().errors?.[0]?.message.split("\n") ?? [];
        process.stdout.write(`FAILED ${file.relativeModuleId} > ${test.fullName}: ${reason.slice(0, 200)}\n`);
      }
  },
};

/**
 * `unit` needs only the code. The others use two shared servers (tests/support/global.ts): `api`, whose files also share their modules;
 * `own`, whose files have an additional separate database; `wide`, which runs at the end (`npm run test:wide`). `commands` calls the
 * commands of lib without servers, each worker on a database of its own, so that nothing else acts on it; mutation tests use these tests
 * too. `drill` needs Debian's PostgreSQL and pgBackRest (`npm run test:drill`).
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: here("./") },
      { find: "server-only", replacement: here("./tests/support/empty.ts") },
    ],
  },
  test: {
    globalSetup: ["tests/support/global.ts"],
    reporters: ["default", failures],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          env: unitEnv,
          // Some read large pictures and PDFs, even on a busy machine.
          testTimeout: 60_000,
          include: [
            "lib/**/*.test.ts",
            "components/**/*.test.{ts,tsx}",
            "server/**/*.test.ts",
            "tests/faults/**/*.test.ts",
            "tests/*.test.ts",
            "clients/**/*.test.ts",
            "deploy/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "server/**/*.api.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...withServers,
          name: "api",
          include: ["tests/api/!(own|commands|wide)/**/*.test.ts", "server/**/*.api.test.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...withServers,
          name: "commands",
          globalSetup: ["tests/support/database-only.ts"],
          include: ["tests/api/commands/**/*.test.ts"],
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "drill",
          environment: "node",
          include: ["tests/ha/drill.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { ...withServers, name: "own", include: ["tests/api/own/**/*.test.ts"] } },
      { extends: true, test: { ...withServers, name: "wide", include: ["tests/api/wide/**/*.test.ts"] } },
    ],
  },
});
