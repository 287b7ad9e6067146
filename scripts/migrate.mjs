// Migrations, without Prisma's native engine: the official schema engine compiled to WebAssembly does the work, so nothing
// is downloaded. It keeps the same table and checksums, and `prisma migrate deploy` stays usable on the same database.
//
//   node scripts/migrate.mjs              apply what is pending to DATABASE_URL (else to the embedded PostgreSQL)
//   node scripts/migrate.mjs --new name   write prisma/migrations/<time>_<name>/migration.sql from the schema
//   node scripts/migrate.mjs --check      exit 1 when the migrations do not lead to the schema
//
// --new and --check replay the migrations in a scratch database and compare that with the schema. Triggers, CHECKs,
// functions, partial and expression indexes are outside Prisma's schema language and are not compared. An index that the
// schema does not know is accepted when it is one Prisma would not write by itself (GIN, GiST, BRIN, hash, INCLUDE); a plain
// b-tree index that the schema does not know is a difference.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Stop, isMain, loadDotEnv, main, root } from "./lib/common.mjs";
import { withDatabase } from "./lib/database.mjs";
import { openSchemaEngine, readMigrations, readSchema } from "./lib/schema-engine.mjs";
import { startThrowawayPostgres, stopAllPostgres } from "./lib/postgres.mjs";

/** Any number: it only has to be the same for everybody who migrates, and another than Prisma's own lock. */
const LOCK = 7_330_427_510;

const migrationsDir = path.join(root, "prisma/migrations");
const filters = { externalTables: [], externalEnums: [] };

/**
 * Applies pending migrations, or of them only those that are `named`; answers their names. Two processes at once take turns, and the
 * second finds nothing to do.
 */
export async function deploy(url, named) {
  const { default: pg } = await import("pg");
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [LOCK]);
    const engine = await openSchemaEngine(url);
    try {
      const migrationsList = readMigrations(migrationsDir, named);
      // Each migration is one transaction together with its entry in the table (see lib/schema-engine.mjs), so a failed or
      // interrupted one left nothing behind and may simply be tried again.
      const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters,
      });
      for (const migrationName of failedMigrationNames)
        await engine.markMigrationRolledBack({ migrationName });
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
      return appliedMigrationNames;
    } finally {
      await engine.close();
    }
  } finally {
    await lock.end();
  }
}

/** The SQL that leads from the migrations to the schema, without what belongs to hand-written SQL. */
async function difference() {
  return withScratch(async (url) => {
    await deploy(url);
    const engine = await openSchemaEngine(url);
    try {
      const { stdout } = await engine.diff({
        from: { tag: "schemaDatasource", files: readSchema(), configDir: root },
        to: { tag: "schemaDatamodel", files: readSchema() },
        script: true,
        exitCode: null,
        filters,
      });
      return withoutForeignIndexes(stdout ?? "", await handWrittenIndexes(url));
    } finally {
      await engine.close();
    }
  });
}

/** Indexes that Prisma would not have written: another method than b-tree, or with INCLUDE, a condition or an expression. */
async function handWrittenIndexes(url) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select c.relname as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where m.amname <> 'btree' or i.indnatts <> i.indnkeyatts or i.indpred is not null or i.indexprs is not null`);
    return new Set(rows.map((row) => row.name));
  } finally {
    await client.end();
  }
}

/** The engine writes blocks that begin with a comment such as `-- DropIndex`. */
function withoutForeignIndexes(script, known) {
  return script
    .split(/^(?=-- [A-Z][A-Za-z]+$)/m)
    .filter((block) => {
      const drop = /^-- DropIndex\s+DROP INDEX (?:"[^"]+"\.)?"([^"]+)";?\s*$/.exec(block);
      return !(drop && known.has(drop[1])) && !/^-- This is an empty migration\.\s*$/.test(block);
    })
    .join("")
    .trim();
}

/** Gives an empty database to the work and drops it after: on the server of DATABASE_URL, else in a temporary one. */
async function withScratch(work) {
  const given = process.env.DATABASE_URL;
  if (!given) {
    const server = await startThrowawayPostgres();
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  }
  const { default: pg } = await import("pg");
  const name = `seedline_scratch_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: given });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).catch(() => {});
    await client.end();
  }
}

async function writeNew(name) {
  if (!/^[a-z0-9_]+$/.test(name ?? "")) {
    throw new Stop(
      "Give the migration a name of small letters, digits and underscores: npm run migrate:new -- add_plans",
    );
  }
  const sql = await difference();
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const dir = path.join(migrationsDir, `${time}_${name}`);
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(
    path.join(dir, "migration.sql"),
    `${sql || "-- The schema asks for no change. Hand-written SQL goes here."}\n`,
  );
  fs.writeFileSync(
    path.join(migrationsDir, "migration_lock.toml"),
    '# Written by scripts/migrate.mjs in the form Prisma expects.\nprovider = "postgresql"\n',
  );
  const file = path.relative(root, path.join(dir, "migration.sql"));
  console.log(sql ? `Wrote ${file}.` : `Wrote ${file}, empty: the schema asks for no change.`);
}

async function check() {
  const sql = await difference();
  if (!sql) return console.log("The migrations lead to the schema.");
  console.error(sql);
  throw new Stop(
    "The migrations do not lead to the schema. The SQL above is missing; npm run migrate:new -- <name> writes it.",
  );
}

if (isMain(import.meta.url)) {
  await main(async () => {
    loadDotEnv();
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => void stopAllPostgres().finally(() => process.exit(1)));
    }
    const [option, name] = process.argv.slice(2);
    if (option === "--new") await writeNew(name);
    else if (option === "--check") await check();
    else if (option) throw new Stop(`Unknown option ${option}. Known: --new <name>, --check.`);
    else {
      const applied = await withDatabase("migrate", deploy);
      console.log(applied.length ? `Applied ${applied.join(", ")}.` : "The database is up to date.");
    }
    // The engine leaves a timer of ten seconds behind; nobody should wait for it.
    process.exit(0);
  });
}
