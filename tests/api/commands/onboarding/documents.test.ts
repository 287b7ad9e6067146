import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { documentSlots } from "@/lib/onboarding/forms/document-rules";
import { expectDocuments, saveAnswers, submitDocuments } from "@/lib/onboarding/submission/commands";
import { corporateRows, individualRows } from "@/lib/onboarding/submission/rows";
import type { SubmissionKind } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import { sampleAnswers, sampleCompany } from "../../../../prisma/seed/answers";
import { createUser, freshNumber, userRow, viewerOf } from "../../../support/accounts";

const personal = { role: "investor", investorType: "personal" } as const;
const corporate = { role: "investor", investorType: "corporate" } as const;
const wrongForm = { code: "FORBIDDEN", message: "This form is for a different profile" };
const noAnswers = { code: "CONFLICT", message: "Submit your answers before your documents" };
const answersChanged = {
  code: "CONFLICT",
  message: "Your answers were submitted again from another tab or device. Please submit again.",
};

let user: Viewer;
let company: Viewer;
beforeEach(async () => {
  user = await viewerOf(await createUser(personal));
  company = await viewerOf(await createUser(corporate));
});

const save = (viewer = user, n = freshNumber()) =>
  saveAnswers(viewer, "individual", (id) => individualRows(id, sampleAnswers(n)));
const saveCompany = (n = freshNumber()) =>
  saveAnswers(company, "corporate", (id) => corporateRows(id, sampleCompany(n)));
const SIGNATORIES = sampleCompany(1).signatories.length;

const storeFile = () => {
  const id = uuidv7();
  const file = { storage: "disk", contentType: "image/png", size: 1, sha256: id, originalName: "a.png" };
  return db.file.create({ data: { id, storageKey: id, ...file } });
};

/** Stores a file for each part except the named ones. */
async function uploadAll(kind: SubmissionKind, without: string[] = []) {
  const fields = documentSlots(kind, SIGNATORIES).map(({ field }) => field);
  const wanted = fields.filter((field) => !without.includes(field));
  return new Map(await Promise.all(wanted.map(async (field) => [field, await storeFile()] as const)));
}

const documentsOf = (submissionId: string) =>
  db.document.findMany({ where: { submissionId }, select: { name: true, fileId: true, signatoryId: true } });
const draftsOf = (userId: string) => db.submission.findMany({ where: { userId, state: "draft" } });

describe("saving the answers", () => {
  it("creates one draft, which replaces the user's earlier one only", async () => {
    const otherUser = await viewerOf(await createUser(personal));
    const [unrelated, first, second] = [await save(otherUser), await save(), await save()];
    expect(await draftsOf(user.userId)).toMatchObject([{ id: second, kind: "individual" }]);
    expect(second).not.toBe(first);
    expect(await draftsOf(otherUser.userId)).toMatchObject([{ id: unrelated }]);
    expect(await db.personalDetails.count({ where: { submissionId: second } })).toBe(1);
  });

  it("does not remove a rejected submission", async () => {
    const rejected = await createUser({ ...personal, verification: "rejected" });
    await save(await viewerOf(rejected));
    expect(await db.submission.count({ where: { id: rejected.currentSubmissionId! } })).toBe(1);
  });

  it("requires the form of the profile and no current submission", async () => {
    await expect(save(company)).rejects.toMatchObject(wrongForm);
    const pending = await viewerOf(await createUser({ ...personal, verification: "pending" }));
    await expect(save(pending)).rejects.toMatchObject({ code: "ALREADY_SUBMITTED" });
    expect(await draftsOf(pending.userId)).toEqual([]);
  });
});

