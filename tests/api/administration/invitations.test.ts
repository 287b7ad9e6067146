import { describe, expect, it } from "vitest";
import { admin, call, freshEmail, get, login, person, post, tokenIn, waitForMail } from "../../support/api";
import { NEW_PASSWORD, change } from "../../support/own-account";
import type { UserDto, UserSummaryDto } from "@/lib/users/dto";

const colleague = () => freshEmail("colleague").replace("test.example", "seedline.example");
const PASSWORD = "a Given pass-phrase 7";

describe("new administrators (product 10.9)", () => {
  it("choose their own password with an emailed link, unknown to anyone else", async () => {
    const [boss, email] = [await admin(true), colleague()];
    const created = await post("/api/admin/invitations", { name: "New Colleague", email }, boss.token);
    expect(created.status).toBe(201);
    expect((await post("/api/auth/login", { email, password: "" })).status).toBe(422);
    const isInvited = async () => {
      const { body } = await get(`/api/admin/users?role=admin&q=${encodeURIComponent(email)}`, boss.token);
      return (body.data as unknown as UserSummaryDto[])[0]!.isInvited;
    };
    expect(await isInvited()).toBe(true);
    const token = tokenIn(await waitForMail(email, /You are now an administrator/));
    expect((await post("/api/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(200);
    expect(await isInvited()).toBeUndefined();
    const invited = await login(email, NEW_PASSWORD);
    expect((await get("/api/auth/me", invited.token)).body.user).toMatchObject({
      role: "admin",
      temporaryCredentials: false,
    });
    // Setting the first password is not a reset, which would block revealing for 72 hours.
    const user = await person({ role: "startup", verification: "pending" });
    const path = `/api/admin/users/${user.id}/reveal`;
    expect((await post(path, { field: "ninNumber", reason: "other" }, invited.token)).status).toBe(200);
    expect((await post("/api/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(422);
  });

  it("are asked to replace an assigned password", async () => {
    const [boss, email] = [await admin(true), colleague()];
    const body = { name: "New Colleague", email, password: PASSWORD };
    expect((await post("/api/admin/create-sub-admin", body, boss.token)).status).toBe(201);
    const assignedLogin = await login(email, PASSWORD);
    const due = async (token: string) =>
      ((await get("/api/auth/me", token)).body.user as UserDto).temporaryCredentials;
    expect(await due(assignedLogin.token)).toBe(true);
    expect((await change(assignedLogin, PASSWORD)).outcome).toMatchObject({ ok: true });
    expect(await due((await login(email, NEW_PASSWORD)).token)).toBe(false);
  });

  it("are invited by super administrators only, at an unused address of the firm", async () => {
    const [boss, plain] = [await admin(true), await admin()];
    const invite = (email: string, token: string) =>
      call("POST", "/api/admin/invitations", { body: { name: "New Colleague", email }, token });
    expect((await invite(colleague(), plain.token)).status).toBe(403);
    expect((await invite(freshEmail(), boss.token)).body.errors).toMatchObject([{ path: "email" }]);
    expect((await invite(plain.email, boss.token)).body.error).toBe("EMAIL_TAKEN");
  });
});
