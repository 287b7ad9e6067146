import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { TwoStepSetup } from "@/lib/account/dto";
import { TWO_STEP_TABLE } from "@/lib/auth/two-step";
import { db } from "@/lib/db/client";
import { newRowCipher } from "@/lib/pii/cipher";
import { sweepAccounts } from "@/lib/users/sweep";
import { DEMO_PASSWORD } from "../../prisma/seed/builders";
import { act } from "../support/action";
import {
  admin,
  call,
  codeIn,
  cookiesOf,
  freshEmail,
  get,
  login,
  mailsTo,
  nextAuthLogin,
  PASSWORD,
  person,
  post,
  tokenIn,
  until,
  urls,
  waitForMail,
  type Answer,
  type SignedIn,
} from "../support/api";
import { startServer, type Server } from "../support/server";
import { appCode, wrongCode } from "../support/two-step";
import { unzip } from "../support/unzip";

/** Two-step sign-in (docs/decisions/0012): the password, then a code of an authenticator app or a recovery code. */
const password = DEMO_PASSWORD;
const verified = () => person({ role: "startup", verification: "approved" });

const begin = ({ cookies }: Pick<SignedIn, "cookies">, given = password) =>
  act<TwoStepSetup>("beginTwoStepAction", { password: given }, { cookies });
const enable = ({ cookies }: Pick<SignedIn, "cookies">, code: string, server: 0 | 1 = 0) =>
  act<string[]>("enableTwoStepAction", { code }, { cookies, base: urls()[server] });
const disable = ({ cookies }: Pick<SignedIn, "cookies">, code: string, given = password) =>
  act<null>("disableTwoStepAction", { password: given, code }, { cookies });
const renew = ({ cookies }: Pick<SignedIn, "cookies">, given = password) =>
  act<string[]>("renewRecoveryCodesAction", { password: given }, { cookies });

function data<T>({
  outcome,
  body,
}: {
  outcome: { ok: true; data: T } | { ok: false } | null;
  body: string;
}): T {
  if (!outcome?.ok) throw new Error(`the action failed: ${body.slice(-300)}`);
  return outcome.data;
}

/** Switches it on as /profile does. */
async function switchOn(who: SignedIn): Promise<{ secret: string; codes: string[] }> {
  const { secret } = data(await begin(who));
  return { secret, codes: data(await enable(who, appCode(secret))) };
}

/** As if the codes used so far were long past: nobody here waits for the next 30 seconds. */
const later = (userId: string) => db.twoStep.update({ where: { userId }, data: { lastStep: 0 } });

const logIn = (email: string, code?: string, given = password, server: 0 | 1 = 0) =>
  post("/api/auth/login", { email, password: given, ...(code !== undefined && { code }) }, undefined, server);
const told = ({ status, body }: Answer) => [status, body.error];
const signedIn = ({ status, body }: Answer) => status === 200 && typeof body.accessToken === "string";
const sessions = (userId: string) => db.session.count({ where: { userId, endedAt: null } });
const audited = async (userId: string) =>
  (await db.auditEvent.findMany({ where: { targetId: userId }, orderBy: { seq: "asc" } }))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("two_step."));
const failed = (error: string, path?: string) => ({
  ok: false,
  error,
  ...(path && { errors: [{ path, message: expect.any(String) as string }] }),
});

