// What a restored database needs before servers use it (docs/operations/backup.md).
import type { ClientBase } from "pg";
import { signHead } from "../lib/audit/head.ts";
import { addHead, headsFile } from "../lib/audit/heads-file.ts";
import { decodeKey32 } from "../lib/env.ts";
import { readAuditRows } from "./audit-rows.ts";
import { UserFacingError } from "./process.ts";
import { ChainError, ChainVerifier } from "./commands/audit-verifier.ts";

/** Ends all sessions and API keys: those that ended after the backup, perhaps because they were stolen, must not become valid again. */
export const endAccess = (client: ClientBase): Promise<unknown> =>
  client.query(`update sessions set ended_at = now(), end_reason = 'restored' where ended_at is null;
    update api_keys set revoked_at = now() where revoked_at is null`);

/** Holds payouts until a statement of today is imported: those made after the backup are missing. */
export const recordRestore = (client: ClientBase): Promise<unknown> =>
  client.query("insert into restores default values");

/**
 * Verifies the restored audit chain, and signs a head in `dataDir` that revokes those of later rows. Returns a note for the operator. Throws
 * UserFacingError if the chain is broken, which is then not signed.
 */
export async function signRestoredHead(
  client: ClientBase,
  dataDir: string,
  signingKey: string | undefined,
): Promise<string> {
  const chain = new ChainVerifier();
  // The predecessor of the first row of an empty chain.
  let last = { seq: "0", hash: "0".repeat(64) };
  try {
    for await (const row of readAuditRows(client)) {
      chain.add(row);
      last = row;
    }
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new UserFacingError(
      `The audit chain was broken already when the backup was taken: ${error.message}. Nothing was signed.`,
    );
  }
  if (!signingKey) return "Without AUDIT_SIGNING_KEY the audit chain was not signed anew.";
  const head = { seq: last.seq, hash: last.hash, at: new Date().toISOString(), restored: true as const };
  addHead(headsFile(dataDir), (previous) => signHead(decodeKey32(signingKey), { ...head, previous }));
  return `The audit chain is whole up to row ${last.seq}.`;
}
