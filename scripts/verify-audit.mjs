// `npm run audit:verify`: walks the audit chain of the database and compares it with the signed heads outside. Names the first row that
// is broken, and what is wrong with it; exit code 1 then.
//   --heads FILE        heads from elsewhere (DATA_DIR/audit/heads.jsonl otherwise)
//   --public-key KEY    accept heads of this key too: one that signed before; may be repeated
//   --without-heads     be content with the chain by itself, when no head of it was ever signed
// A chain that began more than a day ago and has no signed head is not proved: exit code 1 too.
// `npm run audit:key` prints the public key by which others check.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Broken, Walk, readHeads } from "./audit-verifier.mjs";
import { Stop, dataDir, loadDotEnv, main } from "./lib/common.mjs";
import { continueOnProjectNode } from "./lib/install.mjs";

/** By then every server has signed a head of a chain that it wrote. */
const DAY_MS = 86_400_000;

await main(async () => {
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  loadDotEnv();
  const { values } = parseArgs({
    options: {
      heads: { type: "string" },
      "public-key": { type: "string", multiple: true, default: [] },
      "without-heads": { type: "boolean" },
      "print-key": { type: "boolean" },
    },
  });
  const { commandSecrets } = await import("./lib/secrets.mjs");
  const { decodeKey32 } = await import("../lib/env.ts");
  const { publicKeyOf } = await import("../lib/audit/head.ts");
  const { headLines, headsFile } = await import("../lib/audit/heads-file.ts");

  const key = commandSecrets(dataDir()).AUDIT_SIGNING_KEY;
  if (!key && (values["print-key"] || values["public-key"].length === 0)) {
    throw new Stop("AUDIT_SIGNING_KEY is needed, or the public key that belongs to it (--public-key).");
  }
  const publicKeys = [...(key ? [publicKeyOf(decodeKey32(key))] : []), ...values["public-key"]];
  if (values["print-key"]) return console.log(publicKeys[0]);

  const lines = headLines(values.heads ?? headsFile(dataDir()));
  const { withDatabase } = await import("./lib/database.mjs");
  try {
    const { rows, began, heads, notes } = await withDatabase("verify-audit", (url) =>
      walk(url, lines, publicKeys),
    );
    for (const note of notes) console.log(`Note: ${note}.`);
    if (!heads && began < Date.now() - DAY_MS && !values["without-heads"]) {
      throw new Stop(
        `No signed head: nothing tells whether these ${rows} rows were written anew or cut off.`,
      );
    }
    console.log(`The audit chain is whole. Rows: ${rows}, signed heads: ${heads}.`);
    if (!heads) console.log("Without a signed head nothing tells whether rows at its end are missing.");
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    throw new Stop(`The audit chain is broken: ${error.message}.`);
  }
});

async function walk(url, lines, publicKeys) {
  const { default: pg } = await import("pg");
  const { auditRows } = await import("./lib/audit-rows.mjs");
  const { heads, notes } = readHeads(lines, publicKeys);
  const chain = new Walk(heads);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let began = Infinity;
  try {
    for await (const row of auditRows(client)) {
      began = Math.min(began, Date.parse(row.at));
      chain.add(row);
    }
  } finally {
    await client.end();
  }
  chain.end();
  const [first] = heads;
  if (first && Date.parse(first.at) > began + DAY_MS) {
    notes.push(
      `the chain began long before its first signed head (${first.at}): older heads, if any, are elsewhere`,
    );
  }
  return { rows: chain.rows, began, heads: heads.length, notes };
}
