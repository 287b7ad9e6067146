// Applies, writes and checks migrations without Prisma's native engine, and installs prisma/guards.
//
//   npm run migrate                apply pending migrations to DATABASE_MIGRATION_URL or DATABASE_URL (else to the embedded PostgreSQL)
//   npm run migrate:new -- name    write prisma/migrations/<time>_<name>/migration.sql from the schema
//   node server/commands/migrate.ts --check    exit 1 if the migrations do not lead to the schema, the guards cannot be installed again, or
//                                              a migration breaks the version before (server/migration-compatibility.ts)
//
// --new and --check apply the migrations to a scratch database and compare it with the schema. Triggers, CHECKs, views and functions cannot
// be expressed in Prisma's schema language; they must be those of prisma/guards. An index that is missing from the schema is accepted if
// Prisma could not have generated it (GIN, GiST, BRIN, hash, INCLUDE, partial, expression).
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readGuards } from "../../lib/db/guards.ts";
import { withDatabase } from "../command-database.ts";
import { describeGuards } from "../guards.ts";
import { findIncompatibleMigrations } from "../migration-compatibility.ts";
import { applyMigrations, migrationNames, migrationsDir } from "../migrations.ts";
import { startThrowawayPostgres, stopAllPostgres, withClient } from "../postgres.ts";
import { UserFacingError, loadDotEnv, root, runCommand } from "../process.ts";
import { diffSchema } from "../schema-diff.ts";

/** Returns the SQL that is missing from the migrations, except for hand-written indexes. */
const findDifference = () =>
  withScratchDatabase(async (url) => {
    await applyMigrations(url);
    const script = await diffSchema(url);
    const handWritten = await findHandWrittenIndexes(url);
    // The engine generates blocks that begin with a comment such as `-- DropIndex`.
    return script
      .split(/^(?=-- [A-Z][A-Za-z]+$)/m)
      .filter((block) => {
        const index = /^-- DropIndex\s+DROP INDEX (?:"[^"]+"\.)?"([^"]+)";?\s*$/.exec(block)?.[1];
        return !(index && handWritten.has(index)) && !/^-- This is an empty migration\.\s*$/.test(block);
      })
      .join("")
      .trim();
  });

/** Finds indexes that Prisma would not have generated: with a method other than b-tree, INCLUDE, a condition or an expression. */
const findHandWrittenIndexes = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where m.amname <> 'btree' or i.indnatts <> i.indnkeyatts or i.indpred is not null or i.indexprs is not null`);
    return new Set(rows.map(({ name }) => name));
  });

/** Calls `work` with an empty database, on the server of DATABASE_URL or on a temporary one, and drops it. */
async function withScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env.DATABASE_URL;
  if (!given) {
    const server = await startThrowawayPostgres();
    return work(server.url).finally(server.stop);
  }
  const name = `seedline_scratch_${randomBytes(6).toString("hex")}`;
  return withClient(given, async (client) => {
    await client.query(`create database ${name}`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    return work(url.href).finally(() => client.query(`drop database if exists ${name} with (force)`));
  });
}

async function writeMigration(name: string): Promise<void> {
  if (!/^[a-z0-9_]+$/.test(name)) {
    throw new UserFacingError(
      "Give the migration a name of small letters, digits and underscores: npm run migrate:new -- add_plans",
    );
  }
  const sql = await findDifference();
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const dir = path.join(migrationsDir, `${time}_${name}`);
  fs.mkdirSync(dir);
  const file = path.join(dir, "migration.sql");
  fs.writeFileSync(file, `${sql || "-- The schema requires no change. Hand-written SQL goes here."}\n`);
  console.log(`Wrote ${path.relative(root, file)}${sql ? "." : ", empty: the schema requires no change."}`);
}

async function checkMigrations(): Promise<void> {
  const incompatible = findIncompatibleMigrations(migrationsDir, migrationNames());
  if (incompatible.length > 0) {
    console.error(incompatible.join("\n"));
    throw new UserFacingError(
      "These statements break servers of the version before, which are still running. Add first, and remove in a later release, with a line above: -- contract: <why no running version uses it since migration X>",
    );
  }
  const sql = await findDifference();
  if (sql) {
    console.error(sql);
    throw new UserFacingError(
      "The migrations do not lead to the schema. The SQL above is missing; npm run migrate:new -- <name> writes it.",
    );
  }
  console.log("The migrations lead to the schema.");
  await checkGuards();
  console.log("The guards are those of prisma/guards, and can be installed again.");
}

/** Throws a UserFacingError unless the guards of a new database match the files, and reinstalling all of them changes nothing. */
const checkGuards = () =>
  withScratchDatabase(async (url) => {
    await applyMigrations(url);
    const { guards } = await readGuards(root);
    const first = await withClient(url, describeGuards);
    const others = first.filter(({ name }) => !guards.some((guard) => guard.name === name));
    const missing = guards.filter(({ name }) => !first.some((guard) => guard.name === name));
    const list = (items: { name: string }[]) => items.map(({ name }) => name).join(", ");
    if (others.length > 0)
      throw new UserFacingError(
        `These are created by a migration and belong in prisma/guards: ${list(others)}.`,
      );
    if (missing.length > 0)
      throw new UserFacingError(
        `PostgreSQL has no guards with these names; write types as it prints them: ${list(missing)}.`,
      );
    const again = await applyMigrations(url);
    if (again.guards.length > 0)
      throw new UserFacingError(`These guards are installed by every run: ${again.guards.join(", ")}.`);
    await withClient(url, (client) => client.query("truncate _guards"));
    await applyMigrations(url);
    const second = await withClient(url, describeGuards);
    const changed = first.filter((guard, index) => guard.definition !== second[index]?.definition);
    if (changed.length > 0 || second.length !== first.length)
      throw new UserFacingError(`Installing these guards again changes them: ${list(changed)}.`);
  });

await runCommand(async () => {
  loadDotEnv();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stopAllPostgres().finally(() => process.exit(1)));
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { new: { type: "boolean" }, check: { type: "boolean" } },
  });
  if (values.new) await writeMigration(positionals[0] ?? "");
  else if (values.check) await checkMigrations();
  else {
    const { migrations, guards } = await withDatabase("migrate", (url) => applyMigrations(url), {
      asOwner: true,
    });
    if (migrations.length > 0) console.log(`Applied ${migrations.join(", ")}.`);
    if (guards.length > 0) console.log(`Installed ${guards.length} guards: ${guards.join(", ")}.`);
    if (migrations.length + guards.length === 0) console.log("The database is up to date.");
  }
  // The schema engine leaves a timer of ten seconds behind.
  process.exit(0);
});
