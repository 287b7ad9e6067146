// `npm run audit:verify` checks the database's audit chain against the signed heads stored outside the database. It reports the first
// broken row with exit code 1.
//   --heads FILE        heads from elsewhere (default: DATA_DIR/audit/heads.jsonl)
//   --public-key KEY    also accept heads signed by this earlier key; may be repeated
//   --without-heads     accept a chain without any signed head
//   --until TIME        ignore heads signed later, for a database restored to that moment
// A chain that began more than a day ago and has no signed head proves nothing, so the exit code is then 1 too. `npm run audit:key` prints
// the public key for other verifiers.
import { parseArgs } from "node:util";
import { publicKeyOf } from "../../lib/audit/head.ts";
import { headLines, headsFile } from "../../lib/audit/heads-file.ts";
import { decodeKey32 } from "../../lib/env.ts";
import { readAuditRows } from "../audit-rows.ts";
import { withDatabase } from "../command-database.ts";
import { withClient } from "../postgres.ts";
import { UserFacingError, dataDir, loadDotEnv, runCommand } from "../process.ts";
import { commandSecrets } from "../secrets.ts";
import { ChainError, ChainVerifier, readHeads } from "./audit-verifier.ts";

/** A server signs the first head of its chain within a day. */
const DAY_MS = 86_400_000;

const verifyChain = (lines: string[], publicKeys: string[], until: string | undefined) => (url: string) =>
  withClient(url, async (client) => {
    const { heads: all, notes } = readHeads(lines, publicKeys);
    const heads = all.filter(({ at }) => !until || Date.parse(at) <= Date.parse(until));
    const chain = new ChainVerifier(heads);
    let began = Infinity;
    for await (const row of readAuditRows(client)) {
      began = Math.min(began, Date.parse(row.at));
      chain.add(row);
    }
    chain.end();
    const [first] = heads;
    if (first && Date.parse(first.at) > began + DAY_MS) {
      notes.push(
        `the chain began long before its first signed head (${first.at}): older heads, if any, are elsewhere`,
      );
    }
    return { rows: chain.rows, began, heads: heads.length, notes };
  });

await runCommand(async () => {
  loadDotEnv();
  const { values } = parseArgs({
    options: {
      heads: { type: "string" },
      "public-key": { type: "string", multiple: true, default: [] },
      "without-heads": { type: "boolean" },
      "print-key": { type: "boolean" },
      until: { type: "string" },
    },
  });
  const key = commandSecrets(dataDir()).AUDIT_SIGNING_KEY;
  if (!key && (values["print-key"] || values["public-key"].length === 0)) {
    throw new UserFacingError(
      "AUDIT_SIGNING_KEY is needed, or the public key that belongs to it (--public-key).",
    );
  }
  const publicKeys = [...(key ? [publicKeyOf(decodeKey32(key))] : []), ...values["public-key"]];
  if (values["print-key"]) return console.log(publicKeys[0]);

  const lines = headLines(values.heads ?? headsFile(dataDir()));
  try {
    const { rows, began, heads, notes } = await withDatabase(
      "verify-audit",
      verifyChain(lines, publicKeys, values.until),
    );
    for (const note of notes) console.log(`Note: ${note}.`);
    if (!heads && began < Date.now() - DAY_MS && !values["without-heads"]) {
      throw new UserFacingError(
        `No signed head: rewritten or deleted rows among these ${rows} cannot be detected.`,
      );
    }
    console.log(`The audit chain is whole. Rows: ${rows}, signed heads: ${heads}.`);
    if (!heads) console.log("Without a signed head missing rows at the end cannot be detected.");
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new UserFacingError(`The audit chain is broken: ${error.message}.`);
  }
});
