// Opens Prisma's schema engine (WebAssembly) on a database, through the same driver that the product uses.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Stop, root } from "./common.mjs";

const resolve = createRequire(import.meta.url).resolve;

let loaded;

/** Loads the engine once for a process. Its own loader wants a bundler that can import .wasm files. */
async function load() {
  if (loaded) return loaded;
  const engine = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const file = path.join(path.dirname(resolve("@prisma/schema-engine-wasm")), "schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), {
    "./schema_engine_bg.js": engine,
  });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return (loaded = engine);
}

/** The files of prisma/schema. */
export function readSchema() {
  const dir = path.join(root, "prisma/schema");
  const files = fs.existsSync(dir) ? fs.readdirSync(dir).filter((name) => name.endsWith(".prisma")) : [];
  if (!files.length) throw new Stop("prisma/schema holds no .prisma file.");
  return files
    .sort()
    .map((name) => ({ path: path.join(dir, name), content: fs.readFileSync(path.join(dir, name), "utf8") }));
}

/** The migrations folder, in the form the engine wants; only those that are `named`, if any are. */
export function readMigrations(baseDir, named) {
  const entries = fs.existsSync(baseDir) ? fs.readdirSync(baseDir, { withFileTypes: true }) : [];
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const names = named ? folders.filter((name) => named.includes(name)) : folders;
  const lock = path.join(baseDir, "migration_lock.toml");
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: fs.existsSync(lock) ? fs.readFileSync(lock, "utf8") : null,
    },
    shadowDbInitScript: "",
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: fs.readFileSync(path.join(baseDir, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/**
 * The driver's own executeScript cuts a script at every semicolon, which breaks functions, texts and comments. PostgreSQL
 * takes a script whole, as one transaction, and that is also what the native engine does. A migration's entry in the
 * table is finished in that same transaction, so a process killed at any moment leaves the migration done or not begun.
 */
function wholeScripts(adapter) {
  adapter.executeScript = async (script) => {
    const checksum = createHash("sha256").update(script).digest("hex");
    const pool = adapter.underlyingDriver();
    const known = await pool
      .query(
        `select 1 from "_prisma_migrations" where checksum = $1 and finished_at is null and rolled_back_at is null`,
        [checksum],
      )
      .then(
        (result) => result.rowCount > 0,
        () => false,
      );
    const finish = `;\nupdate "_prisma_migrations" set finished_at = now(), applied_steps_count = 1
      where checksum = '${checksum}' and finished_at is null and rolled_back_at is null;`;
    try {
      await pool.query(known ? `${script}\n${finish}` : script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}

/**
 * PostgreSQL's catalogue tables hold columns of its internal one-byte type "char". The engine reads them, the driver refuses
 * them. They are passed off as text on the way in and named as characters on the way out.
 */
function withCatalogueCharacters(adapter, { Character }) {
  const CHAR = 18;
  const TEXT = 25;
  const performIO = adapter.performIO.bind(adapter);
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = TEXT;
      (query.characters ??= []).push(result.fields.indexOf(field));
    }
    return result;
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const answer = await queryRaw(query);
    for (const index of query.characters ?? []) answer.columnTypes[index] = Character;
    return answer;
  };
  return adapter;
}

/** The engine for one database; `close` it, or its connections keep the process alive. */
export async function openSchemaEngine(url) {
  const { SchemaEngine } = await load();
  const { PrismaPg } = await import("@prisma/adapter-pg");
  const { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } =
    await import("@prisma/driver-adapter-utils");
  // No idle timer: it would keep a finished script alive for ten seconds.
  const factory = new PrismaPg({ connectionString: url, max: 2, idleTimeoutMillis: 0 });
  const adapters = [];
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = withCatalogueCharacters(wholeScripts(await connect()), ColumnTypeEnum);
    adapters.push(adapter);
    return adapter;
  };
  const datamodels = readSchema().map((file) => [file.path, file.content]);
  const engine = await SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  // Only what is used here; its failures become readable.
  const wrapped = {
    async close() {
      engine.free();
      await Promise.all(adapters.map((adapter) => adapter.dispose().catch(() => {})));
    },
  };
  for (const name of ["diff", "applyMigrations", "diagnoseMigrationHistory", "markMigrationRolledBack"]) {
    wrapped[name] = (input) =>
      engine[name](input).catch((error) => Promise.reject(new Stop(readable(error))));
  }
  return wrapped;
}

/** The engine's message without its own trace, which names places in its source. */
const readable = (error) => (error?.message ?? String(error)).replace(/\n\s+0: [\s\S]*$/, "");
