import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, freshEmail, post, times, waitForMail } from "../../support/api";
import { asked, consent, identity, minor, nameGuardian, ownConsent, seen } from "../../support/guardians";

/** The answers of a parent or guardian, and what is stored of them (product 10.24). */
describe("a parent's or guardian's answer", () => {
  it("is stored once, the NIN sealed, and shown to reviewers, who are recorded", async () => {
    const [user, reviewer] = [await minor(), await admin()];
    const { email, token } = await asked(user);
    const consentBody = identity();
    const answers = await times(10, () => post("/api/guardians/consent", { token, ...consentBody }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
    const row = await db.guardian.findUniqueOrThrow({ where: { userId: user.id } });
    expect(JSON.stringify(row)).not.toContain(consentBody.ninNumber);
    const { guardian } = await seen(user, reviewer);
    const { agreed: _, ninNumber, ...plain } = consentBody;
    expect(guardian).toMatchObject({ ...plain, email });
    expect(guardian?.ninNumber).toBe(`•••••••${ninNumber.slice(-4)}`);
    const reads = await db.auditEvent.count({
      where: { actorId: reviewer.id, targetId: user.id, action: "user.viewed" },
    });
    expect(reads).toBe(1);
    const revealed = await post(
      `/api/admin/users/${user.id}/reveal`,
      { field: "guardian.ninNumber", reason: "identity_check" },
      reviewer.token,
    );
    expect(revealed.body.data).toEqual({ field: "guardian.ninNumber", value: ninNumber });
    expect(await ownConsent(user)).toMatchObject({ needed: true, consent: { fullName: "Bisi Test" } });
    await waitForMail(user.email, /has consented/);
    expect((await nameGuardian(user, freshEmail())).status).toBe(409);
  });

  it("may be a refusal: the link ends, and somebody else can be named", async () => {
    const user = await minor();
    const { token } = await asked(user);
    expect((await post("/api/guardians/decline", { token })).status).toBe(200);
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
    await waitForMail(user.email, /did not consent/);
    expect((await ownConsent(user)).request?.declinedAt).not.toBeNull();
    expect((await consent((await asked(user)).token)).status).toBe(200);
  });
});
