import { describe, expect, it } from "vitest";
import { dayOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { fullName } from "@/lib/onboarding/forms/full-name";
import { companyNumber, mailboxOf, personKey } from "@/lib/onboarding/link-facts";
import { guardianColumns } from "@/lib/onboarding/submission/guardian-rows";
import { foldText } from "@/lib/text";
import { sampleAnswers, samplePhone } from "../../../../prisma/seed/answers";
import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import {
  admin,
  build,
  call,
  del,
  documents,
  freshEmail,
  freshNumber,
  personalInvestor,
  post,
  type SignedIn,
} from "../../../support/api";
import {
  pending,
  company,
  duplicatesOf,
  linksOf,
  isFlagged,
  ofUser,
  decide,
} from "../../../support/duplicates";
import { applicant, decision } from "../../../support/review";

/** Users who share identifying details with an applicant (product 10.20). */
describe("the links between two users", () => {
  it("are weak through a next of kin or signatory, and never flag a case then", async () => {
    const reader = await admin();
    const [first, otherUser, firm] = await Promise.all([applicant(), applicant(), company()]);
    const { phone, email } = await db.user.findUniqueOrThrow({ where: { id: otherUser.id } });
    await db.nextOfKin.updateMany({ ...ofUser(first), data: { phoneNumber: `234${phone}` } });
    await db.signatory.updateMany({
      where: { submission: { userId: firm.id }, ordinal: 1 },
      data: { email: email.toUpperCase() },
    });
    // The sample's account and answers have one phone number.
    expect(new Set(await linksOf(reader, first, otherUser))).toEqual(
      new Set([
        ["phone", "next_of_kin", "account", "weak"],
        ["phone", "next_of_kin", "applicant", "weak"],
      ]),
    );
    expect(await linksOf(reader, otherUser, firm)).toContainEqual(["email", "account", "signatory", "weak"]);
    const { people } = await duplicatesOf(reader, first, `?with=${otherUser.id}`);
    expect(people).toMatchObject([{ strength: "weak", fields: [] }]);
    expect(await Promise.all([first, otherUser, firm].map(isFlagged))).toEqual([false, false, false]);
  });

  it("are strong for an equal document, but not for a different one", async () => {
    const reader = await admin();
    const [first, same, otherUser] = await Promise.all(Array.from({ length: 3 }, () => personalInvestor()));
    const picture = await samplePhoto(freshNumber());
    const send = async (user: SignedIn, bytes: Buffer) => {
      await db.user.update({ where: { id: user.id }, data: { phone: samplePhone(freshNumber()) } });
      await post("/api/verification", sampleAnswers(freshNumber()), user.token);
      const form = await documents({
        identificationDocument: { bytes: await samplePdf("Identity", freshEmail()), name: "id.pdf" },
        passportPhoto: { bytes, name: "photo.jpg" },
        utilityBill: { bytes: await samplePdf("Bill", freshEmail()), name: "bill.pdf" },
      });
      expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(
        200,
      );
    };
    await send(first!, picture);
    await send(same!, picture);
    await send(otherUser!, await samplePhoto(freshNumber()));
    const documentLinks = async (user: SignedIn) =>
      (await linksOf(reader, first!, user)).filter(([field]) => field === "document");
    expect(await documentLinks(same!)).toEqual([["document", "applicant", "applicant", "strong"]]);
    expect(await documentLinks(otherUser!)).toEqual([]);
    expect(await Promise.all([first, same].map((user) => isFlagged(user!)))).toEqual([true, true]);
  });

  it("are weak through a guardian, also with one's NIN", async () => {
    const reader = await admin();
    const [child, parent] = await Promise.all([applicant(), applicant()]);
    const { ninIndex } = await db.personalDetails.findFirstOrThrow(ofUser(parent));
    const columns = guardianColumns(child.id, {
      fullName: "Bisi Test",
      relationship: "Parent",
      phoneNumber: samplePhone(freshNumber()),
      dateOfBirth: "1979-03-21",
      ninNumber: "70000000079",
    });
    await db.guardian.create({ data: { userId: child.id, email: freshEmail(), ...columns, ninIndex } });
    expect(await linksOf(reader, child, parent)).toEqual([["ninNumber", "guardian", "applicant", "weak"]]);
    expect(await Promise.all([child, parent].map(isFlagged))).toEqual([false, false]);
  });

  it("do not count in a draft, or of accounts with an unverified email address", async () => {
    const reader = await admin();
    const [first, otherUser, unverified] = await Promise.all([applicant(), applicant(), applicant()]);
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(first));
    for (const user of [otherUser, unverified])
      await db.bankDetails.updateMany({ ...ofUser(user), data: { bvnIndex: bank.bvnIndex } });
    expect(await linksOf(reader, first, otherUser)).toEqual([
      ["bvnNumber", "applicant", "applicant", "strong"],
    ]);
    await db.user.update({ where: { id: unverified.id }, data: { emailVerifiedAt: null } });
    await db.submission.updateMany({
      where: { userId: otherUser.id },
      data: { state: "draft", submittedAt: null, dueAt: null, queue: null },
    });
    expect((await duplicatesOf(reader, first)).people.flatMap(({ fields }) => fields)).not.toContain(
      "bvnNumber",
    );
  });

  it("to erased data are found by a next of kin's contact, too, weakly", async () => {
    const reader = await admin();
    const [former, again] = await Promise.all([applicant(), applicant()]);
    const kin = await db.nextOfKin.findFirstOrThrow(ofUser(former));
    expect((await del("/api/auth/deleteMe", former.token)).status).toBe(200);
    await db.nextOfKin.updateMany({ ...ofUser(again), data: { email: kin.email } });
    // The sample documents of two users can be equal.
    await db.document.deleteMany(ofUser(again));
    const { erased } = await duplicatesOf(reader, again);
    expect(erased).toContainEqual(
      expect.objectContaining({
        strength: "weak",
        fields: [],
        links: [{ field: "email", strength: "weak", key: expect.stringMatching(/^email\.related:/) }],
      }),
    );
  });

  it("are medium for an equal name and date of birth, with the words in any order, and flag no case", async () => {
    const reader = await admin();
    const [first, otherUser] = await Promise.all([applicant(), applicant()]);
    const { firstName, surname, dateOfBirth } = await db.personalDetails.findFirstOrThrow(ofUser(first));
    // A Cyrillic letter in place of a Latin one.
    const swapped = { firstName: surname.toUpperCase(), surname: `${firstName.replace("a", "\u0430")}.` };
    const key = (born: string) => ({ personKey: personKey(fullName(swapped), born) });
    await db.personalDetails.updateMany({ ...ofUser(otherUser), data: key(dayOf(dateOfBirth)) });
    expect(await linksOf(reader, first, otherUser)).toEqual([
      ["nameAndBirth", "applicant", "applicant", "medium"],
    ]);
    expect(await isFlagged(first)).toBe(false);
    await db.personalDetails.updateMany({ ...ofUser(otherUser), data: key("1971-01-01") });
    expect(await linksOf(reader, first, otherUser)).toEqual([]);
  });

  it("fold searched texts in SQL as in TypeScript", async () => {
    const texts = [
      "Ada Obi",
      "Ọláyínká ADÉBÁYỌ̀",
      "Ɗanjuma Ƙasim ƴ",
      "O’Neil O‘Neil Oʼneil O`neil",
      "Ada\u00a0 Obi",
      "ﬁrst Ａｄａ",
      "Straße",
      "100 % _ \\",
    ];
    const [row] = await db.$queryRaw<[{ folded: string[] }]>`
      SELECT array_agg(fold_text(e) ORDER BY n) AS folded FROM unnest(${texts}::text[]) WITH ORDINALITY AS t(e, n)`;
    expect(row.folded).toEqual(texts.map(foldText));
    expect(row.folded.slice(0, 3)).toEqual(["ada obi", "olayinka adebayo", "danjuma kasim y"]);
  });

  it("compare mailboxes and incorporation numbers in SQL as in TypeScript", async () => {
    const emails = ["a.b+c@gmail.com", "ab@googlemail.com", "A+b+c@x.example", "a.b@x.example", "a@gmail.com.example", "a+@x.ng"]; // oxfmt-ignore
    const numbers = [
      "RC123456",
      "rc 0123-456",
      "123456",
      "BN 77",
      "bn0077",
      "IT/9",
      "LLP 5",
      "no digits",
      "RC",
    ];
    const [row] = await db.$queryRaw<[{ mailboxes: string[]; numbers: (string | null)[] }]>`
      SELECT (SELECT array_agg(mailbox_of(e) ORDER BY n) FROM unnest(${emails}::text[]) WITH ORDINALITY AS t(e, n)) AS mailboxes,
        (SELECT array_agg(company_number(e) ORDER BY n) FROM unnest(${numbers}::text[]) WITH ORDINALITY AS t(e, n)) AS numbers`;
    expect(row.mailboxes).toEqual(emails.map(mailboxOf));
    expect(row.numbers).toEqual(numbers.map((number) => companyNumber(number) ?? null));
    expect(new Set(row.numbers.slice(0, 3))).toEqual(new Set(["RC123456"]));
  });
});

