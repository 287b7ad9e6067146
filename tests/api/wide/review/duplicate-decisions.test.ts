import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { findApprovalReasons } from "@/lib/review/decisions/approval-reasons";
import type { DuplicateDto } from "@/lib/users/dto";
import { samplePhone } from "../../../../prisma/seed/answers";
import { admin, del, freshNumber, person, post, submit, times, type SignedIn } from "../../../support/api";
import { applicant, decision } from "../../../support/review";
import { duplicatesOf, linksOf, ofUser, seenOf, decide, pairWithPhone } from "../../../support/duplicates";

/** What reviewers decide about two users who have something in common (product 10.20). */
describe("a decision on a pair", () => {
  it("covers what is equal from either side, also in earlier submissions", async () => {
    const reader = await admin();
    const [one, other] = await Promise.all([applicant(), applicant()]);
    const rowOf = ({ id }: SignedIn) => db.user.findUniqueOrThrow({ where: { id } });
    // The earlier submission of the other one has the account number of the first one's current submission.
    const { currentSubmissionId } = await rowOf(other);
    await decision(other.id, { status: "rejected", rejectionReason: "Blurred" }, reader.token);
    await submit(other);
    const bank = await db.bankDetails.findFirstOrThrow(ofUser(one));
    await db.bankDetails.update({
      where: { submissionId: currentSubmissionId! },
      data: { accountNumberIndex: bank.accountNumberIndex },
    });
    const phone = samplePhone(freshNumber());
    await db.user.updateMany({ where: { id: { in: [one.id, other.id] } }, data: { phone } });

    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      expect((await decide(reader, first, second)).status).toBe(200);
      for (const [user, twin] of [
        [one, other],
        [other, one],
      ] as const) {
        const { people, undecided } = await duplicatesOf(reader, user, `?with=${twin.id}`);
        expect([undecided, people[0]?.fields]).toEqual([0, ["accountNumber", "phone"]]);
      }
      await db.duplicateDecision.deleteMany({ where: { decidedById: reader.id } });
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

  it("is asked again when another document is equal", async () => {
    const reader = await admin();
    const [one, other] = await Promise.all([applicant(), applicant()]);
    const state = async () => (await duplicatesOf(reader, one, `?with=${other.id}`)).undecided;
    const filesOf = async (user: SignedIn) =>
      (await db.document.findMany({ ...ofUser(user), orderBy: { id: "asc" } })).map(({ fileId }) => fileId);
    const [files, others] = [await filesOf(one), await filesOf(other)];
    const share = async (index: number) => {
      for (const id of [files[index]!, others[index]!])
        await db.file.update({ where: { id }, data: { sha256: `content ${files[index]}` } });
    };
    await share(0);
    expect(await linksOf(reader, one, other)).toEqual([["document", "applicant", "applicant", "strong"]]);
    await decide(reader, one, other);
    expect(await state()).toBe(0);
    await share(1);
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
    const seen = [...links.map(({ key }) => key), "phone", "email", "email.related", "document"];
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
