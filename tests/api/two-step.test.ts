import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { deleteExpiredAccountData } from "@/lib/users/expiry";
import { act } from "../support/action";
import { call, get, login, mailsTo, until, waitForMail } from "../support/api";
import { appCode, wrongCode } from "../support/two-step";
import { approvedStartup } from "../support/own-account";
import {
  password,
  begin,
  enable,
  disable,
  renew,
  data,
  turnOn,
  resetUsedStep,
  logIn,
  outcomeOf,
  signedIn,
  sessions,
  audited,
  failed,
} from "../support/two-step-account";

/** Two-step login (ADR 12): turning it on and off, and the validity of its codes. */
describe("turning two-step login on and off", () => {
  it("needs password and code to turn it on and off, and every login in between needs a code", async () => {
    const user = await approvedStartup();
    const setup = data(await begin(user));
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.uri).toContain(`secret=${setup.secret}`);
    expect(decodeURIComponent(setup.uri)).toContain(user.email);
    for (const row of setup.picture) expect(row).toMatch(new RegExp(`^[01]{${setup.picture.length}}$`));
    // Not turned on by showing the secret.
    expect(signedIn(await logIn(user.email))).toBe(true);

    expect((await enable(user, wrongCode(setup.secret))).outcome).toMatchObject(
      failed("INVALID_CODE", "code"),
    );
    const codes = data(await enable(user, appCode(setup.secret)));
    expect(codes).toHaveLength(10);

    const before = await sessions(user.id);
    expect(outcomeOf(await logIn(user.email))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(outcomeOf(await logIn(user.email, ""))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(outcomeOf(await logIn(user.email, wrongCode(setup.secret)))).toEqual([422, "INVALID_CODE"]);
    expect(await sessions(user.id)).toBe(before);

    await resetUsedStep(user.id);
    const code = appCode(setup.secret);
    const again = await logIn(user.email, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(signedIn(again)).toBe(true);
    expect((await get("/api/auth/me", again.body.accessToken)).status).toBe(200);
    expect(await sessions(user.id)).toBe(before + 1);

    await resetUsedStep(user.id);
    expect((await disable(user, appCode(setup.secret), "not my password")).outcome).toMatchObject(
      failed("VALIDATION_FAILED", "password"),
    );
    expect((await disable(user, wrongCode(setup.secret))).outcome).toMatchObject(
      failed("INVALID_CODE", "code"),
    );
    expect(outcomeOf(await logIn(user.email))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect((await disable(user, appCode(setup.secret))).outcome).toMatchObject({ ok: true });
    expect(signedIn(await logIn(user.email))).toBe(true);
    expect(await db.twoStep.count({ where: { userId: user.id } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(0);

    await waitForMail(user.email, /Two-step login is on/);
    await waitForMail(user.email, /Two-step login is off/);
    expect(await audited(user.id)).toEqual(["two_step.enabled", "two_step.disabled"]);
  });

  it("requires the password before it shows or replaces a secret", async () => {
    const user = await approvedStartup();
    for (const given of ["", "not my password"])
      expect((await begin(user, given)).outcome).toMatchObject(failed("VALIDATION_FAILED", "password"));
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

describe("a code of an authenticator app", () => {
  it("is valid one step early or late, and not two", async () => {
    const user = await approvedStartup();
    const { secret } = await turnOn(user);
    for (const [steps, good] of [
      [-3, false],
      [-1, true],
      [0, true],
      [1, true],
      [3, false],
    ] as const) {
      await until(async () => Date.now() % 30_000 < 25_000, "a moment that is not the end of a step", 10_000);
      await resetUsedStep(user.id);
      expect([steps, signedIn(await logIn(user.email, appCode(secret, steps)))]).toEqual([steps, good]);
    }
  });

  it("is valid once: neither it nor an earlier one is accepted again, including the one that turned two-step login on", async () => {
    const user = await approvedStartup();
    const { secret } = data(await begin(user));
    const first = appCode(secret);
    data(await enable(user, first));
    expect(outcomeOf(await logIn(user.email, first))).toEqual([422, "INVALID_CODE"]);
    const next = appCode(secret, 1);
    expect(signedIn(await logIn(user.email, next))).toBe(true);
    expect(outcomeOf(await logIn(user.email, next, password, 1))).toEqual([422, "INVALID_CODE"]);
    expect(outcomeOf(await logIn(user.email, first))).toEqual([422, "INVALID_CODE"]);
  });

  it("is accepted once by two servers in parallel", async () => {
    const user = await approvedStartup();
    const { secret } = await turnOn(user);
    await resetUsedStep(user.id);
    const before = await sessions(user.id);
    const code = appCode(secret);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => logIn(user.email, code, password, (i % 2) as 0 | 1)),
    );
    expect(answers.filter(signedIn)).toHaveLength(1);
    expect(await sessions(user.id)).toBe(before + 1);
  });

  it("is rejected for another user", async () => {
    const [one, other] = [await approvedStartup(), await approvedStartup()];
    const [ones, others] = [await turnOn(one), await turnOn(other)];
    await resetUsedStep(other.id);
    expect(outcomeOf(await logIn(other.email, appCode(ones.secret)))).toEqual([422, "INVALID_CODE"]);
    expect(outcomeOf(await logIn(other.email, ones.codes[0]))).toEqual([422, "INVALID_CODE"]);
    expect(signedIn(await logIn(other.email, appCode(others.secret)))).toBe(true);
  });

  it("fails if the sealed secret is moved to another user's row", async () => {
    const [one, other] = [await approvedStartup(), await approvedStartup()];
    const [{ secret }] = [await turnOn(one), await turnOn(other)];
    const row = await db.twoStep.findUniqueOrThrow({ where: { userId: one.id } });
    const { dataKey, secretCipher } = row;
    await db.twoStep.update({ where: { userId: other.id }, data: { dataKey, secretCipher, lastStep: 0 } });
    const answer = await logIn(other.email, appCode(secret));
    expect(outcomeOf(answer)).toEqual([500, "INTERNAL"]);
  });
});

describe("recovery codes", () => {
  it("are each accepted once, also of 20 parallel attempts on two servers; the user is notified how many are left", async () => {
    const user = await approvedStartup();
    const { codes } = await turnOn(user);
    const before = await sessions(user.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => logIn(user.email, codes[3], password, (i % 2) as 0 | 1)),
    );
    expect(answers.filter(signedIn)).toHaveLength(1);
    expect(await sessions(user.id)).toBe(before + 1);
    expect(await db.recoveryCode.count({ where: { userId: user.id, usedAt: null } })).toBe(9);
    expect(await audited(user.id)).toEqual(["two_step.enabled", "two_step.recovery_used"]);
    expect((await waitForMail(user.email, /recovery code was used/)).text).toContain("You have 9 left.");
  });

  it("are accepted, all ten, regardless of notation, and none of them twice", async () => {
    const user = await approvedStartup();
    const { codes } = await turnOn(user);
    for (const code of codes)
      expect([code, signedIn(await logIn(user.email, ` ${code.toLowerCase().replace("-", " ")}`))]).toEqual([
        code,
        true,
      ]);
    expect(outcomeOf(await logIn(user.email, codes[0]))).toEqual([422, "INVALID_CODE"]);
    const mails = await until(async () => {
      const found = (await mailsTo(user.email)).filter(({ subject }) =>
        subject.includes("recovery code was"),
      );
      return found.length === 10 && found;
    }, "ten mails");
    expect(mails.map(({ text }) => /You have (\d+) left/.exec(text)?.[1]).sort()).toEqual(
      [..."0123456789"].sort(),
    );
  });

  it("are replaced completely by new ones", async () => {
    const user = await approvedStartup();
    const { codes: old, secret } = await turnOn(user);
    await resetUsedStep(user.id);
    expect(signedIn(await logIn(user.email, old[0]))).toBe(true);
    const fresh = data(await renew(user, appCode(secret)));
    expect(fresh).toHaveLength(10);
    expect(fresh.filter((code) => old.includes(code))).toEqual([]);
    expect(outcomeOf(await logIn(user.email, old[1]))).toEqual([422, "INVALID_CODE"]);
    expect(signedIn(await logIn(user.email, fresh[0]))).toBe(true);
    await waitForMail(user.email, /new .* recovery codes/);
    expect(await audited(user.id)).toEqual([
      "two_step.enabled",
      "two_step.recovery_used",
      "two_step.codes_renewed",
      "two_step.recovery_used",
    ]);
  });

  it("can be replaced only with a code of the app or one of these, which is consumed", async () => {
    const user = await approvedStartup();
    const { codes, secret } = await turnOn(user);
    const refused = [
      await act("renewRecoveryCodesAction", { password }, { cookies: user.cookies }),
      await renew(user, ""),
      await renew(user, wrongCode(secret)),
      await renew(user, "AAAAA-BBBBB"),
    ];
    for (const { outcome } of refused) expect(outcome).toMatchObject({ ok: false });
    expect(await audited(user.id)).toEqual(["two_step.enabled"]);
    const fresh = data(await renew(user, codes[0]!));
    expect((await renew(user, codes[1]!)).outcome).toMatchObject(failed("INVALID_CODE", "code"));
    await resetUsedStep(user.id);
    const code = appCode(secret);
    expect(data(await renew(user, code))).toHaveLength(10);
    expect((await renew(user, code)).outcome).toMatchObject(failed("INVALID_CODE", "code"));
    expect(outcomeOf(await logIn(user.email, fresh[0]))).toEqual([422, "INVALID_CODE"]);
  });

  it("turn two-step login off for a user who has lost the app", async () => {
    const user = await approvedStartup();
    const { codes } = await turnOn(user);
    expect((await disable(user, codes[0]!)).outcome).toMatchObject({ ok: true });
    expect(signedIn(await logIn(user.email))).toBe(true);
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
