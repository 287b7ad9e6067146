import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskey, PasskeyProof, PasskeyRequest } from "@/lib/users/passkey-schema";
import { urls } from "./api";

/** Faults to put into an otherwise valid response. */
export interface Forgery {
  origin?: string;
  rpId?: string;
  type?: string;
  /** The PIN or fingerprint was not checked. */
  unverified?: boolean;
  counter?: number;
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const toBase64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator with one passkey (WebAuthn Level 3, 6.1 and 6.5): an ES256 key, and a signature counter on request. */
export class Authenticator {
  readonly id: string;
  private readonly key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private counter = 0;
  private readonly counts: boolean;

  constructor({ id = toBase64url(randomBytes(32)), counts = false } = {}) {
    this.id = id;
    this.counts = counts;
  }

  /** Responds to `navigator.credentials.create()`. */
  create({ challenge, rp }: { challenge: string; rp: { id?: string } }, forgery: Forgery = {}): NewPasskey {
    const { fmt, attStmt } = forgery.attestation ?? { fmt: "none", attStmt: new Map<string, unknown>() };
    const attestation = new Map<string, unknown>([
      ["fmt", fmt],
      ["attStmt", attStmt],
      ["authData", new Uint8Array(this.authenticatorData(rp.id!, forgery, true))],
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, forgery),
        attestationObject: toBase64url(isoCBOR.encode(attestation as never)),
        transports: ["internal"],
      },
    };
  }

  /** Responds to `navigator.credentials.get()`. */
  get({ challenge, rpId }: Pick<PasskeyRequest, "challenge" | "rpId">, forgery: Forgery = {}): PasskeyProof {
    if (this.counts) this.counter += 1;
    const clientDataJSON = clientData("webauthn.get", challenge, forgery);
    const data = this.authenticatorData(rpId, forgery, false);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON,
        authenticatorData: toBase64url(data),
        signature: toBase64url(sign("sha256", signed, this.key.privateKey)),
      },
    };
  }

  private credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} };
  }

  private authenticatorData(rpId: string, forgery: Forgery, isNew: boolean): Buffer {
    const flags = USER_PRESENT | (forgery.unverified ? 0 : USER_VERIFIED) | (isNew ? HAS_CREDENTIAL : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forgery.counter ?? this.counter);
    const head = [sha256(forgery.rpId ?? rpId), Buffer.from([flags]), counter];
    return Buffer.concat(isNew ? [...head, this.newCredentialData()] : head);
  }

  /** The zero AAGUID, and the public key as COSE: an elliptic curve (1: 2) for ES256 (3: -7) on P-256 (-1: 1). */
  private newCredentialData(): Buffer {
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const { x, y } = this.key.publicKey.export({ format: "jwk" });
    const point = (value: string) => new Uint8Array(Buffer.from(value, "base64url"));
    const cose = new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], [-2, point(x!)], [-3, point(y!)]]); // oxfmt-ignore
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose as never)]);
  }
}

const clientData = (type: string, challenge: string, forgery: Forgery) =>
  toBase64url(
    Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge,
        origin: forgery.origin ?? urls()[0],
        crossOrigin: false,
      }),
    ),
  );
