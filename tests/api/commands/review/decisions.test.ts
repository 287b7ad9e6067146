import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { getReview } from "@/lib/review/review";
import { createUser, emailsFor, reasonFor, reviewer, userRow, viewerOf } from "../../../support/accounts";
import {
  approve,
  decided,
  decision,
  pending,
  personal,
  REASON,
  reject,
  replaceApplicant,
  startReview,
  supervisor,
  user,
  viewer,
} from "../../../support/decisions";

startReview();

describe("a decision (threat 20, 72)", () => {
  it("is refused if reviewer and applicant have details in common", async () => {
    const twin = await reviewer();
    await db.user.update({ where: { id: twin.userId }, data: { phone: user.phone } });
    await expect(approve({}, twin)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { data: { shared: ["phone"] } },
    });
    expect(await userRow(user.id)).toMatchObject({ status: "pending", reviewedById: null });
    expect(await decided()).toEqual([]);
  });

  it("approves one of a person's accounts only as the one that goes on (product 10.28)", async () => {
    const otherUser = await createUser();
    const [first, second] = [user.id, otherUser.id].toSorted();
    const pair = { userId: first!, otherId: second! };
    await db.duplicateDecision.create({
      data: { id: uuidv7(), ...pair, verdict: "same_person", links: ["phone:1"], decidedById: viewer.userId },
    });
    for (const goesOn of [undefined, otherUser.id])
      await expect(approve({ goesOn })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await userRow(user.id)).toMatchObject({ status: "pending" });
    await approve({ goesOn: user.id });
    expect(await userRow(user.id)).toMatchObject({ status: "approved" });
  });

  it("is not possible without having been shown every finding, which the audit log counts (product 10.28)", async () => {
    const relative = await createUser(pending);
    await db.user.update({ where: { id: relative.id }, data: { phone: user.phone } });
    await expect(approve({ seen: [] })).rejects.toMatchObject({
      code: "CONFLICT",
      details: {
        data: { findings: expect.arrayContaining([expect.stringContaining("phone number")]) as string[] },
      },
    });
    expect(await userRow(user.id)).toMatchObject({ status: "pending" });
    const { findings } = await getReview(viewer, user.id);
    await approve({ seen: findings!.map(({ key }) => key) });
    const [approval] = await decided();
    expect(approval!.data).toMatchObject({ finding_duplicate: 1, findings_shown: true });
  });

  it("of a client that names no findings is recorded as such", async () => {
    const relative = await createUser(pending);
    await db.user.update({ where: { id: relative.id }, data: { phone: user.phone } });
    await approve();
    expect((await decided())[0]!.data).toMatchObject({ finding_duplicate: 1, findings_shown: false });
  });

  it("updates user, submission, history, email and audit log after an approval", async () => {
    const before = Date.now();
    const answer = await approve();
    expect(answer).toMatchObject({ _id: user.id, verification: { status: "approved" } });

    const now = await userRow(user.id);
    expect(now).toMatchObject({ status: "approved", reviewedById: viewer.userId });
    expect(await reasonFor(user.id)).toBeNull();
    expect(now.reviewedAt!.getTime()).toBeGreaterThanOrEqual(before);
    const where = { id: user.currentSubmissionId! };
    expect(await db.submission.findUniqueOrThrow({ where })).toMatchObject({
      state: "approved",
      reviewedAt: now.reviewedAt,
      reviewedById: viewer.userId,
    });
    expect(await db.decision.findMany({ where: { userId: user.id } })).toEqual([
      expect.objectContaining({
        submissionId: user.currentSubmissionId,
        status: "approved",
        decidedAt: now.reviewedAt,
        decidedById: viewer.userId,
        noteCipher: null,
      }),
    ]);
    const letters = await emailsFor(user.id);
    expect(letters.map(({ to, template }) => [to, template])).toEqual([[user.email, "submissionApproved"]]);
    expect(letters[0]!.text).toContain("Ada Test");
    expect(await decided()).toEqual([
      {
        actorId: viewer.userId,
        action: "submission.approved",
        // The name of the account is not that of the form.
        data: {
          from: "pending",
          submissionId: user.currentSubmissionId,
          submitted: true,
          finding_check: 1,
          findings_shown: false,
        },
      },
    ]);
  });

  it("stores the reason of a rejection, and sends it to the user", async () => {
    await reject();
    expect(await userRow(user.id)).toMatchObject({ status: "rejected" });
    expect(await reasonFor(user.id)).toBe(REASON);
    const where = { id: user.currentSubmissionId! };
    expect(await db.submission.findUniqueOrThrow({ where })).toMatchObject({ state: "rejected" });
    const [row] = await db.decision.findMany({ where: { userId: user.id } });
    expect(row).toMatchObject({ status: "rejected" });
    expect(row!.noteCipher).not.toContain(REASON);
    const letters = await emailsFor(user.id);
    expect(letters.map(({ to, template }) => [to, template])).toEqual([[user.email, "submissionRejected"]]);
    expect(letters[0]!.text).toContain("Ada Test");
    expect(letters[0]!.text).toContain(REASON);
    expect((await decided())[0]).toMatchObject({ action: "submission.rejected" });
  });

  it("can be reversed, and an approval removes the reason", async () => {
    await reject();
    await approve({ rejectionReason: "left over" });
    expect(await userRow(user.id)).toMatchObject({ status: "approved" });
    expect(await reasonFor(user.id)).toBeNull();
    expect((await decided()).map(({ action, data }) => [action, (data as { from: string }).from])).toEqual([
      ["submission.rejected", "pending"],
      ["submission.approved", "rejected"],
    ]);
    expect(await db.decision.count({ where: { userId: user.id } })).toBe(2);
  });

  it("is possible without a submission, which is recorded", async () => {
    await replaceApplicant(personal);
    await approve();
    expect(await userRow(user.id)).toMatchObject({ status: "approved", currentSubmissionId: null });
    expect((await decided())[0]!.data).toEqual({
      from: "pending",
      submissionId: null,
      submitted: false,
      finding_no_submission: 1,
      findings_shown: false,
    });
  });

  it("succeeds for one of two in parallel", async () => {
    const otherAdmin = await reviewer();
    const outcomes = await Promise.allSettled([
      approve({ expectedStatus: "pending" }),
      decideSubmission(
        otherAdmin,
        user.id,
        decision({ status: "rejected", rejectionReason: REASON, expectedStatus: "pending" }),
      ),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await emailsFor(user.id)).toHaveLength(1);
    expect(await decided()).toHaveLength(1);
  });

  it("applies only to the submission that the reviewer saw", async () => {
    await approve({ expectedStatus: "pending", submissionId: user.currentSubmissionId! });
    expect((await userRow(user.id)).status).toBe("approved");
  });
});

