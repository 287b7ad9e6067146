import { describe, expect, it } from "vitest";
import { lagosDay } from "@/lib/lagos-day";
import { eraseUser } from "@/lib/account/profile-commands";
import { db, transaction } from "@/lib/db/client";
import type { GuardianDto, OwnGuardianDto } from "@/lib/account/guardian/schema";
import type { CheckDto } from "@/lib/review/checks/schema";
import { askNewAdults } from "@/lib/verification/coming-of-age";
import { deleteAbandonedDrafts } from "@/lib/verification/retention";
import type { UserDto } from "@/lib/users/dto";
import {
  admin,
  answers,
  freshEmail,
  freshNumber,
  get,
  person,
  personalInvestor,
  post,
  put,
  randomDigits,
  times,
  tokenIn,
  urls,
  waitForMail,
  type SignedIn,
} from "../support/api";
import { decision } from "../support/review";

/** Applicants under 18 and their parents or guardians (product 10.24). */
const born = (yearsAgo: number, days = 0): string => {
  const date = new Date(`${lagosDay()}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - yearsAgo);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};
const minor = (dateOfBirth = born(15)) =>
  person({
    role: "investor",
    investorType: "personal",
    verification: "pending",
    answers: { dateOfBirth, ageBracket: "minor" },
  });

const own = async (user: SignedIn) =>
  (await get("/api/verification/guardian", user.token)).body.data as OwnGuardianDto;
const seen = async (user: SignedIn, reviewer: SignedIn) =>
  (await get(`/api/admin/users/${user.id}/guardian`, reviewer.token)).body.data as GuardianDto;
const name = (user: SignedIn, email: string) => post("/api/verification/guardian", { email }, user.token);

async function asked(user: SignedIn, nth = 1, email = freshEmail("guardian")) {
  expect((await name(user, email)).status).toBe(200);
  const mail = await waitForMail(email, /consent/, nth);
  return { email, mail, token: tokenIn(mail) };
}
const identity = () => ({
  fullName: "Bisi Test",
  relationship: "Parent",
  phoneNumber: `080${randomDigits(8)}`,
  dateOfBirth: born(45),
  ninNumber: randomDigits(11),
  agreed: true,
});
const consent = (token: string, changes: object = {}) =>
  post("/api/guardians/consent", { token, ...identity(), ...changes });

describe("naming a parent or guardian", () => {
  it("is for applicants under 18 only, and not for their own address", async () => {
    const user = await minor();
    expect(await own(user)).toEqual({ needed: true, request: null, consent: null });
    const refused = await name(user, user.email);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, "email"]);
    const adult = await person({ role: "investor", investorType: "personal", verification: "pending" });
    expect((await own(adult)).needed).toBe(false);
    expect((await name(adult, freshEmail())).status).toBe(409);
    // On the birthday itself one is 18.
    expect((await own(await minor(born(18)))).needed).toBe(false);
    expect((await own(await minor(born(18, 1)))).needed).toBe(true);
  });

  it("emails a link without a word of the applicant's, at most 5 times a day", async () => {
    const user = await minor();
    const { email, mail, token } = await asked(user);
    const { name: applicant } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(mail.text).not.toContain(applicant);
    expect(mail.text).not.toContain(user.email);
    const question = await post("/api/guardians/question", { token });
    expect(question.body.data).toMatchObject({ applicant });
    const again = await asked(user, 2, email);
    // The first link was replaced.
    expect((await post("/api/guardians/question", { token })).body.error).toBe("INVALID_TOKEN");
    expect((await post("/api/guardians/question", { token: again.token })).status).toBe(200);
    const rest = await times(10, () => name(user, freshEmail("guardian")));
    expect(rest.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array<number>(7).fill(429)]);
  });
});

describe("a parent's or guardian's answer", () => {
  it("is stored once, the NIN sealed, and shown to reviewers, who are recorded", async () => {
    const [user, reviewer] = [await minor(), await admin()];
    const { email, token } = await asked(user);
    const given = identity();
    const answers = await times(10, () => post("/api/guardians/consent", { token, ...given }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
    const row = await db.guardian.findUniqueOrThrow({ where: { userId: user.id } });
    expect(JSON.stringify(row)).not.toContain(given.ninNumber);
    const { guardian } = await seen(user, reviewer);
    const { agreed: _, ninNumber, ...plain } = given;
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
    expect(await own(user)).toMatchObject({ needed: true, consent: { fullName: "Bisi Test" } });
    await waitForMail(user.email, /has consented/);
    expect((await name(user, freshEmail())).status).toBe(409);
  });

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

  it("can be no: the link ends, and somebody else can be named", async () => {
    const user = await minor();
    const { token } = await asked(user);
    expect((await post("/api/guardians/decline", { token })).status).toBe(200);
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
    await waitForMail(user.email, /did not consent/);
    expect((await own(user)).request?.declinedAt).not.toBeNull();
    expect((await consent((await asked(user)).token)).status).toBe(200);
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
    const timeline = (await get(`/api/admin/users/${user.id}/timeline`, reviewer.token)).body.data;
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

  it("is not asked any more of an applicant who has corrected the date of birth", async () => {
    const user = await minor();
    const { token } = await asked(user);
    await db.personalDetails.updateMany({
      where: { submission: { userId: user.id } },
      data: { dateOfBirth: new Date("1990-05-17") },
    });
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
  });

  it("comes too late after 14 days", async () => {
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

  it("leaves no address behind if it was declined or not answered long ago", async () => {
    const past = new Date(Date.now() - 181 * 86_400_000);
    const [declined, unanswered, open, given, withdrawn] = [
      await minor(),
      await minor(),
      await minor(),
      await minor(),
      await minor(),
    ];
    for (const user of [declined, unanswered, open]) await asked(user);
    await consent((await asked(given)).token);
    const { token } = await asked(withdrawn);
    await consent(token);
    expect((await post("/api/guardians/decline", { token })).status).toBe(200);
    const change = (user: SignedIn, data: object) =>
      db.guardianRequest.update({ where: { userId: user.id }, data });
    await change(declined, { declinedAt: past });
    await change(unanswered, { expiresAt: past });
    await change(given, { expiresAt: past });
    await change(withdrawn, { expiresAt: past });
    await deleteAbandonedDrafts();
    expect((await own(withdrawn)).request?.withdrawnAt).not.toBeNull();
    await change(withdrawn, { withdrawnAt: past });
    await deleteAbandonedDrafts();
    const requests = await Promise.all([declined, unanswered, withdrawn, open, given].map(own));
    expect(requests.map(({ request }) => request !== null)).toEqual([false, false, false, true, true]);
  });
});

describe("the review of an applicant under 18", () => {
  const checkOf = async (user: SignedIn, reviewer: SignedIn) =>
    ((await get(`/api/admin/users/${user.id}/checks`, reviewer.token)).body.data as CheckDto[]).find(
      ({ check }) => check === "guardian",
    );

  it("warns without a consent, and with one that has the applicant's phone number", async () => {
    const [user, reviewer] = [await minor(), await admin()];
    expect(await checkOf(user, reviewer)).toMatchObject({ outcome: "warning" });
    const { phoneNumber } = await db.personalDetails.findFirstOrThrow({
      where: { submission: { userId: user.id } },
    });
    await consent((await asked(user)).token, { phoneNumber });
    expect(await checkOf(user, reviewer)).toMatchObject({
      outcome: "warning",
      explanation: expect.stringContaining("phone number") as string,
    });
    const other = await minor();
    await consent((await asked(other)).token);
    expect(await checkOf(other, reviewer)).toMatchObject({ outcome: "passed" });
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
      await waitForMail(chief.email, /guardian is required now/);
      const user = await minor();
      const refused = await decision(user.id, { status: "approved" }, reviewer.token);
      expect([refused.status, refused.body.error]).toEqual([409, "CONFLICT"]);
      expect((await seen(user, reviewer)).required).toBe(true);
      // Answers without documents count, too: a user can be approved in any state.
      const unfinished = await personalInvestor();
      const sent = answers(freshNumber(), { dateOfBirth: born(15), ageBracket: "minor" });
      expect((await post("/api/verification", sent, unfinished.token)).status).toBe(200);
      expect((await decision(unfinished.id, { status: "approved" }, reviewer.token)).status).toBe(409);
      const rejected = { status: "rejected", rejectionReason: "The photo is blurred" };
      const corrected = await minor();
      expect((await decision(corrected.id, rejected, reviewer.token)).status).toBe(200);
      // Nor do they lift the requirement for the submission that is approved.
      expect((await post("/api/verification", answers(freshNumber()), corrected.token)).status).toBe(200);
      expect((await decision(corrected.id, { status: "approved" }, reviewer.token)).status).toBe(409);
      // The representative of a company is no applicant under 18, whatever they sent for themselves before.
      const changed = await minor();
      expect((await decision(changed.id, rejected, reviewer.token)).status).toBe(200);
      await put("/api/auth/setInvestorType", { type: "corporate" }, changed.token);
      expect((await decision(changed.id, { status: "approved" }, reviewer.token)).status).toBe(200);
      const adult = await person({ role: "investor", investorType: "personal", verification: "pending" });
      expect((await decision(adult.id, { status: "approved" }, reviewer.token)).status).toBe(200);
      await consent((await asked(user)).token);
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
    // A change of role and back does not bring the approval back.
    await put("/api/auth/setRole", { role: "startup" }, user.token);
    await put("/api/auth/setRole", { role: "investor" }, user.token);
    expect(((await get("/api/auth/me", user.token)).body.data as UserDto).isVerified).toBe(false);
  });
});
