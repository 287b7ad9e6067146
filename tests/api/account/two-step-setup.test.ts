import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { get, waitForMail } from "../../support/api";
import { approvedStartup } from "../../support/own-account";
import { appCode, wrongCode } from "../../support/two-step";
import {
  audited,
  begin,
  data,
  disable,
  enable,
  failed,
  logIn,
  outcomeOf,
  resetUsedStep,
  sessions,
  signedIn,
} from "../../support/two-step-account";

/** Two-step login (ADR 12): turning it on and off. */
describe("turning two-step login on and off", () => {
  it("needs password and code to turn it on and off, and every login in between needs a code", async () => {
    const user = await approvedStartup();
    const setup = data(await begin(user));
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.uri).toContain(`secret=${setup.secret}`);
    expect(decodeURIComponent(setup.uri)).toContain(user.email);
    for (const row of setup.picture) expect(row).toMatch(new RegExp(`^[01]{${setup.picture.length}}$`));
    // Showing the secret does not turn it on.
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
});
