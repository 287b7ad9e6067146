import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { act } from "../../../support/action";
import { mailsTo, until, waitForMail } from "../../../support/api";
import { appCode, wrongCode } from "../../../support/two-step";
import {
  audited,
  data,
  disable,
  failed,
  logIn,
  outcomeOf,
  password,
  renew,
  resetUsedStep,
  sessions,
  signedIn,
  startupWithApp,
} from "../../../support/two-step-account";

/** Two-step login (ADR 12): the validity of recovery codes. */
describe("recovery codes", () => {
  it("are each accepted once, also of 20 parallel attempts on two servers; the user is notified how many are left", async () => {
    const { user, codes } = await startupWithApp();
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
    const { user, codes } = await startupWithApp();
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
    const { user, codes: old, secret } = await startupWithApp();
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
    const { user, codes, secret } = await startupWithApp();
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
    const { user, codes } = await startupWithApp();
    expect((await disable(user, codes[0]!)).outcome).toMatchObject({ ok: true });
    expect(signedIn(await logIn(user.email))).toBe(true);
  });
});
