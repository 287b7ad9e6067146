import { describe, expect, it } from "vitest";
import { addFactor } from "@/lib/account/two-step";
import { endAllSessions } from "@/lib/auth/sessions";
import { db, type Tx } from "@/lib/db/client";
import { eraseUser } from "@/lib/users/erasure";
import { build, login, nextAuthLogin, times, type SignedIn } from "../../support/api";
import { setPassword } from "../../support/earlier-proofs";
import { changeDuring } from "../../support/held-user";
import { approvedStartup, sessionOf } from "../../support/own-account";
import { loginRequest, logInWith, startupWithPasskey } from "../../support/passkey-account";
import { logIn, password, sessions } from "../../support/two-step-account";

describe("log-ins with the old password that are under way (threat 53)", () => {
  const changes: [string, (user: SignedIn) => (tx: Tx) => Promise<unknown>][] = [
    ["a reset or change of the password", ({ id }) => setPassword(id)],
    [
      "a stopped archive",
      ({ id }) =>
        (tx) =>
          endAllSessions(tx, id, "revoked"),
    ],
    [
      "two-step login turned on",
      (user) => async (tx) => {
        const row = { id: user.id, email: user.email, name: "Test", twoStepSince: null };
        return addFactor(tx, row, await sessionOf(user));
      },
    ],
  ];

  it.each(changes)("open no session after %s", async (_, changeOf) => {
    const user = await approvedStartup();
    const change = changeOf(user);
    const current = await sessionOf(user);
    const statuses = await changeDuring(
      user.id,
      () => [
        ...Array.from({ length: 4 }, async () => (await logIn(user.email)).status),
        nextAuthLogin({ email: user.email, password }).then(({ status }) => status),
      ],
      change,
    );
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(await db.session.count({ where: { userId: user.id, endedAt: null, id: { not: current } } })).toBe(
      0,
    );
  });

  it("open no session with a passkey that has just been removed, or after a deletion", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const passkey = authenticator.get(await loginRequest(user.email));
    const [answer] = await changeDuring(
      user.id,
      () => [logInWith(user.email, passkey)],
      (tx) => endAllSessions(tx, user.id, "revoked"),
    );
    expect(answer!.status).toBe(401);
    expect(await sessions(user.id)).toBe(0);

    const gone = await build();
    const statuses = await changeDuring(
      gone.id,
      () => Array.from({ length: 3 }, async () => (await logIn(gone.email)).status),
      (tx) => eraseUser(tx, gone.id, gone.id),
    );
    expect(statuses).toEqual([401, 401, 401]);
  });

  it("of one account do not wait for each other", async () => {
    const { id, email } = await build();
    await login(email);
    // One login is still waiting.
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR SHARE`;
      await tx.$queryRaw`SELECT 1 FROM known_devices WHERE user_id = ${id}::uuid FOR UPDATE`;
      await tx.$queryRaw`SELECT 1 FROM sessions WHERE user_id = ${id}::uuid FOR UPDATE`;
      expect(await times(3, async () => (await logIn(email)).status)).toEqual([200, 200, 200]);
    });
  });
});