describe("the life of two-step sign-in", () => {
  it("is off until password and code were given, asks at every log-in, and is off again after password and code", async () => {
    const who = await verified();
    const setup = data(await begin(who));
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.uri).toContain(`secret=${setup.secret}`);
    expect(decodeURIComponent(setup.uri)).toContain(who.email);
    for (const row of setup.picture) expect(row).toMatch(new RegExp(`^[01]{${setup.picture.length}}$`));
    // Shown is not on.
    expect(signedIn(await logIn(who.email))).toBe(true);

    expect((await enable(who, wrongCode(setup.secret))).outcome).toMatchObject(
      failed("INVALID_CODE", "code"),
    );
    const codes = data(await enable(who, appCode(setup.secret)));
    expect(codes).toHaveLength(10);

    const before = await sessions(who.id);
    expect(told(await logIn(who.email))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(told(await logIn(who.email, ""))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(told(await logIn(who.email, wrongCode(setup.secret)))).toEqual([422, "INVALID_CODE"]);
    expect(await sessions(who.id)).toBe(before);

    await later(who.id);
    const code = appCode(setup.secret);
    const again = await logIn(who.email, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(signedIn(again)).toBe(true);
    expect((await get("/api/auth/me", again.body.accessToken)).status).toBe(200);
    expect(await sessions(who.id)).toBe(before + 1);

    await later(who.id);
    expect((await disable(who, appCode(setup.secret), "not my password")).outcome).toMatchObject(
      failed("VALIDATION_FAILED", "password"),
    );
    expect((await disable(who, wrongCode(setup.secret))).outcome).toMatchObject(
      failed("INVALID_CODE", "code"),
    );
    expect(told(await logIn(who.email))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect((await disable(who, appCode(setup.secret))).outcome).toMatchObject({ ok: true });
    expect(signedIn(await logIn(who.email))).toBe(true);
    expect(await db.twoStep.count({ where: { userId: who.id } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { userId: who.id } })).toBe(0);

    await waitForMail(who.email, /Two-step sign-in is on/);
    await waitForMail(who.email, /Two-step sign-in is off/);
    expect(await audited(who.id)).toEqual(["two_step.enabled", "two_step.disabled"]);
  });

  it("asks for the password before anything is shown or replaced", async () => {
    const who = await verified();
    for (const given of ["", "not my password"])
      expect((await begin(who, given)).outcome).toMatchObject(failed("VALIDATION_FAILED", "password"));
    expect(await db.twoStep.count({ where: { userId: who.id } })).toBe(0);
    const { codes } = await switchOn(who);
    expect((await renew(who, "not my password")).outcome).toMatchObject(
      failed("VALIDATION_FAILED", "password"),
    );
    expect(signedIn(await logIn(who.email, codes[0]))).toBe(true);
    expect(await audited(who.id)).toEqual(["two_step.enabled", "two_step.recovery_used"]);
  });

  it("cannot be set up over one that is on, nor switched off or renewed when it is off", async () => {
    const who = await verified();
    expect((await renew(who)).outcome).toMatchObject(failed("CONFLICT"));
    expect((await disable(who, "123456")).outcome).toMatchObject(failed("CONFLICT"));
    expect((await enable(who, "123456")).outcome).toMatchObject(failed("CONFLICT"));
    const { secret } = await switchOn(who);
    expect((await begin(who)).outcome).toMatchObject(failed("CONFLICT"));
    expect((await enable(who, appCode(secret, 1))).outcome).toMatchObject(failed("CONFLICT"));
    expect(await audited(who.id)).toEqual(["two_step.enabled"]);
  });

  it("believes the last secret that was shown, for a quarter of an hour, and then forgets it", async () => {
    const who = await verified();
    const first = data(await begin(who));
    const second = data(await begin(who));
    expect((await enable(who, appCode(first.secret))).outcome).toMatchObject(failed("INVALID_CODE"));
    await db.twoStep.update({
      where: { userId: who.id },
      data: { createdAt: new Date(Date.now() - 16 * 60_000) },
    });
    expect((await enable(who, appCode(second.secret))).outcome).toMatchObject(failed("CONFLICT"));
    await db.twoStep.update({
      where: { userId: who.id },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const { secret } = await switchOn(await verified());
    await sweepAccounts();
    expect(await db.twoStep.count({ where: { userId: who.id } })).toBe(0);
    expect(secret).not.toBe(second.secret);
  });

  it("switched on twice at once, by two servers, it is on once and with one set of recovery codes", async () => {
    const who = await verified();
    const { secret } = data(await begin(who));
    const code = appCode(secret);
    const answers = await Promise.all([enable(who, code, 0), enable(who, code, 1), enable(who, code, 1)]);
    const won = answers.filter(({ outcome }) => outcome?.ok);
    expect(won).toHaveLength(1);
    expect(await db.recoveryCode.count({ where: { userId: who.id } })).toBe(10);
    expect(await audited(who.id)).toEqual(["two_step.enabled"]);
    expect(signedIn(await logIn(who.email, data(won[0]!)[9]))).toBe(true);
  });
});

describe("a code of the app", () => {
  it("is good one step early or late, and not two", async () => {
    const who = await verified();
    const { secret } = await switchOn(who);
    for (const [steps, good] of [
      [-3, false],
      [-1, true],
      [0, true],
      [1, true],
      [3, false],
    ] as const) {
      await until(async () => Date.now() % 30_000 < 25_000, "a moment that is not the end of a step", 10_000);
      await later(who.id);
      expect([steps, signedIn(await logIn(who.email, appCode(secret, steps)))]).toEqual([steps, good]);
    }
  });

  it("is good once: neither again, nor one from before, nor the one that switched it on", async () => {
    const who = await verified();
    const { secret } = data(await begin(who));
    const first = appCode(secret);
    data(await enable(who, first));
    expect(told(await logIn(who.email, first))).toEqual([422, "INVALID_CODE"]);
    const next = appCode(secret, 1);
    expect(signedIn(await logIn(who.email, next))).toBe(true);
    expect(told(await logIn(who.email, next, password, 1))).toEqual([422, "INVALID_CODE"]);
    expect(told(await logIn(who.email, first))).toEqual([422, "INVALID_CODE"]);
  });

  it("is good once when two servers are asked at the same moment", async () => {
    const who = await verified();
    const { secret } = await switchOn(who);
    await later(who.id);
    const before = await sessions(who.id);
    const code = appCode(secret);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => logIn(who.email, code, password, (i % 2) as 0 | 1)),
    );
    expect(answers.filter(signedIn)).toHaveLength(1);
    expect(await sessions(who.id)).toBe(before + 1);
  });

  it("of one person is nothing to another", async () => {
    const [one, other] = [await verified(), await verified()];
    const [ones, others] = [await switchOn(one), await switchOn(other)];
    await later(other.id);
    expect(told(await logIn(other.email, appCode(ones.secret)))).toEqual([422, "INVALID_CODE"]);
    expect(told(await logIn(other.email, ones.codes[0]))).toEqual([422, "INVALID_CODE"]);
    expect(signedIn(await logIn(other.email, appCode(others.secret)))).toBe(true);
  });

  it("a secret does not open when it is moved to another person's row", async () => {
    const [one, other] = [await verified(), await verified()];
    const [{ secret }] = [await switchOn(one), await switchOn(other)];
    const row = await db.twoStep.findUniqueOrThrow({ where: { userId: one.id } });
    const { dataKey, secretCipher } = row;
    await db.twoStep.update({ where: { userId: other.id }, data: { dataKey, secretCipher, lastStep: 0 } });
    const answer = await logIn(other.email, appCode(secret));
    expect(told(answer)).toEqual([500, "INTERNAL"]);
  });
});

describe("wrong codes", () => {
  it("are taken five times in ten minutes over both ways in and every server; then there is a wait that ends no session", async () => {
    const who = await verified();
    const { secret, codes } = await switchOn(who);
    await later(who.id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const code = i % 3 === 2 ? "AAAAA-BBBBB" : wrongCode(secret, i);
        return i % 4 === 3
          ? nextAuthLogin({ email: who.email, password, code, json: "true" }).then(({ status }) => status)
          : logIn(who.email, code, password, (i % 2) as 0 | 1).then(({ status }) => status);
      }),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(7);

    const right = await logIn(who.email, appCode(secret), password, 1);
    expect(told(right)).toEqual([429, "RATE_LIMITED"]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(300);
    expect(told(await logIn(who.email, codes[0]))).toEqual([429, "RATE_LIMITED"]);
    expect((await disable(who, codes[0]!)).outcome).toMatchObject(failed("RATE_LIMITED"));
    expect((await get("/api/auth/me", who.token)).status).toBe(200);
    // Whoever does not know the password learns nothing of all this.
    expect(told(await logIn(who.email, appCode(secret), "not my password"))).toEqual([
      401,
      "INVALID_CREDENTIALS",
    ]);
  });

  it("twenty right log-ins of twenty people at once all pass", async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const who = await verified();
        const { secret } = await switchOn(who);
        await later(who.id);
        return { who, secret };
      }),
    );
    const answers = await Promise.all(
      people.map(({ who, secret }, i) => logIn(who.email, appCode(secret), password, (i % 2) as 0 | 1)),
    );
    expect(answers.filter(signedIn)).toHaveLength(20);
  });
});

