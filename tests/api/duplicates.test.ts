import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { collectPersonalData } from "@/lib/account/personal-data";
import { bandsOf, looksAlike, pictureHash } from "@/lib/files/picture-hash";
import { sealPicture } from "@/lib/files/similar-pictures";
import { guardianColumns } from "@/lib/verification/guardian-rows";
import { findFlagReasons } from "@/lib/review/flags";
import type { TimelineEntryDto } from "@/lib/review/cases/schema";
import type { DuplicateDto, DuplicatesDto } from "@/lib/users/dto";
import { companyNumber, mailboxOf } from "@/lib/verification/identity";
import { sampleAnswers, samplePhone } from "../../prisma/seed/answers";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import {
  admin,
  build,
  call,
  del,
  documents,
  freshEmail,
  freshNumber,
  get,
  person,
  personalInvestor,
  post,
  times,
  type SignedIn,
} from "../support/api";
import { applicant, decision } from "../support/review";

/** The graph of duplicates, and what reviewers decide about it (product 10.20). */
const pending = { role: "investor", investorType: "personal", verification: "pending" } as const;
const company = () => person({ role: "investor", investorType: "corporate", verification: "pending" });

async function duplicatesOf(reader: SignedIn, { id }: { id: string }, query = ""): Promise<DuplicatesDto> {
  const { status, body } = await get(`/api/admin/users/${id}/duplicates${query}`, reader.token);
  expect(status).toBe(200);
  return body.data;
}

async function linksOf(reader: SignedIn, user: SignedIn, other: SignedIn) {
  const { people } = await duplicatesOf(reader, user, `?with=${other.id}`);
  return people.flatMap(({ links }) =>
    links.map(({ field, own, other: as, strength }) => [field, own, as, strength]),
  );
}

const isFlagged = ({ id }: SignedIn) =>
  db.$transaction(async (tx) => (await findFlagReasons(tx, { id }, id)).includes("duplicate"));

const ofUser = ({ id }: SignedIn) => ({ where: { submission: { userId: id } } });

async function seenOf(reader: SignedIn, user: SignedIn, other: SignedIn) {
  const { people } = await duplicatesOf(reader, user, `?with=${other.id}`);
  return people.flatMap(({ links }) => links.map(({ key }) => key));
}

async function decide(reader: SignedIn, user: SignedIn, other: SignedIn, body: object = {}) {
  const seen = await seenOf(reader, user, other);
  const verdict = "household";
  const path = `/api/admin/users/${user.id}/duplicates/decisions`;
  return post(path, { otherId: other.id, verdict, seen, ...body }, reader.token);
}

/** Two applicants with one phone number. */
async function pairWithPhone(): Promise<[SignedIn, SignedIn]> {
  const [one, other] = await Promise.all([applicant(), applicant()]);
  const phone = samplePhone(freshNumber());
  await db.user.update({ where: { id: one.id }, data: { phone } });
  await db.user.update({ where: { id: other.id }, data: { phone: `0${phone}` } });
  return [one, other];
}

