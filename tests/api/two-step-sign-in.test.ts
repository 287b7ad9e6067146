import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import {
  admin,
  call,
  codeIn,
  cookiesOf,
  freshEmail,
  get,
  nextAuthLogin,
  PASSWORD,
  post,
  tokenIn,
  urls,
  waitForMail,
} from "../support/api";
import { newArchive } from "../support/archive";
import { checkpoint } from "../support/checkpoint";
import { appCode, wrongCode } from "../support/two-step";
import { approvedStartup } from "../support/own-account";
import { startupWithPasskey } from "../support/passkey-account";
import {
  password,
  disable,
  turnOn,
  resetUsedStep,
  logIn,
  outcomeOf,
  signedIn,
  sessions,
  failed,
  startupWithApp,
} from "../support/two-step-account";

/** Logging in with two-step login: every way in, responses and stored data (ADR 12). */
describe("wrong codes", () => {
  it("are accepted five times in ten minutes over both login calls and all servers; the following wait ends no session", async () => {
    const { user, secret, codes } = await startupWithApp();
    await resetUsedStep(user.id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const code = i % 3 === 2 ? "AAAAA-BBBBB" : wrongCode(secret, i);
        return i % 4 === 3
          ? nextAuthLogin({ email: user.email, password, code, json: "true" }).then(({ status }) => status)
          : logIn(user.email, code, password, (i % 2) as 0 | 1).then(({ status }) => status);
      }),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(7);

    const right = await logIn(user.email, appCode(secret), password, 1);
    expect(outcomeOf(right)).toEqual([429, "RATE_LIMITED"]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(300);
    expect(outcomeOf(await logIn(user.email, codes[0]))).toEqual([429, "RATE_LIMITED"]);
    expect((await disable(user, codes[0]!)).outcome).toMatchObject(failed("RATE_LIMITED"));
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
    // Without the password the response is the same as before.
    expect(outcomeOf(await logIn(user.email, appCode(secret), "not my password"))).toEqual([
      401,
      "INVALID_CREDENTIALS",
    ]);
  });

  it("20 parallel correct logins of 20 users succeed", async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { user, secret } = await startupWithApp();
        await resetUsedStep(user.id);
        return { user, secret };
      }),
    );
    const answers = await Promise.all(
      people.map(({ user, secret }, i) => logIn(user.email, appCode(secret), password, (i % 2) as 0 | 1)),
    );
    expect(answers.filter(signedIn)).toHaveLength(20);
  });
});

describe("enumeration", () => {
  it("responds alike to a wrong password with and without two-step login and for unknown addresses, with a code or not", async () => {
    const [plain, secured] = [await approvedStartup(), await approvedStartup()];
    const { secret } = await turnOn(secured);
    await resetUsedStep(secured.id);
    const code = appCode(secret);
    const seen = new Set<string>();
    for (const email of [plain.email, secured.email, freshEmail("nobody")]) {
      for (const given of [undefined, code, "123456"]) {
        const { status, body } = await logIn(email, given, "not my password");
        seen.add(JSON.stringify({ status, body }));
      }
    }
    expect([...seen]).toEqual([
      JSON.stringify({
        status: 401,
        body: { success: false, message: "Invalid email or password", error: "INVALID_CREDENTIALS" },
      }),
    ]);
    // The failed login did not consume the code.
    expect(signedIn(await logIn(secured.email, code))).toBe(true);
  });

  it("ignores a code for a user without two-step login", async () => {
    const user = await approvedStartup();
    for (const code of ["123456", "", "anything at all"])
      expect(signedIn(await logIn(user.email, code))).toBe(true);
  });
});

