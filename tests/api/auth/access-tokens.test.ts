import { createHmac, generateKeyPairSync } from "node:crypto";
import { EncryptJWT, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { signAccessToken } from "@/lib/auth/tokens";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { get, person } from "../../support/api";

describe("forged access tokens (threat 15)", () => {
  it("are rejected, all fifteen of them", async () => {
    const user = await person();
    const session = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    const sid = session.id;
    const key = new TextEncoder().encode(env.ACCESS_TOKEN_SECRET);
    const base = () => new SignJWT({ sid }).setIssuedAt();
    const good = { alg: "HS256", typ: "at+jwt" };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { sid, iss: "seedline", aud: "seedline-api", iat: 1, exp: 9_999_999_999 };
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const hs = (header: object, payload: object, secret: string | Buffer) => {
      const text = `${part(header)}.${part(payload)}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    };
    const nextAuthCookie = /session-token=([^;]+)/.exec(user.cookies)![1]!;
    const forged: Record<string, string> = {
      "alg none": `${part({ alg: "none", typ: "at+jwt" })}.${part(claims)}.`,
      "other secret": hs(good, claims, "x".repeat(40)),
      "empty secret": hs(good, claims, ""),
      "signed by the page secret": hs(good, claims, env.AUTH_SECRET),
      RS256: await base()
        .setProtectedHeader({ alg: "RS256", typ: "at+jwt" })
        .setIssuer("seedline")
        .setAudience("seedline-api")
        .setExpirationTime("5m")
        .sign(privateKey),
      jku: await base()
        .setProtectedHeader({ ...good, jku: "http://127.0.0.1:9/keys" })
        .setIssuer("seedline")
        .setAudience("seedline-api")
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode("y".repeat(32))),
      "wrong issuer": await base()
        .setProtectedHeader(good)
        .setIssuer("evil")
        .setAudience("seedline-api")
        .setExpirationTime("5m")
        .sign(key),
      "wrong audience": await base()
        .setProtectedHeader(good)
        .setIssuer("seedline")
        .setAudience("evil")
        .setExpirationTime("5m")
        .sign(key),
      "wrong type": await base()
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer("seedline")
        .setAudience("seedline-api")
        .setExpirationTime("5m")
        .sign(key),
      expired: await new SignJWT({ sid })
        .setIssuedAt(1_000)
        .setProtectedHeader(good)
        .setIssuer("seedline")
        .setAudience("seedline-api")
        .setExpirationTime(2_000)
        .sign(key),
      "no expiry": await base()
        .setProtectedHeader(good)
        .setIssuer("seedline")
        .setAudience("seedline-api")
        .sign(key),
      "lives a year": await new SignJWT({ sid })
        .setIssuedAt(Math.floor(Date.now() / 1000) - 3_600)
        .setProtectedHeader(good)
        .setIssuer("seedline")
        .setAudience("seedline-api")
        .setExpirationTime("1y")
        .sign(key),
      "next-auth's own": nextAuthCookie,
      encrypted: await new EncryptJWT({ sid })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime("5m")
        .encrypt(key.slice(0, 32)),
      "unknown session": await signAccessToken("01900000-0000-7000-8000-000000000000"),
    };
    for (const [name, token] of Object.entries(forged)) {
      expect((await get("/api/auth/me", token)).status, name).toBe(401);
    }
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
  });

  it("an access token contains the session id and no data that can become stale", async () => {
    const user = await person();
    const claims = JSON.parse(Buffer.from(user.token.split(".")[1]!, "base64url").toString()) as Record<
      string,
      unknown
    >;
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid"]);
    expect((claims["exp"] as number) - (claims["iat"] as number)).toBeLessThanOrEqual(600);
  });
});
