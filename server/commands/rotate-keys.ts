// `npm run pii:rotate` rewraps every data key with the newest key of PII_KEYS, so that older keys can be removed from it. It runs while the
// servers are running, and can be interrupted and repeated. Sealed values are unchanged; only their wrapped keys change
// (docs/operations/keys.md).
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { parseKeyRing } from "../../lib/env.ts";
import type { RingKey } from "../../lib/pii/seal.ts";
import { withDatabase } from "../command-database.ts";
import { countByKey, findSealedTables, rewrapTable, type UnreadableRow } from "../data-keys.ts";
import { withClient } from "../postgres.ts";
import { UserFacingError, dataDir, loadDotEnv, runCommand } from "../process.ts";
import { requireSecret } from "../secrets.ts";

type KeyRing = [RingKey, ...RingKey[]];

/** How long rows locked by a server are retried. */
const RETRY_MS = 30_000;

async function rotate(client: pg.Client, ring: KeyRing): Promise<void> {
  let total = 0;
  let unreadable: UnreadableRow[] = [];
  for (const end = Date.now() + RETRY_MS; ; await sleep(100)) {
    unreadable = [];
    for (const table of await findSealedTables(client)) {
      const result = await rewrapTable(client, table, ring);
      total += result.count;
      unreadable.push(...result.unreadable);
    }
    const counts = await countByKey(client);
    counts.delete(ring[0].id);
    const left = counts.values().reduce((sum, count) => sum + count, 0);
    if (left === unreadable.length || Date.now() > end) break;
  }
  report(ring, total, await countByKey(client), unreadable);
}

function report(
  ring: KeyRing,
  total: number,
  counts: Map<string, number>,
  unreadable: UnreadableRow[],
): void {
  const [newest, ...older] = ring.map(({ id }) => id);
  console.log(`Data keys wrapped under ${newest}: ${total}.`);
  for (const id of new Set([...ring.map((key) => key.id), ...counts.keys()]))
    console.log(`  ${id.padEnd(16)} ${counts.get(id) ?? 0} rows`);
  for (const id of older) {
    console.log(
      counts.get(id)
        ? `${id} is still needed. Run this again; if its number grows, a server still has it first in PII_KEYS.`
        : `${id} can leave PII_KEYS, once every server has ${newest} first. Keep it for as long as backups from before are kept.`,
    );
  }
  if (!unreadable.length) return;
  const rows = unreadable.slice(0, 20).map(({ table, id, key }) => `  ${table} ${id} (key ${key})`);
  throw new UserFacingError(
    `Rows that do not open, because their key is not in the ring or they were moved or changed: ${unreadable.length}.\n${rows.join("\n")}`,
  );
}

await runCommand(async () => {
  loadDotEnv();
  const [newest, ...older] = parseKeyRing(requireSecret(dataDir(), "PII_KEYS"));
  await withDatabase("rotate-keys", (url) =>
    withClient(url, (client) => rotate(client, [newest!, ...older])),
  );
});
