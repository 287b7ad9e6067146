import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { groups } from "./groups.ts";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const group = groups[process.env["MUTATION_GROUP"]!]!;

/** The tests of one group. Database and keys come from the environment set by run.ts. */
export default defineConfig({
  root: here("."),
  resolve: {
    alias: [
      { find: /^@\//, replacement: here("") },
      { find: "server-only", replacement: here("tests/support/empty.ts") },
    ],
  },
  test: {
    environment: "node",
    include: [...group.tests, "tests/mutation/loads.test.ts"],
    testTimeout: 30_000,
  },
});
