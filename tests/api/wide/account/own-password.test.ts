import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { PASSWORD, login, mailsTo, post, waitForMail } from "../../../support/api";
import { startBeside } from "../../../support/installation";
import {
  NEW_PASSWORD,
  credentialValidity,
  audited,
  change,
  allValid,
  approvedStartup,
} from "../../../support/own-account";
import { postJson } from "../../../support/own-server";

describe("changing the password", () => {
  it("invalidates a reset link", async () => {
    const user = await approvedStartup();
    await post("/api/auth/forgot-password", { email: user.email });
    const mail = await waitForMail(user.email, /Reset your .* password/);
    expect((await change(user, DEMO_PASSWORD)).outcome).toMatchObject({ ok: true });
    const token = /[?&]token=([\w-]+)/.exec(mail.text)![1];
    const late = await post("/api/auth/reset-password", { token, password: PASSWORD });
    expect(late.body.error).toBe("INVALID_TOKEN");
  });

  it("reports errors by field, and changes nothing", async () => {
    const user = await approvedStartup();
    const refused = async (current: string, password: string) => {
      const { outcome } = await change(user, current, password);
      return outcome?.ok === false ? [outcome.error, outcome.errors?.[0]?.path, outcome.message] : [];
    };
    expect(await refused("not my password", NEW_PASSWORD)).toEqual([
      "VALIDATION_FAILED",
      "current",
      "That password is incorrect",
    ]);
    expect(await refused("", NEW_PASSWORD)).toEqual(["VALIDATION_FAILED", "current", "Enter your password"]);
    expect(await refused(DEMO_PASSWORD, "short")).toEqual([
      "VALIDATION_FAILED",
      "password",
      "Password must be at least 8 characters",
    ]);
    expect(await refused(DEMO_PASSWORD, "x".repeat(129))).toEqual([
      "VALIDATION_FAILED",
      "password",
      "Password must not exceed 128 characters",
    ]);
    expect(await refused(DEMO_PASSWORD, "password123")).toEqual([
      "VALIDATION_FAILED",
      "password",
      "This password is too common",
    ]);
    expect((await refused(DEMO_PASSWORD, DEMO_PASSWORD)).slice(0, 2)).toEqual([
      "VALIDATION_FAILED",
      "password",
    ]);
    expect(await credentialValidity(user)).toEqual(allValid);
    expect(await audited(user.id, "user.password_changed")).toEqual([]);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it("shares the limit of wrong passwords with the login", async () => {
    await using strict = await startBeside({ LIMIT_LOGIN_FAILURES: "3" });
    const user = await approvedStartup();
    const guess = () =>
      fetch(`${strict.url}/api/auth/step-up`, {
        method: "POST",
        headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
        body: JSON.stringify({ password: "a guess" }),
      });
    const logIn = () =>
      postJson(`${strict.url}/api/auth/login`, { email: user.email, password: DEMO_PASSWORD });
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([422, 422, 422]);
    const spent = await guess();
    expect(spent.status).toBe(429);
    expect(Number(spent.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await logIn()).status).toBe(429);
    // Open sessions stay valid.
    expect(await credentialValidity(user)).toEqual(allValid);
  });

  it("rejects attempts once the limit is reached", async () => {
    const user = await approvedStartup();
    const seen: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { outcome } = await change(user, `guess ${guess}`);
      seen.push(outcome?.ok === false ? outcome.error : "ok");
    }
    expect(seen.slice(0, 10)).toEqual(Array<string>(10).fill("VALIDATION_FAILED"));
    expect(seen.slice(10)).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
    expect((await change(user, DEMO_PASSWORD)).outcome).toMatchObject({ ok: false, error: "RATE_LIMITED" });
  });

  it("succeeds for one of two parallel calls, and the other is logged out", async () => {
    const here = await approvedStartup();
    const there = await login(here.email);
    const [first, second] = await Promise.all([
      change(here, DEMO_PASSWORD, "a first Long pass-phrase 1"),
      change(there, DEMO_PASSWORD, "a second Long pass-phrase 2"),
    ]);
    const won = [first, second].filter(({ outcome }) => outcome?.ok);
    expect(won).toHaveLength(1);
    expect(await db.session.count({ where: { userId: here.id, endedAt: null } })).toBe(1);
    expect(await audited(here.id, "user.password_changed")).toHaveLength(1);
  });
});
