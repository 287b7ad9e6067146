import { describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { act } from "../../../support/action";
import { admin, call, get, login, person, urls } from "../../../support/api";
import {
  NEW_PASSWORD,
  credentialValidity,
  change,
  allValid,
  approvedStartup,
} from "../../../support/own-account";

/** Access to the server actions of /profile (product 10.3, 10.8). */
describe("access to the actions", () => {
  const tries: [string, unknown][] = [
    ["changePasswordAction", { current: DEMO_PASSWORD, password: NEW_PASSWORD }],
    ["endSessionAction", { sessionId: "01900000-0000-7000-8000-000000000000" }],
    ["endOtherSessionsAction", undefined],
  ];
  it.each(tries)(
    "%s: rejects visitors, ended sessions and users whom the guard keeps off the page",
    async (name, input) => {
      const pending = await person({ role: "startup", verification: "pending" });
      const gone = await approvedStartup();
      await call("POST", "/api/auth/logout", { headers: { cookie: gone.cookies } });
      for (const [cookies, location] of [
        ["", "/login?callbackUrl=%2Fprofile"],
        [gone.cookies, "/login?callbackUrl=%2Fprofile"],
        [pending.cookies, "/verification-success"],
      ] as const) {
        const answer = await act(name, input, { cookies });
        expect(answer.outcome).toBeNull();
        expect(new URL(answer.location!, urls()[0]).href).toBe(urls()[0] + location);
      }
      expect((await get("/api/auth/me", pending.token)).status).toBe(200);
      expect((await login(pending.email)).id).toBe(pending.id);
    },
  );

  it.each(tries)("%s: rejects requests from another site", async (name, input) => {
    const user = await approvedStartup();
    const otherLogin = await login(user.email);
    const answer = await act(name, input, { cookies: user.cookies, origin: "https://evil.example" });
    expect(answer.outcome).toBeNull();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await credentialValidity(otherLogin)).toEqual(allValid);
  });

  it("are accepted on the public address, behind any proxy", async () => {
    const user = await approvedStartup();
    const [origin, base] = urls();
    const answer = await act<number>("endOtherSessionsAction", undefined, {
      cookies: user.cookies,
      base,
      origin,
    });
    expect(answer.outcome).toEqual({ ok: true, data: 0 });
  });

  it("are open to administrators, except deleting the account", async () => {
    const administrator = await admin();
    expect((await change(administrator, DEMO_PASSWORD)).outcome).toMatchObject({ ok: true });
    const again = await login(administrator.email, NEW_PASSWORD);
    expect((await call("DELETE", "/api/auth/deleteMe", { token: again.token })).status).toBe(403);
    const page = await fetch(`${urls()[0]}/profile`, { headers: { cookie: again.cookies } });
    const html = await page.text();
    expect(html).toContain("delete their own accounts");
    expect(html).not.toContain("Delete my account");
  });
});
