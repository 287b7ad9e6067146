import { describe, expect, it } from "vitest";
import { openNotes } from "@/lib/audit/notes";
import { db } from "@/lib/db/client";
import { revealNumber } from "@/lib/review/decisions/reveal";
import { revealSchema } from "@/lib/review/decisions/schema";
import { sampleCompany } from "../../../../prisma/seed/answers";
import { sampleAnswers } from "../../../../prisma/seed/builders";
import { createUser, freshNumber, viewerOf } from "../../../support/accounts";
import {
  decided,
  guardianOf,
  pending,
  personal,
  replaceApplicant,
  startReview,
  user,
  viewer,
} from "../../../support/decisions";

startReview();

describe("a number in full (threat 35)", () => {
  const none = { code: "NOT_FOUND", message: "This number was not submitted or is no longer stored" };
  const see = async (field: string) =>
    (await revealNumber(viewer, user.id, { field, reason: "other", note: undefined })).value;

  it("of a user is the submitted one, and the audit log records who revealed it", async () => {
    const n = freshNumber();
    await replaceApplicant({ ...pending, n });
    const answers = sampleAnswers(n);
    const request = { field: "ninNumber", reason: "duplicate_check", note: "Same as Ada Obi" } as const;
    expect(await revealNumber(viewer, user.id, request)).toEqual({
      field: "ninNumber",
      value: answers.ninNumber,
    });
    expect(await see("personal.ninNumber")).toBe(answers.ninNumber);
    expect(await see("bvnNumber")).toBe(answers.bvnNumber);
    expect(await see("bankDetails.accountNumber")).toBe(answers.accountNumber);
    const submissionId = user.currentSubmissionId;
    const [[noteId, note] = [], ...others] = await openNotes(
      (await db.auditNote.findMany({ where: { userId: user.id } })).map(({ id }) => id),
    );
    expect([note, others]).toEqual(["Same as Ada Obi", []]);
    expect(await decided()).toEqual(
      [
        { field: "ninNumber", submissionId, reason: "duplicate_check", noteId, isSuper: false },
        { field: "personal.ninNumber", submissionId, reason: "other", noteId: null, isSuper: false },
        { field: "bvnNumber", submissionId, reason: "other", noteId: null, isSuper: false },
        { field: "bankDetails.accountNumber", submissionId, reason: "other", noteId: null, isSuper: false },
      ].map((data) => ({ actorId: viewer.userId, action: "pii.revealed", data })),
    );
    await expect(see("signatories.0.bvnNumber")).rejects.toMatchObject(none);
  });

  it("of a company belongs to the signatory or to the company", async () => {
    const n = freshNumber();
    await replaceApplicant({ role: "investor", investorType: "corporate", verification: "pending", n });
    const { signatories, bankDetails } = sampleCompany(n);
    expect(await see("signatories.0.bvnNumber")).toBe(signatories[0]!.bvnNumber);
    expect(await see("signatories.1.bvnNumber")).toBe(signatories[1]!.bvnNumber);
    expect(await see("corporate.bankDetails.bvnNumber")).toBe(bankDetails.bvnNumber);
    await expect(see("signatories.2.bvnNumber")).rejects.toMatchObject(none);
    await expect(see("signatories.10.bvnNumber")).rejects.toMatchObject(none);
    await expect(see("ninNumber")).rejects.toMatchObject(none);
    expect(await decided()).toHaveLength(3);
  });

  it("of a guardian is their own", async () => {
    const field = "guardian.ninNumber";
    await expect(see(field)).rejects.toMatchObject(none);
    await db.guardian.create({ data: guardianOf((await createUser()).id) });
    await db.guardian.create({ data: guardianOf(user.id, "40000000002") });
    expect(await see(field)).toBe("40000000002");
  });

  it("is missing without a submission, and after redaction", async () => {
    const submissionId = user.currentSubmissionId!;
    await db.bankDetails.delete({ where: { submissionId } });
    await expect(see("accountNumber")).rejects.toMatchObject(none);
    await replaceApplicant(personal);
    await expect(see("ninNumber")).rejects.toMatchObject(none);
    expect(await decided()).toEqual([]);
  });

  it.each(["name", "xsignatories.0.bvnNumbers", "signatories.0.bvnNumberx", "signatories.100.bvnNumbers"])(
    "cannot be revealed for %s",
    (field) =>
      expect(revealSchema.safeParse({ field, reason: "other" }).error?.issues).toMatchObject([
        { path: ["field"], message: "Choose a number that can be revealed" },
      ]),
  );

  it("can be revealed by administrators only", async () => {
    await expect(
      revealNumber(await viewerOf(await createUser()), user.id, { field: "ninNumber" } as never),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
