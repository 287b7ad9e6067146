import pg from "pg";
import { inject } from "vitest";
import { Walk } from "../../scripts/audit-verifier.mjs";
import { auditRows } from "../../scripts/lib/audit-rows.mjs";

/** Walks the audit chain with the verifier that is handed out; answers the number of rows, throws at the first broken one. */
export async function verifyChain(url: string = inject("stack").databaseUrl): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const walk = new Walk();
    for await (const row of auditRows(client)) walk.add(row);
    return Number(walk.rows);
  } finally {
    await client.end();
  }
}
