import "server-only";
import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { COSEALG, decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { audit } from "@/lib/audit/audit";
import { brand } from "@/lib/brand";
import type { Client } from "@/lib/client-info";
import { db, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { tryConsume, withFailureLimit } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import type { NewPasskey, PasskeyProof, PasskeyRequest } from "@/lib/users/passkey-schema";
import { recordFailure } from "./security-events";
import { secretHash } from "./tokens";
import { consumeProof, type Verified } from "./verified";

/** Passkeys: WebAuthn credentials as a second factor at login and as a proof of identity within a session (ADR 12). */

/** The purpose for which a challenge was issued. A signature for one purpose is worthless for another. */
export type PasskeyPurpose = "register" | "login" | "step-up";

/** The validity of a challenge and of the browser's prompt. */
const CHALLENGE_SECONDS = 5 * 60;
const FAILURE_WINDOW_SECONDS = 10 * 60;

/** The algorithms of all common authenticators: EdDSA, ES256 and RS256. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const origin = () => new URL(env.APP_URL).origin;
/** Returns the domain to which passkeys are bound. */
const domain = () => new URL(env.APP_URL).hostname;

const signChallenge = ({ userId, credentialsVersion }: Verified, purpose: PasskeyPurpose, content: string) =>
  secretHash("passkey challenge", `${purpose}|${userId}|${credentialsVersion}|${content}`);

/**
 * Returns a challenge that contains its expiry and is signed for this user and purpose, so it need not be stored. It becomes invalid with
 * the version of the credentials.
 */
function newChallenge(user: Verified, purpose: PasskeyPurpose): string {
  const content = `${Date.now() + CHALLENGE_SECONDS * 1_000}.${randomBytes(16).toString("base64url")}`;
  return Buffer.from(`${content}.${signChallenge(user, purpose, content)}`).toString("base64url");
}

/** Returns the random part of an unexpired challenge for this user and purpose, or null. */
function readChallenge(user: Verified, purpose: PasskeyPurpose, challenge: string): string | null {
  const [expiresAt = "", nonce = "", signature = ""] = Buffer.from(challenge, "base64url")
    .toString()
    .split(".");
  const given = Buffer.from(signature);
  const expected = Buffer.from(signChallenge(user, purpose, `${expiresAt}.${nonce}`));
  const isOwn = given.length === expected.length && timingSafeEqual(given, expected);
  return isOwn && Date.now() < Number(expiresAt) ? nonce : null;
}

/**
 * Verifies a signed challenge and uses the challenge up: of parallel uses, on any number of servers, only one succeeds. Returns null if it
 * is rejected, including when the library throws.
 */
async function verifyOnce<T extends { verified: boolean }>(
  user: Verified,
  purpose: PasskeyPurpose,
  verify: (expectedChallenge: (challenge: string) => boolean) => Promise<T>,
): Promise<T | null> {
  let nonce: string | null = null;
  const result = await verify((challenge) => {
    nonce = readChallenge(user, purpose, challenge);
    return nonce !== null;
  }).catch((error: unknown) => {
    log.info({ event: "passkey.rejected", ...describeError(error) });
    return null;
  });
  if (!nonce || !result?.verified) return null;
  return (await tryConsume(`passkey-challenge|${nonce as string}`, 1, CHALLENGE_SECONDS)) ? result : null;
}

const findUser = (userId: string) =>
  db.user.findUnique({ where: { id: userId }, select: { credentialsVersion: true } });

/** Returns the argument of `navigator.credentials.create()` for another passkey of this user, who has just given a proof. */
export async function passkeyCreationOptions(
  user: { id: string; email: string; name: string },
  verified: Verified,
) {
  const passkeys = await db.passkey.findMany({ where: { userId: user.id } });
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: domain(),
    userID: new Uint8Array(Buffer.from(user.id.replaceAll("-", ""), "hex")),
    userName: user.email,
    userDisplayName: user.name,
    challenge: new Uint8Array(Buffer.from(newChallenge(verified, "register"), "base64url")),
    timeout: CHALLENGE_SECONDS * 1_000,
    attestationType: "none",
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Returns the columns of a new passkey and the version of the credentials for which it was requested. Throws INVALID_PASSKEY. */
export async function verifyNewPasskey(userId: string, response: NewPasskey) {
  const user = await findUser(userId);
  const verified = user && { userId, ...user };
  const result =
    verified &&
    (await verifyOnce(verified, "register", async (expectedChallenge) => {
      requireNoCertificates(response.response.attestationObject);
      return verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin(),
        expectedRPID: domain(),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
    }));
  if (!verified || !result?.registrationInfo) {
    throw new AppError(
      "INVALID_PASSKEY",
      "We couldn't add this passkey. Confirm that it's you, and try again.",
    );
  }
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const { transports } = response.response;
  const columns = { credentialId: id, publicKey: new Uint8Array(publicKey), counter: BigInt(counter) };
  return { verified, passkey: { ...columns, transports } };
}

/** Rejects an attestation with certificates: none is requested, and verifying it would parse them and load their revocation lists. */
function requireNoCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  // Without certificates, a "packed" attestation is signed by the new key itself.
  if (format === "none" || (format === "packed" && !attestation.get("attStmt").get("x5c"))) return;
  throw new Error("attestation was not requested");
}

/** Returns the argument of `navigator.credentials.get()`; null if the user has no passkey. */
export async function passkeyRequest(
  userId: string,
  purpose: Exclude<PasskeyPurpose, "register">,
): Promise<PasskeyRequest | null> {
  const user = await findUser(userId);
  const passkeys = await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
  if (!user || passkeys.length === 0) return null;
  return {
    challenge: newChallenge({ userId, ...user }, purpose),
    rpId: domain(),
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: "required",
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key",
      transports,
    })),
  };
}

