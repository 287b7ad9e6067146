import pg from "pg";
import type { Database } from "../tests/support/server";

/** Bytes with indexes and what is out of line. */
export interface Weight {
  users: number;
  user: number;
  /** The part of a user that is indexes. */
  indexes: number;
  /** Answers, sealed numbers, decision; without documents. */
  submission: number;
}

const ofSubmissions =
  "'submissions', 'personal_details', 'next_of_kin', 'bank_details', 'companies', 'signatories', 'decisions'";

/** What people weigh in a database, on average. */
export async function weigh(database: Database): Promise<Weight> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<Weight>(`
      WITH sizes AS (SELECT relname, pg_total_relation_size(oid) AS total, pg_indexes_size(oid) AS indexes
        FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace),
      counts AS (SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM submissions) AS submissions)
      SELECT users::int,
        ((SELECT total FROM sizes WHERE relname = 'users') / users)::int AS user,
        ((SELECT indexes FROM sizes WHERE relname = 'users') / users)::int AS indexes,
        ((SELECT sum(total) FROM sizes WHERE relname IN (${ofSubmissions})) / submissions)::int AS submission
      FROM counts`);
    return rows[0]!;
  } finally {
    await client.end();
  }
}
