import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, call, waitForMail } from "../../../support/api";
import { newArchive } from "../../../support/archive";
import { checkpoint } from "../../../support/checkpoint";
import { approvedStartup } from "../../../support/own-account";
import { startupWithPasskey } from "../../../support/passkey-account";
import { appCode } from "../../../support/two-step";
import {
  password,
  turnOn,
  resetUsedStep,
  logIn,
  signedIn,
  startupWithApp,
} from "../../../support/two-step-account";
import { stack } from "../../../support/stack";

/** Two-step login (ADR 12): every way to log in, the responses and the stored data. */
describe("wrong codes", () => {
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
      const found = execFileSync("sh", ["-c", search, "sh", planted, stack().dataDir]).toString();
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
