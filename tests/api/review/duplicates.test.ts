import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, freshEmail, freshNumber } from "../../support/api";
import { company, duplicatesOf, linksOf, isFlagged, ofUser, decide } from "../../support/duplicates";

/** Who has something in common with an applicant (product 10.20). */
describe("the links between two users", () => {
  it("are found by each field, in any spelling, with what each gave it as", async () => {
    const reader = await admin();
    const [one, other] = await Promise.all([company(), company()]);
    const number = String(freshNumber());
    const mailbox = freshEmail("shared");
    await db.company.updateMany({
      ...ofUser(one),
      data: { incorporationNumber: `RC ${number}`, email: mailbox },
    });
    await db.company.updateMany({
      ...ofUser(other),
      data: { incorporationNumber: `rc-00${number}`, email: mailbox.replace("@", "+two@") },
    });
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(one));
    await db.bankDetails.updateMany({
      ...ofUser(other),
      data: { accountNumberIndex: bank.accountNumberIndex },
    });
    const expected = [
      ["accountNumber", "applicant", "applicant", "strong"],
      ["incorporationNumber", "applicant", "applicant", "strong"],
      ["email", "applicant", "applicant", "medium"],
    ];
    expect(await linksOf(reader, one, other)).toEqual(expected);
    expect(await linksOf(reader, other, one)).toEqual(expected);
    const { people } = await duplicatesOf(reader, one, `?with=${other.id}`);
    expect(people).toMatchObject([
      { strength: "strong", fields: ["accountNumber", "incorporationNumber", "email"], decision: null },
    ]);
  });

  it("flag a case if they are strong, also after a decision on the pair", async () => {
    const reader = await admin();
    const [one, other] = await Promise.all([company(), company()]);
    const incorporationNumber = `RC${freshNumber()}`;
    for (const user of [one, other])
      await db.company.updateMany({ ...ofUser(user), data: { incorporationNumber } });
    expect(await isFlagged(one)).toBe(true);
    expect((await decide(reader, one, other, { verdict: "coincidence" })).status).toBe(200);
    expect(await Promise.all([one, other].map(isFlagged))).toEqual([true, true]);
  });
});
