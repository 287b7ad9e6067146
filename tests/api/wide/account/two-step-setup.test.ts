import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { deleteExpiredAccountData } from "@/lib/users/expiry";
import { act } from "../../../support/action";
import { call, get, login } from "../../../support/api";
import { approvedStartup } from "../../../support/own-account";
import { beginPasskey } from "../../../support/passkey-account";
import { appCode } from "../../../support/two-step";
import {
  audited,
  begin,
  data,
  disable,
  enable,
  failed,
  logIn,
  password,
  renew,
  sessions,
  signedIn,
  turnOn,
} from "../../../support/two-step-account";

/** Two-step login (ADR 12): turning it on and off. */
describe("turning two-step login on and off", () => {
  it("is not begun by a thief of the mailbox within 72 hours after a reset (threat 53)", async () => {
    const user = await approvedStartup();
    const resetAt = (hoursAgo: number) =>
      db.user.update({
        where: { id: user.id },
        data: { passwordResetAt: new Date(Date.now() - hoursAgo * 3_600_000) },
      });
    await resetAt(71);
    for (const attempt of [begin(user), beginPasskey(user)])
      expect((await attempt).outcome).toMatchObject({ ok: false, error: "RECENTLY_RESET" });
    await resetAt(73);
    expect(data(await begin(user)).secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it("requires the password before it shows or replaces a secret", async () => {
    const user = await approvedStartup();
    for (const wrongPassword of ["", "not my password"])
      expect((await begin(user, wrongPassword)).outcome).toMatchObject(
        failed("VALIDATION_FAILED", "password"),
      );
    expect(await db.twoStep.count({ where: { userId: user.id } })).toBe(0);
    const { codes } = await turnOn(user);
    expect((await renew(user, codes[0]!, "not my password")).outcome).toMatchObject(
      failed("VALIDATION_FAILED", "password"),
    );
    expect(signedIn(await logIn(user.email, codes[0]))).toBe(true);
    expect(await audited(user.id)).toEqual(["two_step.enabled", "two_step.recovery_used"]);
  });

  it("ends all other sessions when it is turned on; the code is required from then on", async () => {
    const user = await approvedStartup();
    const [elsewhere, stranger] = [await login(user.email), await approvedStartup()];
    await turnOn(user);
    expect((await get("/api/auth/me", elsewhere.token)).status).toBe(401);
    for (const { token } of [user, stranger]) expect((await get("/api/auth/me", token)).status).toBe(200);
    expect(await sessions(user.id)).toBe(1);
  });

  it("cannot be set up again while it is on, nor turned off or renewed while it is off", async () => {
    const user = await approvedStartup();
    expect((await renew(user, "123456")).outcome).toMatchObject(failed("CONFLICT"));
    expect((await disable(user, "123456")).outcome).toMatchObject(failed("CONFLICT"));
    expect((await enable(user, "123456")).outcome).toMatchObject(failed("CONFLICT"));
    const { secret } = await turnOn(user);
    expect((await begin(user)).outcome).toMatchObject(failed("CONFLICT"));
    expect((await enable(user, appCode(secret, 1))).outcome).toMatchObject(failed("CONFLICT"));
    expect(await audited(user.id)).toEqual(["two_step.enabled"]);
  });

  it("accepts only the last secret shown, for 15 minutes", async () => {
    const user = await approvedStartup();
    const first = data(await begin(user));
    const second = data(await begin(user));
    expect((await enable(user, appCode(first.secret))).outcome).toMatchObject(failed("INVALID_CODE"));
    await db.twoStep.update({
      where: { userId: user.id },
      data: { createdAt: new Date(Date.now() - 16 * 60_000) },
    });
    expect((await enable(user, appCode(second.secret))).outcome).toMatchObject(failed("CONFLICT"));
    await db.twoStep.update({
      where: { userId: user.id },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const { secret } = await turnOn(await approvedStartup());
    await deleteExpiredAccountData();
    expect(await db.twoStep.count({ where: { userId: user.id } })).toBe(0);
    expect(secret).not.toBe(second.secret);
  });

  it("succeeds once when it is turned on in parallel on two servers, with one set of recovery codes", async () => {
    const user = await approvedStartup();
    const { secret } = data(await begin(user));
    const code = appCode(secret);
    const answers = await Promise.all([enable(user, code, 0), enable(user, code, 1), enable(user, code, 1)]);
    const won = answers.filter(({ outcome }) => outcome?.ok);
    expect(won).toHaveLength(1);
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(10);
    expect(await audited(user.id)).toEqual(["two_step.enabled"]);
    expect(signedIn(await logIn(user.email, data(won[0]!)[9]))).toBe(true);
  });
});

describe("access to the actions", () => {
  const tries: [string, unknown][] = [
    ["beginTwoStepAction", { password }],
    ["enableTwoStepAction", { code: "123456" }],
    ["disableTwoStepAction", { password, code: "123456" }],
    ["renewRecoveryCodesAction", { password, code: "123456" }],
  ];
  it.each(tries)("%s: rejects visitors, ended sessions and other sites", async (name, input) => {
    const [user, gone] = [await approvedStartup(), await approvedStartup()];
    await call("POST", "/api/auth/logout", { headers: { cookie: gone.cookies } });
    for (const cookies of ["", gone.cookies])
      expect((await act(name, input, { cookies })).outcome).toBeNull();
    const elsewhere = await act(name, input, { cookies: user.cookies, origin: "https://evil.example" });
    expect(elsewhere.outcome).toBeNull();
    expect(await db.twoStep.count({ where: { userId: { in: [user.id, gone.id] } } })).toBe(0);
  });
});
