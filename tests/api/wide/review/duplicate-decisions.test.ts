import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { findApprovalReasons } from "@/lib/review/decisions/approval-reasons";
import type { DuplicateDto } from "@/lib/users/dto";
import { samplePhone } from "../../../../prisma/seed/answers";
import { admin, del, freshNumber, person, post, submit, times, type SignedIn } from "../../../support/api";
import { applicant, decision } from "../../../support/review";
import { duplicatesOf, linksOf, ofUser, seenOf, decide, pairWithPhone } from "../../../support/duplicates";

/** Reviewers' decisions about two users who share identifying details (product 10.20). */
describe("a decision on a pair", () => {
  it("covers matches from either side, also in earlier submissions", async () => {
    const reader = await admin();
    const [userA, otherUser] = await Promise.all([applicant(), applicant()]);
    const rowOf = ({ id }: SignedIn) => db.user.findUniqueOrThrow({ where: { id } });
    // The second user's earlier submission has the account number of the first user's current one.
    const { currentSubmissionId } = await rowOf(otherUser);
    await decision(otherUser.id, { status: "rejected", rejectionReason: "Blurred" }, reader.token);
    await submit(otherUser);
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(userA));
    await db.bankDetails.update({
      where: { submissionId: currentSubmissionId! },
      data: { accountNumberIndex: bank.accountNumberIndex },
    });
    const phone = samplePhone(freshNumber());
    await db.user.updateMany({ where: { id: { in: [userA.id, otherUser.id] } }, data: { phone } });

    for (const [first, second] of [
      [userA, otherUser],
      [otherUser, userA],
    ] as const) {
      expect((await decide(reader, first, second)).status).toBe(200);
      for (const [user, twin] of [
        [userA, otherUser],
        [otherUser, userA],
      ] as const) {
        const { people, undecided } = await duplicatesOf(reader, user, `?with=${twin.id}`);
        expect([undecided, people[0]?.fields]).toEqual([0, ["accountNumber", "phone"]]);
      }
      await db.duplicateDecision.deleteMany({ where: { decidedById: reader.id } });
    }
  });

  it("is asked again when another field matches, and covers the weaker links of its fields", async () => {
    const reader = await admin();
    const [userA, userB] = await pairWithPhone();
    await decide(reader, userA, userB);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: userB.id } });
    await db.nextOfKin.updateMany({ ...ofUser(userA), data: { phoneNumber: phone } });
    expect((await duplicatesOf(reader, userA)).undecided).toBe(0);
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(userA));
    await db.bankDetails.updateMany({ ...ofUser(userB), data: { bvnIndex: bank.bvnIndex } });
    const { undecided, people } = await duplicatesOf(reader, userA);
    expect([undecided, people[0]!.decision]).toMatchObject([1, { verdict: "household", isSettled: false }]);
    await decide(reader, userB, userA, { verdict: "same_person" });
    expect((await duplicatesOf(reader, userA)).people[0]!.decision).toMatchObject({
      verdict: "same_person",
      isSettled: true,
      note: null,
    });
    expect(
      await db.duplicateDecision.count({ where: { OR: [{ userId: userA.id }, { otherId: userA.id }] } }),
    ).toBe(1);
  });

  it("is asked again when another value of the same kind matches, also in place of the first, but not for the first value", async () => {
    const reader = await admin();
    const [userA, userB] = await Promise.all([applicant(), applicant()]);
    const states = async () => [
      (await duplicatesOf(reader, userA, `?with=${userB.id}`)).undecided,
      (await duplicatesOf(reader, userB, `?with=${userA.id}`)).undecided,
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
    await contentsOf(userA, bill, card);
    await contentsOf(userB, bill);
    await decide(reader, userA, userB);
    expect(await states()).toEqual([0, 0]);
    await contentsOf(userB, card, bill);
    expect(await states()).toEqual([1, 1]);
    await contentsOf(userB, card);
    expect(await states()).toEqual([1, 1]);
    await contentsOf(userB, "none", bill);
    expect(await states()).toEqual([0, 0]);
    await contentsOf(userB);

    const [first, second] = [samplePhone(mark), samplePhone(freshNumber())];
    await Promise.all([userA, userB].map((user) => setPhone(user, first)));
    await decide(reader, userA, userB);
    expect(await states()).toEqual([0, 0]);
    await Promise.all([userA, userB].map((user) => setPhone(user, second)));
    expect(await states()).toEqual([1, 1]);
    // The value cannot be guessed by comparing it with stored data.
    await decide(reader, userA, userB);
    const stored = await db.duplicateDecision.findFirstOrThrow({
      where: { OR: [{ userId: userA.id }, { otherId: userA.id }] },
    });
    const digests = ["md5", "sha1", "sha256"].map((name) =>
      createHash(name).update(second).digest("hex").slice(0, 8),
    );
    expect(digests.filter((digest) => JSON.stringify(stored).includes(digest))).toEqual([]);
  });

  it("is asked again when another document matches", async () => {
    const reader = await admin();
    const [userA, userB] = await Promise.all([applicant(), applicant()]);
    const state = async () => (await duplicatesOf(reader, userA, `?with=${userB.id}`)).undecided;
    const filesOf = async (user: SignedIn) =>
      (await db.document.findMany({ ...ofUser(user), orderBy: { id: "asc" } })).map(({ fileId }) => fileId);
    const [files, others] = [await filesOf(userA), await filesOf(userB)];
    const share = async (index: number) => {
      for (const id of [files[index]!, others[index]!])
        await db.file.update({ where: { id }, data: { sha256: `content ${files[index]}` } });
    };
    await share(0);
    expect(await linksOf(reader, userA, userB)).toEqual([["document", "applicant", "applicant", "strong"]]);
    await decide(reader, userA, userB);
    expect(await state()).toBe(0);
    await share(1);
    expect(await state()).toBe(1);
  });

  it("is asked again when another value of erased data matches", async () => {
    const reader = await admin();
    const [former, again] = await Promise.all([applicant(), applicant()]);
    const [personal, kin] = await Promise.all([
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
    await setEmail(personal.email);
    expect((await find()).decision).toMatchObject({ isSettled: false });
  });

  it("succeeds once in parallel", async () => {
    const reader = await admin();
    const [userA, userB] = await pairWithPhone();
    const seen = await seenOf(reader, userA, userB);
    const answers = await times(20, (n) => {
      const [user, twin] = n % 2 ? [userA, userB] : [userB, userA];
      const body = { otherId: twin.id, verdict: n % 3 ? "household" : "coincidence", seen };
      return post(`/api/admin/users/${user.id}/duplicates/decisions`, body, reader.token);
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(
      await db.duplicateDecision.count({ where: { OR: [{ userId: userA.id }, { otherId: userA.id }] } }),
    ).toBe(1);
  });

  it("is refused for matches that the reviewer has not seen, for unrelated users, and for reviewers with a conflict of interest with either", async () => {
    const [reader, involved] = await Promise.all([admin(), admin()]);
    const [userA, userB] = await pairWithPhone();
    const stranger = await applicant();
    const errorOf = async (answer: Promise<{ status: number; body: { error?: string } }>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    expect(await errorOf(decide(reader, userA, userB, { seen: ["email"] }))).toEqual([409, "CONFLICT"]);
    // Matches that do not exist are refused too.
    const [{ links }] = (await duplicatesOf(reader, userA, `?with=${userB.id}`)).people as [DuplicateDto];
    const seen = [...links.map(({ key }) => key), "phone", "email", "email.related", "document"];
    expect(await errorOf(decide(reader, userA, userB, { seen }))).toEqual([409, "CONFLICT"]);
    expect(await errorOf(decide(reader, userA, stranger))).toEqual([404, "NOT_FOUND"]);
    expect(await errorOf(decide(reader, userA, userA))).toEqual([404, "NOT_FOUND"]);
    await db.nextOfKin.updateMany({ ...ofUser(userB), data: { email: involved.email } });
    expect(await errorOf(decide(involved, userA, userB))).toEqual([409, "CONFLICT"]);
    expect(await errorOf(decide(involved, userB, userA))).toEqual([409, "CONFLICT"]);
    expect(
      await db.duplicateDecision.count({ where: { OR: [{ userId: userA.id }, { otherId: userA.id }] } }),
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
    const reasons = await db.$transaction((tx) => findApprovalReasons(tx, again, reader.id));
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
