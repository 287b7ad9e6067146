// The demo accounts, whose password is public (README). They exist only in the demo (product 10.1, threat 56).
import type { ClientBase } from "pg";
import { errorCode, UserFacingError } from "./process.ts";
import { withClient } from "./postgres.ts";

/** The address and description of each account. */
export const demoAccounts = [
  ["super@seedline.example", "super administrator"],
  ["admin@seedline.example", "administrator"],
  ["reviewer@seedline.example", "administrator, duty: reviewer"],
  ["senior@seedline.example", "administrator, duty: senior reviewer"],
  ["finance@seedline.example", "administrator, duty: finance"],
  ["compliance@seedline.example", "administrator, duty: compliance"],
  ["auditor@seedline.example", "administrator, duty: auditor"],
  ["investor@demo.example", "personal investor, approved"],
  ["corporate@demo.example", "corporate investor, waiting for a decision"],
  ["startup@demo.example", "startup, approved"],
  ["new@demo.example", "verified e-mail, no role chosen yet"],
  ["rejected@demo.example", "personal investor, rejected"],
] as const;

/** Returns the rows of a query on users; none before the first migration. */
async function readUsers<T>(url: string, query: (client: ClientBase) => Promise<T[]>): Promise<T[]> {
  try {
    return await withClient(url, query);
  } catch (error) {
    if (errorCode(error) === "42P01") return [];
    throw error;
  }
}

/**
 * Throws a UserFacingError if the database has users, whether of Seedline or of another application with a table of that name, or if
 * another program is connected to it, such as a server without users.
 */
export async function requireEmptyDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query(
      // PostgreSQL's own background workers have no user.
      "select 1 from pg_stat_activity where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()",
    );
    if (rowCount)
      throw new UserFacingError(
        "Another program is connected to the database in DATABASE_URL. The demo only fills a database that is not in use. Remove DATABASE_URL to use the demo's own.",
      );
  });
  const users = await readUsers(
    url,
    async (client) => (await client.query("select 1 from users limit 1")).rows,
  );
  if (users.length > 0)
    throw new UserFacingError(
      "The database in DATABASE_URL has users. The demo only fills an empty database. Remove DATABASE_URL to use the demo's own, or start the product with npm start.",
    );
}

/** Throws a UserFacingError that names the demo accounts in the database, because their password is public. */
export async function requireNoDemoAccounts(url: string): Promise<void> {
  const found = await readUsers(url, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      // Only verified accounts are considered: anyone can register a demo address, but no one receives its email.
      `select email from users where (email = any ($1) or email like '%@demo.example') and email_verified_at is not null
       order by email`,
      [demoAccounts.map(([email]) => email)],
    );
    return rows;
  });
  if (found.length === 0) return;
  const names = found.slice(0, 3).map(({ email }) => email);
  if (found.length > names.length) names.push(`${found.length - names.length} more`);
  throw new UserFacingError(
    `The database has demo accounts, whose password is public: ${names.join(", ")}. Delete them, or use another database.`,
  );
}