describe("enumeration", () => {
  it("a wrong password is answered alike with two-step sign-in, without it, and for nobody, with a code or not", async () => {
    const [plain, secured] = [await verified(), await verified()];
    const { secret } = await switchOn(secured);
    await later(secured.id);
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
    // And the code was not used up by it.
    expect(signedIn(await logIn(secured.email, code))).toBe(true);
  });

  it("a code is no matter to who has no second step", async () => {
    const who = await verified();
    for (const code of ["123456", "", "anything at all"])
      expect(signedIn(await logIn(who.email, code))).toBe(true);
  });
});

describe("recovery codes", () => {
  it("are good once each, of twenty tries at the same time on two servers too; the owner is told how many are left", async () => {
    const who = await verified();
    const { codes } = await switchOn(who);
    const before = await sessions(who.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => logIn(who.email, codes[3], password, (i % 2) as 0 | 1)),
    );
    expect(answers.filter(signedIn)).toHaveLength(1);
    expect(await sessions(who.id)).toBe(before + 1);
    expect(await db.recoveryCode.count({ where: { userId: who.id, usedAt: null } })).toBe(9);
    expect(await audited(who.id)).toEqual(["two_step.enabled", "two_step.recovery_used"]);
    expect((await waitForMail(who.email, /recovery code was used/)).text).toContain("9 of them are left");
  });

  it("every one of the ten works, however it is typed, and none of them twice", async () => {
    const who = await verified();
    const { codes } = await switchOn(who);
    for (const code of codes)
      expect([code, signedIn(await logIn(who.email, ` ${code.toLowerCase().replace("-", " ")}`))]).toEqual([
        code,
        true,
      ]);
    expect(told(await logIn(who.email, codes[0]))).toEqual([422, "INVALID_CODE"]);
    const mails = await until(async () => {
      const found = (await mailsTo(who.email)).filter(({ subject }) => subject.includes("recovery code was"));
      return found.length === 10 && found;
    }, "ten mails");
    expect(mails.map(({ text }) => /(\d+) of them (?:is|are) left/.exec(text)?.[1]).sort()).toEqual(
      [..."0123456789"].sort(),
    );
  });

  it("new ones take the place of all old ones", async () => {
    const who = await verified();
    const { codes: old } = await switchOn(who);
    expect(signedIn(await logIn(who.email, old[0]))).toBe(true);
    const fresh = data(await renew(who));
    expect(fresh).toHaveLength(10);
    expect(fresh.filter((code) => old.includes(code))).toEqual([]);
    expect(told(await logIn(who.email, old[1]))).toEqual([422, "INVALID_CODE"]);
    expect(signedIn(await logIn(who.email, fresh[0]))).toBe(true);
    await waitForMail(who.email, /recovery codes were replaced/);
    expect(await audited(who.id)).toEqual([
      "two_step.enabled",
      "two_step.recovery_used",
      "two_step.codes_renewed",
      "two_step.recovery_used",
    ]);
  });

  it("switch it off for who has lost the app", async () => {
    const who = await verified();
    const { codes } = await switchOn(who);
    expect((await disable(who, codes[0]!)).outcome).toMatchObject({ ok: true });
    expect(signedIn(await logIn(who.email))).toBe(true);
  });
});

