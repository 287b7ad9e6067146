// Applies prisma/migrations, the schema of the job queue, and prisma/guards. The migrations table and checksums are Prisma's, so `prisma
// migrate deploy` works on the same database; `npm run migrate` must then still install the rest.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Logger, runMigrations } from "graphile-worker";
import { AdvisoryLock } from "../lib/locks.ts";
import { grantToApp } from "./database-roles.ts";
import { installGuards } from "./guards.ts";
import { withClient } from "./postgres.ts";
import { UserFacingError, root } from "./process.ts";

export const migrationsDir = path.join(root, "prisma/migrations");

const createTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

const silent = new Logger(() => () => {});

/** Returns all migrations of this program, oldest first. */
export const migrationNames = (): string[] =>
  fs
    .readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * Applies the pending migrations, each in one transaction with its row in the table. Then installs or updates the job queue (ADR 33) and
 * the guards (ADR 43), and grants the application's role its privileges. Returns the changed migrations and guards. With `only`, for the
 * tables of an older backup, applies these migrations and no guards, because guards fit only the newest tables. An advisory lock serializes
 * concurrent migrations. Throws a UserFacingError that names a failed migration or guard, and for a database from before the first
 * migration.
 */
export async function applyMigrations(
  url: string,
  { only }: { only?: string[] } = {},
): Promise<{ migrations: string[]; guards: string[] }> {
  const names = only ?? migrationNames();
  return withClient(url, async (client) => {
    await client.query("select pg_advisory_lock($1)", [AdvisoryLock.migrations]);
    await client.query("set client_min_messages = warning");
    await client.query(createTable);
    // A failed migration of Prisma's engine left no changes, because PostgreSQL runs a script as one transaction.
    await client.query(
      "update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null",
    );
    const { rows } = await client.query<{ name: string }>(
      "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    if (rows.length > 0 && !rows.some(({ name }) => name === names[0])) {
      throw new UserFacingError(
        "This database was made before the first release, by migrations that are gone. Start with an empty one: delete DATA_DIR, or name another database.",
      );
    }
    const pending = names.filter((name) => !rows.some((row) => row.name === name));
    for (const name of pending) {
      const script = fs.readFileSync(path.join(migrationsDir, name, "migration.sql"), "utf8");
      const checksum = createHash("sha256").update(script).digest("hex");
      try {
        await client.query("begin");
        await client.query(script);
        await client.query(
          `insert into public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
           values ($1, $2, $3, now(), 1)`,
          [randomUUID(), checksum, name],
        );
        await client.query("commit");
      } catch (error) {
        throw new UserFacingError(
          `The migration ${name} failed: ${error instanceof Error ? error.message : ""}`,
        );
      }
    }
    await runMigrations({ connectionString: url, maxPoolSize: 1, logger: silent });
    const guards = only ? [] : await installGuards(client);
    if (guards.length === 0) {
      // In one transaction, because it grants changes of all tables before it revokes those of some.
      await client.query("begin");
      await grantToApp(client);
      await client.query("commit");
    }
    return { migrations: pending, guards };
  });
}
