import http from "node:http";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import common from "@/lib/auth/common-passwords.json";
import { hashPassword, passwordMatches, refuseCommon } from "@/lib/auth/passwords";
import { DEMO_PASSWORD, buildUser } from "../../prisma/seed/builders";
import { freshNumber, urls } from "../support/api";
import {
  PASSWORD,
  call,
  codeIn,
  cookiesOf,
  freshEmail,
  get,
  login,
  mailsTo,
  nextAuthLogin,
  person,
  post,
  signUp,
  tokenIn,
  until,
  waitForMail,
} from "../support/api";

const registration = (email: string, password = PASSWORD) => ({
  name: "Ada Test",
  email,
  phone: "+234 803-123-4567",
  password,
});

/** Sends a body with headers that `fetch` would replace, Host among them; answers the status. */
const statusOf = (url: string, headers: Record<string, string>, body: unknown): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = http.request(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });

const times = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

describe("registration and the code (TRUST 1-3, 7, 8)", () => {
  it("keeps the digits of the phone and never answers the password", async () => {
    const email = freshEmail();
    const answer = await post("/api/auth/register", registration(email));
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ email, phone: "2348031234567", role: "none" });
    expect(answer.body.data).toEqual(answer.body.user);
    expect(JSON.stringify(answer.body)).not.toMatch(/password|hash|argon/i);
  });

  it("ignores what a registration must not set", async () => {
    const email = freshEmail();
    await post("/api/auth/register", {
      ...registration(email),
      role: "admin",
      isSuper: true,
      isVerified: true,
      status: "approved",
      emailVerifiedAt: new Date().toISOString(),
    });
    const user = await db.user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ role: "none", isSuper: false, status: "pending", emailVerifiedAt: null });
  });

  it("TRUST 1: evaluates at most 5 of 100 parallel wrong codes on two servers, then refuses the right one", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    const code = codeIn(await waitForMail(email, /code/));
    const wrong = code === "000000" ? "000001" : "000000";
    const answers = await times(100, (i) =>
      post("/api/auth/verify-email", { email, code: wrong }, undefined, (i % 2) as 0 | 1),
    );
    expect(answers.filter((answer) => answer.body.error === "INVALID_CODE").length).toBeLessThanOrEqual(5);
    expect(answers.every((answer) => answer.status === 422 || answer.status === 429)).toBe(true);
    const right = await post("/api/auth/verify-email", { email, code });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("TRUST 2: asking for codes again and again gives at most 5 mails an hour", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    let evaluated = 0;
    for (let round = 0; round < 20; round += 1) {
      const resent = await post("/api/auth/resend-code", { email });
      expect([200, 429]).toContain(resent.status);
      // Registering again is another way to ask.
      await post("/api/auth/register", registration(email));
      const guesses = await times(5, () => post("/api/auth/verify-email", { email, code: "000000" }));
      evaluated += guesses.filter((answer) => answer.body.error === "INVALID_CODE").length;
    }
    expect(evaluated).toBeLessThanOrEqual(25);
    await until(
      async () => (await db.mailOutbox.count({ where: { sentAt: null, failedAt: null } })) === 0,
      "the outbox to drain",
    );
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(5);
  });

  it("TRUST 3: a code used 50 times at once opens one session", async () => {
    const email = freshEmail();
    const registered = await post("/api/auth/register", registration(email));
    const code = codeIn(await waitForMail(email, /code/));
    const answers = await times(50, (i) =>
      post("/api/auth/verify-email", { email, code }, undefined, (i % 2) as 0 | 1),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await db.session.count({ where: { userId: registered.body.user!._id } })).toBe(1);
  });

  it("answers 409 for a proved address and treats an unproved one as new", async () => {
    const who = await signUp();
    const taken = await post("/api/auth/register", registration(who.email.toUpperCase()));
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({
      error: "EMAIL_TAKEN",
      message: "An account with this email already exists",
    });

    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    expect((await post("/api/auth/register", registration(email))).status).toBe(201);
    const code = codeIn(await waitForMail(email, /code/, 2));
    const verified = await post("/api/auth/verify-email", { email, code });
    expect(verified.status).toBe(200);
    expect(verified.body.passwordResetToken).toBeUndefined();
    await login(email, PASSWORD);
  });

  it("trusts neither of two passwords that were registered for one unproved address", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email, "the planted Password 1"));
    await post("/api/auth/register", registration(email, "the owner's Password 2"));
    const code = codeIn(await waitForMail(email, /code/, 2));
    const verified = await post("/api/auth/verify-email", { email, code });
    expect(verified.status).toBe(200);
    for (const password of ["the planted Password 1", "the owner's Password 2"]) {
      expect((await post("/api/auth/login", { email, password })).status).toBe(401);
    }
    const token = verified.body.passwordResetToken!;
    expect((await post("/api/auth/reset-password", { token, password: PASSWORD })).status).toBe(200);
    await login(email, PASSWORD);
  });

  it("makes one account of 20 registrations at once", async () => {
    const email = freshEmail();
    const answers = await times(20, (i) =>
      post("/api/auth/register", registration(email), undefined, (i % 2) as 0 | 1),
    );
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await db.user.count({ where: { email } })).toBe(1);
  });

  it("TRUST 7: look-alike spellings of an address are one account", async () => {
    const who = await signUp("unicode");
    const spelled = [
      who.email.replace("@", "＠"),
      ` ${who.email} `,
      who.email.toUpperCase(),
      who.email.replace("t", "ｔ"),
    ];
    for (const email of spelled) {
      expect((await post("/api/auth/register", registration(email))).status).toBe(409);
    }
    for (const email of [
      "a@b",
      "a b@test.example",
      `"a"@test.example`,
      "a@test.example\r\nBcc: x@y.example",
      "a@@test.example",
    ]) {
      const answer = await post("/api/auth/register", registration(email));
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([{ path: "email", message: "Valid email is required" }]);
    }
  });

  it("TRUST 8: refuses common passwords as typed and cuts none short", async () => {
    // Those among the commonest that are shorter are refused as too short (ADR 8).
    expect(common.passwords.length).toBeGreaterThan(1_000);
    for (const password of common.passwords)
      expect(() => refuseCommon(password), password).toThrow(/too common/);
    for (const password of common.passwords.filter((_, i) => i % 60 === 0)) {
      const answer = await post("/api/auth/register", registration(freshEmail(), password));
      expect(answer.status).toBe(422);
      expect(answer.body.message).toBe("This password is too common");
    }
    const email = freshEmail();
    const long = `${"x".repeat(72)}-right`;
    await post("/api/auth/register", registration(email, long));
    await post("/api/auth/verify-email", { email, code: codeIn(await waitForMail(email, /code/)) });
    expect((await post("/api/auth/login", { email, password: `${"x".repeat(72)}-wrong` })).status).toBe(401);
    await login(email, long);
    // Twins that differ in the last byte only, at every length where some hashes stop looking.
    for (const bytes of [55, 56, 64, 71, 72, 73, 127, 128]) {
      const hashed = await hashPassword(`${"x".repeat(bytes - 1)}a`);
      expect([bytes, await passwordMatches(hashed, `${"x".repeat(bytes - 1)}b`)]).toEqual([bytes, false]);
    }
    for (const password of ["seven77", "x".repeat(129)]) {
      expect((await post("/api/auth/register", registration(freshEmail(), password))).status).toBe(422);
    }
  });
});

