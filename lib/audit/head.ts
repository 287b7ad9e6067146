import { createPrivateKey, createPublicKey, sign } from "node:crypto";

/**
 * The signed head of the audit chain (threat 37). With the public key, it reveals whether any row up to it was changed or deleted later.
 * This module has no imports from lib, because commands load this file directly.
 */
export interface ChainHead {
  seq: string;
  hash: string;
  /** When the head was signed. */
  at: string;
  /**
   * The SHA-256 of the previous line of the heads file, so that lines cannot be removed or repeated. Absent in the head of an exported log.
   */
  previous?: string;
  /** The chain was restored to this row from a backup; signed heads of later rows are revoked. */
  restored?: true;
}

export interface SignedHead extends ChainHead {
  publicKey: string;
  signature: string;
}

/** Returns JSON with sorted keys, because `jsonb` does not preserve their order. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

/** The PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const privateKey = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });

/** Returns the public key of a 32-byte signing key, in hexadecimal. base64url may begin with a dash, which commands parse as an option. */
export function publicKeyOf(seed: Buffer): string {
  const { x } = createPublicKey(privateKey(seed)).export({ format: "jwk" });
  return Buffer.from(x!, "base64url").toString("hex");
}

/** Returns an Ed25519 signature of a text. The context prevents its use for another kind of text. */
export function signText(seed: Buffer, context: "audit head" | "evidence", text: string) {
  const signed = Buffer.from(`seedline ${context}\n${text}`);
  return {
    publicKey: publicKeyOf(seed),
    signature: sign(null, signed, privateKey(seed)).toString("base64url"),
  };
}

export const signHead = (seed: Buffer, head: ChainHead): SignedHead => ({
  ...head,
  ...signText(seed, "audit head", canonical(head)),
});
