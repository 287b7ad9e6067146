// The wrapped data keys of a database: every column `data_key`, in a table with one primary key (lib/pii).
import type { ClientBase } from "pg";
import { keyIdOf, unwrapKey, wrapKey, type RingKey } from "../lib/pii/seal.ts";

const BATCH_SIZE = 100;

export interface SealedTable {
  table: string;
  /** The primary key. */
  id: string;
}

/** A row whose data key does not open with the key ring. */
export interface UnreadableRow {
  table: string;
  id: string;
  key: string;
}

/** Returns the tables with sealed columns. */
export async function findSealedTables(client: ClientBase): Promise<SealedTable[]> {
  const { rows } = await client.query<SealedTable>(`
    select t.relname as table, k.attname as id
    from pg_class t
      join pg_attribute d on d.attrelid = t.oid and d.attname = 'data_key' and not d.attisdropped
      join pg_index i on i.indrelid = t.oid and i.indisprimary and i.indnkeyatts = 1
      join pg_attribute k on k.attrelid = t.oid and k.attnum = i.indkey[0]
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    order by 1`);
  return rows;
}

/** Counts the rows that need each key of the ring, by key id. */
export async function countByKey(client: ClientBase): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table } of await findSealedTables(client)) {
    const { rows } = await client.query<{ key: string; count: number }>(
      `select split_part(data_key, '.', 1) as key, count(*)::int as count from "${table}"
       where data_key is not null group by 1`,
    );
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/**
 * Wraps a table's data keys with the newest key of the ring, a few rows per transaction. Locked rows are skipped, so that servers never
 * wait for long and no deadlock is possible; call it again for those. Returns the number of wrapped rows, and the unreadable ones.
 */
export async function rewrapTable(
  client: ClientBase,
  { table, id }: SealedTable,
  ring: [RingKey, ...RingKey[]],
) {
  const [newest] = ring;
  const unreadable: UnreadableRow[] = [];
  let count = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    await client.query("begin");
    const { rows } = await client.query<{ id: string; data_key: string }>(
      `select "${id}" as id, data_key from "${table}"
       where "${id}" > $1 and split_part(data_key, '.', 1) <> $2
       order by "${id}" limit ${BATCH_SIZE} for update skip locked`,
      [after, newest.id],
    );
    const rewrapped = rows.flatMap((row) => {
      try {
        const key = unwrapKey(ring, table, row.id, row.data_key);
        return [{ id: row.id, dataKey: wrapKey(newest, table, row.id, key) }];
      } catch {
        unreadable.push({ table, id: row.id, key: keyIdOf(row.data_key) });
        return [];
      }
    });
    await client.query(
      `update "${table}" set data_key = rewrapped.data_key
       from unnest($1::uuid[], $2::text[]) as rewrapped (id, data_key) where "${table}"."${id}" = rewrapped.id`,
      [rewrapped.map((row) => row.id), rewrapped.map((row) => row.dataKey)],
    );
    await client.query("commit");
    count += rewrapped.length;
    const last = rows.at(-1);
    if (!last) return { count, unreadable };
    after = last.id;
  }
}