describe("log-in (TRUST 4-6, 9)", () => {
  const wrongLogin = (email: string, i: number) =>
    post("/api/auth/login", { email, password: `wrong ${i}` }, undefined, (i % 2) as 0 | 1);

  it("TRUST 4: 200 wrong passwords over both ways in are compared at most 10 times, and a forged X-Forwarded-For gains nothing", async () => {
    const who = await person({ label: "guessed" });
    const answers = await times(160, (i) =>
      i % 3 === 0
        ? nextAuthLogin({ email: who.email, password: `wrong ${i}`, json: "true" }).then(
            (response) => response.status,
          )
        : post(
            "/api/auth/login",
            { email: who.email, password: `wrong ${i}` },
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
        body: JSON.stringify({ email: who.email, password: "wrong" }),
      }).then((response) => response.status),
    );
    expect(spoofed.every((status) => status === 429)).toBe(true);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.every((status) => status === 401 || status === 429)).toBe(true);
    // TRUST 5: what is already signed in goes on.
    expect((await get("/api/auth/me", who.token)).status).toBe(200);
  });

  it("TRUST 5: 20 right log-ins at once all pass", async () => {
    const who = await person();
    const answers = await times(20, (i) => login(who.email, undefined, (i % 2) as 0 | 1));
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(20);
  });

  it("TRUST 4: 100 right log-ins of 100 accounts from one address all pass, at once", async () => {
    const emails = Array.from({ length: 100 }, () => freshEmail("crowd"));
    for (const email of emails) await buildUser({ email, name: "Crowd", n: freshNumber() });
    const answers = await times(100, (i) =>
      post("/api/auth/login", { email: emails[i]!, password: DEMO_PASSWORD }, undefined, (i % 2) as 0 | 1),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
  });

  it("answers alike for a wrong password and an unknown address, and for forgotten and resent mails", async () => {
    const who = await person();
    const known = await wrongLogin(who.email, 0);
    const unknown = await wrongLogin(freshEmail(), 0);
    expect(known.status).toBe(401);
    expect(known.body).toEqual(unknown.body);
    expect(known.body.message).toBe("Invalid email or password");
    for (const path of ["/api/auth/forgot-password", "/api/auth/resend-code"]) {
      const one = await post(path, { email: who.email });
      const other = await post(path, { email: freshEmail() });
      expect(one.status).toBe(200);
      expect([one.status, one.body]).toEqual([other.status, other.body]);
    }
  });

  it("leads to the code before the address is proved", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    const answer = await post("/api/auth/login", { email, password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe("EMAIL_NOT_VERIFIED");
    expect((await post("/api/auth/login", { email, password: "wrong" })).status).toBe(401);
  });

  it("TRUST 9: hashes with argon2id, 19 MiB, 2 passes, 1 lane", async () => {
    const who = await signUp();
    const { passwordHash } = await db.user.findUniqueOrThrow({
      where: { email: who.email },
      select: { passwordHash: true },
    });
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("TRUST 10: reset links lead to our own host whatever Host the request names, and an invented token does nothing", async () => {
    const who = await person();
    const headers = { "content-type": "application/json", "x-forwarded-host": "evil.example", host: "evil.example" }; // prettier-ignore
    expect(await statusOf(`${urls()[1]}/api/auth/forgot-password`, headers, { email: who.email })).toBe(200);
    const mail = await waitForMail(who.email, /password/);
    expect(mail.text).toContain(`${urls()[0]}/reset-password?token=`);
    expect(mail.text).not.toContain("evil");
    expect(tokenIn(mail).length).toBeGreaterThanOrEqual(22);
    const invented = await post("/api/auth/reset-password", { token: "A".repeat(32), password: PASSWORD });
    expect(invented.body.error).toBe("INVALID_TOKEN");
  });

  it("TRUST 10: a reset link is good for ten minutes and worthless after", async () => {
    const who = await person();
    await post("/api/auth/forgot-password", { email: who.email });
    const token = tokenIn(await waitForMail(who.email, /password/));
    const { expiresAt, createdAt } = await db.passwordReset.findFirstOrThrow({ where: { userId: who.id } });
    expect(expiresAt.getTime() - createdAt.getTime()).toBeLessThanOrEqual(600_000);
    const age = (ms: number) =>
      db.passwordReset.updateMany({ where: { userId: who.id }, data: { expiresAt: new Date(expiresAt.getTime() - ms) } }); // prettier-ignore
    await age(600_001);
    const late = await post("/api/auth/reset-password", { token, password: PASSWORD });
    expect([late.status, late.body.error]).toEqual([422, "INVALID_TOKEN"]);
    await login(who.email);
    await age(0);
    expect((await post("/api/auth/reset-password", { token, password: PASSWORD })).status).toBe(200);
  });

  it("TRUST 31: next-auth leads nowhere else after a log-in", async () => {
    const who = await person();
    for (const callbackUrl of [
      "/\\evil.example/x",
      "//evil.example/x",
      "https://evil.example",
      "javascript:alert(1)",
      "/api/auth/signout",
    ]) {
      const base = urls()[0];
      const response = await nextAuthLogin({ email: who.email, password: DEMO_PASSWORD, callbackUrl });
      const location = response.headers.get("location");
      expect([callbackUrl, location === null ? null : new URL(location, base).origin]).toEqual([
        callbackUrl,
        base,
      ]);
      expect(response.headers.getSetCookie().join()).not.toContain("evil");
      expect(new URL(location!, base).pathname).not.toContain("/api/");
    }
    expect((await call("GET", "/api/auth/signout")).status).toBe(405);
    expect((await call("GET", "/api/auth/signin?callbackUrl=/%5Cevil.example")).status).toBe(405);
  });

  it("a name is one line, and the code's mail holds nothing that was typed", async () => {
    const email = freshEmail();
    const forged = await post("/api/auth/register", {
      ...registration(email),
      name: "you won.\n\n123456\n\nhttps://evil.example",
    });
    expect([forged.status, forged.body.errors?.[0]?.path]).toEqual([422, "name"]);
    await post("/api/auth/register", { ...registration(email), name: "Visit https://evil.example" });
    expect((await waitForMail(email, /code/)).text).not.toContain("evil");
  });

  it("opens the same kind of session through next-auth", async () => {
    const who = await person();
    const response = await nextAuthLogin({ email: who.email, password: "Demo-Passw0rd1", json: "true" });
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
