import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/endpoint";
import { samplePhoto } from "../../prisma/seed/files";
import { act } from "../support/action";
import { admin, call, get, person, type Answer } from "../support/api";
import { draftOf, personalAccount } from "../support/draft";

/** A page that was rendered for one user changes nothing for another who has logged in since, and shows nothing (product 10.3). */
const as = (userId: string) => ({ "x-user-id": userId });
const outcome = ({ status, body }: Answer) => [status, body.error];
const OTHER = [409, "OTHER_USER"];

describe("a call of another user's page", () => {
  it("is refused, whatever it asks for", async () => {
    const [shown, applicant, reviewer] = await Promise.all([
      personalAccount(),
      personalAccount(),
      admin(true),
    ]);
    const entries = Object.entries<Endpoint>(endpoints).filter(([, { auth }]) =>
      ["user", "applicant", "admin", "super"].includes(auth),
    );
    expect(entries.length).toBeGreaterThan(60);
    for (const [name, { method, path }] of entries) {
      const target = path.replace(/\{\w+\}/g, shown.id);
      for (const { token } of [applicant, reviewer]) {
        const answer = await call(method, target, { token, headers: as(shown.id) });
        expect([name, ...outcome(answer)]).toEqual([name, ...OTHER]);
      }
    }
  });

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
