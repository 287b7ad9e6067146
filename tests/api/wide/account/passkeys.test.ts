import { describe, expect, it } from "vitest";
import { brand } from "@/lib/brand";
import { db } from "@/lib/db/client";
import { get, login, times, urls, waitForMail } from "../../../support/api";
import { newArchive } from "../../../support/archive";
import { Authenticator, type Forgery } from "../../../support/authenticator";
import { approvedStartup } from "../../../support/own-account";
import {
  add,
  addPasskey,
  beginPasskey,
  loginRequest,
  logInWith,
  prove,
  remove,
  removeApp,
  startupWithPasskey,
  passkeysOf,
  rejected,
  sign,
} from "../../../support/passkey-account";
import { appCode } from "../../../support/two-step";
import {
  begin,
  data,
  disable,
  enable,
  failed,
  logIn,
  outcomeOf,
  password,
  renew,
  resetUsedStep,
  sessions,
  signedIn,
  startupWithApp,
  audited,
} from "../../../support/two-step-account";

/** Adding and removing passkeys (ADR 12), against an authenticator in software. */

describe("adding and removing passkeys", () => {
  it("the first one turns two-step login on: recovery codes, other sessions end, an email and audit rows", async () => {
    const user = await approvedStartup();
    const elsewhere = await login(user.email);
    const options = data(await beginPasskey(user));
    expect(options).toMatchObject({
      rp: { id: "localhost", name: brand.name },
      user: { name: user.email },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    });
    // Nothing has changed yet.
    expect(signedIn(await logIn(user.email))).toBe(true);
    const authenticator = new Authenticator();
    const codes = data(await add(user, authenticator.create(options)));
    expect(codes).toHaveLength(10);
    expect((await get("/api/auth/me", elsewhere.token)).status).toBe(401);
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
    expect((await waitForMail(user.email, /Two-step login is on/)).text).toContain("your passkey");
    expect(await audited(user.id)).toEqual(["two_step.enabled", "passkey.added"]);
    expect(await passkeysOf(user.id)).toMatchObject([
      { credentialId: authenticator.id, transports: ["internal"], lastUsedAt: null, counter: 0n },
    ]);
    expect(signedIn(await logIn(user.email, codes[0]))).toBe(true);
  });

  it("needs the password at this moment, and the second factor if two-step login is on", async () => {
    const user = await approvedStartup();
    for (const proof of [{}, { password: "" }, { password: "not my password" }])
      expect((await beginPasskey(user, proof)).outcome).toMatchObject(
        failed("VALIDATION_FAILED", "password"),
      );
    const { authenticator, codes } = await addPasskey(user);
    expect((await beginPasskey(user, { password })).outcome).toMatchObject(failed("TWO_STEP_REQUIRED"));
    expect((await begin(user)).outcome).toMatchObject(failed("TWO_STEP_REQUIRED"));
    expect((await beginPasskey(user, { password, code: codes[0]! })).outcome).toMatchObject({ ok: true });
    const options = data(await beginPasskey(user, await prove(user, authenticator)));
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    // Without a challenge issued to this user nothing is stored.
    const stranger = await approvedStartup();
    const theirs = data(await beginPasskey(stranger));
    expect((await add(user, new Authenticator().create(theirs))).outcome).toMatchObject(
      failed("INVALID_PASSKEY"),
    );
    expect(await passkeysOf(user.id)).toHaveLength(1);
  });

  it("a further one leaves recovery codes and sessions, and is announced by email", async () => {
    const { user, authenticator, codes } = await startupWithPasskey();
    const again = await logInWith(user.email, authenticator.get(await loginRequest(user.email)));
    const before = await sessions(user.id);
    const second = await addPasskey(user, await prove(user, authenticator));
    expect(second.codes).toEqual([]);
    expect(await sessions(user.id)).toBe(before);
    expect((await get("/api/auth/me", again.body.accessToken)).status).toBe(200);
    await waitForMail(user.email, /A passkey was added/);
    expect(signedIn(await logIn(user.email, codes[0]))).toBe(true);
    expect(await sign(user.email, second.authenticator)).toEqual([200, undefined]);
    expect(await audited(user.id)).toEqual([
      "two_step.enabled",
      "passkey.added",
      "passkey.added",
      "two_step.recovery_used",
    ]);
  });

  it("is limited to ten, also of parallel ones", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const offers = [];
    for (let n = 0; n < 12; n += 1)
      offers.push(data(await beginPasskey(user, await prove(user, authenticator))));
    const answers = await Promise.all(offers.map((offer) => add(user, new Authenticator().create(offer))));
    expect(answers.filter(({ outcome }) => outcome?.ok)).toHaveLength(9);
    expect(await passkeysOf(user.id)).toHaveLength(10);
    const more = await beginPasskey(user, await prove(user, authenticator));
    expect(more.outcome).toMatchObject(failed("CONFLICT"));
  });

  it("rejects a wrong origin, domain, purpose, user verification, attestation and a known credential", async () => {
    const user = await approvedStartup();
    const forgeries: Forgery[] = [
      { origin: "https://seedline.evil.example" },
      { origin: urls()[1] },
      { rpId: "evil.example" },
      { type: "webauthn.get" },
      { unverified: true },
      { attestation: { fmt: "packed", attStmt: new Map([["x5c", [new Uint8Array(3)]]]) } },
      { attestation: { fmt: "apple", attStmt: new Map() } },
    ];
    for (const forgery of forgeries) {
      const response = new Authenticator().create(data(await beginPasskey(user)), forgery);
      expect([forgery, (await add(user, response)).outcome]).toMatchObject([
        forgery,
        failed("INVALID_PASSKEY"),
      ]);
    }
    expect(await passkeysOf(user.id)).toEqual([]);
    const { authenticator } = await addPasskey(user);
    const otherUser = await approvedStartup();
    const same = new Authenticator({ id: authenticator.id }).create(data(await beginPasskey(otherUser)));
    expect((await add(otherUser, same)).outcome).toMatchObject(failed("CONFLICT"));
    expect(await audited(otherUser.id)).toEqual([]);
  });

  it("a response is accepted once", async () => {
    const user = await approvedStartup();
    const response = new Authenticator().create(data(await beginPasskey(user)));
    const answers = await times(5, () => add(user, response));
    expect(answers.filter(({ outcome }) => outcome?.ok)).toHaveLength(1);
    expect(await passkeysOf(user.id)).toHaveLength(1);
  });

  it("removing one needs password and second factor or a passkey; the last factor turns two-step login off", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const { authenticator: second } = await addPasskey(user, await prove(user, authenticator));
    const [one, two] = await passkeysOf(user.id);
    expect((await remove(user, one!.id, { password })).outcome).toMatchObject(failed("TWO_STEP_REQUIRED"));
    const stranger = await approvedStartup();
    expect((await remove(stranger, one!.id, { password })).outcome).toMatchObject(failed("NOT_FOUND"));
    expect(await passkeysOf(user.id)).toHaveLength(2);

    expect((await remove(user, one!.id, await prove(user, second))).outcome).toMatchObject({ ok: true });
    await waitForMail(user.email, /A passkey was removed/);
    expect(await sign(user.email, authenticator)).toEqual(rejected);
    expect((await remove(user, two!.id, await prove(user, second))).outcome).toMatchObject({ ok: true });
    await waitForMail(user.email, /Two-step login is off/);
    expect(signedIn(await logIn(user.email))).toBe(true);
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
    expect(await audited(user.id)).toEqual([
      "two_step.enabled",
      "passkey.added",
      "passkey.added",
      "passkey.removed",
      "passkey.removed",
      "two_step.disabled",
    ]);
  });
});

