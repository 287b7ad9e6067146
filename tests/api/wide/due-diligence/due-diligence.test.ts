import { beforeAll, describe, expect, it } from "vitest";
import { openRetainedRecord } from "@/lib/administration/retained-records";
import { db } from "@/lib/db/client";
import type { DueDiligenceDraftDto, DueDiligenceSummaryDto } from "@/lib/due-diligence/dto";
import { deleteOldDueDiligence } from "@/lib/due-diligence/retention";
import { sampleDueDiligence } from "../../../../prisma/seed/answers";
import { samplePdf } from "../../../../prisma/seed/files";
import { reviewer } from "../../../support/accounts";
import {
  admin,
  call,
  del,
  freshNumber,
  get,
  person,
  post,
  put,
  urls,
  type SignedIn,
} from "../../../support/api";

/** The calls of the due diligence form (product 10.41), beyond what `npm test` shows. */
let staff: SignedIn;
beforeAll(async () => {
  staff = await admin();
});

const customer = (investorType: "personal" | "corporate" = "personal") =>
  person({ role: "investor", investorType, verification: "approved", dueDiligence: "none" });
const company = (changes: object = {}) => ({ ...sampleDueDiligence(freshNumber(), "corporate"), ...changes });
const send = (by: SignedIn, body: object) => post("/api/due-diligence", body, by.token);
const formOf = async ({ id }: SignedIn) => {
  const { body } = await get("/api/admin/due-diligence?limit=100", staff.token);
  return (body.data as DueDiligenceSummaryDto[]).find(({ user }) => user._id === id)!;
};
const decide = (form: { _id: string }, body: object) =>
  post(
    `/api/admin/due-diligence/${form._id}/decision`,
    { expectedState: "sent", seen: [], ...body },
    staff.token,
  );
const returned = { verdict: "changes_requested", reason: "Name the third owner." };

async function upload(by: SignedIn, bytes: Uint8Array, name = "payslip.pdf") {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return call("PUT", "/api/due-diligence/draft/document", { form, token: by.token });
}
const fileStatus = async (id: string, by: SignedIn) =>
  (await fetch(`${urls()[0]}/api/files/${id}`, { headers: { authorization: `Bearer ${by.token}` } })).status;

describe("the document", () => {
  it("is the customer's alone until it is sent, then also the administrators', whose read is recorded", async () => {
    const [by, other] = [await customer(), await customer()];
    expect((await upload(by, Buffer.from("MZ a program"), "payslip.exe")).status).toBe(415);
    const pdf = await samplePdf("Payslip", "1");
    expect((await upload(by, pdf)).status).toBe(200);
    const draft = async () =>
      (await get("/api/due-diligence/draft", by.token)).body.data as DueDiligenceDraftDto;
    const first = (await draft()).document!._id;
    expect(await Promise.all([by, other, staff].map((who) => fileStatus(first, who)))).toEqual([
      200, 404, 404,
    ]);
    // A replaced or removed document is deleted.
    expect((await upload(by, pdf)).status).toBe(200);
    expect((await del("/api/due-diligence/draft/document", by.token)).status).toBe(200);
    expect(await db.file.count({ where: { ownerId: by.id, id: first } })).toBe(0);
    await upload(by, pdf);
    expect((await send(by, sampleDueDiligence(freshNumber(), "individual"))).status).toBe(201);
    const { _id: sent } = (await draft()).document!;
    expect(await Promise.all([by, other, staff].map((who) => fileStatus(sent, who)))).toEqual([
      200, 404, 200,
    ]);
    const where = { action: "document.viewed", targetId: by.id } as const;
    expect(await db.auditEvent.findMany({ where })).toMatchObject([
      { actorId: staff.id, data: { document: "sourceOfFunds" } },
    ]);
    expect((await upload(by, pdf)).body.error).toBe("ALREADY_SUBMITTED");
    // The document of a returned form stays with it when it is replaced in the next version.
    await decide(await formOf(by), returned);
    expect((await upload(by, pdf)).status).toBe(200);
    expect(await fileStatus(sent, staff)).toBe(200);
  });
});

