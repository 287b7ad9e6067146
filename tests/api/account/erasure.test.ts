import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import { deleteExpiredRecords } from "@/lib/onboarding/retention/retained-records";
import type { DuplicatesDto, ErasedMatchDto } from "@/lib/users/dto";
import type { RetainedRecordDto } from "@/lib/users/retained-record-dto";
import { samplePhone, sampleAnswers } from "../../../prisma/seed/answers";
import {
  admin,
  call,
  del,
  freshEmail,
  freshNumber,
  get,
  person,
  post,
  urls,
  waitForMail,
  type SignedIn,
} from "../../support/api";
import { decision } from "../../support/review";
import { pendingInvestor as investor } from "../../support/users";

/** What is left of an erased account, and who may read it. */
const FORGED = "The ID document is forged.";

async function rejected(n: number, reviewer: SignedIn): Promise<SignedIn> {
  const user = await person({ ...investor, n });
  const body = { status: "rejected", rejectionReason: FORGED };
  expect((await decision(user.id, body, reviewer.token)).status).toBe(200);
  return user;
}

async function erase({ token }: SignedIn): Promise<void> {
  expect((await del("/api/auth/deleteMe", token)).status).toBe(200);
}

/** Returns erased data with the same NIN; documents and phone numbers may also match those of other tests. */
async function erasedOf(reader: SignedIn, id: string): Promise<ErasedMatchDto[]> {
  const { status, body } = await get(`/api/admin/users/${id}/duplicates`, reader.token);
  expect(status).toBe(200);
  return (body.data as DuplicatesDto).erased.filter(({ fields }) => fields.includes("ninNumber"));
}

const recordsOf = (user: SignedIn) => db.retainedRecord.findMany({ where: { userId: user.id } });
const open = (id: string, token: string, body: unknown = { reason: "returning_applicant" }) =>
  post(`/api/admin/retained-records/${id}/open`, body, token);
const openings = (user: SignedIn) =>
  db.auditEvent.findMany({ where: { targetId: user.id, action: "record.opened" } });

