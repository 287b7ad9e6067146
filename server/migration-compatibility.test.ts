import { describe, expect, it } from "vitest";
import { findIncompatibilities } from "./migration-compatibility";

const breaking = [
  'ALTER TABLE "users" DROP COLUMN "name";',
  "ALTER TABLE users RENAME COLUMN a TO b;",
  "ALTER TABLE users RENAME TO people;",
  'DROP TABLE "users";',
  'ALTER TABLE "users" ADD COLUMN "c" TEXT NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "c" SET NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "c" DROP NOT NULL;',
  'ALTER TABLE "users" ALTER COLUMN "c" DROP DEFAULT;',
  'ALTER TABLE "users" ALTER COLUMN "c" SET DATA TYPE VARCHAR(10);',
  'ALTER TABLE "users" ADD COLUMN "at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp();',
  'ALTER TABLE "users" ADD CONSTRAINT "u" UNIQUE ("c");',
  'CREATE UNIQUE INDEX "i" ON "users"("c");',
  'ALTER TABLE "users" ADD CONSTRAINT "k" CHECK ("c" > 1);',
  'ALTER TABLE "users" ADD CONSTRAINT "k" CHECK ("c" > 1) NOT VALID;',
  'ALTER TABLE "users" ADD CONSTRAINT "f" FOREIGN KEY ("c") REFERENCES "firms"("id") ON DELETE CASCADE;',
  "ALTER TYPE role RENAME VALUE 'a' TO 'b';",
  'ALTER TYPE "role" RENAME TO "role_old";',
  'DROP TYPE "role";',
  `ALTER TYPE "role" ADD VALUE 'guest';`,
  "DROP VIEW balances;",
  "ALTER TABLE users SET SCHEMA other;",
  "TRUNCATE users CASCADE;",
  "REVOKE SELECT ON users FROM seedline_app;",
  "ALTER TABLE users ENABLE ROW LEVEL SECURITY;",
  "DO $$ BEGIN ALTER TABLE users DROP COLUMN c; END $$;",
  "DROP INDEX i;",
  "SELECT 1; ALTER TYPE role ADD VALUE 'guest';",
  'ALTER TABLE "users" ADD COLUMN "c" TEXT UNIQUE;',
];

const compatible = [
  'ALTER TABLE "users" ADD COLUMN "c" TEXT;',
  `ALTER TABLE "users" ADD COLUMN "c" TEXT NOT NULL DEFAULT 'x';`,
  'CREATE INDEX "i" ON "users"("c");',
  'ALTER TABLE "users" DROP CONSTRAINT "k";',
  'CREATE TABLE "n" ("id" UUID NOT NULL, "c" TEXT NOT NULL, CONSTRAINT "n_pkey" PRIMARY KEY ("id"));\nCREATE UNIQUE INDEX "n_c" ON "n"("c");\nALTER TABLE "n" ADD CONSTRAINT "f" FOREIGN KEY ("c") REFERENCES "firms"("id");',
  'ALTER TABLE "users" ADD COLUMN "firm_id" UUID;\nCREATE UNIQUE INDEX "i" ON "users"("firm_id");\nALTER TABLE "users" ADD CONSTRAINT "f" FOREIGN KEY ("firm_id") REFERENCES "firms"("id");',
  "UPDATE users SET c = 1 WHERE c IS NULL;",
];

/** While servers are replaced, two versions use one database (ADR 60). */
describe("findIncompatibilities", () => {
  it.each(breaking)("refuses %s", (sql) => {
    expect(findIncompatibilities(`-- AlterTable\n${sql}\n`)).toEqual([expect.stringMatching(/^line 2: \S/)]);
  });

  it.each(compatible)("accepts %s", (sql) => {
    expect(findIncompatibilities(`-- AlterTable\n${sql}\n`)).toEqual([]);
  });

  it("accepts a statement with a reason above it, and only that statement", () => {
    const [first, , , second] = breaking;
    const reason = "-- contract: no version reads it since 20261201120000_names\n";
    expect(findIncompatibilities(`${reason}${first}\n\n${second}\n`)).toEqual([
      "line 4: Dropping a table may break existing clients.",
    ]);
    expect(findIncompatibilities(`-- contract:\n${first}\n`)).toHaveLength(1);
  });

  it("refuses a constraint that is about an existing column, of which another table gets one of the same name", () => {
    const sql =
      'ALTER TABLE "firms" ADD COLUMN "c" INTEGER;\nALTER TABLE "users" ADD CONSTRAINT "k" CHECK ("c" > 1);\n';
    expect(findIncompatibilities(sql)).toEqual([expect.stringMatching(/^line 2: \S/)]);
  });

  it.each([
    'ALTER TABLE "users" ADD CONSTRAINT "k" CHECK ("c" IS NOT NULL) NOT VALID;',
    'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK ("old" > 1);',
  ])("refuses a constraint that the new column's empty rows break, or that only has its name: %s", (sql) => {
    expect(findIncompatibilities(`ALTER TABLE "users" ADD COLUMN "c" INTEGER;\n${sql}\n`)).toEqual([
      expect.stringMatching(/^line 2: \S/),
    ]);
  });

  it("refuses a unique index on a new column that has a default", () => {
    const sql =
      'ALTER TABLE "users" ADD COLUMN "c" INTEGER NOT NULL DEFAULT 0;\nCREATE UNIQUE INDEX "i" ON "users"("c");\n';
    expect(findIncompatibilities(sql)).toEqual([expect.stringMatching(/^line 2: \S/)]);
  });

  it("refuses what cannot be read", () => {
    expect(findIncompatibilities("ALTER TABL users;\n")).not.toEqual([]);
  });
});
