import type pg from "pg";
import { signHead, type ChainHead } from "@/lib/audit/head";
import { addHead } from "@/lib/audit/heads-file";

/** Returns the hash of a row in its current state. */
export const hashAt = async (dba: pg.Client, seq: string) => {
  const { rows } = await dba.query<{ hash: string }>("SELECT hash FROM audit_events WHERE seq = $1", [seq]);
  return rows[0]!.hash;
};

/** Appends the signed heads of these rows in their current state to a file. */
export async function writeHeads(
  dba: pg.Client,
  key: Buffer,
  file: string,
  rows: Pick<ChainHead, "seq" | "restored">[],
): Promise<void> {
  for (const row of rows) {
    const head = { ...row, hash: await hashAt(dba, row.seq), at: new Date().toISOString() };
    addHead(file, (previous) => signHead(key, { ...head, previous }));
  }
}

/** Changes the chain with the triggers disabled, runs `work`, and restores the rows. */
export async function withChangedChain<T>(
  dba: pg.Client,
  change: string,
  work: () => Promise<T>,
): Promise<T> {
  await dba.query("CREATE TEMP TABLE original AS SELECT * FROM audit_events");
  await dba.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
  try {
    await dba.query(change);
    return await work();
  } finally {
    await dba.query("DELETE FROM audit_events");
    await dba.query("INSERT INTO audit_events SELECT * FROM original");
    await dba.query("ALTER TABLE audit_events ENABLE TRIGGER USER");
    await dba.query("DROP TABLE original");
  }
}

/** Returns SQL that rewrites the chain from `seq` on with consistent hashes, like an attacker who wants to leave no trace. */
export function rewriteFrom(seq: number): string {
  return `DO $$
    DECLARE r record; link text; text_ text;
    BEGIN
      FOR r IN SELECT * FROM audit_events WHERE seq >= ${seq} ORDER BY seq LOOP
        SELECT coalesce(max(hash), repeat('0', 64)) INTO link FROM audit_events WHERE seq = r.seq - 1;
        text_ := '{"action":"carousel.deleted","actorId":null,"at":' || to_json(to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          || ',"data":{},"id":' || to_json(r.id::text) || ',"prevHash":' || to_json(link) || ',"seq":' || to_json(r.seq::text) || ',"targetId":null}';
        UPDATE audit_events SET action = 'carousel.deleted', actor_id = NULL, target_id = NULL, data = '{}', prev_hash = link,
          hash = encode(sha256(text_::bytea), 'hex') WHERE seq = r.seq;
      END LOOP;
    END $$`;
}
