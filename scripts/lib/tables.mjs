// All rows of the database out and in again, as JSON, in one snapshot. The tables themselves come from the migrations.

const BATCH = 200;
const MIGRATIONS = "_prisma_migrations";

/** The product's tables that are there, by name. */
export async function tableNames(client) {
  const { rows } = await client.query(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> $1 order by 1`,
    [MIGRATIONS],
  );
  return rows.map(({ name }) => name);
}

/** The migrations that were applied, oldest first. */
export async function appliedMigrations(client) {
  const { rows } = await client.query(
    `select migration_name as name from ${MIGRATIONS} where finished_at is not null and rolled_back_at is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The rows of a table in batches, {rows, json}: how many, and a JSON array of them. Part of the caller's transaction. */
export async function* dumpTable(client, table) {
  await client.query(
    `declare dump no scroll cursor for select row_to_json(t)::text as json from "${table}" t`,
  );
  for (;;) {
    const { rows } = await client.query(`fetch ${BATCH} from dump`);
    if (rows.length === 0) break;
    yield { rows: rows.length, json: `[${rows.map(({ json }) => json).join(",")}]` };
  }
  await client.query("close dump");
}

/** Adds a batch. */
export const loadRows = (client, table, json) =>
  client.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::json)`, [
    json,
  ]);

/**
 * Runs `work` with foreign keys gone and triggers off, because users and submissions refer to each other and the kept totals are in the
 * rows already; then puts both back, which proves every reference, and sequences where the rows are. Needs no superuser.
 */
export async function withoutGuards(client, work) {
  const tables = await tableNames(client);
  const { rows: keys } = await client.query(
    `select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table "${table}" disable trigger user`);
  await work();
  for (const table of tables) await client.query(`alter table "${table}" enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  const { rows: serials } = await client.query(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { table, column, sequence } of serials)
    await client.query(`select setval($1, (select coalesce(max(${column}), 0) + 1 from ${table}), false)`, [
      sequence,
    ]);
}