describe("the documents that are expected", () => {
  it("are those of the draft, with one for each signatory", async () => {
    const id = await save();
    const expected = await expectDocuments(user, "individual");
    expect(expected).toEqual({ submissionId: id, slots: documentSlots("individual", 0) });
    const companyId = await saveCompany();
    expect(await expectDocuments(company, "corporate")).toEqual({
      submissionId: companyId,
      slots: documentSlots("corporate", SIGNATORIES),
    });
  });

  it("require the form of the profile, the answers and no current submission", async () => {
    await expect(expectDocuments(user, "corporate")).rejects.toMatchObject(wrongForm);
    // The role has changed since the viewer was loaded.
    const changed = { ...user, role: "investor", investorType: "corporate" } as const;
    await expect(expectDocuments(changed, "corporate")).rejects.toMatchObject(wrongForm);
    await expect(expectDocuments(user, "individual")).rejects.toMatchObject(noAnswers);
    const pending = await viewerOf(await createUser({ ...personal, verification: "pending" }));
    await expect(expectDocuments(pending, "individual")).rejects.toMatchObject({ code: "ALREADY_SUBMITTED" });
  });
});

describe("submitted documents", () => {
  it("belong to the submission under their names, and are attached", async () => {
    const id = await save();
    const files = await uploadAll("individual");
    await submitDocuments(user, "individual", files, id);
    const expected = documentSlots("individual").map(({ field, name }) => ({
      name,
      fileId: files.get(field)!.id,
      signatoryId: null,
    }));
    const stored = await documentsOf(id);
    expect(stored).toHaveLength(expected.length);
    expect(stored).toEqual(expect.arrayContaining(expected));
    const ids = expected.map(({ fileId }) => fileId);
    expect(await db.file.count({ where: { id: { in: ids }, attachedAt: { not: null } } })).toBe(ids.length);
    expect(await userRow(user.userId)).toMatchObject({ status: "pending", currentSubmissionId: id });
  });

  it("of signatories belong to them in their order", async () => {
    const id = await saveCompany();
    const files = await uploadAll("corporate");
    await submitDocuments(company, "corporate", files, id);
    const signatories = await db.signatory.findMany({
      where: { submissionId: id },
      orderBy: { ordinal: "asc" },
    });
    const ofSignatories = documentSlots("corporate", SIGNATORIES).filter(
      (slot) => slot.signatory !== undefined,
    );
    expect(await documentsOf(id)).toEqual(
      expect.arrayContaining(
        ofSignatories.map(({ field, name, signatory }) => ({
          name,
          fileId: files.get(field)!.id,
          signatoryId: signatories[signatory!]!.id,
        })),
      ),
    );
  });

  it("must be complete and belong to the current answers", async () => {
    const id = await save();
    const [required] = documentSlots("individual").filter((slot) => slot.required);
    const incomplete = await uploadAll("individual", [required!.field]);
    await expect(submitDocuments(user, "individual", incomplete, id)).rejects.toMatchObject(answersChanged);
    const files = await uploadAll("individual");
    await expect(submitDocuments(user, "individual", files, uuidv7())).rejects.toMatchObject(answersChanged);
    await expect(submitDocuments(user, "corporate", files, id)).rejects.toMatchObject(wrongForm);
    expect(await documentsOf(id)).toEqual([]);
    expect((await userRow(user.userId)).submittedAt).toBeNull();
  });

  it("include the memorandum of the rejected submission, unless there is a new one", async () => {
    const rejected = await createUser({ ...corporate, verification: "rejected" });
    const former = rejected.currentSubmissionId!;
    const memorandum = await storeFile();
    await db.document.deleteMany({ where: { submissionId: former, name: "memorandumAndArticles" } });
    await db.document.create({
      data: { submissionId: former, name: "memorandumAndArticles", fileId: memorandum.id },
    });
    company = await viewerOf(rejected);
    const optional = ["memorandumAndArticles", "tinCertificate"];
    const id = await saveCompany();
    await submitDocuments(company, "corporate", await uploadAll("corporate", optional), id);
    const stored = await documentsOf(id);
    expect(stored.find(({ name }) => name === "memorandumAndArticles")?.fileId).toBe(memorandum.id);
    expect(stored.some(({ name }) => name === "tinCertificate")).toBe(false);

    // Only a rejected submission that is current counts.
    const fresh = await createUser(corporate);
    company = await viewerOf(fresh);
    const another = await saveCompany();
    await submitDocuments(company, "corporate", await uploadAll("corporate", optional), another);
    expect((await documentsOf(another)).some(({ name }) => name === "memorandumAndArticles")).toBe(false);
  });
});
