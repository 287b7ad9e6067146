import "server-only";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";
import { env } from "@/lib/env";

/**
 * The pointers to a session row. None of them carries anything that can go stale: what a person may do is read from the row and
 * its user at every request (TRUST 14, 15).
 */
export const ACCESS_SECONDS = 10 * 60;
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

const ISSUER = "seedline";
const AUDIENCE = "seedline-api";
const TYPE = "at+jwt";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const accessKey = () => new TextEncoder().encode(env.ACCESS_TOKEN_SECRET);

export function signAccessToken(sessionId: string): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_SECONDS}s`)
    .sign(accessKey());
}

/** The session id of a good access token, or null. */
export async function readAccessToken(token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, accessKey(), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ["exp", "iat", "sid"],
      maxTokenAge: ACCESS_SECONDS,
    });
    return typeof payload["sid"] === "string" && UUID.test(payload["sid"]) ? payload["sid"] : null;
  } catch {
    return null;
  }
}

let refreshKey: Buffer | undefined;
const refreshSecret = () =>
  (refreshKey ??= Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "", "seedline refresh token", 32)));

const mac = (sessionId: string, counter: number) =>
  createHmac("sha256", refreshSecret()).update(`${sessionId}|${counter}`).digest();

/** The refresh token with this number. Derived, so that the same child can be handed out again and nothing is stored (TRUST 11). */
export const refreshToken = (sessionId: string, counter: number): string =>
  `${sessionId}.${counter}.${mac(sessionId, counter).toString("base64url")}`;

/** Session and number of a refresh token that this product made, or null. */
export function readRefreshToken(token: string): { sessionId: string; counter: number } | null {
  const [sessionId = "", number = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !UUID.test(sessionId) || !/^\d{1,9}$/.test(number)) return null;
  const counter = Number(number);
  const given = Buffer.from(signature, "base64url");
  const expected = mac(sessionId, counter);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { sessionId, counter } : null;
}

/** A keyed hash for secrets too short to be hashed plainly (codes), or that need none slower (random tokens). */
export const secretHash = (purpose: string, value: string): string =>
  createHmac("sha256", env.AUTH_SECRET).update(`${purpose}|${value}`).digest("base64url");
