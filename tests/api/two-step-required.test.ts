import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TWO_STEP_TABLE } from "@/lib/auth/two-step";
import { db } from "@/lib/db/client";
import { newRowCipher } from "@/lib/pii/cipher";
import { admin, get, login, type SignedIn } from "../support/api";
import { startServer, type Server } from "../support/server";
import { appCode } from "../support/two-step";
import { approvedStartup } from "../support/own-account";
import { disable, switchOn, later } from "../support/two-step-account";

/** Two-step login where it is required of administrators (ADR 12). */
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
    "%s without it can log in, is confined to the profile, and calls of the back office return the reason",
    async (_, isSuper) => {
      const stranger = await approvedStartup();
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

  it("the restriction ends within the same session when two-step login is turned on, and returns when it is turned off", async () => {
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

  it("applies to no other role, and to no one where it is optional", async () => {
    const who = await approvedStartup();
    expect(await visit(who, "/dashboard")).toBe(200);
    const boss = await admin();
    expect((await get("/api/admin/users", boss.token)).status).toBe(200);
    expect((await get("/api/auth/me", boss.token)).body.data).toMatchObject({ twoStepDue: false });
  });

  it("an unconfirmed secret in the table does not count", async () => {
    const boss = await admin();
    const cipher = newRowCipher(TWO_STEP_TABLE, boss.id);
    await db.twoStep.create({
      data: { userId: boss.id, dataKey: cipher.dataKey, secretCipher: cipher.seal("secret_cipher", "AAAA") },
    });
    expect(await ask(boss, "/api/admin/users")).toEqual(owes);
    expect((await login(boss.email)).id).toBe(boss.id);
  });
});
