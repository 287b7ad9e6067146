// Compares a database with prisma/schema using Prisma's schema engine as WebAssembly, which needs no download.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type * as EngineModule from "@prisma/schema-engine-wasm";
import pg from "pg";
import { UserFacingError, root } from "./process.ts";

type Engine = typeof EngineModule;

/** The package's own loader requires a bundler that can import .wasm files. */
async function loadEngine(): Promise<Engine> {
  const name = "@prisma/schema-engine-wasm";
  const bindings = (await import(`${name}/schema_engine_bg`)) as Engine & {
    __wbg_set_wasm: (exports: unknown) => void;
  };
  const folder = path.dirname(createRequire(import.meta.url).resolve(name));
  const { instance } = await WebAssembly.instantiate(
    fs.readFileSync(path.join(folder, "schema_engine_bg.wasm")),
    {
      "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
    },
  );
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return bindings;
}

function readSchema(): { path: string; content: string }[] {
  const dir = path.join(root, "prisma/schema");
  const files = fs.readdirSync(dir).filter((name) => name.endsWith(".prisma"));
  return files
    .sort()
    .map((name) => ({ path: path.join(dir, name), content: fs.readFileSync(path.join(dir, name), "utf8") }));
}

/** PostgreSQL's internal one-byte type "char", a column type of its catalogues. */
const CHAR_OID = 18;

/** The engine reads columns of type "char", which the driver rejects: they are read as text and then declared as characters. */
class CatalogAdapterFactory extends PrismaPg {
  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    const query = pool.query.bind(pool);
    const queryRaw = adapter.queryRaw.bind(adapter);
    const charColumns = new Set<string>();
    Object.assign(pool, {
      async query(config: pg.QueryArrayConfig) {
        const result = await query(config);
        for (const field of result.fields) {
          if (field.dataTypeID !== CHAR_OID) continue;
          field.dataTypeID = pg.types.builtins.TEXT;
          charColumns.add(field.name);
        }
        return result;
      },
    });
    return Object.assign(adapter, {
      async queryRaw(sql: Parameters<typeof queryRaw>[0]) {
        const result = await queryRaw(sql);
        for (const [index, name] of result.columnNames.entries())
          if (charColumns.has(name)) result.columnTypes[index] = ColumnTypeEnum.Character;
        return result;
      },
    });
  }
}

/** Returns the SQL that changes the database at `url` to match prisma/schema. */
export async function diffSchema(url: string): Promise<string> {
  const { SchemaEngine } = await loadEngine();
  const files = readSchema();
  // Without the idle timer a finished command would stay alive for ten seconds.
  const factory = new CatalogAdapterFactory({ connectionString: url, max: 2, idleTimeoutMillis: 0 });
  const engine = await SchemaEngine.new(
    { datamodels: files.map((file) => [file.path, file.content]) },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: root },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: ["public._guards"], externalEnums: [] },
    });
    return stdout ?? "";
  } catch (error) {
    // The engine's own stack trace is not useful.
    throw new UserFacingError(
      (error instanceof Error ? error.message : String(error)).replace(/\n\s+0: [\s\S]*$/, ""),
    );
  } finally {
    engine.free();
  }
}