describe("a late decision", () => {
  const late = (text: string, data: object) => ({
    code: "ALREADY_DECIDED",
    message: `This verification has already been ${text}`,
    details: { data },
  });

  it("returns the current state, and changes nothing", async () => {
    await approve();
    const { reviewedAt } = await userRow(user.id);
    const state = { status: "approved", reviewedAt: reviewedAt!.toISOString(), reviewedBy: null };
    await expect(approve()).rejects.toMatchObject(late("approved", state));
    await expect(reject({ expectedStatus: "pending" })).rejects.toMatchObject(late("approved", state));
    expect(await decided()).toHaveLength(1);
    expect(await userRow(user.id)).toMatchObject({ status: "approved", reviewedAt });
  });

  it("names the other reviewer to super administrators only", async () => {
    await reject();
    const by = { _id: viewer.userId, name: "Rita Reviewer" };
    const { reviewedAt } = await userRow(user.id);
    await expect(approve({ expectedStatus: "pending" }, supervisor)).rejects.toMatchObject(
      late("rejected", { status: "rejected", reviewedAt: reviewedAt!.toISOString(), reviewedBy: by }),
    );
    await expect(approve({ expectedStatus: "pending" })).rejects.toMatchObject(
      late("rejected", { reviewedBy: null }),
    );
  });

  it("detects that the answers have changed", async () => {
    const state = { status: "pending", reviewedAt: null, reviewedBy: null };
    await expect(approve({ submissionId: uuidv7() })).rejects.toMatchObject(late("submitted again", state));
    await expect(approve({ expectedStatus: "rejected" }, supervisor)).rejects.toMatchObject(
      late("submitted again", state),
    );
    expect(await userRow(user.id)).toMatchObject({ status: "pending" });
  });

  it("returns the reviewer's id and name, or null if the account was deleted", async () => {
    const gone = await reviewer();
    await decideSubmission(gone, user.id, decision({ status: "approved" }));
    await db.user.delete({ where: { id: gone.userId } });
    await expect(approve({}, supervisor)).rejects.toMatchObject(late("approved", { reviewedBy: null }));
  });
});

describe("the user of a decision", () => {
  it("must exist, and is neither an administrator nor the reviewer", async () => {
    const admin = await createUser({ role: "admin" });
    await expect(approve({}, supervisor, admin.id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Administrators do not need verification",
    });
    await expect(approve({}, viewer, admin.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(approve({}, viewer, viewer.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(approve({}, viewer, uuidv7())).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(approve({}, await viewerOf(await userRow(user.id)), admin.id)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect((await userRow(admin.id)).status).toBe("pending");
  });
});
