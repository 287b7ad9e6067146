// Verifies an exported audit log. This is a single file without dependencies, for Node.js 22.18 or later. It deliberately repeats the few
// facts about the format: an auditor can read it in full and need not trust the program that wrote the log.
//
//   node audit-verifier.ts audit.jsonl --public-key KEY [--public-key OLDER] [--heads heads.jsonl]
//
// Each line is a row; the last line is the signed head. Every row contains the SHA-256 of its contents and of the previous row.
// The exit code is 0 if the log is complete and signed, 1 with a report of the first problem, and 2 if the log could not be verified.
import { createHash, createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import readline from "node:readline";
import { parseArgs } from "node:util";

export interface AuditRow {
  seq: string;
  id: string;
  at: string;
  actorId: string | null;
  action: string;
  targetId: string | null;
  data: unknown;
  prevHash: string;
  hash: string;
  /** Whether the contents were left out, for a reader who may not see them; such a row has only its number and hashes. */
  withheld?: true;
}

export interface SignedHead {
  seq: string;
  hash: string;
  at: string;
  /** The SHA-256 of the previous line, in a file of heads. */
  previous?: string;
  /** Whether the chain was restored to this row from a backup. */
  restored?: true;
  publicKey: string;
  signature: string;
}

/** The first problem in a chain, and its row. */
export class ChainError extends Error {
  readonly seq: bigint;
  constructor(seq: bigint | string, message: string) {
    super(message);
    this.seq = BigInt(seq);
  }
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

function parseLine<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}

/** Returns the hash of everything in a row except the hash itself. */
export function hashRow(row: Omit<AuditRow, "hash">): string {
  const contents = Object.fromEntries(Object.entries(row).filter(([key]) => key !== "hash"));
  return createHash("sha256").update(canonical(contents)).digest("hex");
}

/** Whether one of these keys signed the head. */
function isSigned({ publicKey, signature, ...head }: SignedHead, publicKeys: string[]): boolean {
  if (!publicKeys.includes(publicKey) || typeof signature !== "string") return false;
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const text = `seedline audit head\n${canonical(head)}`;
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

function requireSigned(head: SignedHead, publicKeys: string[]): void {
  if (isSigned(head, publicKeys)) return;
  throw new ChainError(head.seq, `the head of row ${head.seq} (${head.at}) is not signed by a known key`);
}

/** Returns the hash of a line of the heads file, as the next line must state it. */
const hashPrevious = (line?: string) =>
  line === undefined ? "0".repeat(64) : createHash("sha256").update(line).digest("hex");

/**
 * Returns the valid heads, except those revoked by a restored backup. Throws ChainError for a head that is not signed by these keys, or
 * that does not follow the line before it.
 */
export function readHeads(lines: string[], publicKeys: string[]): { heads: SignedHead[]; notes: string[] } {
  let heads: SignedHead[] = [];
  const notes: string[] = [];
  for (const [index, line] of lines.entries()) {
    const head = parseLine<SignedHead>(line);
    if (!head) {
      notes.push(`line ${index + 1} of the heads is cut off and was left out`);
      continue;
    }
    requireSigned(head, publicKeys);
    if (head.previous !== hashPrevious(lines[index - 1])) {
      throw new ChainError(
        head.seq,
        `line ${index + 1} of the heads (row ${head.seq}, ${head.at}) does not follow the line before it`,
      );
    }
    if (head.restored) {
      heads = heads.filter(({ seq }) => BigInt(seq) <= BigInt(head.seq));
      notes.push(`a backup was restored at ${head.at}: the chain went back to row ${head.seq}`);
    }
    heads.push(head);
  }
  return { heads, notes };
}

/** Verifies a chain row by row. */
export class ChainVerifier {
  /** The number of rows so far. */
  rows = 0n;
  /** How many of them have no contents. */
  withheld = 0n;
  #hash = "0".repeat(64);
  #heads = new Map<bigint, SignedHead[]>();

  /** @param heads signed heads that the chain must pass through; a row may have several */
  constructor(heads: SignedHead[] = []) {
    for (const head of heads) {
      const seq = BigInt(head.seq);
      this.#heads.set(seq, [...(this.#heads.get(seq) ?? []), head]);
    }
  }

  /** Adds the next row. Throws ChainError if it does not follow from the previous rows. */
  add(row: AuditRow): void {
    const seq = BigInt(row.seq);
    const next = this.rows + 1n;
    if (seq !== next) {
      const before = this.rows ? `row ${this.rows}` : "the beginning";
      throw new ChainError(next, `row ${next} is missing: row ${seq} comes after ${before}`);
    }
    if (row.withheld) {
      this.withheld += 1n;
    } else if (hashRow(row) !== row.hash) {
      throw new ChainError(seq, `row ${seq} was changed: its contents do not give its hash`);
    }
    if (row.prevHash !== this.#hash) {
      throw new ChainError(seq, `row ${seq} does not follow row ${this.rows}: one of the two was exchanged`);
    }
    this.rows = seq;
    this.#hash = row.hash;
    for (const head of this.#heads.get(seq) ?? []) this.#requireMatch(head);
  }

  #requireMatch({ seq, hash, at }: SignedHead): void {
    if (hash === this.#hash) return;
    throw new ChainError(
      this.rows,
      `row ${seq} is not the one that was signed at ${at}: the chain was written anew`,
    );
  }

  /** Ends the chain. Throws ChainError if there is a signed head of a later row, or if `last` is not the head of the last row. */
  end(last?: SignedHead): void {
    for (const [seq, [head]] of this.#heads) {
      if (head && seq > this.rows) {
        const first = this.rows + 1n;
        throw new ChainError(
          first,
          `row ${first} and those after it were cut off: row ${seq} was signed at ${head.at}`,
        );
      }
    }
    if (!last) return;
    if (BigInt(last.seq) !== this.rows) {
      throw new ChainError(
        this.rows + 1n,
        `the log ends with row ${this.rows}, but its head is of row ${last.seq}`,
      );
    }
    this.#requireMatch(last);
  }
}

/** Verifies an exported file. Throws ChainError. */
export async function verifyFile(
  file: string,
  publicKeys: string[],
  headLines: string[] = [],
): Promise<{ rows: bigint; notes: string[] }> {
  const { heads, notes } = readHeads(headLines, publicKeys);
  const walk = new ChainVerifier(heads);
  let head: SignedHead | undefined;
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const entry = parseLine<AuditRow & { head?: SignedHead }>(line);
    if (!entry) {
      throw new ChainError(walk.rows + 1n, `the line after row ${walk.rows} cannot be read`);
    }
    if (head) throw new ChainError(walk.rows + 1n, "something was added after the signed head");
    if (entry.head) head = entry.head;
    else walk.add(entry);
  }
  if (!head)
    throw new ChainError(walk.rows + 1n, `the file ends after row ${walk.rows}, without a signed head`);
  requireSigned(head, publicKeys);
  walk.end(head);
  if (walk.withheld > 0n)
    notes.push(
      `the contents of ${walk.withheld} rows were withheld from the reader; their hashes are part of the chain`,
    );
  return { rows: walk.rows, notes };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "public-key": { type: "string", multiple: true }, heads: { type: "string" } },
  });
  const [file] = positionals;
  const publicKeys = values["public-key"] ?? [];
  if (!file || publicKeys.length === 0) {
    throw new Error("Usage: node audit-verifier.ts audit.jsonl --public-key KEY [--heads heads.jsonl]");
  }
  const lines = values.heads ? fs.readFileSync(values.heads, "utf8").split("\n").filter(Boolean) : [];
  const { rows, notes } = await verifyFile(file, publicKeys, lines);
  for (const note of notes) console.log(`Note: ${note}.`);
  console.log(`The log is whole: ${rows} rows, signed.`);
}

if (process.argv[1] && import.meta.filename === fs.realpathSync(process.argv[1])) {
  await main().catch((error: Error) => {
    console.error(error instanceof ChainError ? `Broken: ${error.message}.` : error.message);
    process.exitCode = error instanceof ChainError ? 1 : 2;
  });
}
