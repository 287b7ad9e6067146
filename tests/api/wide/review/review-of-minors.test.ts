import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import {
  admin,
  answers,
  freshNumber,
  person,
  personalInvestor,
  post,
  put,
  waitForMail,
  type SignedIn,
} from "../../../support/api";
import { asked, born, consent, minor, seen } from "../../../support/guardians";
import { decision, reviewOf } from "../../../support/review";

/** Decisions about applicants under 18 (product 10.24). */
describe("the review of an applicant under 18", () => {
  const checkOf = async (user: SignedIn, reviewer: SignedIn) =>
    (await reviewOf(user, reviewer)).checks!.find(({ check }) => check === "guardian");

  it("warns without a consent, and with one by somebody who has since taken the applicant's phone number", async () => {
    const [user, reviewer] = [await minor(), await admin()];
    expect(await checkOf(user, reviewer)).toMatchObject({ outcome: "warning" });
    const { phoneNumber } = await db.personalDetails.findFirstOrThrow({
      where: { submission: { userId: user.id } },
    });
    const { token } = await asked(user);
    const refused = await consent(token, { phoneNumber });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, "phoneNumber"]);
    expect((await consent(token)).status).toBe(200);
    await db.guardian.update({ where: { userId: user.id }, data: { phoneNumber } });
    expect(await checkOf(user, reviewer)).toMatchObject({
      outcome: "warning",
      explanation: expect.stringContaining("phone number") as string,
    });
    const otherUser = await minor();
    await consent((await asked(otherUser)).token);
    expect(await checkOf(otherUser, reviewer)).toMatchObject({ outcome: "passed" });
  });

  it("needs another reviewer than the guardian", async () => {
    const [user, reviewer] = [await minor(), await admin()];
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: reviewer.id } });
    await consent((await asked(user)).token, { phoneNumber: phone });
    expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(409);
    expect((await decision(user.id, { status: "approved" }, (await admin()).token)).status).toBe(200);
  });

  it("decides alone unless a super administrator requires the consent", async () => {
    const [chief, reviewer] = [await admin(true), await admin()];
    const requirement = "/api/admin/requirements/guardian_consent";
    expect((await decision((await minor()).id, { status: "approved" }, reviewer.token)).status).toBe(200);
    expect((await put(requirement, { on: true }, chief.token)).status).toBe(200);
    try {
      await waitForMail(chief.email, /guardian is now required/);
      const user = await minor();
      const refused = await decision(user.id, { status: "approved" }, reviewer.token);
      expect([refused.status, refused.body.error]).toEqual([409, "CONFLICT"]);
      expect((await seen(user, reviewer)).required).toBe(true);
      // Answers without documents count as well: a user can be approved in any state.
      const unfinished = await personalInvestor();
      const sent = answers(freshNumber(), { dateOfBirth: born(15), ageBracket: "minor" });
      expect((await post("/api/verification", sent, unfinished.token)).status).toBe(200);
      expect((await decision(unfinished.id, { status: "approved" }, reviewer.token)).status).toBe(409);
      const rejected = { status: "rejected", rejectionReason: "The photo is blurred" };
      const corrected = await minor();
      expect((await decision(corrected.id, rejected, reviewer.token)).status).toBe(200);
      // An adult's answers without documents do not lift the requirement for the submission that is approved.
      expect((await post("/api/verification", answers(freshNumber()), corrected.token)).status).toBe(200);
      expect((await decision(corrected.id, { status: "approved" }, reviewer.token)).status).toBe(409);
      // A company's representative does not count as an applicant under 18, whatever they submitted for themselves before.
      const changed = await minor();
      expect((await decision(changed.id, rejected, reviewer.token)).status).toBe(200);
      await put("/api/auth/setInvestorType", { type: "corporate" }, changed.token);
      expect((await decision(changed.id, { status: "approved" }, reviewer.token)).status).toBe(200);
      const adult = await person({ role: "investor", investorType: "personal", verification: "pending" });
      expect((await decision(adult.id, { status: "approved" }, reviewer.token)).status).toBe(200);
      await consent((await asked(user)).token);
      // A consent for another person, or by the applicant themselves, does not count for the approval.
      const ofUser = { where: { submission: { userId: user.id } } };
      const { firstName, phoneNumber } = await db.personalDetails.findFirstOrThrow(ofUser);
      const { phoneNumber: ofGuardian } = await db.guardian.findUniqueOrThrow({ where: { userId: user.id } });
      const { submissionId } = await db.guardianRequest.findUniqueOrThrow({ where: { userId: user.id } });
      const request = (data: object) => db.guardianRequest.update({ where: { userId: user.id }, data });
      await request({
        submissionId: (await db.personalDetails.findFirstOrThrow({ where: { firstName, NOT: ofUser.where } }))
          .submissionId,
      });
      expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(409);
      await request({ submissionId });
      await db.personalDetails.updateMany({ ...ofUser, data: { phoneNumber: ofGuardian } });
      expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(409);
      await db.personalDetails.updateMany({ ...ofUser, data: { phoneNumber } });
      expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(200);
    } finally {
      await put(requirement, { on: false }, chief.token);
    }
    const actions = await db.auditEvent.findMany({
      where: { actorId: chief.id, action: { startsWith: "requirement." } },
      orderBy: { seq: "asc" },
    });
    expect(actions.map(({ action }) => action)).toEqual([
      "requirement.switched_on",
      "requirement.switched_off",
    ]);
  });
});