describe("every way in", () => {
  it("next-auth's credentials ask for the second step as the call does", async () => {
    const who = await verified();
    const { secret, codes } = await switchOn(who);
    await later(who.id);
    const enter = async (fields: Record<string, string>) => {
      const response = await nextAuthLogin({ email: who.email, password, json: "true", ...fields });
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

  it("a new password by mail opens nothing by itself: the code is asked for as before", async () => {
    const who = await verified();
    const { secret } = await switchOn(who);
    await later(who.id);
    await post("/api/auth/forgot-password", { email: who.email });
    const token = tokenIn(await waitForMail(who.email, /Choose a new/));
    const reset = await post("/api/auth/reset-password", { token, password: PASSWORD });
    expect(reset.status).toBe(200);
    expect(reset.body.accessToken).toBeUndefined();
    expect(reset.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]|refresh=[^;]/);
    expect(await sessions(who.id)).toBe(0);
    expect(told(await logIn(who.email, undefined, PASSWORD))).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(signedIn(await logIn(who.email, appCode(secret), PASSWORD))).toBe(true);
  });

  it("the code by mail, which is for new accounts, signs nobody in past a second step", async () => {
    const who = await verified();
    await switchOn(who);
    await db.user.update({ where: { id: who.id }, data: { emailVerifiedAt: null } });
    await post("/api/auth/resend-code", { email: who.email });
    const code = codeIn(await waitForMail(who.email, /code$/));
    const answer = await post("/api/auth/verify-email", { email: who.email, code });
    expect(told(answer)).toEqual([422, "INVALID_CODE"]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe("what is kept", () => {
  it("neither secret nor recovery codes stand in the database files, the log or the data folder", async () => {
    const who = await verified();
    const { secret, codes } = await switchOn(who);
    await later(who.id);
    expect(signedIn(await logIn(who.email, appCode(secret)))).toBe(true);
    await waitForMail(who.email, /Two-step sign-in is on/);
    await db.$executeRaw`CHECKPOINT`;
    for (const planted of [secret, ...codes.flatMap((code) => [code, code.replace("-", "")])]) {
      // grep answers 1 when it found nothing.
      const search = `grep -rlaF -- "$1" "$2" || true`;
      const found = execFileSync("sh", ["-c", search, "sh", planted, inject("stack").dataDir]).toString();
      expect([planted, found]).toEqual([planted, ""]);
    }
  });

  it("is told in the copy of one's own data, without the secret", async () => {
    const who = await verified();
    const copy = async () => {
      const response = await fetch(`${urls()[0]}/api/auth/downloadMe`, {
        method: "POST",
        headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
        body: JSON.stringify({ password }),
      });
      return unzip(Buffer.from(await response.arrayBuffer()))
        .get("data.json")!
        .toString();
    };
    const account = (text: string) => (JSON.parse(text) as { account: { twoStepSignIn: unknown } }).account;
    expect(account(await copy()).twoStepSignIn).toEqual({ on: false, since: null });
    const { secret, codes } = await switchOn(who);
    const text = await copy();
    expect(account(text).twoStepSignIn).toEqual({ on: true, since: expect.any(String) as string });
    for (const hidden of [secret, ...codes]) expect(text).not.toContain(hidden);
  });

  it("goes with the account", async () => {
    const who = await verified();
    await switchOn(who);
    expect((await call("DELETE", "/api/auth/deleteMe", { token: who.token })).status).toBe(200);
    expect(await db.twoStep.count({ where: { userId: who.id } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { userId: who.id } })).toBe(0);
  });

  it("goes with an account that an administrator erases", async () => {
    const [boss, who] = [await admin(), await verified()];
    await switchOn(who);
    expect((await call("DELETE", `/api/admin/users/${who.id}`, { token: boss.token })).status).toBe(200);
    expect(await db.twoStep.count({ where: { userId: who.id } })).toBe(0);
  });
});

describe("npm run two-step:off", () => {
  const run = (email: string) => {
    const script = ["--conditions=react-server", "--import", "tsx", "prisma/seed/two-step-off.ts", email];
    const { status, stdout } = spawnSync(process.execPath, script, { encoding: "utf8" });
    return [status, stdout.trim()];
  };

  it("lets in with the password alone who has lost app and codes; the owner is told, and it is written down", async () => {
    const who = await verified();
    await switchOn(who);
    expect(run(who.email.toUpperCase())).toEqual([0, `Two-step sign-in is off for ${who.email}.`]);
    expect(signedIn(await logIn(who.email))).toBe(true);
    await waitForMail(who.email, /Two-step sign-in is off/);
    const events = await db.auditEvent.findMany({ where: { targetId: who.id, action: "two_step.disabled" } });
    expect(events).toMatchObject([{ actorId: null }]);
    expect(run(who.email)).toEqual([1, "Two-step sign-in is off already"]);
    expect(run("nobody@test.example")).toEqual([
      1,
      "There is no account with the address 'nobody@test.example'",
    ]);
  });
});

describe("who may use the actions", () => {
  const tries: [string, unknown][] = [
    ["beginTwoStepAction", { password }],
    ["enableTwoStepAction", { code: "123456" }],
    ["disableTwoStepAction", { password, code: "123456" }],
    ["renewRecoveryCodesAction", { password }],
  ];
  it.each(tries)("%s: no visitor, nobody signed out, nobody from another site", async (name, input) => {
    const [who, gone] = [await verified(), await verified()];
    await call("POST", "/api/auth/logout", { headers: { cookie: gone.cookies } });
    for (const cookies of ["", gone.cookies])
      expect((await act(name, input, { cookies })).outcome).toBeNull();
    const elsewhere = await act(name, input, { cookies: who.cookies, origin: "https://evil.example" });
    expect(elsewhere.outcome).toBeNull();
    expect(await db.twoStep.count({ where: { userId: { in: [who.id, gone.id] } } })).toBe(0);
  });
});

describe("ADMIN_TWO_STEP=required", () => {
  let strict: Server;
  beforeAll(async () => {
    const { dataDir, env } = inject("stack");
    strict = await startServer({
      database: { env, dataDir } as never,
      env: { ADMIN_TWO_STEP: "required" },
    });
  });
  afterAll(() => strict?.stop());

  const ask = async (who: SignedIn, path: string, method = "GET", body?: unknown) => {
    const response = await fetch(strict.url + path, {
      method,
      headers: {
        authorization: `Bearer ${who.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { error?: string };
    return [response.status, answer.error ?? null];
  };
  const visit = async (who: SignedIn, path: string) => {
    const response = await fetch(strict.url + path, { redirect: "manual", headers: { cookie: who.cookies } });
    await response.arrayBuffer();
    const to = response.headers.get("location");
    return to ? new URL(to, strict.url).pathname : response.status;
  };
  const owes = [403, "TWO_STEP_SETUP_REQUIRED"];

  it.each([
    ["an administrator", false],
    ["a super administrator", true],
  ])(
    "%s without it can sign in, is confined to the profile, and every call of the back office says why",
    async (_, isSuper) => {
      const stranger = await verified();
      const boss = await admin(isSuper);
      expect(await visit(boss, "/profile")).toBe(200);
      for (const page of [
        "/admin",
        "/admin/users",
        "/admin/verification",
        "/admin/carousel",
        "/admin/sub-admins",
        "/dashboard",
        "/login",
      ])
        expect([page, await visit(boss, page)]).toEqual([page, "/profile"]);

      expect(await ask(boss, "/api/auth/me")).toEqual([200, null]);
      expect(await ask(boss, "/api/auth/updateMe", "PUT", { name: "New Name" })).toEqual([200, null]);
      for (const [method, path, body] of [
        ["GET", "/api/admin/users"],
        ["GET", "/api/admin/statistics"],
        ["GET", `/api/admin/users/${stranger.id}`],
        ["GET", `/api/admin/users/${stranger.id}/submissions`],
        ["DELETE", `/api/admin/users/${stranger.id}`],
        ["PATCH", `/api/admin/users/${stranger.id}/role`, { role: "investor" }],
        [
          "PATCH",
          `/api/admin/users/${stranger.id}/verification-status`,
          { status: "rejected", rejectionReason: "No" },
        ],
        ["POST", `/api/admin/users/${stranger.id}/reveal`, { field: "ninNumber" }],
        ["POST", "/api/carousel", { image: "/x.png" }],
      ] as const) {
        expect([path, await ask(boss, path, method, body)]).toEqual([path, owes]);
      }
      const file = await db.file.findFirstOrThrow({ where: { ownerId: stranger.id } });
      expect((await ask(boss, `/api/files/${file.id}`))[0]).toBe(404);
      expect(await db.user.count({ where: { id: stranger.id, role: "startup", status: "approved" } })).toBe(
        1,
      );
    },
  );

  it("is over at once when it is on, in the same session, and back when it is off", async () => {
    const boss = await admin();
    expect(await ask(boss, "/api/admin/users")).toEqual(owes);
    const { secret } = await switchOn(boss);
    expect(await ask(boss, "/api/admin/users")).toEqual([200, null]);
    expect(await visit(boss, "/admin")).toBe(200);
    await later(boss.id);
    expect((await disable(boss, appCode(secret))).outcome).toMatchObject({ ok: true });
    expect(await ask(boss, "/api/admin/users")).toEqual(owes);
    expect(await visit(boss, "/admin")).toBe("/profile");
  });

  it("obliges nobody else, and nobody where it is optional", async () => {
    const who = await verified();
    expect(await visit(who, "/dashboard")).toBe(200);
    const boss = await admin();
    expect((await get("/api/admin/users", boss.token)).status).toBe(200);
    expect((await get("/api/auth/me", boss.token)).body.data).toMatchObject({ twoStepDue: false });
  });

  it("a made-up secret in the table counts for nothing while it is not proved", async () => {
    const boss = await admin();
    const cipher = newRowCipher(TWO_STEP_TABLE, boss.id);
    await db.twoStep.create({
      data: { userId: boss.id, dataKey: cipher.dataKey, secretCipher: cipher.seal("secret_cipher", "AAAA") },
    });
    expect(await ask(boss, "/api/admin/users")).toEqual(owes);
    expect((await login(boss.email)).id).toBe(boss.id);
  });
});
