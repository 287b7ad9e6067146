// The wrapped data keys of a database, wherever they stand: every column `data_key`, in a table with one primary key (lib/pii).
import { keyIdOf, unwrapKey, wrapKey } from "../../lib/pii/seal.ts";

const BATCH = 100;

/** [{table, id}]: the tables with sealed columns, and their primary keys. */
export async function sealedTables(client) {
  const { rows } = await client.query(`
    select t.relname as table, k.attname as id
    from pg_class t
      join pg_attribute d on d.attrelid = t.oid and d.attname = 'data_key' and not d.attisdropped
      join pg_index i on i.indrelid = t.oid and i.indisprimary and i.indnkeyatts = 1
      join pg_attribute k on k.attrelid = t.oid and k.attnum = i.indkey[0]
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    order by 1`);
  return rows;
}

/** How many rows need each key of the ring: Map of key id to count. */
export async function countByKey(client) {
  const counts = new Map();
  for (const { table } of await sealedTables(client)) {
    const { rows } = await client.query(
      `select split_part(data_key, '.', 1) as key, count(*)::int as count from "${table}"
       where data_key is not null group by 1`,
    );
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/**
 * Wraps a table's data keys under the newest key of the ring, a few rows in a transaction. Rows that somebody else holds are passed
 * over, so nobody ever waits for long and nothing can deadlock; call again for those. Answers {done, closed}: how many were
 * wrapped anew, and the ids of rows that do not open.
 */
export async function rewrapTable(client, { table, id }, ring) {
  const closed = [];
  let done = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    await client.query("begin");
    const { rows } = await client.query(
      `select "${id}" as id, data_key from "${table}"
       where "${id}" > $1 and split_part(data_key, '.', 1) <> $2
       order by "${id}" limit ${BATCH} for update skip locked`,
      [after, ring[0].id],
    );
    const fresh = rows.flatMap((row) => {
      try {
        const key = unwrapKey(ring, table, row.id, row.data_key);
        return [{ id: row.id, dataKey: wrapKey(ring[0], table, row.id, key) }];
      } catch {
        closed.push({ table, id: row.id, key: keyIdOf(row.data_key) });
        return [];
      }
    });
    await client.query(
      `update "${table}" set data_key = fresh.data_key
       from unnest($1::uuid[], $2::text[]) as fresh (id, data_key) where "${table}"."${id}" = fresh.id`,
      [fresh.map((row) => row.id), fresh.map((row) => row.dataKey)],
    );
    await client.query("commit");
    done += fresh.length;
    if (rows.length === 0) return { done, closed };
    after = rows.at(-1).id;
  }
}
