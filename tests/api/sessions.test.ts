import { describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import { admin, call, del, get, patch, person, refresh, urls } from "../support/api";
import { startServer } from "../support/server";

describe("current rights (threat 14)", () => {
  it("an access token is rejected immediately after logout and deletion", async () => {
    const user = await person();
    await call("POST", "/api/auth/logout", { headers: { cookie: user.cookies } });
    expect((await get("/api/auth/me", user.token)).status).toBe(401);
    expect((await refresh(user.cookies)).status).toBe(401);

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

describe("cookies and other sites (threat 16)", () => {
  it("cookies over https have the prefixes that prevent other hosts from setting them", async () => {
    const { dataDir, env: stackEnv } = inject("stack");
    const server = await startServer({
      database: { env: stackEnv, dataDir } as never,
      env: { APP_URL: "https://seedline.example" },
    });
    try {
      const user = await person();
      const response = await fetch(`${server.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://seedline.example" },
        body: JSON.stringify({ email: user.email, password: DEMO_PASSWORD }),
      });
      expect(response.status).toBe(200);
      const found = Object.fromEntries(
        response.headers.getSetCookie().map((cookie) => {
          const [pair = "", ...attributes] = cookie.split("; ");
          return [pair.split("=")[0], attributes.filter((item) => !item.startsWith("Max-Age=")).sort()];
        }),
      );
      const commonAttributes = ["HttpOnly", "SameSite=Strict", "Secure"];
      expect(found).toEqual({
        // `__Host-` requires the path `/`. The refresh cookie has a narrower one, so that it is not sent to pages (ADR 2).
        "__Host-seedline.device": [commonAttributes[0], "Path=/", ...commonAttributes.slice(1)],
        "__Host-next-auth.session-token": [commonAttributes[0], "Path=/", ...commonAttributes.slice(1)],
        "__Secure-seedline.refresh": [commonAttributes[0], "Path=/api/auth", ...commonAttributes.slice(1)],
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
    const user = await person();
    const answer = await refresh(user.cookies);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(cookies.find((cookie) => cookie.startsWith("seedline.refresh"))).toContain("Path=/api/auth;");
  });

  it("refresh and logout are rejected from another origin and from a null origin", async () => {
    const user = await person();
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
        expect((await call(method, path, { headers: { cookie: user.cookies, ...headers } })).status).toBe(
          403,
        );
      }
    }
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
    const own = await call("POST", "/api/auth/refresh", {
      headers: { cookie: user.cookies, origin: urls()[0], "sec-fetch-site": "same-origin" },
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
