import { describe, expect, it } from "vitest";
import { deadlineAfter } from "@/lib/calendar/business-day-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { db } from "@/lib/db/client";
import { isLockedPath } from "@/lib/onboarding/forms/path-rules";
import { redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import type { PartReviewDto, PartReviewsDto } from "@/lib/review/decisions/part-schema";
import { sampleCompany } from "../../../../prisma/seed/answers";
import { samplePhoto } from "../../../../prisma/seed/files";
import { admin, call, freshNumber, get, patch, post, put, times, waitForMail } from "../../../support/api";
import { companyDocuments } from "../../../support/company";
import { corporateAccount } from "../../../support/draft";
import {
  currentOf,
  review,
  flag,
  requestChanges,
  asked,
  partsOf,
  sendText,
  sendFiles,
  sameDocuments,
  applicant,
  returned,
} from "../../../support/requested-changes";
import { decision, reviewOf } from "../../../support/review";

/** Creates a company with a pending submission. */
async function companyApplicant(signatories: number) {
  const [user, reviewer] = [await corporateAccount(), await admin()];
  const company = sampleCompany(freshNumber(), signatories);
  const send = (body: object) => post("/api/verification/corporate", body, user.token);
  await send(company);
  const form = await companyDocuments(signatories);
  await call("POST", "/api/verification/corporate/documents", { form, token: user.token });
  return { user, reviewer, company, send };
}

describe("decisions on parts", () => {
  it("are stored per section, field and document, and replaced or removed", async () => {
    const { user, reviewer } = await applicant();
    await review(user, reviewer, { part: "nextOfKin", verdict: "fine" });
    await flag(user, reviewer, "documents.idDocument", "expired");
    const answer = await flag(user, reviewer, "personal.ninNumber", "number_differs", "Compare the card");
    expect((answer.body.data as PartReviewsDto).current).toMatchObject([
      { part: "documents.idDocument", reason: "expired", note: null },
      { part: "nextOfKin", reason: null },
      { part: "personal.ninNumber", reason: "number_differs", note: "Compare the card" },
    ]);
    await review(user, reviewer, { part: "documents.idDocument", verdict: "fine" });
    await review(user, reviewer, { part: "nextOfKin", verdict: "open" });
    expect((await partsOf(user, reviewer)).current.map(({ part, reason }) => [part, reason])).toEqual([
      ["documents.idDocument", null],
      ["personal.ninNumber", "number_differs"],
    ]);
  });

  it("are not overwritten by a reviewer who has not seen them", async () => {
    const { user, reviewer } = await applicant();
    const seenNothing = { part: "nextOfKin", verdict: "fine", seen: null };
    const first = await times(5, () => review(user, reviewer, seenNothing));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const colleague = await admin();
    const [{ at: seen }] = (await partsOf(user, colleague)).current as [PartReviewDto];
    const flagged = { part: "nextOfKin", verdict: "flagged", reason: "name_differs", seen };
    expect((await review(user, colleague, flagged)).status).toBe(200);
    for (const verdict of ["fine", "open"]) {
      const late = await review(user, reviewer, { part: "nextOfKin", verdict, seen });
      expect([late.status, late.body.error]).toEqual([409, "CONFLICT"]);
    }
    expect((await partsOf(user, reviewer)).current).toMatchObject([{ reason: "name_differs" }]);
    const stale = { part: "nextOfKin", verdict: "fine", seen: "yesterday" };
    expect((await review(user, reviewer, stale)).status).toBe(422);
  });

  it.each([
    [{ part: "personal.shoeSize", verdict: "fine" }, "part"],
    [{ part: "corporate.company", verdict: "fine" }, "part"],
    [{ part: "personal", verdict: "flagged" }, "reason"],
    [{ part: "personal", verdict: "flagged", reason: "other" }, "note"],
    [{ part: "personal", verdict: "flagged", reason: "blurred", note: "a".repeat(501) }, "note"],
  ])("%o is refused at %s", async (body, path) => {
    const { user, reviewer } = await applicant();
    const answer = await review(user, reviewer, body);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path]);
  });

  it("apply only to parts that the submission has, and are audited without the note", async () => {
    const { user, reviewer } = await companyApplicant(2);
    for (const part of ["corporate.signatories.2", "corporate.signatories.*.fullName"])
      expect((await review(user, reviewer, { part, verdict: "fine" })).status).toBe(422);
    await flag(user, reviewer, "corporate.signatories.1.fullName", "name_differs", "See the certificate");
    const [event] = await db.auditEvent.findMany({
      where: { targetId: user.id, action: "case.part_reviewed" },
    });
    expect(event).toMatchObject({
      actorId: reviewer.id,
      data: { part: "corporate.signatories.1.fullName", verdict: "flagged", reason: "name_differs" },
    });
    expect(JSON.stringify(event!.data)).not.toContain("certificate");
  });

  it("end with the decision", async () => {
    const { user, reviewer } = await applicant();
    await decision(user.id, { status: "approved" }, reviewer.token);
    expect((await flag(user, reviewer, "personal")).body.error).toBe("ALREADY_DECIDED");
    expect((await requestChanges(user, reviewer)).body.error).toBe("ALREADY_DECIDED");
  });
});