describe("all ways to log in", () => {
  it("next-auth's credentials require the second step like the call", async () => {
    const { user, secret, codes } = await startupWithApp();
    await resetUsedStep(user.id);
    const enter = async (fields: Record<string, string>) => {
      const response = await nextAuthLogin({ email: user.email, password, json: "true", ...fields });
      const page = await fetch(`${urls()[0]}/profile`, {
        redirect: "manual",
        headers: { cookie: cookiesOf(response.headers) },
      });
      await page.arrayBuffer();
      const body = (await response.json()) as { error?: string };
      return [response.status, body.error ?? null, page.status];
    };
    expect(await enter({})).toEqual([401, "TWO_STEP_REQUIRED", 307]);
    expect(await enter({ code: wrongCode(secret) })).toEqual([422, "INVALID_CODE", 307]);
    expect(await enter({ code: appCode(secret), password: "not my password" })).toEqual([
      401,
      "INVALID_CREDENTIALS",
      307,
    ]);
    const code = appCode(secret);
    expect(await enter({ code })).toEqual([200, null, 200]);
    expect(await enter({ code })).toEqual([422, "INVALID_CODE", 307]);
    expect(await enter({ code: codes[0]! })).toEqual([200, null, 200]);
  });

  it("a password reset opens no session: the code is still required", async () => {
    const { user, secret } = await startupWithApp();
    await resetUsedStep(user.id);
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /Reset your .* password/));
    const reset = await post("/api/auth/reset-password", { token, password: PASSWORD });
    expect(reset.status).toBe(200);
    expect(reset.body.accessToken).toBeUndefined();
    expect(reset.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]|refresh=[^;]/);
    expect(await sessions(user.id)).toBe(0);
    expect(outcomeOf(await logIn(user.email, undefined, PASSWORD))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(signedIn(await logIn(user.email, appCode(secret), PASSWORD))).toBe(true);
  });

  it("the emailed code for new accounts does not replace the second step", async () => {
    const { user } = await startupWithApp();
    await db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } });
    await post("/api/auth/resend-code", { email: user.email });
    const code = codeIn(await waitForMail(user.email, /code$/));
    const answer = await post("/api/auth/verify-email", { email: user.email, code });
    expect(outcomeOf(answer)).toEqual([422, "INVALID_CODE"]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe("stored data", () => {
  it("secret and recovery codes occur nowhere in the database files, the log or the data folder", async () => {
    const { user, secret, codes } = await startupWithApp();
    await resetUsedStep(user.id);
    expect(signedIn(await logIn(user.email, appCode(secret)))).toBe(true);
    await waitForMail(user.email, /Two-step login is on/);
    await checkpoint();
    for (const planted of [secret, ...codes.flatMap((code) => [code, code.replace("-", "")])]) {
      // grep exits with 1 if nothing was found.
      const search = `grep -rlaF -- "$1" "$2" || true`;
      const found = execFileSync("sh", ["-c", search, "sh", planted, inject("stack").dataDir]).toString();
      expect([planted, found]).toEqual([planted, ""]);
    }
  });

  it("appears in the user's data export, without the secret", async () => {
    const user = await approvedStartup();
    const copy = async () => (await newArchive(user)).get("data.json")!.toString();
    const account = (text: string) => (JSON.parse(text) as { account: { twoStepSignIn: unknown } }).account;
    expect(account(await copy()).twoStepSignIn).toEqual({ on: false, since: null });
    const { secret, codes } = await turnOn(user);
    const text = await copy();
    expect(account(text).twoStepSignIn).toEqual({ on: true, since: expect.any(String) as string });
    for (const hidden of [secret, ...codes]) expect(text).not.toContain(hidden);
  });

  it("is deleted with the account", async () => {
    const { user } = await startupWithApp();
    expect((await call("DELETE", "/api/auth/deleteMe", { token: user.token })).status).toBe(200);
    expect(await db.twoStep.count({ where: { userId: user.id } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
  });

  it("is deleted when an administrator deletes the account", async () => {
    const [administrator, user] = [await admin(), await approvedStartup()];
    await turnOn(user);
    expect((await call("DELETE", `/api/admin/users/${user.id}`, { token: administrator.token })).status).toBe(
      200,
    );
    expect(await db.twoStep.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe("npm run two-step:off", () => {
  const run = (email: string) => {
    const script = [
      "--conditions=react-server",
      "--import",
      "./server/alias.ts",
      "server/commands/disable-two-step.ts",
      email,
    ];
    const { status, stdout } = spawnSync(process.execPath, script, { encoding: "utf8" });
    return [status, stdout.trim()];
  };

  it("turns it off for a user who has lost app and codes, notifies the user and records it in the audit log", async () => {
    const { user } = await startupWithApp();
    expect(run(user.email.toUpperCase())).toEqual([0, `Two-step login is off for ${user.email}.`]);
    expect(signedIn(await logIn(user.email))).toBe(true);
    await waitForMail(user.email, /Two-step login is off/);
    const events = await db.auditEvent.findMany({
      where: { targetId: user.id, action: "two_step.disabled" },
    });
    expect(events).toMatchObject([{ actorId: null }]);
    expect(run(user.email)).toEqual([1, "Two-step login is already off"]);
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
    expect(run("nobody@test.example")).toEqual([
      1,
      "There is no account with the address 'nobody@test.example'",
    ]);
  });

  it("removes all passkeys, too", async () => {
    const { user } = await startupWithPasskey();
    expect(run(user.email)).toEqual([0, `Two-step login is off for ${user.email}.`]);
    expect(await db.passkey.count({ where: { userId: user.id } })).toBe(0);
    expect(signedIn(await logIn(user.email))).toBe(true);
  });
});
