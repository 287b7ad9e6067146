// @ts-check
// Verifies an evidence pack: the ZIP file, or the folder into which it was unpacked. This is a single file without dependencies, in plain
// JavaScript so that older versions of Node.js run it or report theirs; each pack contains a copy, verify.mjs. It deliberately repeats the few facts it needs about the format, so that the recipient of a pack
// can read it in full and need not trust the program that made the pack.
//
//   node verify.mjs evidence.zip|FOLDER --public-key KEY
//
// The exit code is 0 if the pack is complete, unchanged and signed, 1 if it is not (the first problem is reported), and 2 if it cannot be verified.
import { createHash, createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

/** The version that the README asks for. */
const MIN_NODE = "20.12";

class Problem extends Error {}

/**
 * The files of a pack by name.
 * @typedef {Map<string, Buffer>} Pack
 * @typedef {{ publicKey: string; signature: string }} Signature
 * @typedef {{ userId: string; madeAt: string; files: Record<string, string> }} Manifest
 */

/**
 * Returns the files of a folder. Throws a Problem for anything else in it: folders and links are not part of a pack.
 * @param {string} folder
 */
function readFolder(folder) {
  /** @type {Pack} */
  const pack = new Map();
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (entry.isSymbolicLink()) throw new Problem(`${name} is a link, not a file of the pack`);
    if (!entry.isFile()) throw new Problem(`${name} is not a file`);
    pack.set(name, fs.readFileSync(path.join(folder, name)));
  }
  return pack;
}

/** @type {(packed: Buffer, method: number, size: number) => Buffer | null} */
function unpack(packed, method, size) {
  if (method === 0) return packed;
  try {
    return method === 8 ? inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) }) : null;
  } catch {
    return null;
  }
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;

/**
 * Returns the files of a ZIP. Programs may read its entries from the directory at the end or one after the other, so the two must agree, and
 * nothing may stand between, before or after them. Throws a Problem otherwise, and for two entries with one name.
 * @param {string} file
 */
function readZip(file) {
  const zip = fs.readFileSync(file);
  /** @type {(isTrue: boolean, what: string) => void} */
  const requireThat = (isTrue, what) => {
    if (!isTrue) throw new Problem(`the ZIP is damaged or was changed: ${what}`);
  };
  const end = zip.length - 22;
  requireThat(end >= 0 && zip.readUInt32LE(end) === END, "it does not end with its directory");
  let at = zip.readUInt32LE(end + 16);
  let next = 0;
  requireThat(at + zip.readUInt32LE(end + 12) === end, "its directory has another size");
  const start = at;
  /** @type {Pack} */
  const pack = new Map();
  /** @type {Set<string>} */
  const names = new Set();
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    requireThat(at + 46 <= end && zip.readUInt32LE(at) === CENTRAL, "its directory is cut off");
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const [packedSize, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    // An extra field can give an entry another name.
    requireThat(zip.readUInt32LE(at + 30) === 0, "an entry has extra fields");
    const name = zip.toString("utf8", at + 46, nameEnd);
    const local = zip.readUInt32LE(at + 42);
    requireThat(local === next && local + 30 <= start, `${name} is not where the entry before it ends`);
    const localNameEnd = local + 30 + zip.readUInt16LE(local + 26);
    const isSame =
      zip.readUInt32LE(local) === LOCAL &&
      zip.readUInt16LE(local + 6) === flags &&
      zip.readUInt16LE(local + 8) === method &&
      zip.readUInt16LE(local + 28) === 0 &&
      zip.toString("utf8", local + 30, localNameEnd) === name;
    requireThat(isSame, `${name} has two descriptions`);
    next = localNameEnd + packedSize;
    requireThat(next <= start, `${name} is cut off`);
    // With this flag, sizes follow the content instead of preceding it.
    if ((flags & 8) !== 0) {
      requireThat(zip.readUInt32LE(next) === DESCRIPTOR, `${name} has no size`);
      next += 16;
    }
    const content = unpack(zip.subarray(localNameEnd, localNameEnd + packedSize), method, size);
    if (content?.length !== size) throw new Problem(`${name} cannot be unpacked`);
    // Windows and macOS unpack names that differ only in case into one file.
    if (names.has(name.toLowerCase())) throw new Problem(`the ZIP has two entries named ${name}`);
    names.add(name.toLowerCase());
    pack.set(name, content);
    at = nameEnd;
  }
  requireThat(at === end && next === start, "it has more than its directory lists");
  return pack;
}

