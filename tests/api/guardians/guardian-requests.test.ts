import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { freshEmail, person, post, times } from "../../support/api";
import { asked, born, minor, nameGuardian, ownConsent } from "../../support/guardians";

/** Requests by applicants under 18 for the consent of a parent or guardian (product 10.24). */
describe("naming a parent or guardian", () => {
  it("is for applicants under 18 only, and not to their own address", async () => {
    const user = await minor();
    expect(await ownConsent(user)).toEqual({ needed: true, request: null, consent: null });
    const refused = await nameGuardian(user, user.email);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, "email"]);
    const adult = await person({ role: "investor", investorType: "personal", verification: "pending" });
    expect((await ownConsent(adult)).needed).toBe(false);
    expect((await nameGuardian(adult, freshEmail())).status).toBe(409);
    // Applicants are 18 from their birthday on.
    expect((await ownConsent(await minor(born(18)))).needed).toBe(false);
    expect((await ownConsent(await minor(born(18, 1)))).needed).toBe(true);
  });

  it("emails a link without any text of the applicant, at most 5 times a day", async () => {
    const user = await minor();
    const { email, mail, token } = await asked(user);
    const { name } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    const { firstName, surname } = await db.personalDetails.findFirstOrThrow({
      where: { submission: { userId: user.id } },
    });
    // The consent is for the person named in the answers, even if the account has another name.
    const applicant = `${firstName} ${surname}`;
    for (const text of [name, applicant]) expect(mail.text).not.toContain(text);
    expect(mail.text).not.toContain(user.email);
    const question = await post("/api/guardians/question", { token });
    expect(question.body.data).toMatchObject({ applicant });
    const again = await asked(user, 2, email);
    // The first link was replaced.
    expect((await post("/api/guardians/question", { token })).body.error).toBe("INVALID_TOKEN");
    expect((await post("/api/guardians/question", { token: again.token })).status).toBe(200);
    const rest = await times(10, () => nameGuardian(user, freshEmail("guardian")));
    expect(rest.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array<number>(7).fill(429)]);
  });
});
