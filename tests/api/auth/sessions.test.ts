import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, call, del, get, patch, person, refresh, urls } from "../../support/api";

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
  it("two different refresh cookies, of which another host of the domain may have set one, are refused", async () => {
    const [user, thief] = [await person(), await person()];
    const name = (cookies: string) => cookies.split("; ").find((cookie) => cookie.includes("refresh="))!;
    const [ownName, planted] = [name(user.cookies), name(thief.cookies)];
    expect((await refresh(`${planted}; ${ownName}`)).status).toBe(401);
    expect((await refresh(`${ownName}; ${planted}`)).status).toBe(401);
    expect((await refresh(`${ownName}; ${ownName}`)).status).toBe(200);
    // The planted cookie does not prevent a logout.
    await call("POST", "/api/auth/logout", { headers: { cookie: `${planted}; ${ownName}` } });
    expect((await get("/api/auth/me", user.token)).status).toBe(401);
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
    const sameOrigin = await call("POST", "/api/auth/refresh", {
      headers: { cookie: user.cookies, origin: urls()[0], "sec-fetch-site": "same-origin" },
    });
    expect(sameOrigin.status).toBe(200);
  });

  it("the API does not accept cookies", async () => {
    const root = await admin(true);
    const headers = { cookie: root.cookies };
    expect((await call("GET", "/api/auth/me", { headers })).status).toBe(401);
    expect((await call("GET", "/api/admin/users", { headers })).status).toBe(401);
    expect((await call("DELETE", "/api/auth/deleteMe", { headers })).status).toBe(401);
  });
});
