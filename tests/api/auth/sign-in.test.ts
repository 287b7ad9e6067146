import http from "node:http";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD, buildUser } from "../../../prisma/seed/builders";
import {
  PASSWORD,
  call,
  cookiesOf,
  freshEmail,
  freshNumber,
  get,
  login,
  nextAuthLogin,
  person,
  post,
  registration,
  signUp,
  times,
  tokenIn,
  urls,
  waitForMail,
} from "../../support/api";

/** Sends a body with headers that `fetch` would replace, such as Host; returns the status. */
const statusOf = (url: string, headers: Record<string, string>, body: unknown): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = http.request(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });

describe("login (threat 4-6, 9)", () => {
  const wrongLogin = (email: string, i: number) =>
    post("/api/auth/login", { email, password: `wrong ${i}` }, undefined, (i % 2) as 0 | 1);

  it("threat 4: compares at most 10 of 200 wrong passwords over both login calls, also with a forged X-Forwarded-For", async () => {
    const user = await person({ label: "guessed" });
    const answers = await times(160, (i) =>
      i % 3 === 0
        ? nextAuthLogin({ email: user.email, password: `wrong ${i}`, json: "true" }).then(
            (response) => response.status,
          )
        : post(
            "/api/auth/login",
            { email: user.email, password: `wrong ${i}` },
            undefined,
            (i % 2) as 0 | 1,
          ).then((answer) => answer.status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(0);
    const spoofed = await times(40, (i) =>
      fetch(`${urls()[0]}/api/auth/login`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `203.0.113.${i}`,
          "x-real-ip": `203.0.113.${i}`,
          "x-seedline-client-ip": `203.0.113.${i}`,
        },
        body: JSON.stringify({ email: user.email, password: "wrong" }),
      }).then((response) => response.status),
    );
    expect(spoofed.every((status) => status === 429)).toBe(true);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.every((status) => status === 401 || status === 429)).toBe(true);
    // threat 5: existing sessions continue.
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
  });

  it("threat 5: 20 parallel correct logins succeed", async () => {
    const user = await person();
    const answers = await times(20, (i) => login(user.email, undefined, (i % 2) as 0 | 1));
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(20);
  });

  it("threat 4: 100 parallel correct logins of 100 accounts from one address succeed", async () => {
    const emails = Array.from({ length: 100 }, () => freshEmail("crowd"));
    for (const email of emails) await buildUser({ email, name: "Crowd", n: freshNumber() });
    const answers = await times(100, (i) =>
      post("/api/auth/login", { email: emails[i]!, password: DEMO_PASSWORD }, undefined, (i % 2) as 0 | 1),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
  });

  it("responds alike to a wrong password and an unknown address, and to requests for reset and verification mails", async () => {
    const user = await person();
    const known = await wrongLogin(user.email, 0);
    const unknown = await wrongLogin(freshEmail(), 0);
    expect(known.status).toBe(401);
    expect(known.body).toEqual(unknown.body);
    expect(known.body.message).toBe("Invalid email or password");
    for (const path of ["/api/auth/forgot-password", "/api/auth/resend-code"]) {
      const forKnown = await post(path, { email: user.email });
      const forUnknown = await post(path, { email: freshEmail() });
      expect(forKnown.status).toBe(200);
      expect([forKnown.status, forKnown.body]).toEqual([forUnknown.status, forUnknown.body]);
    }
  });

  it("leads to the code page if the address is not verified", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    const answer = await post("/api/auth/login", { email, password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe("EMAIL_NOT_VERIFIED");
    expect((await post("/api/auth/login", { email, password: "wrong" })).status).toBe(401);
  });

  it("threat 9: hashes with argon2id, 19 MiB, 2 passes, 1 lane", async () => {
    const user = await signUp();
    const { passwordHash } = await db.user.findUniqueOrThrow({
      where: { email: user.email },
      select: { passwordHash: true },
    });
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("threat 10: reset links lead to the configured host regardless of the Host header, and an invented token is rejected", async () => {
    const user = await person();
    const headers = { "content-type": "application/json", "x-forwarded-host": "evil.example", host: "evil.example" }; // oxfmt-ignore
    expect(await statusOf(`${urls()[1]}/api/auth/forgot-password`, headers, { email: user.email })).toBe(200);
    const mail = await waitForMail(user.email, /password/);
    expect(mail.text).toContain(`${urls()[0]}/reset-password?token=`);
    expect(mail.text).not.toContain("evil.example");
    expect(tokenIn(mail).length).toBeGreaterThanOrEqual(22);
    const invented = await post("/api/auth/reset-password", { token: "A".repeat(32), password: PASSWORD });
    expect(invented.body.error).toBe("INVALID_TOKEN");
  });

  it("threat 10: a reset link expires after ten minutes", async () => {
    const user = await person();
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /password/));
    const { expiresAt, createdAt } = await db.passwordReset.findFirstOrThrow({ where: { userId: user.id } });
    expect(expiresAt.getTime() - createdAt.getTime()).toBeLessThanOrEqual(600_000);
    const age = (ms: number) =>
      db.passwordReset.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(expiresAt.getTime() - ms) } }); // oxfmt-ignore
    await age(600_001);
    const late = await post("/api/auth/reset-password", { token, password: PASSWORD });
    expect([late.status, late.body.error]).toEqual([422, "INVALID_TOKEN"]);
    await login(user.email);
    await age(0);
    expect((await post("/api/auth/reset-password", { token, password: PASSWORD })).status).toBe(200);
  });

  it("threat 31: next-auth does not redirect to another site after a login", async () => {
    const user = await person();
    for (const callbackUrl of [
      "/\\evil.example/x",
      "//evil.example/x",
      "https://evil.example",
      "javascript:alert(1)",
      "/api/auth/signout",
    ]) {
      const base = urls()[0];
      const response = await nextAuthLogin({ email: user.email, password: DEMO_PASSWORD, callbackUrl });
      const location = response.headers.get("location");
      expect([callbackUrl, location === null ? null : new URL(location, base).origin]).toEqual([
        callbackUrl,
        base,
      ]);
      expect(response.headers.getSetCookie().join()).not.toContain("evil.example");
      expect(new URL(location!, base).pathname).not.toContain("/api/");
    }
    expect((await call("GET", "/api/auth/signout")).status).toBe(405);
    expect((await call("GET", "/api/auth/signin?callbackUrl=/%5Cevil.example")).status).toBe(405);
  });

  it("rejects names with line breaks, and the mail with the code contains no user input", async () => {
    const email = freshEmail();
    const forged = await post("/api/auth/register", {
      ...registration(email),
      name: "you won.\n\n123456\n\nhttps://evil.example",
    });
    expect([forged.status, forged.body.errors?.[0]?.path]).toEqual([422, "name"]);
    await post("/api/auth/register", { ...registration(email), name: "Visit Evil Now" });
    expect((await waitForMail(email, /code/)).text).not.toMatch(/evil/i);
  });

  it("creates the same kind of session through next-auth", async () => {
    const user = await person();
    const response = await nextAuthLogin({ email: user.email, password: "Demo-Passw0rd1", json: "true" });
    expect(response.status).toBe(200);
    const cookies = cookiesOf(response.headers);
    expect(cookies).toMatch(/next-auth\.session-token=/);
    const refreshed = await fetch(`${urls()[0]}/api/auth/refresh`, {
      method: "POST",
      headers: { cookie: cookies },
    });
    expect(refreshed.status).toBe(200);
    const page = await fetch(`${urls()[0]}/choose-profile`, {
      headers: { cookie: cookies },
      redirect: "manual",
    });
    expect(page.status).toBe(200);
  });
});
