import { beforeAll, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { db } from "@/lib/db/client";
import type { IdentityChecksDto } from "@/lib/review/identity-checks/schema";
import { admin, post, type SignedIn } from "../../support/api";
import { checksPath, rowsOf } from "../../support/identity-checks";
import { applicant } from "../../support/review";
import { unzip } from "../../support/unzip";
import { stack } from "../../support/stack";

/** Comparisons by a reviewer without a provider (product 10.26). */
let reviewer: SignedIn;

beforeAll(async () => {
  reviewer = await admin();
});

describe("a comparison by a reviewer", () => {
  const record = (user: SignedIn, body: object = {}) =>
    post(
      `${checksPath(user)}/manual`,
      { kind: "nin", source: "nimc_portal", outcome: "matches", ...body },
      reviewer.token,
    );

  it("stores its source and outcome, and the note sealed, also without the consent", async () => {
    const user = await applicant();
    await db.submission.updateMany({ where: { userId: user.id }, data: { checkConsent: null } });
    const note = "Seen with the number 12345678901";
    const saved = await record(user, { source: "other", outcome: "differs", note });
    expect(saved.status).toBe(200);
    const { checks } = saved.body.data as IdentityChecksDto;
    expect(checks).toMatchObject([
      { kind: "nin", provider: "manual", state: "answered", outcome: "differs", source: "other" },
    ]);
    expect(checks[0]!.note).toBe("Seen with the number •••••••8901");
    expect(JSON.stringify(await rowsOf(user))).not.toContain("Seen with");
    // The applicant sees the outcome, not the reviewer's note.
    const archive = JSON.stringify(await collectPersonalData(user.id));
    expect(archive).toContain('"comparedBy":"manual"');
    expect(archive).not.toContain("Seen with");
    const chief = await admin(true);
    const response = await fetch(`${stack().urls[0]}/api/admin/users/${user.id}/evidence`, {
      method: "POST",
      headers: { authorization: `Bearer ${chief.token}`, "content-type": "application/json" },
      body: JSON.stringify({ reason: "own_audit" }),
    });
    const evidence = (await unzip(Buffer.from(await response.arrayBuffer())))
      .get("identity-checks.json")!
      .toString();
    expect(evidence).toContain('"outcome": "differs"');
    expect(evidence).not.toMatch(/\b\d{11}\b/);
  });
});
