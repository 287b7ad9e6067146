import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { DuplicatesDto } from "@/lib/users/dto";
import type { SubmissionDto } from "@/lib/verification/dto";
import { samplePhone } from "../../prisma/seed/answers";
import {
  admin,
  del,
  answers,
  call,
  documents,
  freshNumber,
  get,
  patch,
  person,
  personalInvestor,
  post,
  submit,
  urls,
  type SignedIn,
} from "../support/api";

/** A reviewer sees, beside the current answers, earlier submissions and users with the same numbers. */
async function decide(administrator: SignedIn, account: SignedIn, body: object): Promise<void> {
  const { status } = await patch(
    `/api/admin/users/${account.id}/verification-status`,
    body,
    administrator.token,
  );
  expect(status).toBe(200);
}

/** With a unique phone number. */
const applicant = () => person({ role: "investor", investorType: "personal", label: "applicant" });
const historyOf = async (administrator: SignedIn, account: SignedIn) =>
  (await get(`/api/admin/users/${account.id}/submissions`, administrator.token)).body.data as SubmissionDto[];
const allDuplicatesOf = async (administrator: SignedIn, id: string) =>
  (await get(`/api/admin/users/${id}/duplicates`, administrator.token)).body.data as DuplicatesDto;
const duplicatesOf = async (administrator: SignedIn, id: string) =>
  (await allDuplicatesOf(administrator, id)).people;

