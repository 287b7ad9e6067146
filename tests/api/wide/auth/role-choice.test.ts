import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserDto } from "@/lib/users/dto";
import { admin, del, get, patch, person, post, put, waitForMail, type SignedIn } from "../../../support/api";

describe("the choice of role and investor type (product 10.9)", () => {
  it("is open until the first submission and closed afterwards", async () => {
    const user = await person();
    expect((await put("/api/auth/setInvestorType", { type: "personal" }, user.token)).status).toBe(409);
    expect((await put("/api/auth/setRole", { role: "startup" }, user.token)).status).toBe(200);
    expect((await put("/api/auth/setRole", { role: "investor" }, user.token)).status).toBe(200);
    expect((await put("/api/auth/setRole", { role: "admin" }, user.token)).status).toBe(422);
    const pending = await person({ role: "investor", investorType: "personal", verification: "pending" });
    expect((await put("/api/auth/setRole", { role: "investor" }, pending.token)).status).toBe(200);
    expect((await put("/api/auth/setRole", { role: "startup" }, pending.token)).status).toBe(409);
    expect((await put("/api/auth/setInvestorType", { type: "corporate" }, pending.token)).status).toBe(409);
    const rejected = await person({ role: "investor", investorType: "personal", verification: "rejected" });
    expect((await put("/api/auth/setRole", { role: "startup" }, rejected.token)).status).toBe(409);
    expect((await put("/api/auth/setInvestorType", { type: "corporate" }, rejected.token)).status).toBe(200);
    const administrator = await admin();
    expect((await put("/api/auth/setRole", { role: "startup" }, administrator.token)).status).toBe(403);
    expect((await put("/api/auth/setInvestorType", { type: "personal" }, administrator.token)).status).toBe(
      403,
    );
    expect((await del("/api/auth/deleteMe", administrator.token)).status).toBe(403);
    expect((await post("/api/verification", {}, administrator.token)).status).toBe(403);
  });
});

describe("an approval without a submission (threat 61)", () => {
  const approve = async (user: SignedIn) => {
    const path = `/api/admin/users/${user.id}/verification-status`;
    expect((await patch(path, { status: "approved" }, (await admin()).token)).status).toBe(200);
  };
  const statusOf = async (user: SignedIn) => {
    const me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    return [me.isVerified, me.verification.status];
  };
  const choose = async (user: SignedIn, body: { role: string } | { type: string }) => {
    const path = "role" in body ? "/api/auth/setRole" : "/api/auth/setInvestorType";
    expect((await put(path, body, user.token)).status).toBe(200);
  };

  it.each([
    ["a startup", { role: "startup" }, [{ role: "investor" }, { type: "corporate" }]],
    ["a personal investor", { role: "investor", investorType: "personal" }, [{ type: "corporate" }]],
    ["a corporate investor", { role: "investor", investorType: "corporate" }, [{ type: "personal" }]],
    ["an investor without a type", { role: "investor" }, [{ type: "corporate" }]],
    ["a user without a role", {}, [{ role: "startup" }]],
  ] as const)("of %s ends when another form is chosen", async (_, profile, choices) => {
    const user = await person(profile);
    await approve(user);
    expect(await statusOf(user)).toEqual([true, "approved"]);
    for (const choice of choices) await choose(user, choice);
    expect(await statusOf(user)).toEqual([false, "pending"]);
    expect(
      await db.auditEvent.count({ where: { targetId: user.id, action: "submission.approval_ended" } }),
    ).toBe(1);
  });

  it("that ends because an administrator changes the role is reported by email", async () => {
    const user = await person({ role: "startup", verification: "approved" });
    const path = `/api/admin/users/${user.id}/role`;
    expect((await patch(path, { role: "investor" }, (await admin()).token)).status).toBe(200);
    expect(await statusOf(user)).toEqual([false, "pending"]);
    await waitForMail(user.email, /Your approval has ended/);
  });

  it("remains if the same role is chosen again", async () => {
    const user = await person({ role: "startup" });
    await approve(user);
    await choose(user, { role: "startup" });
    expect(await statusOf(user)).toEqual([true, "approved"]);
  });
});