export const rejectedPasskey = () =>
  new AppError("INVALID_PASSKEY", "That passkey didn't work. Try again, or use another method.");

/**
 * Verifies a passkey proof for this purpose and uses its challenge up. A signature cannot be guessed, so failures are limited per network:
 * a thief with a stolen token on another network cannot lock the owner out (threat 59). Throws INVALID_PASSKEY, RATE_LIMITED.
 */
export async function redeemPasskey(
  userId: string,
  purpose: Exclude<PasskeyPurpose, "register">,
  response: PasskeyProof,
  client: Client,
): Promise<Verified> {
  const limit = {
    key: `passkey|${userId}|${client.network}`,
    limit: env.LIMIT_CODE_TRIES,
    seconds: FAILURE_WINDOW_SECONDS,
  };
  const verified = await withFailureLimit([limit], async () => {
    const value = await verifyProof(userId, purpose, response);
    return { ok: value !== null, value };
  });
  if (verified) {
    await consumeProof(verified);
    return verified;
  }
  recordFailure(userId, "passkey_failed", client);
  throw rejectedPasskey();
}

async function verifyProof(
  userId: string,
  purpose: PasskeyPurpose,
  response: PasskeyProof,
): Promise<Verified | null> {
  const user = await findUser(userId);
  const passkey = await db.passkey.findUnique({ where: { credentialId: response.id, userId } });
  if (!user || !passkey) return null;
  const { id, publicKey } = passkey;
  const verified = { userId, ...user };
  const result = await verifyOnce(verified, purpose, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin(),
      expectedRPID: domain(),
      requireUserVerification: true,
      // The counter is compared below, in the statement that stores it.
      credential: { id: response.id, publicKey, counter: 0 },
    }),
  );
  const isUsed = result && (await storeUse(userId, id, BigInt(result.authenticationInfo.newCounter)));
  return isUsed ? verified : null;
}

/**
 * Stores the use. A signature counter that has not increased suggests a cloned key (WebAuthn 6.1.1): this is audited, and the function
 * returns false.
 */
async function storeUse(userId: string, id: string, counter: bigint): Promise<boolean> {
  return transaction(async (tx) => {
    const used = await tx.passkey.updateMany({
      where: { id, OR: [{ counter: { lt: counter } }, ...(counter === 0n ? [{ counter: 0n }] : [])] },
      data: { counter, lastUsedAt: new Date() },
    });
    if (used.count === 1) return true;
    if ((await tx.passkey.count({ where: { id } })) > 0)
      await audit(tx, { actorId: null, action: "passkey.copy_suspected", targetId: userId, data: { passkeyId: id } }); // oxfmt-ignore
    return false;
  });
}
