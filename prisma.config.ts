import { defineConfig } from "prisma/config";

/** Read by the Prisma CLI only; the running product takes its configuration from lib/env.ts. */
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
