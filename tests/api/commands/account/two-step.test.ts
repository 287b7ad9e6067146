import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  TWO_STEP_TABLE,
  withCodeLimit,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  redeemSecondFactor,
  findTotpStep,
  totpOf,
  wrongCode as wrongCodeError,
} from "@/lib/auth/two-step";
import { db } from "@/lib/db/client";
import { newRowCipher } from "@/lib/pii/cipher";
import { emailsFor, createUser, auditEventsFor, client } from "../../../support/accounts";
import { appCode, wrongCode } from "../../../support/two-step";

const refused = {
  code: "INVALID_CODE",
  message: "That code is wrong or has already been used",
  details: { errors: [{ path: "code", message: "That code is wrong or has already been used" }] },
};
const limited = { code: "RATE_LIMITED" };

let user: Awaited<ReturnType<typeof createUser>>;
let secret: string;
let codes: string[];

/** Creates a user with an app and recovery codes; the setup is unconfirmed if `proved` is false. */
async function withApp(proved = true) {
  user = await createUser();
  secret = newSecret();
  codes = newRecoveryCodes();
  const cipher = newRowCipher(TWO_STEP_TABLE, user.id);
  await db.twoStep.create({
    data: {
      userId: user.id,
      dataKey: cipher.dataKey,
      secretCipher: cipher.seal("secret_cipher", secret),
      confirmedAt: proved ? new Date() : null,
    },
  });
  await db.recoveryCode.createMany({
    data: codes.map((code) => ({ userId: user.id, codeHash: recoveryHash(user.id, code) })),
  });
  if (proved) await db.user.update({ where: { id: user.id }, data: { twoStepSince: new Date() } });
}

const failures = async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => redeemSecondFactor(user.id, wrongCode(secret, n), client)),
  );
  return outcomes.map((outcome) =>
    outcome.status === "rejected" ? (outcome.reason as { code: string }).code : "in",
  );
};

beforeEach(async () => {
  await withApp();
  // In the middle of a time step, so that it does not change during a test.
  const now = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  vi.useFakeTimers({ toFake: ["Date"], now });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a code of an authenticator app (threat 3)", () => {
  it("is accepted once; earlier ones are rejected then, the next one is accepted", async () => {
    await redeemSecondFactor(user.id, appCode(secret), client);
    expect((await db.twoStep.findUniqueOrThrow({ where: { userId: user.id } })).lastStep).toBe(
      Math.floor(Date.now() / 30_000),
    );
    await expect(redeemSecondFactor(user.id, appCode(secret), client)).rejects.toMatchObject(refused);
    await expect(redeemSecondFactor(user.id, appCode(secret, -1), client)).rejects.toMatchObject(refused);
    await redeemSecondFactor(user.id, appCode(secret, 1), client);
    expect(await auditEventsFor(user.id)).toEqual([]);
  });

  it("is accepted with spaces and dashes", async () => {
    await redeemSecondFactor(user.id, ` ${appCode(secret).replace(/^.{3}/, "$& - ")}\n`, client);
  });

  it("succeeds once if it is used in parallel", async () => {
    const code = appCode(secret);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => redeemSecondFactor(user.id, code, client)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is rejected if it belongs to another user, if the setup is unconfirmed, and if there is none", async () => {
    const code = appCode(secret);
    await expect(redeemSecondFactor((await createUser()).id, code, client)).rejects.toMatchObject(refused);
    const first = user.id;
    await withApp();
    await expect(redeemSecondFactor(user.id, code, client)).rejects.toMatchObject(refused);
    await withApp(false);
    await expect(redeemSecondFactor(user.id, appCode(secret), client)).rejects.toMatchObject(refused);
    await redeemSecondFactor(first, code, client);
  });

  it("does not change another user's app", async () => {
    const first = user.id;
    const code = appCode(secret);
    await withApp();
    await redeemSecondFactor(first, code, client);
    expect((await db.twoStep.findUniqueOrThrow({ where: { userId: user.id } })).lastStep).toBe(0);
  });

  it("belongs to a current time step of 30 seconds", () => {
    expect(findTotpStep(secret, appCode(secret))).toBe(Math.floor(Date.now() / 30_000));
    expect(findTotpStep(secret, appCode(secret, 2))).toBeNull();
  });

  it("is issued for an account without a name unless one is given", () => {
    expect(totpOf(secret).label).toBe("OTPAuth");
    expect(totpOf(secret).issuer).toBe("");
    expect(totpOf(secret, "Seedline").label).toBe("OTPAuth");
    expect(totpOf(secret, "", "ada").label).toBe("ada");
  });
});

