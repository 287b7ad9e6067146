import { createHmac, hkdfSync } from "node:crypto";
import { SignJWT, decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ACCESS_SECONDS,
  readAccessToken,
  readRefreshToken,
  refreshToken,
  secretHash,
  signAccessToken,
} from "@/lib/auth/tokens";
import { uuidv7 } from "@/lib/ids";

const sid = uuidv7();

afterEach(() => {
  vi.useRealTimers();
});

describe("access tokens (threat 15)", () => {
  const key = () => new TextEncoder().encode(process.env["ACCESS_TOKEN_SECRET"]);
  interface Shape {
    claims?: Record<string, unknown>;
    header?: { alg: string; typ?: string };
    issuer?: string;
    audience?: string;
    expires?: string | null;
    issued?: number | null;
    secret?: Uint8Array;
  }
  /** Returns a token that is valid except for these properties. */
  async function forged({ claims, header, issuer, audience, expires, issued, secret }: Shape = {}) {
    const token = new SignJWT(claims ?? { sid })
      .setProtectedHeader(header ?? { alg: "HS256", typ: "at+jwt" })
      .setIssuer(issuer ?? "seedline")
      .setAudience(audience ?? "seedline-api");
    if (issued !== null) token.setIssuedAt(issued);
    if (expires !== null) token.setExpirationTime(expires ?? "600s");
    return token.sign(secret ?? key());
  }

  it("are valid for their session for ten minutes, and contain nothing else", async () => {
    const token = await signAccessToken(sid);
    const claims = decodeJwt(token);
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid"]);
    expect(claims.exp! - claims.iat!).toBe(600);
    expect(ACCESS_SECONDS).toBe(600);
    expect([claims.iss, claims.aud, decodeProtectedHeader(token)]).toEqual([
      "seedline",
      "seedline-api",
      { alg: "HS256", typ: "at+jwt" },
    ]);
    expect(await readAccessToken(token)).toBe(sid);
    expect(await readAccessToken(await forged())).toBe(sid);
  });

  it("are rejected after ten minutes, also if they were accepted a moment before", async () => {
    const token = await signAccessToken(sid);
    const long = await forged({ expires: "1h" });
    for (const each of [token, long, token, long]) expect(await readAccessToken(each)).toBe(sid);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 598_000 });
    for (const each of [token, long]) expect(await readAccessToken(each)).toBe(sid);
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    for (const each of [token, long]) expect(await readAccessToken(each)).toBeNull();
  });

  it.each<[string, Shape]>([
    ["another algorithm of the same key", { header: { alg: "HS512", typ: "at+jwt" } }],
    ["another type", { header: { alg: "HS256", typ: "JWT" } }],
    ["no type", { header: { alg: "HS256" } }],
    ["another issuer", { issuer: "somebody" }],
    ["another audience", { audience: "another-api" }],
    ["no expiry", { expires: null }],
    ["no issue time", { issued: null }],
    ["a late expiry, issued long ago", { issued: Math.floor(Date.now() / 1000) - 700, expires: "1h" }],
    ["another key", { secret: new TextEncoder().encode("x".repeat(64)) }],
    ["no session", { claims: {} }],
    ["a session id that is a number", { claims: { sid: 1 } }],
    ["a session id in a list", { claims: { sid: [sid] } }],
    ["an invalid session id", { claims: { sid: "1" } }],
    ["a prefix before the id", { claims: { sid: `x${sid}` } }],
    ["a suffix after the id", { claims: { sid: `${sid}x` } }],
  ])("are rejected with %s", async (_, shape) => {
    expect(await readAccessToken(await forged(shape))).toBeNull();
  });

  it("are rejected if they are malformed", async () => {
    expect(await readAccessToken("a.b.c")).toBeNull();
  });
});

describe("refresh tokens (threat 11)", () => {
  const [, , signature] = refreshToken(sid, 7).split(".") as [string, string, string];

  it("are deterministic for a number, use a separate key, and can be parsed", () => {
    expect(refreshToken(sid, 7)).toBe(`${sid}.7.${signature}`);
    const refreshKey = Buffer.from(
      hkdfSync("sha256", process.env["AUTH_SECRET"]!, "", "seedline refresh token", 32),
    );
    expect(signature).toBe(createHmac("sha256", refreshKey).update(`${sid}|7`).digest("base64url"));
    expect(readRefreshToken(refreshToken(sid, 7))).toEqual({ sessionId: sid, counter: 7 });
    expect(readRefreshToken(refreshToken(sid, 123_456_789))).toEqual({
      sessionId: sid,
      counter: 123_456_789,
    });
  });

  const otherId = uuidv7();
  it.each([
    ["nothing", ""],
    ["dots only", ".."],
    ["no signature", `${sid}.7`],
    ["an empty signature", `${sid}.7.`],
    ["an empty number", `${sid}..${signature}`],
    ["no session", `.7.${signature}`],
    ["an additional part", `${sid}.7.${signature}.`],
    ["another number", `${sid}.8.${signature}`],
    ["another session", `${otherId}.7.${signature}`],
    ["another signature", `${sid}.7.${refreshToken(sid, 8).split(".")[2]}`],
    ["half a signature", `${sid}.7.${signature.slice(0, 20)}`],
    ["a number in another notation", `${sid}.0x7.${signature}`],
    ["a sign before the number", `${sid}.+7.${signature}`],
    ["a space after the number", `${sid}.7 .${signature}`],
    ["a number too long", refreshToken(sid, 1_234_567_890)],
    ["an invalid session id", refreshToken("1", 7)],
    ["a prefix before the session", refreshToken(`x${sid}`, 7)],
    ["a suffix after the session", refreshToken(`${sid}x`, 7)],
  ])("are rejected with %s", (_, token) => {
    expect(readRefreshToken(token)).toBeNull();
  });
});

describe("session ids", () => {
  it.each([0, 9, 14, 19, 24])("are UUIDs of version 7: a character changed at %i is rejected", (at) => {
    const id = `${sid.slice(0, at)}z${sid.slice(at + 1)}`;
    expect(readRefreshToken(refreshToken(id, 7))).toBeNull();
  });

  it.each([
    "0190aaaa-0000-4000-8000-000000000001",
    "0190aaaa-0000-7000-c000-000000000001",
    "0190aaa-0000-7000-8000-000000000001",
  ])("%s is invalid", (id) => {
    expect(readRefreshToken(refreshToken(id, 7))).toBeNull();
  });
});

describe("secretHash", () => {
  it("is keyed, and depends on purpose and value", () => {
    const keyed = createHmac("sha256", process.env["AUTH_SECRET"]!);
    expect(secretHash("reset", "abc")).toBe(keyed.update("reset|abc").digest("base64url"));
  });
});
