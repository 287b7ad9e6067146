import { describe, expect, it } from "vitest";
import { secretHash } from "@/lib/auth/tokens";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import {
  call,
  cookiesOf,
  del,
  get,
  nextAuthLogin,
  PASSWORD,
  post,
  times,
  tokenIn,
  until,
  urls,
  waitForMail,
} from "../../support/api";
import { Authenticator } from "../../support/authenticator";
import { approvedStartup } from "../../support/own-account";
import {
  addPasskey,
  loginRequest,
  logInWith,
  prove,
  stepUpRequest,
  startupWithPasskey,
  passkeysOf,
  rejected,
  sign,
} from "../../support/passkey-account";
import { logIn, outcomeOf, password, sessions, signedIn, audited } from "../../support/two-step-account";

/** Passkeys at login and as a fresh proof of identity (ADR 12), against an authenticator in software. */

describe("a passkey at login", () => {
  it("is requested after the password, and logs in", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const asked = await logIn(user.email);
    expect(outcomeOf(asked)).toEqual([401, "TWO_STEP_REQUIRED"]);
    expect(asked.body.message).toBe("Use your passkey or a recovery code");
    expect(asked.body.data).toEqual({
      methods: ["passkey"],
      passkey: {
        challenge: expect.any(String) as string,
        rpId: "localhost",
        timeout: 300_000,
        userVerification: "required",
        allowCredentials: [{ id: authenticator.id, type: "public-key", transports: ["internal"] }],
      },
    });
    const before = await sessions(user.id);
    const answer = await logInWith(user.email, authenticator.get(await loginRequest(user.email)));
    expect(signedIn(answer)).toBe(true);
    expect(await sessions(user.id)).toBe(before + 1);
    expect((await passkeysOf(user.id))[0]!.lastUsedAt).not.toBeNull();
  });

  it("is not mentioned before the password is correct", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const response = authenticator.get(await loginRequest(user.email));
    for (const passkey of [undefined, response]) {
      const { status, body } = await logInWith(user.email, passkey, "not my password");
      expect([status, body]).toEqual([
        401,
        { success: false, message: "Invalid email or password", error: "INVALID_CREDENTIALS" },
      ]);
    }
    // The failed login did not use up the challenge.
    expect(signedIn(await logInWith(user.email, response))).toBe(true);
  });

  it("is rejected with a wrong origin, domain, type, user verification or signature, and from another user", async () => {
    const { user, authenticator } = await startupWithPasskey();
    for (const forgery of [
      { origin: "https://seedline.evil.example" },
      { rpId: "evil.example" },
      { type: "webauthn.create" },
      { unverified: true },
    ])
      expect([forgery, await sign(user.email, authenticator, forgery)]).toEqual([forgery, rejected]);

    const [otherUser, third] = [await approvedStartup(), await approvedStartup()];
    const theirs = await addPasskey(otherUser);
    expect(await sign(otherUser.email, authenticator)).toEqual(rejected);
    expect(await sign(otherUser.email, new Authenticator({ id: theirs.authenticator.id }))).toEqual(rejected);
    // A challenge of another user.
    const foreign = theirs.authenticator.get(await loginRequest(user.email));
    expect(outcomeOf(await logInWith(otherUser.email, foreign))).toEqual(rejected);
    expect(await sign(otherUser.email, theirs.authenticator)).toEqual([200, undefined]);
    // A user without two-step login needs none.
    expect(signedIn(await logInWith(third.email, foreign))).toBe(true);

    const failures = () =>
      db.securityEvent.count({ where: { userId: otherUser.id, kind: "passkey_failed" } });
    await until(async () => (await failures()) === 3, "the failures to be recorded");
  });

  it("a challenge is valid for its purpose only, for five minutes, and only if this server issued it", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const forLogin = authenticator.get(await loginRequest(user.email));
    const forStepUp = authenticator.get(await stepUpRequest(user));
    expect(outcomeOf(await post("/api/auth/step-up", { passkey: forLogin }, user.token))).toEqual(rejected);
    expect(outcomeOf(await logInWith(user.email, forStepUp))).toEqual(rejected);

    const { rpId } = await loginRequest(user.email);
    const { credentialsVersion } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    const signed = (expiresAt: number, nonce: string) => {
      const content = `${expiresAt}.${nonce}`;
      const signed = `login|${user.id}|${credentialsVersion}|${content}`;
      const signature = secretHash("passkey challenge", signed);
      return { content, signature };
    };
    const enter = async ({ content, signature }: { content: string; signature: string }) => {
      const challenge = Buffer.from(`${content}.${signature}`).toString("base64url");
      return outcomeOf(await logInWith(user.email, authenticator.get({ challenge, rpId })));
    };
    expect(await enter(signed(Date.now() + 60_000, "valid"))).toEqual([200, undefined]);
    expect(await enter(signed(Date.now() - 1, "expired"))).toEqual(rejected);
    const invented = { ...signed(Date.now(), "invented"), content: `${Date.now() + 60_000}.invented` };
    expect(await enter(invented)).toEqual(rejected);
    expect(await enter({ content: "", signature: "" })).toEqual(rejected);
  });

  it("wrong ones are limited separately from the owner's codes", async () => {
    const { user, authenticator, codes } = await startupWithPasskey();
    for (let n = 0; n < env.LIMIT_CODE_TRIES; n += 1)
      expect(await sign(user.email, authenticator, { unverified: true })).toEqual(rejected);
    expect(await sign(user.email, authenticator)).toEqual([429, "RATE_LIMITED"]);
    expect(signedIn(await logIn(user.email, codes[0]))).toBe(true);
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
  });

  it("is accepted once: one of 20 parallel uses on two servers succeeds", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const response = authenticator.get(await loginRequest(user.email));
    const before = await sessions(user.id);
    const answers = await times(20, (n) => logInWith(user.email, response, password, (n % 2) as 0 | 1));
    expect(answers.filter(signedIn)).toHaveLength(1);
    expect(await sessions(user.id)).toBe(before + 1);
    expect(await audited(user.id)).toEqual(["two_step.enabled", "passkey.added"]);
  });

  it("a signature counter that does not increase is refused and audited", async () => {
    const user = await approvedStartup();
    const { authenticator } = await addPasskey(user, undefined, new Authenticator({ counts: true }));
    expect(await sign(user.email, authenticator)).toEqual([200, undefined]);
    expect(await sign(user.email, authenticator, { counter: 40 })).toEqual([200, undefined]);
    for (const counter of [40, 39, 0])
      expect([counter, await sign(user.email, authenticator, { counter })]).toEqual([counter, rejected]);
    expect(await sign(user.email, authenticator, { counter: 41 })).toEqual([200, undefined]);
    expect((await passkeysOf(user.id))[0]!.counter).toBe(41n);
    expect((await audited(user.id)).filter((action) => action === "passkey.copy_suspected")).toHaveLength(3);
  });

  it("is accepted by next-auth's credentials provider, too", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const enter = async (passkey?: string) => {
      const response = await nextAuthLogin({
        email: user.email,
        password,
        json: "true",
        ...(passkey && { passkey }),
      });
      const page = await fetch(`${urls()[0]}/profile`, {
        redirect: "manual",
        headers: { cookie: cookiesOf(response.headers) },
      });
      await page.arrayBuffer();
      const body = (await response.json()) as { error?: string };
      return [response.status, body.error ?? null, page.status];
    };
    expect(await enter()).toEqual([401, "TWO_STEP_REQUIRED", 307]);
    expect(await enter("no passkey")).toEqual([401, "INVALID_CREDENTIALS", 307]);
    const response = JSON.stringify(authenticator.get(await loginRequest(user.email)));
    expect(await enter(response)).toEqual([200, null, 200]);
    expect(await enter(response)).toEqual([422, "INVALID_PASSKEY", 307]);
  });

  it("threat 53: a password reset removes no passkey, and the login after it still needs one", async () => {
    const { user, authenticator } = await startupWithPasskey();
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /Reset your .* password/));
    expect((await post("/api/auth/reset-password", { token, password: PASSWORD })).status).toBe(200);
    expect(await sessions(user.id)).toBe(0);
    expect(await passkeysOf(user.id)).toHaveLength(1);
    const request = await loginRequest(user.email, PASSWORD);
    expect(await sessions(user.id)).toBe(0);
    expect(signedIn(await logInWith(user.email, authenticator.get(request), PASSWORD))).toBe(true);
  });
});