describe("a recovery code", () => {
  it("is accepted once in any notation, and the user is notified how many are left", async () => {
    await redeemSecondFactor(user.id, ` ${codes[3]!.toLowerCase().replace("-", " ")} `, client);
    await expect(redeemSecondFactor(user.id, codes[3]!, client)).rejects.toMatchObject(refused);
    // Row ids, and therefore the order of emails, depend on the clock.
    vi.setSystemTime(Date.now() + 1);
    await redeemSecondFactor(user.id, codes[4]!, client);
    const letters = await emailsFor(user.id);
    expect(letters.map(({ to, template }) => [to, template])).toEqual([
      [user.email, "recoveryUsed"],
      [user.email, "recoveryUsed"],
    ]);
    expect(letters[0]!.text).toContain("Ada Test");
    expect(letters[0]!.text).toContain("You have 9 left.");
    expect(letters[1]!.text).toContain("You have 8 left.");
    expect(await auditEventsFor(user.id)).toEqual([
      { actorId: user.id, action: "two_step.recovery_used", data: { left: 9 } },
      { actorId: user.id, action: "two_step.recovery_used", data: { left: 8 } },
    ]);
    expect(await db.recoveryCode.count({ where: { userId: user.id, usedAt: null } })).toBe(8);
  });

  it("may start or end with six digits", async () => {
    for (const code of ["ABCD1-23456", "12345-6ABCD"]) {
      await db.recoveryCode.create({ data: { userId: user.id, codeHash: recoveryHash(user.id, code) } });
      await redeemSecondFactor(user.id, code, client);
    }
  });

  it("is rejected if it belongs to another user, is wrong, or the setup is unconfirmed", async () => {
    const mine = user.id;
    const another = codes[0]!;
    await withApp();
    await expect(redeemSecondFactor(user.id, another, client)).rejects.toMatchObject(refused);
    await expect(redeemSecondFactor(user.id, "7KQ2M-X0V91", client)).rejects.toMatchObject(refused);
    await expect(redeemSecondFactor(user.id, "", client)).rejects.toMatchObject(refused);
    await withApp(false);
    await expect(redeemSecondFactor(user.id, codes[0]!, client)).rejects.toMatchObject(refused);
    expect(await emailsFor(mine)).toEqual([]);
    expect(await emailsFor(user.id)).toEqual([]);
  });
});

describe("guessing codes (threat 1)", () => {
  it("is limited to five wrong codes: the correct one is then rejected for ten minutes", async () => {
    const outcomes = await failures();
    expect(outcomes.filter((code) => code === "INVALID_CODE")).toHaveLength(5);
    expect(outcomes.filter((code) => code === "RATE_LIMITED")).toHaveLength(3);
    const waiting = await redeemSecondFactor(user.id, appCode(secret), client).catch(
      (error: unknown) => error,
    );
    expect(waiting).toMatchObject(limited);
    const { retryAfter } = (waiting as { details: { retryAfter: number } }).details;
    expect(retryAfter).toBeGreaterThan(590);
    expect(retryAfter).toBeLessThanOrEqual(600);
  });

  it("is counted per account, without correct codes", async () => {
    await failures();
    await withApp();
    for (const code of codes.slice(0, 7)) await redeemSecondFactor(user.id, code, client);
    await redeemSecondFactor(user.id, appCode(secret), client);
  });
});

describe("limitCodes", () => {
  it("returns the result of the check, and rejects null with the given message", async () => {
    expect(await withCodeLimit(user.id, () => Promise.resolve(0))).toBe(0);
    const refusal = withCodeLimit(
      user.id,
      () => Promise.resolve(null),
      () => wrongCodeError("Not this one"),
    );
    await expect(refusal).rejects.toMatchObject({
      code: "INVALID_CODE",
      message: "Not this one",
      details: { errors: [{ path: "code", message: "Not this one" }] },
    });
  });

  it("counts zero as success", async () => {
    for (let n = 0; n < 7; n += 1) await withCodeLimit(user.id, () => Promise.resolve(0));
  });
});
