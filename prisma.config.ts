import { defineConfig } from "prisma/config";

/** Read only by the Prisma CLI; at run time the configuration comes from lib/env.ts. */
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
