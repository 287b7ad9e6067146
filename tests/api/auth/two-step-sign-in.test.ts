import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import {
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
} from "../../support/api";
import { approvedStartup } from "../../support/own-account";
import { appCode, wrongCode } from "../../support/two-step";
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
} from "../../support/two-step-account";

/** Two-step login (ADR 12): every way to log in, the responses and the stored data. */
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
    // Without the password, the response is the same as before the limit was reached.
    expect(outcomeOf(await logIn(user.email, appCode(secret), "not my password"))).toEqual([
      401,
      "INVALID_CREDENTIALS",
    ]);
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
      for (const codeInput of [undefined, code, "123456"]) {
        const { status, body } = await logIn(email, codeInput, "not my password");
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