describe("a request for changes", () => {
  it("lets an identical file that was uploaded again pass, and a bill that has become too old", async () => {
    const { user, own, n } = await returned(await applicant(), "personal.residentialAddress");
    await db.file.updateMany({
      where: { ownerId: user.id },
      data: { createdAt: new Date(Date.now() - 100 * 86_400_000) },
    });
    expect((await sendText(user, { ...own, residentialAddress: "9 Right Street, Ikeja" })).status).toBe(200);
    const again = { passportPhoto: await samplePhoto(n), utilityBill: await samplePhoto(202) };
    const sent = await sendFiles(user, await sameDocuments(user, again));
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
  });

  it("opens one signatory of a company, and no other, nor a further one", async () => {
    const { company, send } = await returned(await companyApplicant(2), "corporate.signatories.1");
    const change = (index: number) => ({
      ...company,
      signatories: company.signatories.map((row, at) =>
        at === index ? { ...row, fullName: "New Person" } : row,
      ),
    });
    expect((await send(change(0))).body.errors?.map(({ path }) => path)).toEqual(["signatories.0.fullName"]);
    const third = { ...company.signatories[0]!, fullName: "Third Person", bvnNumber: "52345678901" };
    expect((await send({ ...company, signatories: [...company.signatories, third] })).status).toBe(422);
    expect((await send(change(1))).status).toBe(200);
  });

  it("no longer limits anything after a plain rejection, or when the documents were deleted", async () => {
    const { user, reviewer, own } = await applicant();
    await flag(user, reviewer, "personal", "other", "All of it");
    await decision(user.id, { status: "rejected", rejectionReason: "Start again" }, reviewer.token);
    expect(await asked(user)).toEqual([]);
    expect((await sendText(user, { ...own, kinFullName: "Somebody Else" })).status).toBe(200);

    const reversed = await returned(await applicant(), "documents.idDocument");
    for (const body of [{ status: "approved" }, { status: "rejected", rejectionReason: "Start again" }])
      expect((await decision(reversed.user.id, body, reversed.reviewer.token)).status).toBe(200);
    expect(await asked(reversed.user)).toEqual([]);

    const late = await returned(await applicant(), "documents.idDocument");
    await db.submission.update({
      where: { id: await currentOf(late.user) },
      data: { reviewedAt: new Date(Date.now() - 91 * 86_400_000) },
    });
    await redactExpiredRejections();
    expect(await asked(late.user)).toEqual([]);
    expect((await sendText(late.user, { ...late.own, firstName: "Other" })).status).toBe(200);
  });

  it("accepts a note of full length for every part, stores it sealed, and shows all of it to the applicant", async () => {
    const { user, reviewer } = await applicant();
    const notes = ["personal.firstName", "nextOfKin.fullName", "bankDetails.bankName"].map(
      (part, index) => [part, `${index} ${"long note ".repeat(49)}end`] as const,
    );
    for (const [part, note] of notes) await flag(user, reviewer, part, "other", note);
    const answer = await requestChanges(user, reviewer);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    const { rejectionReason } = (await get("/api/verification/status", user.token)).body.data as {
      rejectionReason: string;
    };
    const { text } = await waitForMail(user.email, /^Please change parts of your verification$/);
    const history = JSON.stringify((await reviewOf(user, reviewer)).submissions);
    for (const [, note] of notes) {
      expect(rejectionReason).toContain(note);
      expect(history).toContain(note);
      expect(text.replace(/\s+/g, " ")).toContain(note.slice(0, 40));
    }
    const rows = await db.$queryRaw`
      SELECT p::text FROM part_reviews p JOIN submissions s ON s.id = submission_id WHERE s.user_id = ${user.id}::uuid
      UNION ALL SELECT d::text FROM decisions d WHERE user_id = ${user.id}::uuid`;
    expect(JSON.stringify(rows)).not.toContain("long note");
  });

  it("follows the form after a change of role, in both directions", async () => {
    const flagged = ["personal.residentialAddress", "personal.ageBracket"];
    const { user, reviewer, own } = await returned(await applicant(), ...flagged);
    const setRole = (role: string) => patch(`/api/admin/users/${user.id}/role`, { role }, reviewer.token);
    const { ageBracket: _, ...asStartup } = { ...own, residentialAddress: "9 Right Street, Ikeja" };
    expect((await setRole("startup")).status).toBe(200);
    expect((await asked(user)).map(({ part }) => part)).toEqual(["personal.residentialAddress"]);
    expect((await sendText(user, { ...asStartup, firstName: "Other" })).body.errors).toMatchObject([
      { path: "firstName" },
    ]);
    expect((await sendText(user, asStartup)).status).toBe(200);
    expect((await sendFiles(user, await sameDocuments(user))).status).toBe(200);

    await returned({ user, reviewer }, "bankDetails.bankName");
    await setRole("investor");
    await put("/api/auth/setInvestorType", { type: "personal" }, user.token);
    expect((await asked(user)).map(({ part }) => part)).toEqual([
      "bankDetails.bankName",
      "personal.ageBracket",
    ]);
    expect((await sendText(user, { ...asStartup, ageBracket: "adult" })).status).toBe(200);
    expect((await sendFiles(user, await sameDocuments(user))).status).toBe(200);
  });

  it.each([
    ["personal.stateOfResidence", { stateOfResidence: "Kano", localGovernment: "Bichi" }, 200],
    ["personal.localGovernment", { localGovernment: "Other", localGovernmentOther: "New Town" }, 200],
    ["nextOfKin.relationship", { kinRelationship: "Other", kinRelationshipOther: "Neighbour" }, 200],
    ["bankDetails.accountType", { accountType: "Other", accountTypeOther: "Joint" }, 200],
    ["personal.localGovernment", { stateOfResidence: "Kano", localGovernment: "Bichi" }, 422],
  ])("of %s opens what follows from it: %o", async (part, changed, status) => {
    const { user, own } = await returned(await applicant(), part);
    const changes = await asked(user);
    expect(changes.map(({ part }) => part)).toEqual([part]);
    // In the form and on the server alike.
    const isLocked = Object.keys(changed).some((path) => isLockedPath("individual", changes, path));
    expect(isLocked).toBe(status === 422);
    expect((await sendText(user, { ...own, ...changed })).status).toBe(status);
  });

  it("returns with the answer to the reviewer who asked, until the end of the next business day", async () => {
    const { user, reviewer, own } = await returned(await applicant(), "nextOfKin.fullName");
    const [stranger, claimOf] = [
      await admin(),
      async (reader: typeof reviewer) => (await reviewOf(user, reader)).case!.claim?.reviewer._id ?? null,
    ];
    await sendText(user, { ...own, kinFullName: "Somebody Else" });
    expect((await sendFiles(user, await sameDocuments(user))).status).toBe(200);
    const answered = await db.submission.findUniqueOrThrow({ where: { id: await currentOf(user) } });
    expect([await claimOf(reviewer), await claimOf(stranger)]).toEqual([reviewer.id, reviewer.id]);
    expect(answered.claimActiveAt).toEqual(deadlineAfter(answered.submittedAt!, 1, await readHolidays()));
    const mail = await waitForMail(reviewer.email, /^An applicant has made the changes you asked for$/);
    expect(mail.text).toContain(`/admin/verification/${user.id}`);
    expect(mail.text).not.toContain(user.email);
    expect((await reviewOf(user, stranger)).timeline).toContainEqual(
      expect.objectContaining({ action: "returned", actor: null, assignee: expect.any(String) }),
    );
    // Working on the case does not shorten the time for which it is held; releasing it does.
    const assign = (reviewerId: string | null) =>
      post("/api/admin/cases/assign", { userIds: [user.id], reviewerId }, reviewer.token);
    await assign(reviewer.id);
    expect(await db.submission.findUnique({ where: { id: answered.id } })).toMatchObject({
      claimActiveAt: answered.claimActiveAt,
    });
    await assign(null);
    expect(await claimOf(stranger)).toBeNull();
  });

  it("is answered to everybody once its reviewer is no administrator, or after a plain rejection", async () => {
    const gone = await returned(await applicant(), "nextOfKin.fullName");
    await db.user.update({ where: { id: gone.reviewer.id }, data: { role: "none" } });
    const plain = await applicant();
    const reason = { status: "rejected", rejectionReason: "Start again" };
    await decision(plain.user.id, reason, plain.reviewer.token);
    for (const { user, own } of [gone, plain]) {
      await sendText(user, { ...own, kinFullName: "Somebody Else" });
      expect((await sendFiles(user, await sameDocuments(user))).status).toBe(200);
      const { claimedById } = await db.submission.findUniqueOrThrow({ where: { id: await currentOf(user) } });
      expect(claimedById).toBeNull();
    }
  });

  it("is not about a specified `Other`, which is no answer of its own", async () => {
    const { user, reviewer } = await applicant();
    for (const part of [
      "personal.localGovernmentOther",
      "nextOfKin.relationshipOther",
      "bankDetails.accountTypeOther",
    ])
      expect((await flag(user, reviewer, part, "other", "Which one?")).status).toBe(422);
  });

  it.each(["corporate.documents.memorandumAndArticles", "corporate.bankDetails.accountType"])(
    "opens the whole form if it is only about what the form cannot change: %s",
    async (part) => {
      const { user, company, send } = await returned(await companyApplicant(1), part);
      expect(await asked(user)).toEqual([]);
      const changed = { ...company, company: { ...company.company, address: "9 Right Street" } };
      expect((await send(changed)).status).toBe(200);
    },
  );

  it("limits nothing once the form no longer contains any of its parts", async () => {
    const { user, reviewer, own } = await returned(await applicant(), "personal.ageBracket");
    await patch(`/api/admin/users/${user.id}/role`, { role: "startup" }, reviewer.token);
    expect(await asked(user)).toEqual([]);
    expect((await sendText(user, { ...own, firstName: "Other" })).status).toBe(200);
  });
});
