import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, mailsTo, person, post, times, waitForMail, type SignedIn } from "../../support/api";
import { applicant } from "../../support/review";

const reveal = (
  { id }: { id: string },
  by: SignedIn,
  body: object = { field: "ninNumber", reason: "other" },
) => post(`/api/admin/users/${id}/reveal`, body, by.token);
const limited = (userId: string) =>
  db.auditEvent.count({ where: { actorId: userId, action: "reveals.limited" } });

describe("revealing numbers (threat 52)", () => {
  it("is possible 20 times an hour, also in parallel; beyond that super administrators are emailed once", async () => {
    const [user, reader, boss] = [await applicant(), await admin(), await admin(true)];
    const statuses = (await times(30, () => reveal(user, reader))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await reveal(user, reader);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await limited(reader.id)).toBe(1);
    expect(await db.auditEvent.count({ where: { actorId: reader.id, action: "pii.revealed" } })).toBe(20);
    const subject = /reached the limit of revealed numbers/;
    await waitForMail(boss.email, subject);
    expect((await mailsTo(boss.email)).filter((mail) => subject.test(mail.subject))).toHaveLength(1);
    // Other reviewers can still continue.
    expect((await reveal(user, await admin())).status).toBe(200);
  });

  it("needs a reason from the list, a submission and a fresh proof", async () => {
    const [user, blank, reader] = [await applicant(), await person(), await admin()];
    const answer = await reveal(user, reader, { field: "ninNumber" });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: "reason" }] } });
    expect((await reveal(blank, reader)).status).toBe(404);
    await db.session.updateMany({
      where: { userId: reader.id },
      data: { provedAt: new Date(Date.now() - 301_000) },
    });
    expect((await reveal(user, reader)).body.error).toBe("STEP_UP_REQUIRED");
  });

  it("threat 53: is closed for an administrator who has just reset the password by email", async () => {
    const [user, reader] = [await applicant(), await admin()];
    await db.user.update({ where: { id: reader.id }, data: { passwordResetAt: new Date() } });
    expect(await reveal(user, reader)).toMatchObject({ status: 403, body: { error: "RECENTLY_RESET" } });
  });
});
