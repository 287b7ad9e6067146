import { describe, expect, it } from "vitest";
import { startup, emptyQueue, takeNext, caseOf } from "../../../support/case-claims";
import { ada, assign, bola, decide, investor, startCases, submittedAgo } from "../../../support/cases";

/** Claims: which reviewer works on which case (product 10.15). */
startCases();

describe("Take a case", () => {
  it("claims the longest waiting case that matches the reviewer's filters, and returns null if there is none", async () => {
    await emptyQueue();
    const [newer, oldest, otherCase] = [
      await submittedAgo(2),
      await submittedAgo(9),
      await submittedAgo(20, startup),
    ];
    await submittedAgo(30, { ...investor, verification: "approved" });
    const taken = await takeNext(ada, { role: "investor" });
    expect(taken).toMatchObject({
      userId: oldest.id,
      status: "pending",
      claim: { reviewer: { _id: ada.id, name: "Ada Obi" }, isMine: true },
    });
    expect((await takeNext(bola, { role: "investor", order: "newest" }))?.userId).toBe(newer.id);
    expect(await takeNext(bola, { role: "investor" })).toBeNull();
    expect((await takeNext(ada))?.userId).toBe(otherCase.id);
    expect(await takeNext(ada)).toBeNull();
    expect((await ada.send("POST", "/api/admin/cases/next", { role: "admin" })).status).toBe(422);
  });
});

describe("cases", () => {
  it("end with the decision, and the later one of two answers 409", async () => {
    const { id } = await submittedAgo(1);
    await assign(ada, [id], ada.id);
    const submissionId = (await caseOf(ada, id)).submissionId;
    const seen = { expectedStatus: "pending", submissionId };
    expect((await decide(bola, id, { status: "approved", ...seen })).status).toBe(200);
    const late = await decide(ada, id, { status: "rejected", rejectionReason: "Blurred photo", ...seen });
    expect([late.status, late.body.error, late.body.message]).toEqual([
      409,
      "ALREADY_DECIDED",
      "This verification has already been approved",
    ]);
    expect(await caseOf(ada, id)).toMatchObject({ submissionId, status: "approved", claim: null });
    expect((await assign(ada, [id], ada.id)).refused).toHaveLength(1);
  });
});
