import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { build, get, login, person, urls } from "../../../support/api";
import { startBeside } from "../../../support/installation";
import { postJson } from "../../../support/own-server";

describe("cookies and other sites (threat 16)", () => {
  it("cookies over https have the prefixes that prevent other hosts from setting them", async () => {
    await using server = await startBeside({ APP_URL: "https://seedline.example" });
    const user = await person();
    const response = await postJson(
      `${server.url}/api/auth/login`,
      { email: user.email, password: DEMO_PASSWORD },
      { origin: "https://seedline.example" },
    );
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
  });
});

describe("many log-ins with the correct password", () => {
  it("leave at most a hundred open sessions and known devices, and end the oldest", async () => {
    const user = await person();
    const days = (n: number) => new Date(Date.now() - n * 3_600_000);
    const rows = Array.from({ length: 150 }, (_, n) => n + 1);
    await db.session.createMany({ data: rows.map((n) => ({ userId: user.id, lastSeenAt: days(n) })) });
    await db.knownDevice.createMany({
      data: rows.map((n) => ({ userId: user.id, deviceHash: `hash ${n}`, lastUsedAt: days(n) })),
    });
    const latest = await login(user.email);
    const open = { userId: user.id, endedAt: null };
    expect(await db.session.count({ where: open })).toBe(100);
    expect(await db.session.count({ where: { ...open, lastSeenAt: { lt: days(99) } } })).toBe(0);
    expect(await db.knownDevice.count({ where: { userId: user.id } })).toBe(100);
    for (const { token } of [user, latest]) expect((await get("/api/auth/me", token)).status).toBe(200);
  });

  it("are limited per account, and counted anew after a new password", async () => {
    await using server = await startBeside({ LIMIT_LOGINS_PER_HOUR: "3", APP_URL: urls()[0] });
    const user = await build();
    const attempt = async () =>
      (await postJson(`${server.url}/api/auth/login`, { email: user.email, password: DEMO_PASSWORD })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push(await attempt());
    expect(statuses).toEqual([200, 200, 200, 429]);
    const counts = { sessions: await db.session.count({ where: { userId: user.id } }) };
    expect(counts).toEqual({ sessions: 3 });
    await db.user.update({ where: { id: user.id }, data: { credentialsVersion: { increment: 1 } } });
    expect(await attempt()).toBe(200);
  });
});