/** A picture and a poor copy by which it is found, as most are (lib/files/picture-hash.test.ts). */
async function pictureAndCopy(): Promise<{ picture: Buffer; small: Buffer }> {
  for (;;) {
    const picture = await samplePhoto(freshNumber());
    const small = await sharp(picture).resize(300).jpeg({ quality: 65 }).toBuffer();
    const [one, other] = [(await pictureHash(picture))!, (await pictureHash(small))!];
    const bands = bandsOf(other);
    if (looksAlike(one, other) && bandsOf(one).filter((band) => bands.includes(band)).length > 2)
      return { picture, small };
  }
}

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

  it("are weak through a next of kin or signatory, and never flag a case then", async () => {
    const reader = await admin();
    const [one, other, firm] = await Promise.all([applicant(), applicant(), company()]);
    const { phone, email } = await db.user.findUniqueOrThrow({ where: { id: other.id } });
    await db.nextOfKin.updateMany({ ...ofUser(one), data: { phoneNumber: `234${phone}` } });
    await db.signatory.updateMany({
      where: { submission: { userId: firm.id }, ordinal: 1 },
      data: { email: email.toUpperCase() },
    });
    // The sample's account and answers have one phone number.
    expect(new Set(await linksOf(reader, one, other))).toEqual(
      new Set([
        ["phone", "next_of_kin", "account", "weak"],
        ["phone", "next_of_kin", "applicant", "weak"],
      ]),
    );
    expect(await linksOf(reader, other, firm)).toContainEqual(["email", "account", "signatory", "weak"]);
    const { people } = await duplicatesOf(reader, one, `?with=${other.id}`);
    expect(people).toMatchObject([{ strength: "weak", fields: [] }]);
    expect(await Promise.all([one, other, firm].map(isFlagged))).toEqual([false, false, false]);
  });

  it("are strong for an equal document, and medium for a picture that looks alike, but not for another one", async () => {
    const reader = await admin();
    const [one, copy, same, other] = await Promise.all(Array.from({ length: 4 }, () => personalInvestor()));
    const { picture, small } = await pictureAndCopy();
    const send = async (user: SignedIn, bytes: Buffer) => {
      await db.user.update({ where: { id: user.id }, data: { phone: samplePhone(freshNumber()) } });
      await post("/api/verification", sampleAnswers(freshNumber()), user.token);
      const bill = { bytes: await samplePdf("Bill", freshEmail()), name: "bill.pdf" };
      const form = await documents({
        identificationDocument: { bytes: await samplePdf("Identity", freshEmail()), name: "id.pdf" },
        passportPhoto: { bytes, name: "photo.jpg" },
        utilityBill: bill,
      });
      expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(
        200,
      );
    };
    await send(one!, picture);
    await send(copy!, small);
    await send(same!, picture);
    await send(other!, await samplePhoto(freshNumber()));
    const pictureLinks = async (user: SignedIn) =>
      (await linksOf(reader, one!, user)).filter(([field]) => field === "document" || field === "picture");
    expect(await pictureLinks(copy!)).toEqual([["picture", "applicant", "applicant", "medium"]]);
    expect(await pictureLinks(same!)).toEqual([["document", "applicant", "applicant", "strong"]]);
    expect(await pictureLinks(other!)).toEqual([]);
    expect(await Promise.all([one, copy, same].map((user) => isFlagged(user!)))).toEqual([true, false, true]);
    // What a picture looks like is readable in no column.
    const file = await db.file.findFirstOrThrow({ where: { ownerId: one!.id, picture: { isNot: null } }, include: { picture: true } }); // prettier-ignore
    const hash = (await pictureHash(picture))!;
    const columns = JSON.stringify(file.picture);
    expect((hash.match(/.{4}/g) ?? []).filter((band) => new RegExp(`[|"]${band}`).test(columns))).toEqual([]);
    // It is deleted with the file.
    await db.document.deleteMany({ where: { fileId: file.id } });
    await db.file.delete({ where: { id: file.id } });
    expect(await db.pictureHash.count({ where: { fileId: file.id } })).toBe(0);
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

  it("do not count in a draft, or of accounts with an unverified email address", async () => {
    const reader = await admin();
    const [one, other, unverified] = await Promise.all([applicant(), applicant(), applicant()]);
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(one));
    for (const user of [other, unverified])
      await db.bankDetails.updateMany({ ...ofUser(user), data: { bvnIndex: bank.bvnIndex } });
    expect(await linksOf(reader, one, other)).toEqual([["bvnNumber", "applicant", "applicant", "strong"]]);
    await db.user.update({ where: { id: unverified.id }, data: { emailVerifiedAt: null } });
    await db.submission.updateMany({
      where: { userId: other.id },
      data: { state: "draft", submittedAt: null, dueAt: null, queue: null },
    });
    expect((await duplicatesOf(reader, one)).people.flatMap(({ fields }) => fields)).not.toContain(
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

  it("compare mailboxes and incorporation numbers in SQL as in TypeScript", async () => {
    const emails = ["a.b+c@gmail.com", "ab@googlemail.com", "A+b+c@x.example", "a.b@x.example", "a@gmail.com.example", "a+@x.ng"]; // prettier-ignore
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
  it("has undecided rejected accounts first, which no number of other ones pushes off", async () => {
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
    // A decided one is no longer before the others.
    expect((await decide(reader, one, rejected)).status).toBe(200);
    const after = await duplicatesOf(reader, one);
    expect([after.undecided, after.people.at(-1)!._id]).toEqual([20, rejected.id]);
  });
});

describe("a decision on a pair", () => {
  it("is stored for both, with its note sealed, and not asked again", async () => {
    const reader = await admin();
    const [one, other] = await pairWithPhone();
    const note = "Sisters, both came to the office";
    const { status, body } = await decide(reader, one, other, { note });
    expect(status).toBe(200);
    expect((body.data as DuplicatesDto).undecided).toBe(0);
    for (const [user, twin] of [
      [one, other],
      [other, one],
    ] as const) {
      const { people, total, undecided } = await duplicatesOf(reader, user);
      expect([total, undecided]).toEqual([1, 0]);
      expect(people).toMatchObject([
        { _id: twin.id, decision: { verdict: "household", note, decidedBy: "Test admin", isSettled: true } },
      ]);
      const events = { targetId: user.id, action: "case.duplicate_decided" };
      const [row] = await db.auditEvent.findMany({ where: events });
      expect([row!.actorId, row!.data]).toEqual([reader.id, { verdict: "household", otherId: twin.id }]);
      const timeline = (await get(`/api/admin/users/${user.id}/timeline`, reader.token)).body
        .data as TimelineEntryDto[];
      expect(timeline).toContainEqual(
        expect.objectContaining({ action: "duplicate_decided", actor: "Test admin", detail: "household" }),
      );
    }
    const rows = await db.$queryRaw<{ row: string }[]>`SELECT d::text AS row FROM duplicate_decisions d`;
    expect(JSON.stringify(rows)).not.toContain("Sisters");
  });

  it("is never seen by the two, and contains no number", async () => {
    const reader = await admin();
    const [one, other] = await pairWithPhone();
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(one));
    await db.bankDetails.updateMany({ ...ofUser(other), data: { bvnIndex: bank.bvnIndex } });
    const { body } = await decide(reader, one, other, { verdict: "same_person", note: "One face" });
    expect(JSON.stringify(body)).not.toMatch(/\d{11}/);
    expect(JSON.stringify(body)).not.toContain(bank.bvnIndex);
    for (const { id, token } of [one, other]) {
      const own = await Promise.all(
        ["/api/auth/me", "/api/verification/status"].map((path) => get(path, token)),
      );
      const archive = JSON.stringify(await collectPersonalData(id));
      expect(JSON.stringify(own)).not.toMatch(/same_person|One face|duplicate/i);
      // The archive lists that a reviewer read the row among duplicates (product 10.11), not the decision.
      expect(archive).not.toMatch(/same_person|One face/);
    }
  });

  it("is asked again when something else is equal, and covers the weaker links of its fields", async () => {
    const reader = await admin();
    const [one, other] = await pairWithPhone();
    await decide(reader, one, other);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: other.id } });
    await db.nextOfKin.updateMany({ ...ofUser(one), data: { phoneNumber: phone } });
    expect((await duplicatesOf(reader, one)).undecided).toBe(0);
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(one));
    await db.bankDetails.updateMany({ ...ofUser(other), data: { bvnIndex: bank.bvnIndex } });
    const { undecided, people } = await duplicatesOf(reader, one);
    expect([undecided, people[0]!.decision]).toMatchObject([1, { verdict: "household", isSettled: false }]);
    await decide(reader, other, one, { verdict: "same_person" });
    expect((await duplicatesOf(reader, one)).people[0]!.decision).toMatchObject({
      verdict: "same_person",
      isSettled: true,
      note: null,
    });
    expect(
      await db.duplicateDecision.count({ where: { OR: [{ userId: one.id }, { otherId: one.id }] } }),
    ).toBe(1);
  });

  it("is asked again when another value of the same kind is equal, also in place of the first, but not for the first one", async () => {
    const reader = await admin();
    const [one, other] = await Promise.all([applicant(), applicant()]);
    const states = async () => [
      (await duplicatesOf(reader, one, `?with=${other.id}`)).undecided,
      (await duplicatesOf(reader, other, `?with=${one.id}`)).undecided,
    ];
    const contentsOf = async (user: SignedIn, ...contents: string[]) => {
      const rows = await db.document.findMany({ ...ofUser(user), orderBy: { id: "asc" } });
      for (const [index, { fileId }] of rows.entries()) {
        const sha256 = contents[index] ?? `other ${fileId}`;
        await db.file.update({ where: { id: fileId }, data: { sha256 } });
      }
    };
    const setPhone = ({ id }: SignedIn, phone: string) => db.user.update({ where: { id }, data: { phone } });
    const mark = freshNumber();
    const [bill, card] = [`bill ${mark}`, `card ${mark}`];
    await contentsOf(one, bill, card);
    await contentsOf(other, bill);
    await decide(reader, one, other);
    expect(await states()).toEqual([0, 0]);
    await contentsOf(other, card, bill);
    expect(await states()).toEqual([1, 1]);
    await contentsOf(other, card);
    expect(await states()).toEqual([1, 1]);
    await contentsOf(other, "none", bill);
    expect(await states()).toEqual([0, 0]);
    await contentsOf(other);

    const [first, second] = [samplePhone(mark), samplePhone(freshNumber())];
    await Promise.all([one, other].map((user) => setPhone(user, first)));
    await decide(reader, one, other);
    expect(await states()).toEqual([0, 0]);
    await Promise.all([one, other].map((user) => setPhone(user, second)));
    expect(await states()).toEqual([1, 1]);
    // The value cannot be tried out on what is stored.
    await decide(reader, one, other);
    const stored = await db.duplicateDecision.findFirstOrThrow({
      where: { OR: [{ userId: one.id }, { otherId: one.id }] },
    });
    const digests = ["md5", "sha1", "sha256"].map((name) =>
      createHash(name).update(second).digest("hex").slice(0, 8),
    );
    expect(digests.filter((digest) => JSON.stringify(stored).includes(digest))).toEqual([]);
  });

  it("is asked again when another picture looks alike, also beside an equal document", async () => {
    const reader = await admin();
    const [one, other] = await Promise.all([applicant(), applicant()]);
    const state = async () => (await duplicatesOf(reader, one, `?with=${other.id}`)).undecided;
    const filesOf = async (user: SignedIn) =>
      (await db.document.findMany({ ...ofUser(user), orderBy: { id: "asc" } })).map(({ fileId }) => fileId);
    const [files, others] = [await filesOf(one), await filesOf(other)];
    const setPicture = async (fileId: string, bytes: Buffer) => {
      await db.pictureHash.deleteMany({ where: { fileId } });
      await db.pictureHash.create({ data: { fileId, ...sealPicture(fileId, (await pictureHash(bytes))!) } });
    };
    for (const id of [...files, ...others])
      await db.file.update({ where: { id }, data: { sha256: `content ${id}` } });
    await db.pictureHash.deleteMany({ where: { fileId: { in: [...files, ...others] } } });
    const [face, card] = [await samplePhoto(freshNumber()), await samplePhoto(freshNumber())];
    await setPicture(files[0]!, face);
    await setPicture(files[1]!, card);
    await setPicture(others[0]!, face);
    expect(await linksOf(reader, one, other)).toEqual([["picture", "applicant", "applicant", "medium"]]);
    await decide(reader, one, other);
    expect(await state()).toBe(0);
    await setPicture(others[1]!, card);
    expect(await state()).toBe(1);
    await db.pictureHash.delete({ where: { fileId: others[0]! } });
    expect(await state()).toBe(1);

    // An equal document does not hide a picture of something else.
    for (const id of [files[2]!, others[2]!])
      await db.file.update({ where: { id }, data: { sha256: `bill ${files[2]}` } });
    await db.pictureHash.delete({ where: { fileId: others[1]! } });
    await decide(reader, one, other);
    expect(await state()).toBe(0);
    await setPicture(others[1]!, card);
    expect(await state()).toBe(1);
  });

  it("is asked again when another value of erased data is equal", async () => {
    const reader = await admin();
    const [former, again] = await Promise.all([applicant(), applicant()]);
    const [own, kin] = await Promise.all([
      db.personalDetails.findFirstOrThrow(ofUser(former)),
      db.nextOfKin.findFirstOrThrow(ofUser(former)),
    ]);
    expect((await del("/api/auth/deleteMe", former.token)).status).toBe(200);
    await db.document.deleteMany(ofUser(again));
    const find = async () =>
      (await duplicatesOf(reader, again)).erased.find(
        ({ accountErased, links }) => accountErased && links.some(({ field }) => field === "email"),
      )!;
    const setEmail = (email: string) => db.nextOfKin.updateMany({ ...ofUser(again), data: { email } });
    await setEmail(kin.email);
    const match = await find();
    const body = { recordId: match._id, verdict: "household", seen: match.links.map(({ key }) => key) };
    const path = `/api/admin/users/${again.id}/duplicates/decisions`;
    expect((await post(path, body, reader.token)).status).toBe(200);
    expect((await find()).decision).toMatchObject({ isSettled: true });
    await setEmail(own.email);
    expect((await find()).decision).toMatchObject({ isSettled: false });
  });

  it("is one of parallel ones", async () => {
    const reader = await admin();
    const [one, other] = await pairWithPhone();
    const seen = await seenOf(reader, one, other);
    const answers = await times(20, (n) => {
      const [user, twin] = n % 2 ? [one, other] : [other, one];
      const body = { otherId: twin.id, verdict: n % 3 ? "household" : "coincidence", seen };
      return post(`/api/admin/users/${user.id}/duplicates/decisions`, body, reader.token);
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(
      await db.duplicateDecision.count({ where: { OR: [{ userId: one.id }, { otherId: one.id }] } }),
    ).toBe(1);
  });

  it("is refused for what the reviewer has not seen, for strangers, and for reviewers with a conflict of interest with either", async () => {
    const [reader, involved] = await Promise.all([admin(), admin()]);
    const [one, other] = await pairWithPhone();
    const stranger = await applicant();
    const errorOf = async (answer: Promise<{ status: number; body: { error?: string } }>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    expect(await errorOf(decide(reader, one, other, { seen: ["email"] }))).toEqual([409, "CONFLICT"]);
    // Nor for more than that.
    const [{ links }] = (await duplicatesOf(reader, one, `?with=${other.id}`)).people as [DuplicateDto];
    const seen = [...links.map(({ key }) => key), "phone", "email", "email.related", "document", "picture"];
    expect(await errorOf(decide(reader, one, other, { seen }))).toEqual([409, "CONFLICT"]);
    expect(await errorOf(decide(reader, one, stranger))).toEqual([404, "NOT_FOUND"]);
    expect(await errorOf(decide(reader, one, one))).toEqual([404, "NOT_FOUND"]);
    await db.nextOfKin.updateMany({ ...ofUser(other), data: { email: involved.email } });
    expect(await errorOf(decide(involved, one, other))).toEqual([409, "CONFLICT"]);
    expect(await errorOf(decide(involved, other, one))).toEqual([409, "CONFLICT"]);
    expect(
      await db.duplicateDecision.count({ where: { OR: [{ userId: one.id }, { otherId: one.id }] } }),
    ).toBe(0);
  });

  it("on an administrator's account is for super administrators", async () => {
    const [plain, root, colleague] = await Promise.all([admin(), admin(true), admin()]);
    const user = await applicant();
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    await db.user.update({ where: { id: colleague.id }, data: { phone } });
    expect((await decide(plain, user, colleague, { seen: ["phone"] })).status).toBe(404);
    expect((await decide(colleague, user, colleague, { seen: ["phone"] })).status).toBe(403);
    expect((await decide(root, user, colleague)).status).toBe(200);
  });

  it("on erased data is stored for the user, and the flag of the case stays", async () => {
    const reader = await admin();
    const n = freshNumber();
    const investor = { role: "investor", investorType: "personal", verification: "pending", n } as const;
    const former = await person(investor);
    await decision(former.id, { status: "rejected", rejectionReason: "Forged" }, reader.token);
    await del("/api/auth/deleteMe", former.token);
    const again = await person(investor);
    const find = async () =>
      (await duplicatesOf(reader, again)).erased.find(({ fields }) => fields.includes("ninNumber"))!;
    const match = await find();
    expect(match).toMatchObject({ strength: "strong", decision: null });
    const body = { recordId: match._id, verdict: "same_person", seen: match.links.map(({ key }) => key) };
    const answer = await post(`/api/admin/users/${again.id}/duplicates/decisions`, body, reader.token);
    expect(answer.status).toBe(200);
    expect((await find()).decision).toMatchObject({ verdict: "same_person", isSettled: true });
    const reasons = await db.$transaction((tx) => findFlagReasons(tx, again, reader.id));
    expect(reasons).toContain("erased_record");
  });

  it("is deleted with either user", async () => {
    const reader = await admin();
    for (const deleted of [0, 1] as const) {
      const pair = await pairWithPhone();
      await decide(reader, ...pair);
      const where = { OR: [{ userId: pair[0].id }, { otherId: pair[0].id }] };
      expect(await db.duplicateDecision.count({ where })).toBe(1);
      expect((await del("/api/auth/deleteMe", pair[deleted].token)).status).toBe(200);
      expect(await db.duplicateDecision.count({ where })).toBe(0);
    }
  });
});
