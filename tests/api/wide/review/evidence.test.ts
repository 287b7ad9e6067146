import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { makeEvidencePack } from "@/lib/review/decisions/evidence";
import { get, post, type SignedIn } from "../../../support/api";
import { decidedCase } from "../../../support/evidence";
import { viewerOf } from "../../../support/screening";

// A server that runs without BACKUP_KEY, which the configuration allows.
process.env["BACKUP_KEY"] = "";

describe("the evidence pack", () => {
  it("needs a super administrator, a reason and a fresh proof, and a key for documents", async () => {
    const { user, reviewer, chief } = await decidedCase();
    const ask = (by: SignedIn, body: object) => post(`/api/admin/users/${user.id}/evidence`, body, by.token);
    expect((await ask(reviewer, { reason: "own_audit" })).status).toBe(403);
    expect((await ask(chief, {})).body.errors?.[0]?.path).toBe("reason");
    expect((await ask(chief, { reason: "own_audit", documents: "yes" })).body.errors).toEqual([
      { path: "documents", message: "Choose whether to include the documents" },
    ]);
    await expect(
      makeEvidencePack(viewerOf(chief.id, true), user.id, { reason: "own_audit", documents: true }),
    ).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: {
        errors: [{ path: "documents", message: expect.stringContaining("has no BACKUP_KEY") as string }],
      },
    });
    await db.session.updateMany({
      where: { userId: chief.id },
      data: { provedAt: new Date(Date.now() - 301_000) },
    });
    expect((await ask(chief, { reason: "own_audit" })).body.error).toBe("STEP_UP_REQUIRED");
    expect((await get(`/api/admin/users/${user.id}/evidence`, chief.token)).status).toBe(405);
  });
});