describe("a passkey within a session", () => {
  const makeStale = (userId: string) =>
    db.session.updateMany({
      where: { userId },
      data: { provedAt: new Date(Date.now() - 16 * 60_000) },
    });

  it("threat 67: alone is a fresh proof of identity, once", async () => {
    const { user, authenticator } = await startupWithPasskey();
    await makeStale(user.id);
    expect(outcomeOf(await post("/api/auth/step-up", { password }, user.token))).toEqual([
      401,
      "TWO_STEP_REQUIRED",
    ]);
    const proof = await prove(user, authenticator);
    expect((await post("/api/auth/step-up", proof, user.token)).status).toBe(200);
    await makeStale(user.id);
    expect(outcomeOf(await post("/api/auth/step-up", proof, user.token))).toEqual(rejected);
    expect(outcomeOf(await del("/api/auth/deleteMe", user.token))).toEqual([403, "STEP_UP_REQUIRED"]);
    await post("/api/auth/step-up", await prove(user, authenticator), user.token);
    expect((await del("/api/auth/deleteMe", user.token)).status).toBe(200);
    expect(await passkeysOf(user.id)).toEqual([]);
  });

  it("is offered to its owner only", async () => {
    const user = await approvedStartup();
    const answer = await call("POST", "/api/auth/step-up/options", { token: user.token });
    expect(answer.body.data).toEqual({ methods: [], passkey: null });
  });
});
