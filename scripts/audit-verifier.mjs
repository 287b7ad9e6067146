// Checks an exported audit log. Stands alone: one file, Node 20 or later, nothing to install, nothing of the product. What it knows of
// the format it says again by itself, so that it can be read whole and need not trust the program that wrote the log.
//
//   node audit-verifier.mjs audit.jsonl --public-key KEY [--public-key OLDER] [--heads heads.jsonl]
//
// Each line is a row; the last line is the signed head. Every row carries the SHA-256 of its contents and that of the row before.
// Exit code 0: whole and signed. 1: the first thing that is wrong is named. 2: it could not be checked.
import { createHash, createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import readline from "node:readline";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";

/** What is wrong, and with which row. */
export class Broken extends Error {
  constructor(seq, message) {
    super(message);
    this.seq = seq;
  }
}

function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

/** The hash that a row must carry. */
export function hashOf(row) {
  // The hash itself is not among what it is made of; nothing else is left out.
  const contents = Object.fromEntries(Object.entries(row).filter(([key]) => key !== "hash"));
  return createHash("sha256").update(canonical(contents)).digest("hex");
}

/** Is it signed, and by one of these keys? */
function isSigned({ publicKey, signature, ...head }, publicKeys) {
  if (!publicKeys.includes(publicKey) || typeof signature !== "string") return false;
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const text = `seedline audit head\n${canonical(head)}`;
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

function requireSigned(head, publicKeys) {
  if (isSigned(head, publicKeys)) return;
  throw new Broken(head.seq, `the head of row ${head.seq} (${head.at}) is not signed by a known key`);
}

/** What a line of the heads must say of the one before it, the first one too. */
const previousOf = (line) =>
  line === undefined ? "0".repeat(64) : createHash("sha256").update(line).digest("hex");

/**
 * The heads that bind: those signed, without those that a restored backup has given up. Answers {heads, notes}.
 * Throws Broken for a head that was not signed by these keys, or not for its place after the line before it.
 */
export function readHeads(lines, publicKeys) {
  let heads = [];
  const notes = [];
  for (const [index, line] of lines.entries()) {
    let head;
    try {
      head = JSON.parse(line);
    } catch {
      notes.push(`line ${index + 1} of the heads is cut off and was left out`);
      continue;
    }
    requireSigned(head, publicKeys);
    if (head.previous !== previousOf(lines[index - 1])) {
      throw new Broken(
        head.seq,
        `line ${index + 1} of the heads (row ${head.seq}, ${head.at}) does not follow the line before it`,
      );
    }
    if (head.restored) {
      const given = heads.filter(({ seq }) => BigInt(seq) > BigInt(head.seq));
      heads = heads.filter((item) => !given.includes(item));
      notes.push(`a backup was restored at ${head.at}: the chain went back to row ${head.seq}`);
    }
    heads.push(head);
  }
  return { heads, notes };
}

/** Walks a chain row by row. */
export class Walk {
  rows = 0n;
  #hash = "0".repeat(64);
  #heads = new Map();

  /** @param heads signed heads that the chain must pass through */
  constructor(heads = []) {
    // One row may have several: each of them binds.
    for (const head of heads) {
      const seq = BigInt(head.seq);
      this.#heads.set(seq, [...(this.#heads.get(seq) ?? []), head]);
    }
  }

  /** Takes the next row. Throws Broken when it does not follow from those before. */
  add(row) {
    const seq = BigInt(row.seq);
    const next = this.rows + 1n;
    if (seq !== next) {
      const before = this.rows ? `row ${this.rows}` : "the beginning";
      throw new Broken(next, `row ${next} is missing: row ${seq} comes after ${before}`);
    }
    if (hashOf(row) !== row.hash) {
      throw new Broken(seq, `row ${seq} was changed: its contents do not give its hash`);
    }
    if (row.prevHash !== this.#hash) {
      throw new Broken(seq, `row ${seq} does not follow row ${this.rows}: one of the two was exchanged`);
    }
    this.rows = seq;
    this.#hash = row.hash;
    for (const head of this.#heads.get(seq) ?? []) this.#meet(head);
  }

  #meet({ seq, hash, at }) {
    if (hash === this.#hash) return;
    throw new Broken(
      this.rows,
      `row ${seq} is not the one that was signed at ${at}: the chain was written anew`,
    );
  }

  /** Says that there are no more rows. Throws Broken when a signed head is of a later row, or `last` of another than the last. */
  end(last) {
    for (const [seq, [{ at }]] of this.#heads) {
      if (seq > this.rows) {
        const first = this.rows + 1n;
        throw new Broken(
          first,
          `row ${first} and those after it were cut off: row ${seq} was signed at ${at}`,
        );
      }
    }
    if (!last) return;
    if (BigInt(last.seq) !== this.rows) {
      throw new Broken(
        this.rows + 1n,
        `the log ends with row ${this.rows}, but its head is of row ${last.seq}`,
      );
    }
    this.#meet(last);
  }
}

/** Checks an exported file. Answers {rows, notes}; throws Broken. */
export async function verifyFile(file, publicKeys, headLines = []) {
  const { heads, notes } = readHeads(headLines, publicKeys);
  const walk = new Walk(heads);
  let head = null;
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      throw new Broken(walk.rows + 1n, `the line after row ${walk.rows} cannot be read`);
    }
    if (head) throw new Broken(walk.rows + 1n, "something was added after the signed head");
    if (entry.head) head = entry.head;
    else walk.add(entry);
  }
  if (!head) throw new Broken(walk.rows + 1n, `the file ends after row ${walk.rows}, without a signed head`);
  requireSigned(head, publicKeys);
  walk.end(head);
  return { rows: walk.rows, notes };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "public-key": { type: "string", multiple: true }, heads: { type: "string" } },
  });
  const [file] = positionals;
  const publicKeys = values["public-key"] ?? [];
  if (!file || publicKeys.length === 0) {
    throw new Error("Usage: node audit-verifier.mjs audit.jsonl --public-key KEY [--heads heads.jsonl]");
  }
  const lines = values.heads ? fs.readFileSync(values.heads, "utf8").split("\n").filter(Boolean) : [];
  const { rows, notes } = await verifyFile(file, publicKeys, lines);
  for (const note of notes) console.log(`Note: ${note}.`);
  console.log(`The log is whole: ${rows} rows, signed.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  await main().catch((error) => {
    console.error(error instanceof Broken ? `Broken: ${error.message}.` : error.message);
    process.exitCode = error instanceof Broken ? 1 : 2;
  });
}
