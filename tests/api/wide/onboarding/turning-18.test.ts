import { describe, expect, it } from "vitest";
import { endAllSessions } from "@/lib/auth/sessions";
import { db } from "@/lib/db/client";
import { askNewAdults } from "@/lib/onboarding/submission/coming-of-age";
import type { UserDto } from "@/lib/users/dto";
import { get, person, post, put, times, urls, waitForMail, type SignedIn } from "../../../support/api";
import { born } from "../../../support/guardians";
import { changeDuring } from "../../../support/held-user";

/** Users who were approved before they were 18 (product 10.24). */
describe("turning 18", () => {
  const approved = (dateOfBirth: string, ageBracket: "minor" | "adult", submittedAt: Date) =>
    person({
      role: "investor",
      investorType: "personal",
      verification: "approved",
      createdAt: new Date(submittedAt.getTime() - 3_600_000),
      submittedAt,
      answers: { dateOfBirth, ageBracket },
    });
  const approvedAtSeventeen = (submittedAt: Date) => approved(born(18), "minor", submittedAt);

  it("the dashboard asks to verify again, and names a guardian only for a minor", async () => {
    const submittedAt = new Date(Date.now() - 30 * 86_400_000);
    const turned = await approvedAtSeventeen(submittedAt);
    const young = await approved(born(15), "minor", submittedAt);
    const adult = await approved(born(18, -31), "adult", submittedAt);
    await askNewAdults();
    const shown = async ({ cookies }: SignedIn) => {
      const html = await (await fetch(`${urls()[0]}/dashboard`, { headers: { cookie: cookies } })).text();
      expect(html).toContain("Your activity");
      return ["please verify again", "Your parent or guardian"].map((text) => html.includes(text));
    };
    expect(await shown(turned)).toEqual([true, false]);
    expect(await shown(young)).toEqual([false, true]);
    expect(await shown(adult)).toEqual([false, false]);
  });

  it("asks once to verify again, and the approval ends when the user begins", async () => {
    const user = await approvedAtSeventeen(new Date(Date.now() - 30 * 86_400_000));
    const adult = await person({ role: "investor", investorType: "personal", verification: "approved" });
    expect((await post("/api/verification/again", undefined, user.token)).status).toBe(409);
    await Promise.all([askNewAdults(), askNewAdults()]);
    await waitForMail(user.email, /verify again/);
    const mails = await db.mailOutbox.count({ where: { userId: user.id, template: "verifyAgainAsAdult" } });
    expect(mails).toBe(1);
    expect((await post("/api/verification/again", undefined, adult.token)).status).toBe(409);
    const answers = await times(5, () => post("/api/verification/again", undefined, user.token));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect([me.isVerified, me.verification.status, me.verification.submittedAt]).toEqual([
      false,
      "pending",
      null,
    ]);
    // Changing the role and back does not restore the approval.
    await put("/api/auth/setRole", { role: "startup" }, user.token);
    await put("/api/auth/setRole", { role: "investor" }, user.token);
    expect(((await get("/api/auth/me", user.token)).body.data as UserDto).isVerified).toBe(false);
  });

  it("does not end the approval in a session that is ended meanwhile", async () => {
    const user = await approvedAtSeventeen(new Date(Date.now() - 30 * 86_400_000));
    await askNewAdults();
    const [answer] = await changeDuring(
      user.id,
      () => [post("/api/verification/again", undefined, user.token)],
      (tx) => endAllSessions(tx, user.id, "revoked"),
    );
    expect(answer!.status).toBe(401);
    expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ status: "approved" });
  });
});
