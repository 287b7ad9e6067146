import pg from "pg";
import type { Database } from "../tests/support/server";

/** Bytes, including indexes and TOAST. */
export interface StorageSize {
  users: number;
  user: number;
  /** The part of `user` that indexes occupy. */
  indexes: number;
  /** Answers, encrypted numbers and decision, without documents. */
  submission: number;
}

const submissionTables =
  "'submissions', 'personal_details', 'next_of_kin', 'bank_details', 'companies', 'signatories', 'decisions'";

/** Measures the average storage per user. */
export async function measureStorage(database: Database): Promise<StorageSize> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<StorageSize>(`
      WITH sizes AS (SELECT relname, pg_total_relation_size(oid) AS total, pg_indexes_size(oid) AS indexes
        FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace),
      counts AS (SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM submissions) AS submissions)
      SELECT users::int,
        ((SELECT total FROM sizes WHERE relname = 'users') / users)::int AS user,
        ((SELECT indexes FROM sizes WHERE relname = 'users') / users)::int AS indexes,
        ((SELECT sum(total) FROM sizes WHERE relname IN (${submissionTables})) / submissions)::int AS submission
      FROM counts`);
    return rows[0]!;
  } finally {
    await client.end();
  }
}
