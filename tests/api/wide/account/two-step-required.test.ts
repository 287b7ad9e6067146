import { describe, expect, it } from "vitest";
import { TWO_STEP_TABLE } from "@/lib/auth/two-step";
import { db } from "@/lib/db/client";
import { newRowCipher } from "@/lib/pii/cipher";
import { adminPages } from "../../../support/admin-pages";
import { admin, get, login, type SignedIn } from "../../../support/api";
import { serverBeside } from "../../../support/installation";
import { approvedStartup } from "../../../support/own-account";
import { addPasskey, prove, remove } from "../../../support/passkey-account";
import { appCode } from "../../../support/two-step";
import { disable, turnOn, resetUsedStep } from "../../../support/two-step-account";

/** Two-step login where it is required of administrators (ADR 12). */
describe("ADMIN_TWO_STEP=required", () => {
  const strict = serverBeside({ ADMIN_TWO_STEP: "required" });

  const ask = async (user: SignedIn, path: string, method = "GET", body?: unknown) => {
    const response = await fetch(strict.url + path, {
      method,
      headers: {
        authorization: `Bearer ${user.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { error?: string };
    return [response.status, answer.error ?? null];
  };
  const visit = async (user: SignedIn, path: string) => {
    const response = await fetch(strict.url + path, {
      redirect: "manual",
      headers: { cookie: user.cookies },
    });
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
      const administrator = await admin(isSuper);
      expect(await visit(administrator, "/profile")).toBe(200);
      for (const page of [...adminPages, "/dashboard", "/login"])
        expect([page, await visit(administrator, page)]).toEqual([page, "/profile"]);

      expect(await ask(administrator, "/api/auth/me")).toEqual([200, null]);
      expect(await ask(administrator, "/api/auth/updateMe", "PUT", { name: "New Name" })).toEqual([
        200,
        null,
      ]);
      for (const [method, path, body] of [
        ["GET", "/api/admin/users"],
        ["GET", "/api/admin/statistics"],
        ["GET", `/api/admin/users/${stranger.id}`],
        ["GET", `/api/admin/users/${stranger.id}/review`],
        ["DELETE", `/api/admin/users/${stranger.id}`],
        ["PATCH", `/api/admin/users/${stranger.id}/role`, { role: "investor" }],
        [
          "PATCH",
          `/api/admin/users/${stranger.id}/verification-status`,
          { status: "rejected", rejectionReason: "No" },
        ],
        ["POST", `/api/admin/users/${stranger.id}/reveal`, { field: "ninNumber", reason: "other" }],
        ["POST", "/api/carousel", { image: "/x.png" }],
      ] as const) {
        expect([path, await ask(administrator, path, method, body)]).toEqual([path, owes]);
      }
      const file = await db.file.findFirstOrThrow({ where: { ownerId: stranger.id } });
      expect((await ask(administrator, `/api/files/${file.id}`))[0]).toBe(404);
      expect(await db.user.count({ where: { id: stranger.id, role: "startup", status: "approved" } })).toBe(
        1,
      );
    },
  );

  it("the restriction ends within the same session when two-step login is turned on, and returns when it is turned off", async () => {
    const administrator = await admin();
    expect(await ask(administrator, "/api/admin/users")).toEqual(owes);
    const { secret } = await turnOn(administrator);
    expect(await ask(administrator, "/api/admin/users")).toEqual([200, null]);
    expect(await visit(administrator, "/admin")).toBe(200);
    await resetUsedStep(administrator.id);
    expect((await disable(administrator, appCode(secret))).outcome).toMatchObject({ ok: true });
    expect(await ask(administrator, "/api/admin/users")).toEqual(owes);
    expect(await visit(administrator, "/admin")).toBe("/profile");
  });

  it("is met by a passkey as well, until it is removed", async () => {
    const administrator = await admin();
    const { authenticator } = await addPasskey(administrator);
    expect(await ask(administrator, "/api/admin/users")).toEqual([200, null]);
    const { id } = await db.passkey.findFirstOrThrow({ where: { userId: administrator.id } });
    const removed = await remove(administrator, id, await prove(administrator, authenticator));
    expect(removed.outcome).toMatchObject({ ok: true });
    expect(await ask(administrator, "/api/admin/users")).toEqual(owes);
  });

  it("applies to no other role, and to nobody if it is optional", async () => {
    const user = await approvedStartup();
    expect(await visit(user, "/dashboard")).toBe(200);
    const administrator = await admin();
    expect((await get("/api/admin/users", administrator.token)).status).toBe(200);
    expect((await get("/api/auth/me", administrator.token)).body.data).toMatchObject({ twoStepDue: false });
  });

  it("an unconfirmed secret in the table does not count", async () => {
    const administrator = await admin();
    const cipher = newRowCipher(TWO_STEP_TABLE, administrator.id);
    await db.twoStep.create({
      data: {
        userId: administrator.id,
        dataKey: cipher.dataKey,
        secretCipher: cipher.seal("secret_cipher", "AAAA"),
      },
    });
    expect(await ask(administrator, "/api/admin/users")).toEqual(owes);
    expect((await login(administrator.email)).id).toBe(administrator.id);
  });
});
