// Verifies an unpacked evidence pack. This is a single file without dependencies, for Node.js 22.18 or later; each pack contains a copy. It
// deliberately repeats the few facts it needs about the format, so that the recipient of a pack can read it in full and need not trust the
// program that made the pack.
//
//   node verify.ts FOLDER --public-key KEY
//
// The exit code is 0 if the pack is complete, unchanged and signed, 1 if it is not (the first problem is reported), and 2 if it cannot be verified.
import { createHash, createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

class Problem extends Error {}

function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

interface Signature {
  publicKey: string;
  signature: string;
}

function requireSigned(what: string, context: string, text: string, signed: Signature, key: string): void {
  const x = Buffer.from(key, "hex").toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const content = Buffer.from(`seedline ${context}\n${text}`);
  const isValid = verify(null, content, publicKey, Buffer.from(signed.signature, "base64url"));
  if (signed.publicKey !== key || !isValid) throw new Problem(`${what} is not signed by this key`);
}

/** Throws the first problem, or returns the number of audit rows. */
function verifyFolder(folder: string, key: string): number {
  const read = (name: string) => {
    const file = path.join(folder, name);
    if (!fs.existsSync(file)) throw new Problem(`${name} is missing`);
    return fs.readFileSync(file);
  };
  const parse = <T>(name: string) => JSON.parse(read(name).toString()) as T;

  requireSigned(
    "manifest.json",
    "evidence",
    read("manifest.json").toString(),
    parse("manifest.sig.json"),
    key,
  );
  const { files, userId } = parse<{ files: Record<string, string>; userId: string }>("manifest.json");
  for (const [name, hash] of Object.entries(files)) {
    if (sha256(read(name)) !== hash) throw new Problem(`${name} was changed`);
  }
  const { publicKey, signature, ...head } = parse<Signature & { seq: string }>("audit-head.json");
  requireSigned("audit-head.json", "audit head", canonical(head), { publicKey, signature }, key);

  const rows = read("audit.jsonl").toString().split("\n").filter(Boolean);
  let before = 0n;
  for (const line of rows) {
    const { hash, ...row } = JSON.parse(line) as { hash: string; seq: string; targetId: string };
    if (sha256(canonical(row)) !== hash) throw new Problem(`row ${row.seq} of the audit log was changed`);
    if (BigInt(row.seq) <= before) throw new Problem(`row ${row.seq} of the audit log is out of order`);
    if (row.targetId !== userId) throw new Problem(`row ${row.seq} of the audit log is about somebody else`);
    before = BigInt(row.seq);
  }
  if (before > BigInt(head.seq)) throw new Problem(`row ${before} is newer than the signed head`);
  return rows.length;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "public-key": { type: "string" } },
  });
  const [folder] = positionals;
  const key = values["public-key"];
  if (!folder || !/^[0-9a-f]{64}$/.test(key ?? "")) {
    console.error("Usage: node verify.ts FOLDER --public-key KEY (64 hexadecimal digits)");
    process.exit(2);
  }
  console.log(`Complete, unchanged and signed: ${verifyFolder(folder, key!)} rows of the audit log.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof Problem ? 1 : 2);
}
