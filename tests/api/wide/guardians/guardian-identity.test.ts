import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sampleAnswers } from "../../../../prisma/seed/answers";
import {
  admin,
  call,
  freshEmail,
  freshNumber,
  mailsTo,
  patch,
  person,
  post,
  randomDigits,
  waitForMail,
  type SignedIn,
} from "../../../support/api";
import { asked, born, consent, identity, nameGuardian, ownConsent, seen } from "../../../support/guardians";
import { decision, reviewOf } from "../../../support/review";

/** A consent names one person and is given by another (product 10.24). */
const rejected = { status: "rejected", rejectionReason: "The photo is blurred" };

async function applicant() {
  const n = freshNumber();
  const changes = { dateOfBirth: born(15), ageBracket: "minor" } as const;
  const user = await person({
    role: "investor",
    investorType: "personal",
    verification: "pending",
    n,
    answers: changes,
  });
  return { user, answers: { ...sampleAnswers(n), ...changes } };
}

async function sendAgain(user: SignedIn, body: object) {
  const former = await db.document.findMany({ where: { submission: { currentOf: { id: user.id } } } });
  expect((await post("/api/verification", body, user.token)).status).toBe(200);
  const form = new FormData();
  for (const [field, name] of [
    ["identificationDocument", "idDocument"],
    ["passportPhoto", "passportPhoto"],
    ["utilityBill", "utilityBill"],
  ] as const)
    form.append(field, former.find((document) => document.name === name)!.fileId);
  expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(200);
}

const endings = async (user: SignedIn) =>
  (await db.auditEvent.findMany({ where: { targetId: user.id, action: "guardian.ended" } })).map(
    ({ data }) => data,
  );
const checkOf = async (user: SignedIn, reviewer: SignedIn) =>
  (await reviewOf(user, reviewer)).checks!.find(({ check }) => check === "guardian");

describe("a guardian's consent to one person", () => {
  it.each([
    ["surname", () => ({ surname: "Stranger" })],
    ["NIN", () => ({ ninNumber: randomDigits(11) })],
    ["date of birth", () => ({ dateOfBirth: born(14) })],
  ])("ends when the applicant sends another %s, and they can ask again", async (_, changed) => {
    const [{ user, answers }, reviewer] = [await applicant(), await admin()];
    const link = await asked(user);
    expect((await consent(link.token)).status).toBe(200);
    expect((await decision(user.id, rejected, reviewer.token)).status).toBe(200);
    await sendAgain(user, { ...answers, ...changed() });
    const submissionId = (await db.user.findUniqueOrThrow({ where: { id: user.id } })).currentSubmissionId;
    expect(await endings(user)).toEqual([{ submissionId, consented: true }]);
    await waitForMail(user.email, /consent has ended/);
    expect(await ownConsent(user)).toEqual({ needed: true, request: null, consent: null });
    expect((await seen(user, reviewer)).guardian).toBeNull();
    expect(await checkOf(user, reviewer)).toMatchObject({ outcome: "warning" });
    const timeline = (await reviewOf(user, reviewer)).timeline;
    expect(timeline).toContainEqual(expect.objectContaining({ action: "guardian_ended" }));
    expect((await post("/api/guardians/question", { token: link.token })).body.error).toBe("INVALID_TOKEN");
    expect((await consent((await asked(user)).token)).status).toBe(200);
    expect((await seen(user, reviewer)).guardian).toMatchObject({ counts: true });
  });

  it("remains valid for the same person with other answers, and for another spelling of the name", async () => {
    const [{ user, answers }, reviewer] = [await applicant(), await admin()];
    const { token } = await asked(user);
    await consent(token);
    await decision(user.id, rejected, reviewer.token);
    const spelling = { surname: answers.surname.toUpperCase(), residentialAddress: "9 Right Street" };
    await sendAgain(user, { ...answers, ...spelling });
    expect(await endings(user)).toEqual([]);
    expect(await checkOf(user, reviewer)).toMatchObject({ outcome: "passed" });
    expect((await seen(user, reviewer)).guardian).toMatchObject({ counts: true });
    expect((await post("/api/guardians/decline", { token })).status).toBe(200);
  });

  it("is not given for a person whom the question did not name", async () => {
    const [{ user, answers }, reviewer] = [await applicant(), await admin()];
    const { token } = await asked(user);
    expect((await post("/api/guardians/question", { token })).body.data).toMatchObject({
      applicant: `${answers.firstName} ${answers.surname}`,
    });
    await decision(user.id, rejected, reviewer.token);
    await sendAgain(user, { ...answers, firstName: "Other" });
    expect((await consent(token)).body.error).toBe("INVALID_TOKEN");
    expect(await endings(user)).toMatchObject([{ consented: false }]);
    expect((await mailsTo(user.email)).some(({ subject }) => /consent has ended/.test(subject))).toBe(false);
  });

  it("does not count for an earlier submission of somebody else that a change of role makes current", async () => {
    const [{ user, answers }, reviewer] = [await applicant(), await admin()];
    await decision(user.id, rejected, reviewer.token);
    await sendAgain(user, { ...answers, firstName: "Other" });
    await consent((await asked(user)).token);
    const current = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    await db.submission.update({
      where: { id: current.currentSubmissionId! },
      data: { state: "superseded" },
    });
    await patch(`/api/admin/users/${user.id}/role`, { role: "startup" }, reviewer.token);
    expect((await seen(user, reviewer)).guardian).toMatchObject({ counts: false });
    expect(await checkOf(user, reviewer)).toMatchObject({ outcome: "warning" });
  });

  it("does not count with details that are the applicant's own by then, and somebody else can be named", async () => {
    const [{ user }, reviewer] = [await applicant(), await admin()];
    const consentBody = identity();
    const { email, token } = await asked(user);
    expect((await post("/api/guardians/consent", { token, ...consentBody })).status).toBe(200);
    const { ninIndex } = await db.guardian.findUniqueOrThrow({ where: { userId: user.id } });
    const ofApplicant = { submission: { userId: user.id } };
    const personal = await db.personalDetails.findFirstOrThrow({ where: ofApplicant });
    const change = (data: object) => db.personalDetails.updateMany({ where: ofApplicant, data });
    for (const [data, word] of [
      [{ ninIndex }, "NIN"],
      [{ phoneNumber: consentBody.phoneNumber }, "phone number"],
      [{ email }, "email address"],
    ] as const) {
      await change(data);
      expect((await checkOf(user, reviewer))?.explanation).toContain(word);
      expect((await seen(user, reviewer)).guardian).toMatchObject({ counts: false });
      await change({ ninIndex: personal.ninIndex, phoneNumber: personal.phoneNumber, email: personal.email });
    }
    expect((await seen(user, reviewer)).guardian).toMatchObject({ counts: true });
    await db.user.update({ where: { id: user.id }, data: { phone: consentBody.phoneNumber } });
    expect((await ownConsent(user)).consent).toBeNull();
    expect((await nameGuardian(user, freshEmail())).status).toBe(200);
    expect(await db.guardian.count({ where: { userId: user.id } })).toBe(0);
  });
});
