import "server-only";
import type { Client, Tx } from "./client";

/** Returns the day in Lagos by the database's clock, which all servers share: the day of what is posted depends on no server's clock. */
export async function databaseDay(reader: Tx | Client): Promise<string> {
  const [row] = await reader.$queryRaw<
    [{ day: string }]
  >`SELECT (now() AT TIME ZONE 'Africa/Lagos')::date::text AS day`;
  return row.day;
}
