import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAct } from "@/lib/approvals/proposals";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { executeApproval } from "@/lib/review/decisions/commands";
import { createUser, emailsFor, reviewer, userRow } from "../../../support/accounts";
import {
  approve,
  decided,
  guardianOf,
  pending,
  reject,
  replaceApplicant,
  startReview,
  supervisor,
  user,
  viewer,
} from "../../../support/decisions";

/** Approvals that need more than one reviewer. */
startReview();

describe("an approval that needs a second one (threat 68)", () => {
  const CONFIRM = { code: "CONFIRMATION_REQUIRED" };
  const confirmed = async (more: object = {}, proposerId = supervisor.userId) => {
    const { currentSubmissionId: submissionId, status } = await userRow(user.id);
    await transaction((tx) =>
      executeApproval(tx, viewer, {
        userId: user.id,
        proposerId,
        submissionId,
        status,
        reasons: ["duplicate"],
        ...more,
      }),
    );
  };
  const requirement = "second_approval";
  beforeAll(async () => {
    const create = { requirement, switchedOnById: supervisor.userId } as const;
    await db.requirement.upsert({ where: { requirement }, create, update: {} });
  });
  afterAll(() => db.requirement.deleteMany({ where: { requirement } }));

  it("is proposed if another account was decided to belong to the same person, whatever matches now", async () => {
    const otherUser = await createUser();
    const [first, second] = [user.id, otherUser.id].toSorted();
    const pair = { userId: first!, otherId: second! };
    await db.duplicateDecision.create({
      data: { id: uuidv7(), ...pair, verdict: "same_person", links: ["email:1"], decidedById: viewer.userId },
    });
    await expect(approve()).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(approve({ goesOn: user.id })).rejects.toMatchObject(CONFIRM);
    const [proposal] = await db.proposal.findMany({ where: { targetId: user.id } });
    expect(openAct(proposal!).payload).toMatchObject({ reasons: ["duplicate"], goesOn: user.id });
  });

  it("is proposed if another account has the same phone number; a rejection is not", async () => {
    await approve();
    expect((await userRow(user.id)).status).toBe("approved");

    await replaceApplicant(pending);
    await db.user.update({ where: { id: (await createUser()).id }, data: { phone: user.phone } });
    await expect(approve()).rejects.toMatchObject(CONFIRM);
    expect(await userRow(user.id)).toMatchObject({ status: "pending", reviewedAt: null });
    const [proposal] = await db.proposal.findMany({ where: { targetId: user.id } });
    expect(proposal).toMatchObject({ kind: "approval", proposedById: viewer.userId });
    expect(openAct(proposal!).payload).toEqual({
      submissionId: user.currentSubmissionId,
      status: "pending",
      reasons: ["duplicate"],
    });
    await reject();
    expect((await userRow(user.id)).status).toBe("rejected");
    expect(await db.proposal.findMany({ where: { targetId: user.id } })).toMatchObject([
      { state: "superseded" },
    ]);
  });

  it("is carried out for the case that was proposed", async () => {
    await confirmed();
    expect(await userRow(user.id)).toMatchObject({ status: "approved", reviewedById: viewer.userId });
    expect(await emailsFor(user.id)).toHaveLength(1);
  });

  it("is refused if there are new findings about the case", async () => {
    await db.user.update({ where: { id: (await createUser()).id }, data: { phone: user.phone } });
    await expect(confirmed({ reasons: [] })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "There are new findings about this case. Look at it again.",
    });
    await confirmed();
    expect((await userRow(user.id)).status).toBe("approved");
  });

  it("is refused for another submission or another status, and if the proposer has a conflict of interest", async () => {
    const decidedAlready = { code: "ALREADY_DECIDED" };
    await expect(confirmed({ submissionId: null })).rejects.toMatchObject(decidedAlready);
    await expect(confirmed({ status: "rejected" })).rejects.toMatchObject(decidedAlready);
    const twin = await reviewer();
    await db.user.update({ where: { id: twin.userId }, data: { phone: user.phone } });
    await expect(confirmed({}, twin.userId)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^The administrator who asked for this and this applicant/) as string,
    });
    expect(await decided()).toEqual([]);
  });
});

describe("an approval for which a guardian's consent is required (product 10.24)", () => {
  const requirement = "guardian_consent";
  const born = `${new Date().getUTCFullYear() - 15}-01-31`;

  it("needs the consent; a rejection does not", async () => {
    await replaceApplicant({ ...pending, answers: { dateOfBirth: born, ageBracket: "minor" } });
    await db.requirement.create({ data: { requirement, switchedOnById: supervisor.userId } });
    try {
      await expect(approve()).rejects.toMatchObject({
        code: "CONFLICT",
        message: "This applicant is under 18. A parent or guardian must consent before you can approve.",
      });
      await reject();
      expect((await userRow(user.id)).status).toBe("rejected");
      const { currentSubmissionId: submissionId } = await userRow(user.id);
      const guardian = guardianOf(user.id);
      const request = { userId: user.id, email: guardian.email, tokenHash: user.id, expiresAt: new Date() };
      await db.guardianRequest.create({ data: { ...request, submissionId } });
      await db.guardian.create({ data: guardian });
      await approve();
      expect((await userRow(user.id)).status).toBe("approved");
    } finally {
      await db.requirement.deleteMany({ where: { requirement } });
    }
  });
});
