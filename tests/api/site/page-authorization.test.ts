import { describe, expect, it } from "vitest";
import { person, urls, type SignedIn } from "../../support/api";

describe("pages check access themselves (threat 21)", () => {
  const pages = [
    "/admin",
    "/admin/verification",
    "/admin/users",
    "/dashboard",
    "/profile",
    "/investor-verification",
  ];
  const visit = (url: string, user?: SignedIn, headers: Record<string, string> = {}) =>
    fetch(urls()[0] + url, {
      redirect: "manual",
      headers: { ...(user ? { cookie: user.cookies } : {}), ...headers },
    });

  it("headers that once disabled the middleware do not grant access", async () => {
    const member = await person();
    const tricks: Record<string, string>[] = [
      { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
      {
        "x-middleware-subrequest":
          "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware",
      },
      { "x-middleware-next": "1" },
      { "x-middleware-rewrite": "/admin" },
      { rsc: "1", "next-router-prefetch": "1" },
      { "x-seedline-location": "//evil.example" },
    ];
    for (const page of pages) {
      for (const headers of tricks) {
        const visitor = await visit(page, undefined, headers);
        expect([page, visitor.status]).toEqual([page, 307]);
        expect(visitor.headers.get("location")).toMatch(/^(http:\/\/localhost:\d+)?\/login\?callbackUrl=%2F/);
        expect((await visit(page, member, headers)).status).toBe(307);
      }
    }
  });

  it("alternative spellings of a path do not grant access", async () => {
    for (const url of [
      "/admin/",
      "//admin",
      "/ADMIN",
      "/admin%2Fusers",
      "/./admin",
      "/admin.rsc",
      "/admin/users.rsc",
      "/admin/users.segments/_tree.segment.rsc",
      "/_next/data/x/admin.json",
    ]) {
      const response = await visit(url);
      const text = await response.text();
      expect([url, response.status === 200 && /Recent Users|Manage Users/.test(text)]).toEqual([url, false]);
      expect([307, 308, 404, 400]).toContain(response.status);
    }
  });
});
