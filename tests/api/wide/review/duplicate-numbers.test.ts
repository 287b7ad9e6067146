import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { samplePhone } from "../../../../prisma/seed/answers";
import { samplePhoto } from "../../../../prisma/seed/files";
import { admin, documents, freshNumber, person, submit } from "../../../support/api";
import { applicant, duplicatesOf, allDuplicatesOf } from "../../../support/duplicate-numbers";

async function smallDocuments(): Promise<FormData> {
  const picture = async (name: string) => ({ bytes: await samplePhoto(freshNumber(), "jpeg", 120), name });
  return documents({ passportPhoto: await picture("photo.jpg"), utilityBill: await picture("bill.jpg") });
}

describe("possible duplicates (threat 34)", () => {
  it("include a company's signatory with the same BVN", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const investor = await applicant();
    await submit(investor, n);
    const company = await person({ role: "investor", investorType: "corporate", verification: "pending" });
    const user = await db.user.findUniqueOrThrow({ where: { id: company.id } });
    const bank = await db.bankDetails.findFirstOrThrow({ where: { submission: { userId: investor.id } } });
    await db.signatory.updateMany({
      where: { submissionId: user.currentSubmissionId!, ordinal: 0 },
      data: { bvnIndex: bank.bvnIndex },
    });
    expect(await duplicatesOf(administrator, investor.id)).toMatchObject([
      { _id: company.id, fields: ["bvnNumber"] },
    ]);
    expect(await duplicatesOf(administrator, company.id)).toMatchObject([
      { _id: investor.id, fields: ["bvnNumber"] },
    ]);
  });

  it("flag all of fifty parallel submissions with one NIN", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const people = await Promise.all(Array.from({ length: 50 }, applicant));
    // Prepared beforehand, so that all uploads are in flight at once.
    const forms = await Promise.all(people.map(smallDocuments));
    const ended = await Promise.all(people.map((account, index) => submit(account, n, forms[index])));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200]));
    const flagged = await Promise.all(people.map((account) => allDuplicatesOf(administrator, account.id)));
    // All are counted, twenty are listed.
    expect(new Set(flagged.map(({ total }) => total))).toEqual(new Set([49]));
    expect(new Set(flagged.map(({ people }) => people.length))).toEqual(new Set([20]));
    // The responses to the applicants contain nothing about the others.
    expect(JSON.stringify(ended.map(({ body }) => body))).not.toMatch(/duplicate/i);
  });

  it("rank equal numbers above any number of accounts with the same phone number", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const [one, same] = [await applicant(), await applicant()];
    await submit(one, n);
    await submit(same, n);
    // Two users share the numbers; the others share only the phone number, which is not verified.
    await db.user.createMany({
      data: Array.from({ length: 30 }, (_, index) => ({
        email: `flood${n}.${index}@test.example`,
        name: "Flood",
        phone: samplePhone(n),
        emailVerifiedAt: index < 25 ? new Date() : null,
      })),
    });
    const { total, people } = await allDuplicatesOf(administrator, one.id);
    expect(people[0]).toMatchObject({ _id: same.id });
    // Accounts with an unverified address are not counted.
    expect(total).toBe(26);
    expect(people).toHaveLength(20);
  });

  it("hide administrators from a plain administrator", async () => {
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const account = await person({ role: "startup", verification: "pending" });
    const colleague = await admin();
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: account.id } });
    await db.user.update({ where: { id: colleague.id }, data: { phone } });
    expect(await duplicatesOf(plain, account.id)).toEqual([]);
    expect(await duplicatesOf(root, account.id)).toMatchObject([{ _id: colleague.id, fields: ["phone"] }]);
  });
});
