import { describe, expect, it } from "vitest";
import { admin, del, person, post, put } from "../support/api";

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
