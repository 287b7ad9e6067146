import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserDto } from "@/lib/users/dto";
import {
  admin,
  answers,
  call,
  del,
  freshNumber,
  get,
  login,
  patch,
  person,
  post,
  put,
} from "../../support/api";

describe("forbidden changes of rights (threat 18, 19)", () => {
  it("drops rights and states from every body", async () => {
    const user = await person();
    const extra = {
      role: "admin",
      isSuper: true,
      isVerified: true,
      status: "approved",
      email: "other@test.example",
      passwordHash: "x",
      _id: "x",
      verification: { status: "approved" },
    };
    await put("/api/auth/updateMe", { name: "New Name", ...extra }, user.token);
    await put("/api/auth/setRole", { ...extra, role: "startup" }, user.token);
    await post(
      "/api/verification",
      { ...answers(freshNumber()), ...extra, userId: "x", state: "approved" },
      user.token,
    );
    const me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me).toMatchObject({
      name: "New Name",
      email: user.email,
      role: "startup",
      isSuper: false,
      isVerified: false,
      verification: { status: "pending", submittedAt: null },
    });
  });

  it("allows only super administrators to create or delete administrators, within the domain", async () => {
    const [plain, root, member] = await Promise.all([admin(), admin(true), person()]);
    const inDomain = await person({ email: `colleague.${Date.now()}@seedline.example` });
    const makeAdmin = (id: string, token: string, body: object = {}) =>
      patch(`/api/admin/users/${id}/role`, body, token);
    expect((await makeAdmin(inDomain.id, plain.token)).status).toBe(403);
    expect((await makeAdmin(member.id, root.token)).status).toBe(422);
    expect((await makeAdmin(inDomain.id, root.token)).status).toBe(200);
    const creation = {
      name: "New Admin",
      email: `new.${Date.now()}@seedline.example`,
      password: "Long-enough-7-words",
    };
    expect((await post("/api/admin/create-sub-admin", creation, plain.token)).status).toBe(403);
    const created = await post("/api/admin/create-sub-admin", creation, root.token);
    expect(created.status).toBe(201);
    expect((await login(creation.email, creation.password)).id).toBe((created.body.data as UserDto)._id);
    for (const [change, field] of [
      [{ email: "someone@test.example" }, "email"],
      [{ password: "alllowercase7" }, "password"],
      [{ password: "ALLUPPERCASE7" }, "password"],
      [{ password: "NoNumbersHere" }, "password"],
      [{ password: "Sh0rt" }, "password"],
      [{ name: "A" }, "name"],
    ] as const) {
      const refused = await post(
        "/api/admin/create-sub-admin",
        Object.assign({}, creation, { email: `x${Date.now()}@seedline.example` }, change),
        root.token,
      );
      expect([field, refused.status, refused.body.errors?.[0]?.path]).toEqual([field, 422, field]);
    }
    expect((await patch(`/api/admin/users/${root.id}/role`, { role: "investor" }, root.token)).status).toBe(
      403,
    );
    expect((await del(`/api/admin/users/${root.id}`, root.token)).status).toBe(403);
  });

  it("threat 19: one super administrator remains when two delete each other at once, because the second has lost the right", async () => {
    const [one, two] = await Promise.all([admin(true), admin(true)]);
    const [first, second] = await Promise.all([
      call("DELETE", `/api/admin/users/${two.id}`, { token: one.token, server: 0 }),
      call("DELETE", `/api/admin/users/${one.id}`, { token: two.token, server: 1 }),
    ]);
    expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await db.user.count({ where: { id: { in: [one.id, two.id] }, isSuper: true } })).toBe(1);
  });
});