/**
 * Returns JSON with sorted keys.
 * @param {unknown} value
 * @returns {string}
 */
function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

/** @param {Buffer | string} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** @type {(what: string, context: string, text: string, signed: Signature, key: string) => void} */
function requireSigned(what, context, text, signed, key) {
  const x = Buffer.from(key, "hex").toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const content = Buffer.from(`seedline ${context}\n${text}`);
  const isValid = verify(null, content, publicKey, Buffer.from(signed.signature, "base64url"));
  if (signed.publicKey !== key || !isValid) throw new Problem(`${what} is not signed by this key`);
}

/** The files that a manifest cannot list: itself and its signature. */
const SIGNED = ["manifest.json", "manifest.sig.json"];

/**
 * Throws the first problem, or returns what the pack is about.
 * @param {Pack} pack
 * @param {string} key
 */
function verifyPack(pack, key) {
  /** @param {string} name */
  const read = (name) => {
    const content = pack.get(name);
    if (!content) throw new Problem(`${name} is missing`);
    return content;
  };
  /**
   * @param {string} name
   * @returns {any}
   */
  const parse = (name) => {
    const text = read(name).toString();
    try {
      return JSON.parse(text);
    } catch {
      throw new Problem(`${name} was changed`);
    }
  };

  const text = read("manifest.json").toString();
  requireSigned("manifest.json", "evidence", text, parse("manifest.sig.json"), key);
  /** @type {Manifest} */
  const { files, userId, madeAt } = parse("manifest.json");
  for (const name of pack.keys()) {
    if (!SIGNED.includes(name) && !Object.hasOwn(files, name))
      throw new Problem(`${name} is not in the manifest: it was added or renamed`);
  }
  for (const [name, hash] of Object.entries(files)) {
    if (sha256(read(name)) !== hash) throw new Problem(`${name} was changed`);
  }
  /** @type {Signature & { seq: string }} */
  const { publicKey, signature, ...head } = parse("audit-head.json");
  requireSigned("audit-head.json", "audit head", canonical(head), { publicKey, signature }, key);

  const rows = read("audit.jsonl").toString().split("\n").filter(Boolean);
  let before = 0n;
  for (const line of rows) {
    /** @type {{ hash: string; seq: string; targetId: string }} */
    const { hash, ...row } = JSON.parse(line);
    if (sha256(canonical(row)) !== hash) throw new Problem(`row ${row.seq} of the audit log was changed`);
    if (BigInt(row.seq) <= before) throw new Problem(`row ${row.seq} of the audit log is out of order`);
    if (row.targetId !== userId) throw new Problem(`row ${row.seq} of the audit log is about somebody else`);
    before = BigInt(row.seq);
  }
  if (before > BigInt(head.seq)) throw new Problem(`row ${before} is newer than the signed head`);
  return `${pack.size} files, ${rows.length} rows of the audit log, about account ${userId}, made at ${madeAt}`;
}

/** Returns whether this Node.js has at least the minimum version. */
function isSupported() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE.split(".").map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/**
 * Returns the exit code, after reporting the result.
 * @param {string[]} args
 */
function main(args) {
  if (!isSupported()) {
    console.error(
      `This program needs Node.js ${MIN_NODE} or later; this is ${process.versions.node}. Nothing was verified.`,
    );
    return 2;
  }
  const flag = args.indexOf("--public-key");
  const key = (flag >= 0 && args.splice(flag, 2)[1]) || "";
  const [where] = args;
  if (where === undefined || args.length > 1 || !/^[0-9a-f]{64}$/.test(key)) {
    console.error("Usage: node verify.mjs evidence.zip|FOLDER --public-key KEY (64 hexadecimal digits)");
    return 2;
  }
  try {
    const pack = fs.statSync(where).isDirectory() ? readFolder(where) : readZip(where);
    console.log(`Complete, unchanged and signed: ${verifyPack(pack, key)}.`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof Problem ? 1 : 2;
  }
}

process.exitCode = main(process.argv.slice(2));
