import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { collectPersonalData } from "@/lib/account/personal-data";
import type { DuplicatesDto } from "@/lib/users/dto";
import { admin, get } from "../../support/api";
import { reviewOf } from "../../support/review";
import { duplicatesOf, ofUser, decide, pairWithPhone } from "../../support/duplicates";

/** Reviewers' decisions about two users who share identifying details (product 10.20). */
describe("a decision on a pair", () => {
  it("is stored for both, with its note sealed, and not asked again", async () => {
    const reader = await admin();
    const [first, otherUser] = await pairWithPhone();
    const note = "Sisters, both came to the office";
    const { status, body } = await decide(reader, first, otherUser, { note });
    expect(status).toBe(200);
    expect((body.data as DuplicatesDto).undecided).toBe(0);
    for (const [user, twin] of [
      [first, otherUser],
      [otherUser, first],
    ] as const) {
      const { people, total, undecided } = await duplicatesOf(reader, user);
      expect([total, undecided]).toEqual([1, 0]);
      expect(people).toMatchObject([
        { _id: twin.id, decision: { verdict: "household", note, decidedBy: "Test admin", isSettled: true } },
      ]);
      const events = { targetId: user.id, action: "case.duplicate_decided" };
      const [row] = await db.auditEvent.findMany({ where: events });
      expect([row!.actorId, row!.data]).toEqual([reader.id, { verdict: "household", otherId: twin.id }]);
      const timeline = (await reviewOf(user, reader)).timeline;
      expect(timeline).toContainEqual(
        expect.objectContaining({
          action: "duplicate_decided",
          actor: "Test admin",
          other: (await db.user.findUniqueOrThrow({ where: { id: twin.id } })).name,
          detail: "household",
        }),
      );
    }
    const rows = await db.$queryRaw<{ row: string }[]>`SELECT d::text AS row FROM duplicate_decisions d`;
    expect(JSON.stringify(rows)).not.toContain("Sisters");
  });

  it("is never shown to the two users, and contains no number", async () => {
    const reader = await admin();
    const [first, otherUser] = await pairWithPhone();
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(first));
    await db.bankDetails.updateMany({ ...ofUser(otherUser), data: { bvnIndex: bank.bvnIndex } });
    const { body } = await decide(reader, first, otherUser, { verdict: "same_person", note: "One face" });
    expect(JSON.stringify(body)).not.toMatch(/\b\d{11}\b/);
    expect(JSON.stringify(body)).not.toContain(bank.bvnIndex);
    for (const { id, token } of [first, otherUser]) {
      const ownViews = await Promise.all(
        ["/api/auth/me", "/api/verification/status"].map((path) => get(path, token)),
      );
      const archive = JSON.stringify(await collectPersonalData(id));
      expect(JSON.stringify(ownViews)).not.toMatch(/same_person|One face|duplicate/i);
      // The archive lists the read by a reviewer who opened the duplicates (product 10.11), not the decision.
      expect(archive).not.toMatch(/same_person|One face/);
    }
  });
});