describe("an erased account that returns (threat 54)", () => {
  it("is flagged to the reviewer with the earlier outcome, and never to the applicant", async () => {
    const reviewer = await admin();
    const n = freshNumber();
    const former = await rejected(n, reviewer);
    await erase(former);
    const again = await person({ ...investor, n, email: former.email });

    expect(await erasedOf(reviewer, again.id)).toMatchObject([
      {
        accountErased: true,
        outcome: "rejected",
        reason: FORGED,
        fields: expect.arrayContaining([
          "ninNumber",
          "bvnNumber",
          "accountNumber",
          "phone",
          "email",
        ]) as never,
      },
    ]);
    const me = await get("/api/auth/me", again.token);
    const status = await get("/api/verification/status", again.token);
    expect(JSON.stringify([me.body, status.body])).not.toMatch(/forged|erased/i);
  });

  it("shows no number that was typed into the reason", async () => {
    const reviewer = await admin();
    const n = freshNumber();
    const former = await person({ ...investor, n });
    const { ninNumber } = sampleAnswers(n);
    const body = { status: "rejected", rejectionReason: `Forged, the NIN ${ninNumber} is another person's.` };
    expect((await decision(former.id, body, reviewer.token)).status).toBe(200);
    await erase(former);
    const again = await person({ ...investor, n });
    const [match] = await erasedOf(reviewer, again.id);
    expect(match!.reason).toMatch(/^Forged, the NIN •+\d{4} is another person's\.$/);
  });

  it("is recognised by its mailbox with a tag, a phone number with a prefix, and the hash of a document", async () => {
    const reviewer = await admin();
    const n = freshNumber();
    const [name, domain] = freshEmail("tagged").split("@");
    const former = await person({ ...investor, n, email: `${name}@${domain}` });
    const { sha256 } = await db.file.findFirstOrThrow({ where: { ownerId: former.id } });
    await erase(former);
    const again = await person({ ...investor, email: `${name}+new@${domain}` });
    const file = await db.file.findFirstOrThrow({ where: { ownerId: again.id } });
    await db.file.update({ where: { id: file.id }, data: { sha256 } });
    await db.user.update({ where: { id: again.id }, data: { phone: `234${samplePhone(n)}` } });
    const { body } = await get(`/api/admin/users/${again.id}/duplicates`, reviewer.token);
    const { erased } = body.data as DuplicatesDto;
    expect(erased).toContainEqual(
      expect.objectContaining({
        outcome: "pending",
        decidedAt: null,
        fields: ["phone", "email", "document"],
      }),
    );
  });

  it("is recognised by the name and date of birth alone", async () => {
    const reviewer = await admin();
    const former = await rejected(freshNumber(), reviewer);
    const { personKey } = await db.personalDetails.findFirstOrThrow({
      where: { submission: { userId: former.id } },
    });
    await erase(former);
    const again = await person(investor);
    const found = async () => {
      const { body } = await get(`/api/admin/users/${again.id}/duplicates`, reviewer.token);
      const matches = (body.data as DuplicatesDto).erased.filter(({ reason }) => reason === FORGED);
      return matches.flatMap(({ fields }) => fields).filter((field) => field !== "document");
    };
    expect(await found()).toEqual([]);
    await db.personalDetails.updateMany({ where: { submission: { userId: again.id } }, data: { personKey } });
    expect(await found()).toEqual(["nameAndBirth"]);
  });

  it("is flagged after its numbers were redacted, too", async () => {
    const reviewer = await admin();
    const n = freshNumber();
    const former = await rejected(n, reviewer);
    await db.submission.updateMany({
      where: { userId: former.id },
      data: { reviewedAt: new Date(Date.now() - 365 * 86_400_000) },
    });
    await redactExpiredRejections();
    const again = await person({ ...investor, n });
    const flags = async () => (await erasedOf(reviewer, again.id)).map(({ accountErased }) => accountErased);
    expect(await flags()).toEqual([false]);
    // Their own earlier submission is not held against them.
    expect(await erasedOf(reviewer, former.id)).toEqual([]);
    await erase(former);
    expect(await flags()).toEqual([true]);
  });

  it("leaves nothing if it never submitted", async () => {
    const user = await person({ role: "investor" });
    await erase(user);
    expect(await recordsOf(user)).toEqual([]);
  });
});

describe("the record of an erased account (threat 54)", () => {
  it("is unreadable in the database and in the list, and opens for super administrators with a reason", async () => {
    const [reviewer, root] = await Promise.all([admin(), admin(true)]);
    const n = freshNumber();
    const former = await rejected(n, reviewer);
    await erase(former);
    const [record] = await recordsOf(former);
    const { ninNumber, bvnNumber, accountNumber } = sampleAnswers(n);
    for (const text of [ninNumber, bvnNumber, accountNumber, former.email, "forged"]) {
      expect(JSON.stringify(record)).not.toContain(text);
    }
    expect(record!.keepUntil.getUTCFullYear() - record!.erasedAt.getUTCFullYear()).toBe(5);

    const page = await fetch(`${urls()[0]}/admin/audit`, { headers: { cookie: root.cookies } });
    const html = await page.text();
    expect(html).toContain("Records of erased accounts");
    expect(html).not.toContain(former.email);

    expect((await open(record!.id, reviewer.token)).status).toBe(403);
    expect((await open(record!.id, root.token, {})).body.errors).toEqual([
      { path: "reason", message: "Choose a reason" },
    ]);
    expect(await openings(former)).toEqual([]);
    const opened = await open(record!.id, root.token);
    expect(opened.status).toBe(200);
    const { sections, outcome } = opened.body.data as RetainedRecordDto;
    expect(outcome).toBe("rejected");
    const values = new Map(sections.flatMap(({ facts }) => facts).map(({ path, value }) => [path, value]));
    expect(values.get("personal.ninNumber")).toBe(ninNumber);
    expect(values.get("bankDetails.bvnNumber")).toBe(bvnNumber);
    expect(values.get("bankDetails.accountNumber")).toBe(accountNumber);
    expect(values.get("decisions.0.reason")).toBe(FORGED);
    expect(values.get("documents.idDocument")).toMatch(/^application\/pdf, \d+ bytes, SHA-256 [\da-f]{64}$/);
    expect((await openings(former)).map(({ actorId, data }) => [actorId, data])).toEqual([
      [root.id, { recordId: record!.id, reason: "returning_applicant" }],
    ]);
  });

  it("needs a proof of the last 5 minutes", async () => {
    const root = await admin(true);
    await db.session.updateMany({
      where: { userId: root.id },
      data: { provedAt: new Date(Date.now() - 6 * 60_000) },
    });
    const answer = await open("01900000-0000-7000-8000-000000000000", root.token);
    expect(answer.body.error).toBe("STEP_UP_REQUIRED");
  });

  it("is deleted after its period, also from the flags", async () => {
    const reviewer = await admin();
    const n = freshNumber();
    const former = await rejected(n, reviewer);
    await erase(former);
    const again = await person({ ...investor, n });
    await deleteExpiredRecords();
    expect(await erasedOf(reviewer, again.id)).toHaveLength(1);
    await db.retainedRecord.updateMany({ where: { userId: former.id }, data: { keepUntil: new Date(0) } });
    await deleteExpiredRecords();
    expect(await recordsOf(former)).toEqual([]);
    expect(await erasedOf(reviewer, again.id)).toEqual([]);
  });
});

describe("a deletion by an administrator (threat 54)", () => {
  it("records its reason, and is emailed to super administrators", async () => {
    const [reviewer, root, user] = await Promise.all([admin(), admin(true), person(investor)]);
    // Other tests delete accounts at the same time.
    const name = `Deleting ${freshNumber()}`;
    await db.user.update({ where: { id: reviewer.id }, data: { name } });
    const path = `/api/admin/users/${user.id}`;
    expect((await call("DELETE", `${path}?reason=boredom`, { token: reviewer.token })).status).toBe(422);
    expect((await call("DELETE", `${path}?reason=fraud`, { token: reviewer.token })).status).toBe(200);
    const events = await db.auditEvent.findMany({ where: { targetId: user.id, action: "user.deleted" } });
    expect(events.map(({ actorId, data }) => [actorId, data])).toEqual([
      [reviewer.id, { reason: "fraud", isSuper: false }],
    ]);
    const mail = await waitForMail(root.email, new RegExp(`${name} deleted an account`));
    expect(mail.text).toContain("Suspected fraud");
    expect(mail.text).not.toContain(user.email);
    expect(await recordsOf(user)).toHaveLength(1);
  });

  it("without a reason in the documented call records none, and the email says so", async () => {
    const [reviewer, root, user] = await Promise.all([admin(), admin(true), person(investor)]);
    const name = `Deleting ${freshNumber()}`;
    await db.user.update({ where: { id: reviewer.id }, data: { name } });
    expect((await del(`/api/admin/users/${user.id}`, reviewer.token)).status).toBe(200);
    const event = await db.auditEvent.findFirst({ where: { targetId: user.id, action: "user.deleted" } });
    expect(event?.data).toEqual({ isSuper: false });
    const mail = await waitForMail(root.email, new RegExp(`${name} deleted an account`));
    expect(mail.text).toContain("No reason was given.");
  });
});
