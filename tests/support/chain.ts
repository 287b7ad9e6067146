import pg from "pg";
import { ChainVerifier } from "../../server/commands/audit-verifier";
import { readAuditRows } from "../../server/audit-rows";
import { stack } from "./stack";

/** Verifies the audit chain with the auditors' verifier. Returns the number of rows, throws at the first broken one. */
export async function verifyChain(url: string = stack().databaseUrl): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const verifier = new ChainVerifier();
    for await (const row of readAuditRows(client)) verifier.add(row);
    return Number(verifier.rows);
  } finally {
    await client.end();
  }
}
