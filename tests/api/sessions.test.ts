import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { EncryptJWT, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { signAccessToken } from "@/lib/auth/tokens";
import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import { startServer } from "../support/server";
import {
  admin,
  call,
  cookiesOf,
  del,
  get,
  mailsTo,
  patch,
  person,
  post,
  put,
  urls,
  waitForMail,
} from "../support/api";
import { inject } from "vitest";

const refresh = (cookies: string, server: 0 | 1 = 0) =>
  call("POST", "/api/auth/refresh", { headers: { cookie: cookies }, server });

const refreshTokenIn = (cookies: string) => /seedline\.refresh=([^;]+)/.exec(cookies)![1]!;

describe("refresh (threat 11-13)", () => {
  it("threat 11: 50 parallel refreshes of one token on two servers return one child token and end no session", async () => {
    const who = await person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => refresh(who.cookies, (i % 2) as 0 | 1)),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const children = new Set(answers.map((answer) => refreshTokenIn(cookiesOf(answer.headers))));
    expect(children.size).toBe(1);
    expect((await get("/api/auth/me", answers[0]!.body.accessToken)).status).toBe(200);
    expect((await get("/api/auth/me", who.token)).status).toBe(200);
  });

  it("returns the same child token until that is used, because a response may have been lost", async () => {
    const who = await person();
    const first = cookiesOf((await refresh(who.cookies)).headers);
    const again = cookiesOf((await refresh(who.cookies)).headers);
    expect(refreshTokenIn(again)).toBe(refreshTokenIn(first));
  });

  it("threat 12: reuse of a token after its child was used ends the session family and notifies the owner", async () => {
    const who = await person();
    const child = cookiesOf((await refresh(who.cookies)).headers);
    const grandchild = await refresh(child);
    expect(grandchild.status).toBe(200);
    // Within the grace period it still returns the child, so the time of the rotation is set back.
    expect((await refresh(who.cookies)).status).toBe(200);
    await db.session.updateMany({
      where: { userId: who.id },
      data: { rotatedAt: new Date(Date.now() - 11_000) },
    });
    expect((await refresh(who.cookies)).status).toBe(401);
    expect((await refresh(cookiesOf(grandchild.headers))).status).toBe(401);
    expect((await get("/api/auth/me", grandchild.body.accessToken)).status).toBe(401);
    await waitForMail(who.email, /We ended one of your/);
    expect(await db.auditEvent.count({ where: { targetId: who.id, action: "session.reuse_detected" } })).toBe(
      1,
    );
    expect(
      (await mailsTo(who.email)).filter((mail) => /We ended one of your/.test(mail.subject)),
    ).toHaveLength(1);
  });

  it("threat 13: a server killed during refreshes ends no session", async () => {
    const { databaseUrl: _, dataDir, env: stackEnv } = inject("stack");
    const victim = await startServer({ database: { env: stackEnv, dataDir } as never, env: {} });
    const people = await Promise.all(Array.from({ length: 10 }, () => person()));
    const inFlight = Promise.allSettled(
      people.flatMap((who) =>
        Array.from({ length: 5 }, () =>
          fetch(`${victim.url}/api/auth/refresh`, { method: "POST", headers: { cookie: who.cookies } }).then(
            (r) => r.text(),
          ),
        ),
      ),
    );
    await victim.stop("SIGKILL");
    await inFlight;
    // Whether the rotation was committed or not, the clients' token is still valid.
    for (const who of people) expect((await refresh(who.cookies)).status).toBe(200);
  });

  it("rejects changed tokens, invented tokens and tokens of another session", async () => {
    const [one, other] = [await person(), await person()];
    const token = refreshTokenIn(one.cookies);
    const [id, counter, mac] = token.split(".");
    const otherId = refreshTokenIn(other.cookies).split(".")[0];
    const forged = [
      `${id}.1.${mac}`,
      `${otherId}.${counter}.${mac}`,
      `${id}.${counter}.${mac!.slice(0, -2)}AA`,
      `${id}.${counter}`,
      `${randomUUID()}.0.${mac}`,
      "x",
      "",
    ];
    for (const value of forged) {
      expect((await refresh(`seedline.refresh=${value}`)).status).toBe(401);
    }
    expect((await refresh(one.cookies)).status).toBe(200);
  });
});

describe("current rights (threat 14)", () => {
  it("an access token is rejected immediately after logout and deletion", async () => {
    const who = await person();
    await call("POST", "/api/auth/logout", { headers: { cookie: who.cookies } });
    expect((await get("/api/auth/me", who.token)).status).toBe(401);
    expect((await refresh(who.cookies)).status).toBe(401);

    const byGet = await person();
    expect((await call("GET", "/api/auth/logout", { token: byGet.token })).status).toBe(200);
    expect((await get("/api/auth/me", byGet.token)).status).toBe(401);

    const gone = await person();
    expect((await del("/api/auth/deleteMe", gone.token)).status).toBe(200);
    expect((await get("/api/auth/me", gone.token)).status).toBe(401);
    expect(await db.user.count({ where: { id: gone.id } })).toBe(0);
  });

  it("an access token loses its rights as soon as the role changes", async () => {
    const root = await admin(true);
    const plain = await admin();
    expect((await get("/api/admin/users", plain.token)).status).toBe(200);
    expect((await patch(`/api/admin/users/${plain.id}/role`, { role: "investor" }, root.token)).status).toBe(
      200,
    );
    expect((await get("/api/admin/users", plain.token)).status).toBe(403);
    expect((await del(`/api/admin/users/${plain.id}`, root.token)).status).toBe(200);
    expect((await get("/api/auth/me", plain.token)).status).toBe(401);
  });
});

