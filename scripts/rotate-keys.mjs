// `npm run pii:rotate`: wraps every data key under the newest key of PII_KEYS, so that older keys can leave the ring. Runs while the
// servers work, may be stopped at any moment and started again; what is sealed is not touched, only the key beside it.
// docs/operations/keys.md says in which order the ring turns on several servers.
import { fileURLToPath } from "node:url";
import { Stop, dataDir, loadDotEnv, main, sleep } from "./lib/common.mjs";
import { continueOnProjectNode } from "./lib/install.mjs";

/** Rows that a server holds just now are tried again, for so long. */
const PATIENCE_MS = 30_000;

await main(async () => {
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  loadDotEnv();
  const { requireSecret } = await import("./lib/secrets.mjs");
  const { parseKeyRing } = await import("../lib/env.ts");
  const { withDatabase } = await import("./lib/database.mjs");
  const ring = parseKeyRing(await requireSecret(dataDir(), "PII_KEYS"));
  await withDatabase("rotate-keys", (url) => rotate(url, ring));
});

async function rotate(url, ring) {
  const { default: pg } = await import("pg");
  const { countByKey, rewrapTable, sealedTables } = await import("./lib/data-keys.mjs");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let total = 0;
    let closed = [];
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
      closed = [];
      for (const table of await sealedTables(client)) {
        const result = await rewrapTable(client, table, ring);
        total += result.done;
        closed.push(...result.closed);
      }
      const old = [...(await countByKey(client))].filter(([id]) => id !== ring[0].id);
      const left = old.reduce((sum, [, count]) => sum + count, 0);
      if (left === closed.length || Date.now() > end) break;
    }
    report(ring, total, await countByKey(client), closed);
  } finally {
    await client.end();
  }
}

function report(ring, total, counts, closed) {
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
  if (!closed.length) return;
  const rows = closed.slice(0, 20).map(({ table, id, key }) => `  ${table} ${id} (key ${key})`);
  throw new Stop(
    `Rows that do not open, because their key is not in the ring or they were moved or changed: ${closed.length}.\n${rows.join("\n")}`,
  );
}
