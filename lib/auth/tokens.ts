import "server-only";
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";
import { env } from "@/lib/env";

/**
 * Tokens that refer to a session row. They contain no claims that could become stale: rights are read from the row and its user on every
 * request (threat 14, 15).
 */
export const ACCESS_SECONDS = 10 * 60;

const ISSUER = "seedline";
const AUDIENCE = "seedline-api";
const TYPE = "at+jwt";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The key is cached, because importing it for each request is expensive. */
let key: KeyObject | undefined;
const accessKey = () => (key ??= createSecretKey(env.ACCESS_TOKEN_SECRET, "utf8"));

export function signAccessToken(sessionId: string): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_SECONDS}s`)
    .sign(accessKey());
}

/** Verified tokens, cached until they expire so that each is verified only once. */
const verifiedTokens = new Map<string, { sid: string; until: number }>();
const MAX_CACHED_TOKENS = 10_000;

function cacheToken(token: string, sid: string, until: number): void {
  if (verifiedTokens.size >= MAX_CACHED_TOKENS) verifiedTokens.delete(verifiedTokens.keys().next().value!);
  verifiedTokens.set(token, { sid, until });
}

/** Returns the session id of a valid access token, or null. */
export async function readAccessToken(token: string): Promise<string | null> {
  const cached = verifiedTokens.get(token);
  if (cached) return Date.now() < cached.until ? cached.sid : null;
  try {
    const { payload } = await jwtVerify<{ sid: unknown }>(token, accessKey(), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ["exp", "iat", "sid"],
      maxTokenAge: ACCESS_SECONDS,
    });
    const { sid } = payload;
    if (typeof sid !== "string" || !UUID.test(sid)) return null;
    cacheToken(token, sid, Math.min(payload.exp!, payload.iat! + ACCESS_SECONDS) * 1_000);
    return sid;
  } catch {
    return null;
  }
}

let refreshKey: Buffer | undefined;
const refreshSecret = () =>
  (refreshKey ??= Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "", "seedline refresh token", 32)));

const mac = (sessionId: string, counter: number) =>
  createHmac("sha256", refreshSecret()).update(`${sessionId}|${counter}`).digest();

/** Returns the refresh token with this number. It is derived, so that it can be issued again without being stored (threat 11). */
export const refreshToken = (sessionId: string, counter: number): string =>
  `${sessionId}.${counter}.${mac(sessionId, counter).toString("base64url")}`;

/** Returns the session and number of a valid refresh token, or null. */
export function readRefreshToken(token: string): { sessionId: string; counter: number } | null {
  const [sessionId = "", number = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !UUID.test(sessionId) || !/^\d{1,9}$/.test(number)) return null;
  const counter = Number(number);
  const given = Buffer.from(signature, "base64url");
  const expected = mac(sessionId, counter);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { sessionId, counter } : null;
}

/** Returns a keyed hash for secrets that are too short for a plain hash (codes) or random enough not to need a slow one (tokens). */
export const secretHash = (purpose: string, value: string): string =>
  createHmac("sha256", env.AUTH_SECRET).update(`${purpose}|${value}`).digest("base64url");