describe("the order of the list", () => {
  it("starts with undecided rejected accounts, however many others there are", async () => {
    const reader = await admin();
    const [one, rejected] = await Promise.all([applicant(), applicant()]);
    const helpers = await Promise.all(Array.from({ length: 20 }, () => build(pending)));
    const { ninIndex } = await db.personalDetails.findFirstOrThrow(ofUser(one));
    const { bvnIndex } = await db.bankDetails.findFirstOrThrow(ofUser(one));
    const ids = helpers.map(({ id }) => id);
    const of = (userIds: string[]) => ({ where: { submission: { userId: { in: userIds } } } });
    await db.personalDetails.updateMany({ ...of([...ids, rejected.id]), data: { ninIndex } });
    await db.bankDetails.updateMany({ ...of(ids), data: { bvnIndex } });
    await decision(rejected.id, { status: "rejected", rejectionReason: "Forged" }, reader.token);
    const { total, people } = await duplicatesOf(reader, one);
    expect([total, people.length]).toEqual([21, 20]);
    expect(people[0]).toMatchObject({ _id: rejected.id, status: "rejected" });
    // Once decided, a duplicate is no longer listed first.
    expect((await decide(reader, one, rejected)).status).toBe(200);
    const after = await duplicatesOf(reader, one);
    expect([after.undecided, after.people.at(-1)!._id]).toEqual([20, rejected.id]);
  });
});
