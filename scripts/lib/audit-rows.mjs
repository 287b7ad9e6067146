// Reads the audit chain out of the database, in batches, in the form that scripts/audit-verifier.mjs takes.

const BATCH = 5_000;

/** Every row, by its number, through one connection of `pg`. */
export async function* auditRows(client) {
  let after = "0";
  for (;;) {
    const { rows } = await client.query(
      `select seq::text, id, at, actor_id as "actorId", action, target_id as "targetId", data,
         prev_hash as "prevHash", hash
       from audit_events where seq > $1 order by audit_events.seq limit ${BATCH}`,
      [after],
    );
    if (rows.length === 0) return;
    for (const row of rows) yield { ...row, at: row.at.toISOString() };
    after = rows.at(-1).seq;
  }
}