describe("earlier submissions", () => {
  it("are listed with their changes; numbers are compared in full and returned masked", async () => {
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const account = await personalInvestor();
    const mark = freshNumber();
    const first = answers(mark, { ninNumber: "11111114321", firstName: "Ada" });
    await post("/api/verification", first, account.token);
    await call("POST", "/api/verification/documents", {
      form: await documents({}, mark),
      token: account.token,
    });
    await decide(plain, account, { status: "rejected", rejectionReason: "Another NIN, please" });
    // The same last four digits: the masked number has not changed.
    await post(
      "/api/verification",
      { ...first, ninNumber: "22222224321", firstName: "Adaeze" },
      account.token,
    );
    await call("POST", "/api/verification/documents", {
      form: await documents({}, mark),
      token: account.token,
    });

    const history = await historyOf(root, account);
    expect(history.map(({ state, current, rejectionReason }) => [state, current, rejectionReason])).toEqual([
      ["pending", true, null],
      ["rejected", false, "Another NIN, please"],
    ]);
    expect(history[1]).toMatchObject({ changes: null, reviewedBy: { _id: plain.id } });
    expect(history[1]!.personal!.ninNumber).toMatch(/^•+4321$/);
    const changes = new Map(history[0]!.changes!.map((change) => [change.path, change]));
    // The photo is the same again; the PDFs are new files.
    expect([...changes.keys()].filter((path) => !/idDocument|utilityBill/.test(path)).sort()).toEqual([
      "personal.firstName",
      "personal.ninNumber",
    ]);
    expect(changes.get("personal.firstName")).toMatchObject({ before: "Ada", after: "Adaeze" });
    expect(changes.get("personal.ninNumber")!.before).toBe(changes.get("personal.ninNumber")!.after);
    expect(JSON.stringify(history)).not.toMatch(/11111114321|22222224321/);

    // Reviewer and time are hidden from a plain administrator (product 10.9).
    expect((await historyOf(plain, account))[1]).toMatchObject({ reviewedAt: null, reviewedBy: null });
  });

  it("retain every decision, also an overruled one", async () => {
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const account = await person({ role: "startup", verification: "pending" });
    await decide(plain, account, { status: "rejected", rejectionReason: "The photo is blurred." });
    await decide(root, account, { status: "approved", expectedStatus: "rejected" });
    const [submission] = await historyOf(root, account);
    expect(submission).toMatchObject({ state: "approved", rejectionReason: null });
    expect(submission!.decisions).toMatchObject([
      { status: "approved", reason: null, decidedBy: { _id: root.id } },
      { status: "rejected", reason: "The photo is blurred.", decidedBy: { _id: plain.id } },
    ]);
    expect((await historyOf(plain, account))[0]!.decisions[1]).toEqual({
      status: "rejected",
      reason: "The photo is blurred.",
      decidedAt: null,
      decidedBy: null,
    });

    // After a deletion the number of decisions remains, without user or reason.
    await del(`/api/admin/users/${account.id}`, root.token);
    const left = await db.decision.findMany({ where: { decidedById: { in: [plain.id, root.id] } } });
    expect(left.map(({ userId, submissionId, reason }) => [userId, submissionId, reason])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it("report the time of the other decision to an administrator who decides second, and its reviewer only to a super administrator", async () => {
    const [plain, root, first] = await Promise.all([admin(), admin(true), admin()]);
    const account = await person({ role: "startup", verification: "pending" });
    await decide(first, account, { status: "approved" });
    const late = (administrator: SignedIn) =>
      patch(
        `/api/admin/users/${account.id}/verification-status`,
        { status: "rejected", rejectionReason: "Too late", expectedStatus: "pending" },
        administrator.token,
      );
    const [outcomeOf, toldRoot] = [await late(plain), await late(root)];
    expect([outcomeOf.status, outcomeOf.body.message]).toEqual([
      409,
      "This verification has already been approved",
    ]);
    expect(outcomeOf.body.data).toMatchObject({ status: "approved", reviewedBy: null });
    expect((outcomeOf.body.data as { reviewedAt: string }).reviewedAt).toMatch(/^\d{4}-.*Z$/);
    expect(toldRoot.body.data).toMatchObject({ reviewedBy: { _id: first.id } });
  });

  it("are empty for a user without a submission, and contain no draft", async () => {
    const administrator = await admin();
    const account = await personalInvestor();
    await post("/api/verification", answers(freshNumber()), account.token);
    expect(await historyOf(administrator, account)).toEqual([]);
  });
});

describe("possible duplicates (threat 34)", () => {
  it("list users with the same NIN, BVN, account number or phone, and the equal fields", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const one = await applicant();
    await submit(one, n);
    const same = await applicant();
    await submit(same, n);
    const phoneOnly = await person({ role: "startup", verification: "pending", label: "phone" });
    await db.user.update({ where: { id: phoneOnly.id }, data: { phone: `0${samplePhone(n)}` } });

    const found = await duplicatesOf(administrator, one.id);
    expect(new Map(found.map(({ _id, fields }) => [_id, fields]))).toEqual(
      new Map([
        [same.id, ["ninNumber", "bvnNumber", "accountNumber", "phone", "email"]],
        [phoneOnly.id, ["phone"]],
      ]),
    );
    expect(found[0]).toMatchObject({ _id: same.id, email: same.email, status: "pending" });
    expect(JSON.stringify(found)).not.toContain(answers(n).ninNumber);
    // Both users are flagged.
    expect((await duplicatesOf(administrator, same.id)).map(({ _id }) => _id)).toContain(one.id);
  });

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
    const ended = await Promise.all(people.map((account) => submit(account, n)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200]));
    const flagged = await Promise.all(people.map((account) => allDuplicatesOf(administrator, account.id)));
    // All are counted, twenty are listed.
    expect(new Set(flagged.map(({ total }) => total))).toEqual(new Set([49]));
    expect(new Set(flagged.map(({ people }) => people.length))).toEqual(new Set([20]));
    // The responses to the applicants contain nothing about the others.
    expect(JSON.stringify(ended.map(({ body }) => body))).not.toMatch(/duplicate/i);
  }, 120_000);

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

describe("the export of users", () => {
  const download = async (query: string, token: string) =>
    fetch(`${urls()[0]}/api/admin/users/export?${query}`, { headers: { authorization: `Bearer ${token}` } });

  it("is the filtered list as masked CSV without formulas, and is recorded", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const mark = `export${n}`;
    const account = await person({
      role: "investor",
      investorType: "personal",
      verification: "pending",
      label: mark,
      n,
    });
    await person({ role: "startup", label: mark });
    await db.user.update({
      where: { id: account.id },
      data: { name: '=HYPERLINK("http://x.example","Ada")' },
    });

    const response = await download(`q=${mark}&onlySubmitted=true`, administrator.token);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="users-[\d-]+\.csv"$/);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    const { ninNumber, bvnNumber, accountNumber } = answers(n);
    expect(text.split("\r\n")).toEqual([
      "\uFEFFFull name,Email address,Phone number,Role,Investor type,Verification status,Submitted at (UTC),Joined at (UTC),NIN (masked),BVN (masked),Account number (masked)",
      expect.stringMatching(/^"'=HYPERLINK\(""http:\/\/x\.example"",""Ada""\)",/),
      "",
    ]);
    for (const number of [ninNumber, bvnNumber, accountNumber]) {
      expect(text).not.toContain(number);
      expect(text).toContain(`•${number.slice(-4)}`);
    }
    const written = await db.auditEvent.findFirst({
      where: { actorId: administrator.id, action: "users.exported" },
    });
    expect(written?.data).toMatchObject({ onlySubmitted: true, searched: true });
    expect(JSON.stringify(written?.data)).not.toContain(mark);
  });

  it("rejects administrators' accounts for a plain administrator, and an invalid filter", async () => {
    const administrator = await admin();
    expect((await download("role=admin", administrator.token)).status).toBe(403);
    expect((await download("status=draft", administrator.token)).status).toBe(422);
    const text = await (await download("", administrator.token)).text();
    const administrators = await db.user.findMany({ where: { role: "admin" } });
    expect(administrators.map(({ email }) => email)).toContain(administrator.email);
    expect(administrators.filter(({ email }) => text.includes(`,${email},`))).toEqual([]);
  });

  it("is rate-limited per administrator", async () => {
    const [busy, other] = await Promise.all([admin(), admin()]);
    const seen: number[] = [];
    // A HEAD request does not consume the limit.
    const head = await fetch(`${urls()[0]}/api/admin/users/export`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${busy.token}` },
    });
    expect(head.status).toBe(200);
    for (let turn = 0; turn < 31; turn += 1) {
      const response = await download("q=nobody-has-this-name", busy.token);
      await response.arrayBuffer();
      seen.push(response.status);
    }
    expect(seen.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(seen[30]).toBe(429);
    expect((await download("q=nobody-has-this-name", other.token)).status).toBe(200);
  });
});
