import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, cookiesOf, get, person, refresh, urls, waitForMail } from "../../support/api";
import { allInvalid, allValid, approvedStartup, credentialValidity } from "../../support/own-account";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Moves the user's session into the past by this much. */
const age = (userId: string, { idleMs, ageMs = idleMs }: { idleMs: number; ageMs?: number }) =>
  db.session.updateMany({
    where: { userId },
    data: { lastSeenAt: new Date(Date.now() - idleMs), createdAt: new Date(Date.now() - ageMs) },
  });

async function pageStatus(cookies: string): Promise<number> {
  const response = await fetch(`${urls()[0]}/account/security`, {
    redirect: "manual",
    headers: { cookie: cookies },
  });
  await response.arrayBuffer();
  return response.status;
}

describe("session expiry (threat 57)", () => {
  it.each([
    ["a user", () => person(), 30 * DAY, 180 * DAY],
    ["an administrator", () => admin(), HOUR / 2, 12 * HOUR],
  ])("of %s: after a while without use, and at a certain age", async (_, open, idleMs, maxMs) => {
    const [idle, old, active] = [await open(), await open(), await open()];
    await age(idle.id, { idleMs });
    await age(old.id, { idleMs: 0, ageMs: maxMs });
    await age(active.id, { idleMs: idleMs - 60_000, ageMs: maxMs - 60_000 });
    for (const ended of [idle, old]) {
      expect((await get("/api/auth/me", ended.token)).status).toBe(401);
      expect((await refresh(ended.cookies)).status).toBe(401);
      expect(await pageStatus(ended.cookies)).toBe(307);
    }
    expect((await get("/api/auth/me", active.token)).status).toBe(200);
  });

  it("is postponed by use", async () => {
    const user = await person();
    await age(user.id, { idleMs: 29 * DAY });
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
    const { lastSeenAt } = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    expect(Date.now() - lastSeenAt.getTime()).toBeLessThan(DAY);
  });

  it("is not postponed by automatic requests: polling, refreshing, reconnecting, prefetching", async () => {
    const [user, applicant] = [await admin(), await approvedStartup()];
    await age(user.id, { idleMs: HOUR / 2 - 60_000 });
    const seenAt = async () =>
      (await db.session.findFirstOrThrow({ where: { userId: user.id } })).lastSeenAt.getTime();
    const before = await seenAt();
    const background = { "x-background": "1" };
    const { url, cookie, authorization } = {
      url: urls()[0],
      cookie: user.cookies,
      authorization: `Bearer ${user.token}`,
    };
    const calls: [string, Record<string, string>][] = [
      ["/api/admin/users", { authorization, ...background }],
      ["/api/auth/me", { authorization, ...background }],
      ["/api/admin/cases/events", { cookie }],
      ["/api/auth/session", { cookie }],
      ["/admin", { cookie, "next-router-prefetch": "1", rsc: "1" }],
      ["/admin", { cookie, "sec-purpose": "prefetch" }],
    ];
    for (const [path, headers] of calls) {
      const response = await fetch(url + path, { headers, redirect: "manual" });
      await response.body?.cancel();
      expect([path, await seenAt()]).toEqual([path, before]);
    }
    const renewed = await refresh(user.cookies);
    expect([renewed.status, await seenAt()]).toEqual([200, before]);
    // Calls made by a person count.
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
    expect(await seenAt()).toBeGreaterThan(before);
    expect(await credentialValidity(applicant)).toEqual(allValid);
  });

  it("threat 57: a stolen refresh token that keeps pace with its owner ends the session", async () => {
    const owner = await person();
    const held = { owner: owner.cookies, thief: owner.cookies };
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      for (const client of ["owner", "thief"] as const) {
        const answer = await refresh(held[client]);
        statuses.push(answer.status);
        if (answer.status === 200) held[client] = cookiesOf(answer.headers);
      }
    }
    expect(statuses).toContain(401);
    expect(await credentialValidity({ token: owner.token, cookies: held.owner })).toEqual(allInvalid);
    expect(await credentialValidity({ token: owner.token, cookies: held.thief })).toEqual(allInvalid);
    await waitForMail(owner.email, /We ended one of your/);
  });

  it("threat 57: a page cookie survives one refresh, not two", async () => {
    const user = await approvedStartup();
    const first = cookiesOf((await refresh(user.cookies)).headers);
    expect(await pageStatus(user.cookies)).toBe(200);
    const second = cookiesOf((await refresh(first)).headers);
    expect(await pageStatus(user.cookies)).toBe(307);
    expect(await pageStatus(first)).toBe(200);
    const session = await fetch(`${urls()[0]}/api/auth/session`, { headers: { cookie: user.cookies } });
    expect(Date.parse(((await session.json()) as { expires: string }).expires)).toBe(0);
    expect(await credentialValidity({ token: user.token, cookies: second })).toEqual(allValid);
  });
});
