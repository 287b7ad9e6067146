// Exports and imports the rows of the database with COPY.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Returns the application's tables and their columns, without generated ones, quoted. */
export async function readColumns(client: ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(quote_ident(column_name) order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and table_name not in ('_prisma_migrations', '_guards') group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

/** Returns the migrations that have been applied, oldest first. */
export async function readAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Yields the rows of a table in chunks of whole rows, as part of the caller's transaction. */
export async function* copyRowsOut(client: ClientBase, table: string, columns: string[]) {
  const stream = client.query(copyTo(`copy "${table}" (${columns.join()}) to stdout`));
  let pending: Buffer[] = [];
  let size = 0;
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    pending.push(bytes);
    size += bytes.length;
    if (size < CHUNK_BYTES) continue;
    const all = Buffer.concat(pending);
    // In the text format, newlines within values are escaped.
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    pending = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(pending);
}

/** Adds a chunk of rows. */
export const copyRowsIn = (
  client: ClientBase,
  table: string,
  columns: string[],
  rows: Uint8Array,
): Promise<void> =>
  pipeline(Readable.from([rows]), client.query(copyFrom(`copy "${table}" (${columns.join()}) from stdin`)));

export function countRows(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/**
 * Calls `work` with foreign keys dropped, because users and submissions refer to each other. Then adds them again, which validates every
 * reference, and sets the sequences. Does not require a superuser.
 */
export async function withoutForeignKeys(client: ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  const { rows: sequences } = await client.query<{ table: string; column: string; name: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as name
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { table, column, name } of sequences)
    await client.query(`select setval($1, (select coalesce(max(${column}), 0) + 1 from ${table}), false)`, [
      name,
    ]);
}
