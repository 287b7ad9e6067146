import { describe, expect, it } from "vitest";
import { samplePhoto } from "../../../prisma/seed/files";
import { act } from "../../support/action";
import { call, get, person } from "../../support/api";
import { draftOf, personalAccount } from "../../support/draft";
import { as, outcome, OTHER } from "../../support/other-user";

describe("a call of another user's page", () => {
  it("stores no answers and no documents", async () => {
    const [shown, user] = await Promise.all([personalAccount(), personalAccount()]);
    const body = { values: { firstName: "Ada" } };
    const save = (headers = {}) =>
      call("PUT", "/api/verification/draft", { body, token: user.token, headers });
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await samplePhoto(7))]), "me.jpg");
    const upload = await call("PUT", "/api/verification/draft/files/passportPhoto", {
      form,
      token: user.token,
      headers: as(shown.id),
    });
    expect([outcome(await save(as(shown.id))), outcome(upload)]).toEqual([OTHER, OTHER]);
    expect(await draftOf(user)).toBeNull();
    expect((await save(as(user.id))).status).toBe(200);
    expect((await save()).status).toBe(200);
  });

  it("shows no document and ends no session, although the cookie is the other user's", async () => {
    const [shown, user] = await Promise.all([personalAccount(), personalAccount()]);
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await samplePhoto(8))]), "me.jpg");
    const stored = await call("PUT", "/api/verification/draft/files/passportPhoto", {
      form,
      token: user.token,
    });
    const { path } = stored.body.data as { path: string };
    const headers = { cookie: user.cookies, ...as(shown.id) };
    expect(outcome(await call("GET", path, { headers }))).toEqual(OTHER);
    for (const method of ["GET", "POST"])
      expect(outcome(await call(method, "/api/auth/logout", { headers }))).toEqual(OTHER);
    expect((await get("/api/auth/me", user.token)).status).toBe(200);
  });
});

it("a server action of another user's page is refused", async () => {
  const approved = { role: "startup", verification: "approved" } as const;
  const [shown, user] = await Promise.all([person(approved), person(approved)]);
  const end = (userId: string | null) =>
    act<number>("endOtherSessionsAction", undefined, { cookies: user.cookies, userId });
  expect((await end(shown.id)).outcome).toMatchObject({ ok: false, error: "OTHER_USER" });
  for (const userId of [user.id, null]) expect((await end(userId)).outcome).toEqual({ ok: true, data: 0 });
});
