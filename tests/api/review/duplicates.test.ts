import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, freshEmail, freshNumber } from "../../support/api";
import { company, duplicatesOf, linksOf, isFlagged, ofUser, decide } from "../../support/duplicates";

/** Users who share identifying details with an applicant (product 10.20). */
describe("the links between two users", () => {
  it("are found by each field, in any spelling, with the field in which each user gave it", async () => {
    const reader = await admin();
    const [first, otherUser] = await Promise.all([company(), company()]);
    const number = String(freshNumber());
    const mailbox = freshEmail("shared");
    await db.company.updateMany({
      ...ofUser(first),
      data: { incorporationNumber: `RC ${number}`, email: mailbox },
    });
    await db.company.updateMany({
      ...ofUser(otherUser),
      data: { incorporationNumber: `rc-00${number}`, email: mailbox.replace("@", "+two@") },
    });
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(first));
    await db.bankDetails.updateMany({
      ...ofUser(otherUser),
      data: { accountNumberIndex: bank.accountNumberIndex },
    });
    const expected = [
      ["accountNumber", "applicant", "applicant", "strong"],
      ["incorporationNumber", "applicant", "applicant", "strong"],
      ["email", "applicant", "applicant", "medium"],
    ];
    expect(await linksOf(reader, first, otherUser)).toEqual(expected);
    expect(await linksOf(reader, otherUser, first)).toEqual(expected);
    const { people } = await duplicatesOf(reader, first, `?with=${otherUser.id}`);
    expect(people).toMatchObject([
      { strength: "strong", fields: ["accountNumber", "incorporationNumber", "email"], decision: null },
    ]);
  });

  it("flag a case if they are strong, also after a decision on the pair", async () => {
    const reader = await admin();
    const [first, otherUser] = await Promise.all([company(), company()]);
    const incorporationNumber = `RC${freshNumber()}`;
    for (const user of [first, otherUser])
      await db.company.updateMany({ ...ofUser(user), data: { incorporationNumber } });
    expect(await isFlagged(first)).toBe(true);
    expect((await decide(reader, first, otherUser, { verdict: "coincidence" })).status).toBe(200);
    expect(await Promise.all([first, otherUser].map(isFlagged))).toEqual([true, true]);
  });
});
