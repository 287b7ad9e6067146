import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";

/** The data folder of the tested server. */
export const dataDir = process.env["E2E_DATA_DIR"]!;

/** Returns the configuration of the tested server. */
export const serverEnv = (): Record<string, string> =>
  (JSON.parse(readFileSync(path.join(dataDir, "stack.json"), "utf8")) as { env: Record<string, string> }).env;

/** Changes data that a browser cannot change, such as the time of an event, and reads data that it does not show. */
export async function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: serverEnv()["DATABASE_URL"]! });
  await client.connect();
  const { rows } = await client.query<Row>(sql, values);
  await client.end();
  return rows;
}
