import type { ClientBase } from "pg";
import type { AuditRow } from "./commands/audit-verifier.ts";

const BATCH_SIZE = 5_000;

/** Reads the audit chain in batches, in the form that server/commands/audit-verifier.ts checks. */
export async function* readAuditRows(client: ClientBase): AsyncGenerator<AuditRow> {
  let after = "0";
  for (;;) {
    const { rows } = await client.query<Omit<AuditRow, "at"> & { at: Date }>(
      `select seq::text, id, at, actor_id as "actorId", action, target_id as "targetId", data,
         prev_hash as "prevHash", hash
       from audit_events where seq > $1 order by audit_events.seq limit ${BATCH_SIZE}`,
      [after],
    );
    for (const row of rows) yield { ...row, at: row.at.toISOString() };
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}
