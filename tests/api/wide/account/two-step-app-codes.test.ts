import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { until } from "../../../support/api";
import { expectErrorLog } from "../../../support/error-log";
import { approvedStartup } from "../../../support/own-account";
import { appCode } from "../../../support/two-step";
import {
  begin,
  data,
  enable,
  logIn,
  outcomeOf,
  password,
  resetUsedStep,
  sessions,
  signedIn,
  turnOn,
  startupWithApp,
} from "../../../support/two-step-account";

/** Two-step login (ADR 12): the validity of an app's codes. */
describe("a code of an authenticator app", () => {
  it("is valid one step early or late, and not two", async () => {
    const { user, secret } = await startupWithApp();
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
    const { user, secret } = await startupWithApp();
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
    const [userA, otherUser] = [await approvedStartup(), await approvedStartup()];
    const [ones, others] = [await turnOn(userA), await turnOn(otherUser)];
    await resetUsedStep(otherUser.id);
    expect(outcomeOf(await logIn(otherUser.email, appCode(ones.secret)))).toEqual([422, "INVALID_CODE"]);
    expect(outcomeOf(await logIn(otherUser.email, ones.codes[0]))).toEqual([422, "INVALID_CODE"]);
    expect(signedIn(await logIn(otherUser.email, appCode(others.secret)))).toBe(true);
  });

  it("fails if the sealed secret is moved to another user's row", async () => {
    expectErrorLog("request.failed");
    const [source, second] = [await approvedStartup(), await approvedStartup()];
    const [{ secret }] = [await turnOn(source), await turnOn(second)];
    const row = await db.twoStep.findUniqueOrThrow({ where: { userId: source.id } });
    const { dataKey, secretCipher } = row;
    await db.twoStep.update({ where: { userId: second.id }, data: { dataKey, secretCipher, lastStep: 0 } });
    const answer = await logIn(second.email, appCode(secret));
    expect(outcomeOf(answer)).toEqual([500, "INTERNAL"]);
  });
});
