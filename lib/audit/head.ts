import { createPrivateKey, createPublicKey, sign } from "node:crypto";

/**
 * The head of the audit chain, signed (threat 37): whoever has it and the public key can tell later whether rows up to it were changed
 * or cut off. Imports nothing of ours, because commands load this file by itself.
 */
export interface ChainHead {
  seq: string;
  hash: string;
  /** When it was signed. */
  at: string;
  /**
   * In the file of heads: the SHA-256 of the line before, so that no line can be taken out of the middle or put in a second time.
   * A head that goes out with an exported log stands alone and has none.
   */
  previous?: string;
  /** The chain was put back to this row from a backup; heads of later rows no longer bind. */
  restored?: true;
}

export interface SignedHead extends ChainHead {
  publicKey: string;
  signature: string;
}

/** Sorted keys: the database does not keep the order in which they were written. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const privateKey = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });

/** The public half of a signing key of 32 bytes, in hexadecimal: base64url may begin with a dash, which commands take for an option. */
export function publicKeyOf(seed: Buffer): string {
  const { x } = createPublicKey(privateKey(seed)).export({ format: "jwk" });
  return Buffer.from(x!, "base64url").toString("hex");
}

/** Signs a head. The words before it keep the signature from meaning anything else. */
export function signHead(seed: Buffer, head: ChainHead): SignedHead {
  const text = `seedline audit head\n${canonical(head)}`;
  return {
    ...head,
    publicKey: publicKeyOf(seed),
    signature: sign(null, Buffer.from(text), privateKey(seed)).toString("base64url"),
  };
}