describe("the form", () => {
  it("is for approved customers; startups may send it as individuals", async () => {
    const pending = await person({ role: "startup", verification: "pending" });
    const startup = await person({ role: "startup", verification: "approved" });
    const answers = sampleDueDiligence(freshNumber(), "individual");
    expect((await send(pending, answers)).status).toBe(403);
    expect((await send(startup, answers)).body.data).toMatchObject({ kind: "individual", state: "sent" });
  });

  it("is rejected where the answers are wrong", async () => {
    const by = await customer("corporate");
    const answer = await send(by, company({ ownersTotal: "90" }));
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        {
          path: "ownersTotal",
          message: "The shares above add up to 100%, not 90%. Check each share, or add who is missing.",
        },
      ],
    ]);
    const owner = company().owners[0]!;
    const many = await send(by, company({ owners: Array.from({ length: 21 }, () => owner) }));
    expect(many.body.errors?.map(({ path }) => path)).toContain("owners");
    expect((await send(by, company())).status).toBe(201);
    expect((await send(by, company())).body.error).toBe("ALREADY_SUBMITTED");
    const save = await put("/api/due-diligence/draft", { values: { taxId: "1" } }, by.token);
    expect(save.body.error).toBe("ALREADY_SUBMITTED");
  });

  it("is returned with a reason only, and opens again as it was sent", async () => {
    const by = await customer();
    const taxId = "1234567890123";
    await send(by, { ...sampleDueDiligence(freshNumber(), "individual"), taxId });
    const form = await formOf(by);
    const silent = await decide(form, { verdict: "changes_requested" });
    expect(silent.body.errors).toEqual([{ path: "reason", message: "Minimum 3 characters." }]);
    expect((await decide(form, returned)).status).toBe(200);
    expect((await decide(form, { verdict: "approved" })).body.error).toBe("ALREADY_DECIDED");
    expect((await get("/api/due-diligence", by.token)).body.data).toMatchObject({
      state: "changes_requested",
      reason: returned.reason,
    });
    const draft = (await get("/api/due-diligence/draft", by.token)).body.data as DueDiligenceDraftDto;
    expect(draft.values).toMatchObject({ taxId: "•••••••••0123", expectedAmount: "5000000", pep: "no" });
    // The mask means the stored number.
    const again = { ...draft.values, expectedAmount: "500000000" };
    expect((await send(by, again)).status).toBe(201);
  });
});

it("returned forms and drafts without a form are deleted after their time; the form leaves a sealed record", async () => {
  const [old, young, typing] = [await customer(), await customer(), await customer()];
  for (const by of [old, young]) {
    await send(by, sampleDueDiligence(freshNumber(), "individual"));
    await decide(await formOf(by), returned);
  }
  await put("/api/due-diligence/draft", { values: { occupation: "Trader" } }, typing.token);
  const past = new Date(Date.now() - 3_000 * 86_400_000);
  await db.dueDiligence.updateMany({ where: { userId: old.id }, data: { decidedAt: past } });
  const drafts = { where: { userId: { in: [old.id, young.id, typing.id] } } };
  await db.dueDiligenceDraft.updateMany({ ...drafts, data: { updatedAt: past } });
  await deleteOldDueDiligence();
  const remaining = await db.dueDiligence.findMany({ where: { userId: { in: [old.id, young.id] } } });
  expect(remaining.map(({ userId }) => userId)).toEqual([young.id]);
  expect((await db.dueDiligenceDraft.findMany(drafts)).map(({ userId }) => userId)).toEqual([young.id]);
  const record = await db.retainedRecord.findFirstOrThrow({ where: { userId: old.id } });
  const { sections } = await openRetainedRecord(await reviewer(true), record.id, "own_audit");
  expect(sections.map(({ title }) => title)).toEqual(["Account", "Due diligence form 1"]);
  const expired = { action: "due_diligence.expired", targetId: old.id };
  expect(await db.auditEvent.count({ where: expired })).toBe(1);
});