describe("forged access tokens (threat 15)", () => {
  it("are rejected, all fifteen of them", async () => {
    const who = await person();
    const session = await db.session.findFirstOrThrow({ where: { userId: who.id } });
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
    const nextAuthCookie = /session-token=([^;]+)/.exec(who.cookies)![1]!;
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
    expect((await get("/api/auth/me", who.token)).status).toBe(200);
  });

  it("an access token contains the session id and no data that can become stale", async () => {
    const who = await person();
    const claims = JSON.parse(Buffer.from(who.token.split(".")[1]!, "base64url").toString()) as Record<
      string,
      unknown
    >;
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid"]);
    expect((claims["exp"] as number) - (claims["iat"] as number)).toBeLessThanOrEqual(600);
  });
});

describe("cookies and other sites (threat 16)", () => {
  it("cookies over https have the prefixes that prevent other hosts from setting them", async () => {
    const { dataDir, env: stackEnv } = inject("stack");
    const server = await startServer({
      database: { env: stackEnv, dataDir } as never,
      env: { APP_URL: "https://seedline.example" },
    });
    try {
      const who = await person();
      const response = await fetch(`${server.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://seedline.example" },
        body: JSON.stringify({ email: who.email, password: DEMO_PASSWORD }),
      });
      expect(response.status).toBe(200);
      const found = Object.fromEntries(
        response.headers.getSetCookie().map((cookie) => {
          const [pair = "", ...attributes] = cookie.split("; ");
          return [pair.split("=")[0], attributes.filter((item) => !item.startsWith("Max-Age=")).sort()];
        }),
      );
      const kept = ["HttpOnly", "SameSite=Strict", "Secure"];
      expect(found).toEqual({
        // `__Host-` requires the path `/`. The refresh cookie has a narrower one, so that it is not sent to pages (ADR 2).
        "__Host-next-auth.session-token": [kept[0], "Path=/", ...kept.slice(1)],
        "__Secure-seedline.refresh": [kept[0], "Path=/api/auth", ...kept.slice(1)],
      });

      const cookies = response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
      const refreshed = (cookie: string) =>
        fetch(`${server.url}/api/auth/refresh`, { method: "POST", headers: { cookie } });
      expect((await refreshed(cookies)).status).toBe(200);
      // A cookie without the prefix, which another host or an http page could have set, is ignored.
      expect((await refreshed(cookies.replace("__Secure-", ""))).status).toBe(401);
    } finally {
      await server.stop();
    }
  });

  it("cookies are HttpOnly and SameSite=Strict with the narrowest path", async () => {
    const who = await person();
    const answer = await refresh(who.cookies);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(cookies.find((cookie) => cookie.startsWith("seedline.refresh"))).toContain("Path=/api/auth;");
  });

  it("refresh and logout are rejected from another origin and from a null origin", async () => {
    const who = await person();
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      for (const [method, path] of [
        ["POST", "/api/auth/refresh"],
        ["POST", "/api/auth/logout"],
        ["GET", "/api/auth/logout"],
      ] as const) {
        expect((await call(method, path, { headers: { cookie: who.cookies, ...headers } })).status).toBe(403);
      }
    }
    expect((await get("/api/auth/me", who.token)).status).toBe(200);
    const own = await call("POST", "/api/auth/refresh", {
      headers: { cookie: who.cookies, origin: urls()[0], "sec-fetch-site": "same-origin" },
    });
    expect(own.status).toBe(200);
  });

  it("the API does not accept cookies", async () => {
    const root = await admin(true);
    const headers = { cookie: root.cookies };
    expect((await call("GET", "/api/auth/me", { headers })).status).toBe(401);
    expect((await call("GET", "/api/admin/users", { headers })).status).toBe(401);
    expect((await call("DELETE", "/api/auth/deleteMe", { headers })).status).toBe(401);
  });
});

describe("the choice of role and investor type (product 10.9)", () => {
  it("is open until the first submission and closed afterwards", async () => {
    const who = await person();
    expect((await put("/api/auth/setInvestorType", { type: "personal" }, who.token)).status).toBe(409);
    expect((await put("/api/auth/setRole", { role: "startup" }, who.token)).status).toBe(200);
    expect((await put("/api/auth/setRole", { role: "investor" }, who.token)).status).toBe(200);
    expect((await put("/api/auth/setRole", { role: "admin" }, who.token)).status).toBe(422);
    const pending = await person({ role: "investor", investorType: "personal", verification: "pending" });
    expect((await put("/api/auth/setRole", { role: "investor" }, pending.token)).status).toBe(200);
    expect((await put("/api/auth/setRole", { role: "startup" }, pending.token)).status).toBe(409);
    expect((await put("/api/auth/setInvestorType", { type: "corporate" }, pending.token)).status).toBe(409);
    const rejected = await person({ role: "investor", investorType: "personal", verification: "rejected" });
    expect((await put("/api/auth/setRole", { role: "startup" }, rejected.token)).status).toBe(409);
    expect((await put("/api/auth/setInvestorType", { type: "corporate" }, rejected.token)).status).toBe(200);
    const boss = await admin();
    expect((await put("/api/auth/setRole", { role: "startup" }, boss.token)).status).toBe(403);
    expect((await put("/api/auth/setInvestorType", { type: "personal" }, boss.token)).status).toBe(403);
    expect((await del("/api/auth/deleteMe", boss.token)).status).toBe(403);
    expect((await post("/api/verification", {}, boss.token)).status).toBe(403);
  });
});
