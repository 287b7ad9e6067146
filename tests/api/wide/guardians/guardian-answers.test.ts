import { describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { deleteAbandonedDrafts } from "@/lib/onboarding/retention/jobs";
import { eraseUser } from "@/lib/users/erasure";
import { admin, person, post, randomDigits, times, waitForMail, type SignedIn } from "../../../support/api";
import { asked, born, consent, minor, ownConsent, seen } from "../../../support/guardians";
import { decision, reviewOf } from "../../../support/review";

/** The answers of a parent or guardian, and what is stored of them (product 10.24). */
describe("a parent's or guardian's answer", () => {
  it.each([
    ["fullName", { fullName: "B" }],
    ["relationship", { relationship: "Friend" }],
    ["dateOfBirth", { dateOfBirth: born(17) }],
    ["ninNumber", { ninNumber: "123" }],
    ["agreed", { agreed: false }],
  ])("is refused at %s, and the link still works", async (path, changes) => {
    const { token } = await asked(await minor());
    const refused = await consent(token, changes);
    expect([refused.status, refused.body.errors?.map((error) => error.path)]).toEqual([422, [path]]);
    expect((await consent(token)).status).toBe(200);
  });

  it("is not given with the applicant's own NIN", async () => {
    const ninNumber = randomDigits(11);
    const user = await person({
      role: "investor",
      investorType: "personal",
      verification: "pending",
      answers: { dateOfBirth: born(15), ninNumber },
    });
    const { token } = await asked(user);
    const refused = await consent(token, { ninNumber });
    expect(refused.body.errors?.[0]).toMatchObject({ path: "ninNumber" });
  });

  it("can be withdrawn with the same link, also long after, until the applicant is 18", async () => {
    const [user, reviewer, chief] = [await minor(), await admin(), await admin(true)];
    const { email, token } = await asked(user);
    const question = async () => post("/api/guardians/question", { token });
    expect((await question()).body.data).toMatchObject({ consentedAt: null });
    await consent(token);
    await db.guardianRequest.update({ where: { userId: user.id }, data: { expiresAt: new Date() } });
    expect((await question()).body.data).toMatchObject({ consentedAt: expect.any(String) as string });
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
    expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(200);
    const answers = await times(5, () => post("/api/guardians/decline", { token }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await db.guardian.count({ where: { userId: user.id } })).toBe(0);
    expect(await seen(user, reviewer)).toMatchObject({
      guardian: null,
      request: { email, declinedAt: null, withdrawnAt: expect.any(String) as string },
    });
    const timeline = (await reviewOf(user, reviewer)).timeline;
    expect(timeline).toContainEqual(expect.objectContaining({ action: "guardian_withdrew" }));
    await waitForMail(user.email, /withdrawn their consent/);
    expect((await waitForMail(chief.email, /withdrawn their consent/)).text).toContain(user.id);
    expect((await question()).body.error).toBe("INVALID_TOKEN");

    const grown = await minor();
    const link = await asked(grown);
    await consent(link.token);
    await db.personalDetails.updateMany({
      where: { submission: { userId: grown.id } },
      data: { dateOfBirth: new Date(born(18)) },
    });
    expect((await post("/api/guardians/decline", { token: link.token })).body.error).toBe("INVALID_TOKEN");
    expect(await db.guardian.count({ where: { userId: grown.id } })).toBe(1);
  });

  it("is no longer requested for an applicant who has corrected the date of birth", async () => {
    const user = await minor();
    const { token } = await asked(user);
    await db.personalDetails.updateMany({
      where: { submission: { userId: user.id } },
      data: { dateOfBirth: new Date("1990-05-17") },
    });
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
  });

  it("is rejected after 14 days", async () => {
    const user = await minor();
    const { token } = await asked(user);
    await db.guardianRequest.update({ where: { userId: user.id }, data: { expiresAt: new Date() } });
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
  });

  it("is deleted with the applicant, as is the email that asked for it", async () => {
    const user = await minor();
    await consent((await asked(user)).token);
    const ofUser = { where: { userId: user.id } };
    expect(await db.mailOutbox.count({ where: { ...ofUser.where, template: "guardianRequested" } })).toBe(1);
    await transaction((tx) => eraseUser(tx, user.id, user.id));
    expect(await db.guardian.count(ofUser)).toBe(0);
    expect(await db.mailOutbox.count(ofUser)).toBe(0);
  });

  it("leaves no address behind if it was declined, or went unanswered, long ago", async () => {
    const past = new Date(Date.now() - 181 * 86_400_000);
    const [declined, unanswered, open, consented, withdrawn] = [
      await minor(),
      await minor(),
      await minor(),
      await minor(),
      await minor(),
    ];
    for (const user of [declined, unanswered, open]) await asked(user);
    await consent((await asked(consented)).token);
    const { token } = await asked(withdrawn);
    await consent(token);
    expect((await post("/api/guardians/decline", { token })).status).toBe(200);
    const change = (user: SignedIn, data: object) =>
      db.guardianRequest.update({ where: { userId: user.id }, data });
    await change(declined, { declinedAt: past });
    await change(unanswered, { expiresAt: past });
    await change(consented, { expiresAt: past });
    await change(withdrawn, { expiresAt: past });
    await deleteAbandonedDrafts();
    expect((await ownConsent(withdrawn)).request?.withdrawnAt).not.toBeNull();
    await change(withdrawn, { withdrawnAt: past });
    await deleteAbandonedDrafts();
    const requests = await Promise.all([declined, unanswered, withdrawn, open, consented].map(ownConsent));
    expect(requests.map(({ request }) => request !== null)).toEqual([false, false, false, true, true]);
  });
});
