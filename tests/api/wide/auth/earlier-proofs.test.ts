import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { readDraftBody } from "@/lib/onboarding/drafts/draft-body";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { act } from "../../../support/action";
import {
  admin,
  answers,
  build,
  call,
  del,
  freshNumber,
  get,
  personalInvestor,
  post,
  put,
  type SignedIn,
} from "../../../support/api";
import { Authenticator } from "../../../support/authenticator";
import { setPassword, account } from "../../../support/earlier-proofs";
import { changeDuring } from "../../../support/held-user";
import { NEW_PASSWORD, approvedStartup, change } from "../../../support/own-account";
import { add, beginPasskey, prove, startupWithPasskey } from "../../../support/passkey-account";
import { appCode } from "../../../support/two-step";
import { begin, data, enable, logIn, password, sessions } from "../../../support/two-step-account";

describe("acts of a session that are under way (threat 53)", () => {
  /** Each makes the preparatory calls and returns the call that acts. */
  const acts: [string, (user: SignedIn) => Promise<() => Promise<boolean>>][] = [
    [
      "a proof of identity",
      async ({ token }) =>
        Promise.resolve(async () => (await post("/api/auth/step-up", { password }, token)).status < 300),
    ],
    [
      "a deletion of the account",
      async ({ token }) => Promise.resolve(async () => (await del("/api/auth/deleteMe", token)).status < 300),
    ],
    [
      "a change of the profile",
      async ({ token }) =>
        Promise.resolve(
          async () => (await put("/api/auth/updateMe", { name: "A Thief" }, token)).status < 300,
        ),
    ],
    [
      "a copy of the data",
      async ({ token }) =>
        Promise.resolve(async () => (await post("/api/auth/archive", {}, token)).status < 300),
    ],
    [
      "a change of the password",
      async (user) => Promise.resolve(async () => (await change(user, password)).outcome?.ok === true),
    ],
    [
      "the setup of an app",
      async (user) => Promise.resolve(async () => (await begin(user)).outcome?.ok === true),
    ],
    [
      "the confirmation of an app",
      async (user) => {
        const { secret } = data(await begin(user));
        return async () => (await enable(user, appCode(secret))).outcome?.ok === true;
      },
    ],
    [
      "a new passkey",
      async (user) => {
        const passkey = new Authenticator().create(data(await beginPasskey(user)));
        return async () => (await add(user, passkey)).outcome?.ok === true;
      },
    ],
    [
      "ending the owner's sessions",
      async ({ cookies }) =>
        Promise.resolve(
          async () => (await act("endOtherSessionsAction", undefined, { cookies })).outcome?.ok === true,
        ),
    ],
  ];

  it.each(acts)("do nothing after a reset: %s", async (_, prepare) => {
    const user = await approvedStartup();
    const run = await prepare(user);
    const before = await account(user.id);
    const [done] = await changeDuring(user.id, () => [run()], setPassword(user.id));
    expect(done).toBe(false);
    expect(await account(user.id)).toEqual(before);
    expect(await sessions(user.id)).toBe(0);
    // Only the owner can log in.
    expect((await logIn(user.email, undefined, NEW_PASSWORD)).status).toBe(200);
  });

  it("do nothing after a reset: drafts and answers of an applicant", async () => {
    const user = await personalInvestor();
    const values = { firstName: "Ada" };
    expect((await put("/api/verification/draft", { values }, user.token)).status).toBe(200);
    const ended = await changeDuring(
      user.id,
      () => [
        put("/api/verification/draft", { values: { firstName: "A Thief" } }, user.token),
        del("/api/verification/draft", user.token),
        del("/api/verification/draft/files/passportPhoto", user.token),
        post("/api/verification", answers(freshNumber()), user.token),
        post("/api/verification/again", {}, user.token),
      ],
      setPassword(user.id),
    );
    expect(ended.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await readDraftBody(user.id))?.values).toMatchObject(values);
    expect(await db.submission.count({ where: { userId: user.id } })).toBe(0);
  });

  it("do nothing after a reset: slides, holidays, deadlines and exports of an administrator", async () => {
    const root = await admin(true);
    const slide = { title: "A thief's", image: "/images/a.jpg" };
    const ended = await changeDuring(
      root.id,
      () => [
        post("/api/carousel", slide, root.token),
        put("/api/admin/holidays/2031-03-03", { name: "A thief's" }, root.token),
        put("/api/admin/review-deadlines/startup", { businessDays: 9 }, root.token),
        get("/api/admin/users/export", root.token),
        get("/api/admin/audit/export", root.token),
      ],
      setPassword(root.id),
    );
    expect(ended.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const acts = [
      "carousel.created",
      "holiday.added",
      "deadline.changed",
      "users.exported",
      "audit.exported",
    ];
    expect(await db.auditEvent.count({ where: { actorId: root.id, action: { in: acts } } })).toBe(0);
  });

  it("do nothing after a reset: deletions and roles by an administrator", async () => {
    const [root, user] = [await admin(true), await build({ role: "startup" })];
    const [removed, demoted] = await changeDuring(
      root.id,
      () => [
        call("DELETE", `/api/admin/users/${user.id}`, { token: root.token }),
        call("PATCH", `/api/admin/users/${user.id}/role`, { token: root.token, body: { role: "investor" } }),
      ],
      setPassword(root.id),
    );
    expect([removed!.status, demoted!.status]).toEqual([401, 401]);
    expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ role: "startup" });
  });
});

describe("setups and challenges from before a new password (threat 53)", () => {
  it("have no effect in a session with the new password", async () => {
    const user = await approvedStartup();
    const { secret } = data(await begin(user));
    const passkey = new Authenticator().create(data(await beginPasskey(user)));
    const changed = await change(user, DEMO_PASSWORD);
    const owner = { ...user, cookies: changed.cookies };
    expect((await enable(owner, appCode(secret))).outcome).toMatchObject({ ok: false, error: "CONFLICT" });
    expect((await add(owner, passkey)).outcome).toMatchObject({ ok: false, error: "INVALID_PASSKEY" });
  });

  it("are not a proof of identity either", async () => {
    const { user, authenticator } = await startupWithPasskey();
    const proof = await prove(user, authenticator);
    const token = data(await change(user, DEMO_PASSWORD)).accessToken;
    const answer = await post("/api/auth/step-up", proof, token);
    expect([answer.status, answer.body.error]).toEqual([422, "INVALID_PASSKEY"]);
    expect((await post("/api/auth/step-up", await prove({ token }, authenticator), token)).status).toBe(200);
  });

  it("cannot be finished within 72 hours after a reset (threat 53)", async () => {
    const user = await approvedStartup();
    const { secret } = data(await begin(user));
    const passkey = new Authenticator().create(data(await beginPasskey(user)));
    await db.user.update({ where: { id: user.id }, data: { passwordResetAt: new Date() } });
    for (const attempt of [await enable(user, appCode(secret)), await add(user, passkey)])
      expect(attempt.outcome).toMatchObject({ ok: false, error: "RECENTLY_RESET" });
  });
});
