import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, get, person, personalInvestor, submit, urls, type SignedIn } from "../../support/api";

/** HEAD requests and prefetches change nothing and record nothing (product 10.2). */
const readOnlyRequests: [string, RequestInit][] = [
  ["HEAD", { method: "HEAD" }],
  ["a prefetch", { headers: { "sec-purpose": "prefetch" } }],
  ["a prerendering", { headers: { "sec-purpose": "prefetch;prerender" } }],
  ["a prefetch of an older browser", { headers: { purpose: "prefetch" } }],
  ["a prefetch by the router", { headers: { "next-router-prefetch": "1" } }],
];

async function ask(path: string, { headers, ...init }: RequestInit, from: Record<string, string>) {
  const response = await fetch(urls()[0] + path, {
    redirect: "manual",
    ...init,
    headers: { ...(headers as Record<string, string>), ...from },
  });
  await response.arrayBuffer();
  return response;
}
const bearer = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` });

describe.each(readOnlyRequests)("a request by %s (threat 16)", (_, init) => {
  it("does not log out", async () => {
    const user = await person();
    const { headers } = await ask("/api/auth/logout", init, { ...bearer(user), cookie: user.cookies });
    expect(headers.getSetCookie()).toEqual([]);
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
  });

  it("records no read of an account, a document or an export", async () => {
    const [reader, user] = [await admin(true), await personalInvestor()];
    await submit(user);
    const { fileId } = await db.document.findFirstOrThrow({ where: { submission: { userId: user.id } } });
    const before = await db.auditEvent.count({ where: { actorId: reader.id } });
    for (const path of [
      `/api/admin/users/${user.id}`,
      `/api/admin/users/${user.id}/review`,
      `/api/files/${fileId}`,
      "/api/admin/users/export",
      "/api/admin/audit/export",
    ])
      expect((await ask(path, init, bearer(reader))).status).toBeLessThan(500);
    if (init.method === "HEAD" || !("next-router-prefetch" in (init.headers ?? {})))
      await ask(`/admin/verification/${user.id}`, init, { cookie: reader.cookies });
    expect(await db.auditEvent.count({ where: { actorId: reader.id } })).toBe(before);
  });
});

describe("HEAD", () => {
  it("answers like GET for callers without the right, and for public calls", async () => {
    const user = await person();
    expect((await ask("/api/admin/users", { method: "HEAD" }, bearer(user))).status).toBe(403);
    expect((await ask("/api/auth/me", { method: "HEAD" }, {})).status).toBe(401);
    expect((await ask("/api/auth/me", { method: "HEAD" }, bearer(user))).status).toBe(200);
    expect((await ask("/api/ready", { method: "HEAD" }, {})).status).toBe(200);
  });

  it("answers like GET for existing and for missing objects", async () => {
    const [user, stranger, reader] = [await personalInvestor(), await person(), await admin(true)];
    await submit(user);
    const { fileId } = await db.document.findFirstOrThrow({ where: { submission: { userId: user.id } } });
    const result = async (method: string, path: string, from: Record<string, string>) => {
      const { status, headers } = await ask(path, { method }, from);
      const names = ["content-type", "content-security-policy", "cache-control"];
      return [status, ...names.map((name) => headers.get(name))];
    };
    const missing = "01890000-0000-7000-8000-000000000000";
    for (const [path, from, status] of [
      [`/api/files/${fileId}`, bearer(user), 200],
      [`/api/files/${fileId}?download`, { cookie: user.cookies }, 200],
      [`/api/files/${fileId}`, bearer(stranger), 404],
      [`/api/files/${fileId}`, {}, 401],
      [`/api/files/${missing}`, bearer(user), 404],
      ["/api/files/anything", bearer(user), 404],
      [`/api/admin/users/${user.id}`, bearer(reader), 200],
      [`/api/admin/users/${missing}`, bearer(reader), 404],
      ["/api/investments/anything", bearer(user), 404],
      ["/api/admin/cases/events", {}, 401],
      ["/api/admin/cases/events", bearer(stranger), 403],
    ] as const) {
      const head = await result("HEAD", path, from);
      expect([path, head[0]]).toEqual([path, status]);
      expect([path, head]).toEqual([path, await result("GET", path, from)]);
    }
  });
});
