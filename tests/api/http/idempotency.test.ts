import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { PASSWORD, admin, freshEmail, get, person, post, tokenIn, waitForMail } from "../../support/api";
import { TIMES, many, count } from "../../support/idempotency";

describe("a call repeated in parallel on two servers (threat 41)", () => {
  it("creates one administrator", async () => {
    const administrator = await admin(true);
    const email = freshEmail("twin").replace("test.example", "seedline.example");
    const body = { name: "Ada Twin", email, password: "A-long-enough-1" };
    const results = await many((server) =>
      post("/api/admin/create-sub-admin", body, administrator.token, server),
    );
    expect([count(results, 201), count(results, 409)]).toEqual([1, TIMES - 1]);
    expect(await db.user.count({ where: { email } })).toBe(1);
    expect(await db.auditEvent.count({ where: { actorId: administrator.id, action: "admin.created" } })).toBe(
      1,
    );
  });

  it("threat 10: a reset link sets one password of twenty, and ends every session", async () => {
    const user = await person();
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /Reset your .* password/));
    let n = 0;
    const results = await many(
      (server) =>
        post("/api/auth/reset-password", { token, password: `${PASSWORD} ${(n += 1)}` }, undefined, server),
      20,
    );
    expect(count(results, 200)).toBe(1);
    expect((await get("/api/auth/me", user.token)).status).toBe(401);
    expect(await db.auditEvent.count({ where: { targetId: user.id, action: "user.password_changed" } })).toBe(
      1,
    );
  });
});