describe("app and passkeys together", () => {
  it("either is enough at login; two-step login stays on until both are gone", async () => {
    const { user, secret, codes } = await startupWithApp();
    expect((await logIn(user.email)).body.data).toEqual({ methods: ["app"], passkey: null });
    const { authenticator } = await addPasskey(user, { password, code: codes[0]! });
    expect((await logIn(user.email)).body.data).toMatchObject({ methods: ["app", "passkey"] });
    await resetUsedStep(user.id);
    expect(signedIn(await logIn(user.email, appCode(secret)))).toBe(true);
    expect(await sign(user.email, authenticator)).toEqual([200, undefined]);

    const [passkey] = await passkeysOf(user.id);
    expect((await remove(user, passkey!.id, await prove(user, authenticator))).outcome).toMatchObject({
      ok: true,
    });
    expect((await logIn(user.email)).body.data).toEqual({ methods: ["app"], passkey: null });
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(10);
  });

  it("an app is added to a passkey with the passkey's proof, and is not used before it is confirmed", async () => {
    const { user, authenticator, codes } = await startupWithPasskey();
    const setup = data(await begin(user, await prove(user, authenticator)));
    expect(outcomeOf(await logIn(user.email, appCode(setup.secret)))).toEqual([422, "INVALID_CODE"]);
    expect(data(await enable(user, appCode(setup.secret)))).toEqual([]);
    await waitForMail(user.email, /An authenticator app was added/);
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(10);
    expect(signedIn(await logIn(user.email, appCode(setup.secret, 1)))).toBe(true);
    expect(signedIn(await logIn(user.email, codes[0]))).toBe(true);
    expect(await audited(user.id)).toEqual([
      "two_step.enabled",
      "passkey.added",
      "two_step.app_added",
      "two_step.recovery_used",
    ]);
  });

  it("the app can be removed alone, but not as the only factor", async () => {
    const { user, secret, codes } = await startupWithApp();
    expect(await removeApp(user, { password, code: codes[0]! })).toMatchObject(failed("CONFLICT"));
    const { authenticator } = await addPasskey(user, { password, code: codes[1]! });
    expect(await removeApp(user, { password })).toMatchObject(failed("TWO_STEP_REQUIRED"));
    expect(await removeApp(user, await prove(user, authenticator))).toMatchObject({ ok: true });
    await waitForMail(user.email, /The authenticator app was removed/);
    expect(outcomeOf(await logIn(user.email, appCode(secret)))).toEqual([422, "INVALID_CODE"]);
    expect(await sign(user.email, authenticator)).toEqual([200, undefined]);
    expect(await audited(user.id)).toContain("two_step.app_removed");
  });

  it("turning two-step login off removes both, and new recovery codes are given for a passkey", async () => {
    const { user, authenticator, codes } = await startupWithPasskey();
    const fresh = data(await renew(user, await prove(user, authenticator)));
    expect(outcomeOf(await logIn(user.email, codes[0]))).toEqual([422, "INVALID_CODE"]);
    expect(signedIn(await logIn(user.email, fresh[0]))).toBe(true);
    expect((await disable(user, await prove(user, authenticator))).outcome).toMatchObject({ ok: true });
    expect(await passkeysOf(user.id)).toEqual([]);
    expect(signedIn(await logIn(user.email))).toBe(true);
  });
});

describe("stored passkeys", () => {
  it("are in the copy of one's data, without key and credential id", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const text = (await newArchive(user)).get("data.json")!.toString();
    expect((JSON.parse(text) as { passkeys: unknown }).passkeys).toEqual([
      {
        name: expect.any(String) as string,
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
      },
    ]);
    expect(text).not.toContain(authenticator.id);
  });
});
