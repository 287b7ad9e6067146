import { readFileSync } from "node:fs";
import pg from "pg";

// A bare Next.js route that sends the same SQL as the product for a case and returns the rows.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, idleTimeoutMillis: 0 });
const statements = JSON.parse(readFileSync(process.env.STATEMENTS, "utf8"));

export async function GET(request) {
  const key = new URL(request.url).searchParams.get("key");
  const results = [];
  for (const statement of statements[key]) results.push((await pool.query(statement)).rows);
  return Response.json({ success: true, data: results });
}
