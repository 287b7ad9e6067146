import { describe, expect, it } from "vitest";
import common from "@/lib/auth/common-passwords.json";
import { hashPassword, passwordMatches, rejectCommonPassword } from "@/lib/auth/passwords";
import { db } from "@/lib/db/client";
import {
  PASSWORD,
  codeIn,
  freshEmail,
  login,
  mailsTo,
  post,
  registration,
  signUp,
  times,
  until,
  waitForMail,
} from "../../support/api";

describe("registration and the code (threat 1-3, 7, 8)", () => {
  it("stores the digits of the phone number and never returns the password", async () => {
    const email = freshEmail();
    const answer = await post("/api/auth/register", registration(email));
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ email, phone: "2348031234567", role: "none" });
    expect(answer.body.data).toEqual(answer.body.user);
    expect(JSON.stringify(answer.body)).not.toMatch(/password|hash|argon/i);
  });

  it("ignores fields that a registration must not set", async () => {
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

  it("threat 1: evaluates at most 5 of 100 parallel wrong codes on two servers, then rejects the correct one", async () => {
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

  it("threat 2: repeated requests for a code send at most 5 mails an hour", async () => {
    const email = freshEmail();
    await post("/api/auth/register", registration(email));
    let evaluated = 0;
    for (let round = 0; round < 20; round += 1) {
      const resent = await post("/api/auth/resend-code", { email });
      expect([200, 429]).toContain(resent.status);
      // Registering again also requests a code.
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

  it("threat 3: a code used 50 times at once opens one session", async () => {
    const email = freshEmail();
    const registered = await post("/api/auth/register", registration(email));
    const code = codeIn(await waitForMail(email, /code/));
    const answers = await times(50, (i) =>
      post("/api/auth/verify-email", { email, code }, undefined, (i % 2) as 0 | 1),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await db.session.count({ where: { userId: registered.body.user!._id } })).toBe(1);
  });

  it("returns 409 for a verified address and treats an unverified one as new", async () => {
    const account = await signUp();
    const taken = await post("/api/auth/register", registration(account.email.toUpperCase()));
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

  it("invalidates both passwords that were registered for one unverified address", async () => {
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

  it("creates one account from 20 parallel registrations", async () => {
    const email = freshEmail();
    const answers = await times(20, (i) =>
      post("/api/auth/register", registration(email), undefined, (i % 2) as 0 | 1),
    );
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await db.user.count({ where: { email } })).toBe(1);
  });

  it("threat 7: look-alike spellings of an address belong to one account", async () => {
    const account = await signUp("unicode");
    const spelled = [
      account.email.replace("@", "＠"),
      ` ${account.email} `,
      account.email.toUpperCase(),
      account.email.replace("t", "ｔ"),
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

  it("threat 7: an international domain has one form, typed or converted by the browser", async () => {
    const name = freshEmail().split("@")[0]!;
    const typed = `${name}@M\u00fcnchen.example`;
    const stored = `${name}@xn--mnchen-3ya.example`;
    expect((await post("/api/auth/register", registration(typed))).status).toBe(201);
    const code = codeIn(await waitForMail(stored, /code/));
    expect((await post("/api/auth/verify-email", { email: typed, code })).status).toBe(200);
    expect((await post("/api/auth/register", registration(stored))).status).toBe(409);
    await login(typed, PASSWORD);
    await login(stored, PASSWORD);
    expect((await post("/api/auth/forgot-password", { email: typed })).status).toBe(200);
    await waitForMail(stored, /Reset/);
    expect(await db.user.count({ where: { email: { startsWith: `${name}@` } } })).toBe(1);
  });

  it("threat 8: rejects common passwords as typed and truncates none", async () => {
    // Common passwords below the minimum length are rejected as too short (ADR 8).
    expect(common.passwords.length).toBeGreaterThan(1_000);
    for (const password of common.passwords)
      expect(() => rejectCommonPassword(password), password).toThrow(/too common/);
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
    // Pairs that differ only in the last byte, at every length at which some hash functions truncate.
    for (const bytes of [55, 56, 64, 71, 72, 73, 127, 128]) {
      const hashed = await hashPassword(`${"x".repeat(bytes - 1)}a`);
      expect([bytes, await passwordMatches(hashed, `${"x".repeat(bytes - 1)}b`)]).toEqual([bytes, false]);
    }
    for (const password of ["seven77", "x".repeat(129)]) {
      expect((await post("/api/auth/register", registration(freshEmail(), password))).status).toBe(422);
    }
  });
});
