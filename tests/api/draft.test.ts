import { describe, expect, it } from "vitest";
import { sampleCompany } from "../../prisma/seed/answers";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import { db } from "@/lib/db/client";
import { deleteOrphanedFiles } from "@/lib/files/files";
import type { UserDto } from "@/lib/users/dto";
import type { DraftDto, DraftFileDto } from "@/lib/verification/dto";
import {
  admin,
  answers,
  call,
  del,
  documents,
  freshNumber,
  get,
  patch,
  person,
  post,
  put,
  urls,
  type SignedIn,
} from "../support/api";
import { companyDocuments } from "../support/company";

const investor = () => person({ role: "investor", investorType: "personal" });
const company = () => person({ role: "investor", investorType: "corporate" });
const draftOf = async (who: SignedIn) =>
  (await get("/api/verification/draft", who.token)).body.data as DraftDto | null;
const masked = (number: string) => "•".repeat(number.length - 4) + number.slice(-4);

async function upload(who: SignedIn, field: string, bytes: Uint8Array, name: string) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return call("PUT", `/api/verification/draft/files/${encodeURIComponent(field)}`, {
    form,
    token: who.token,
  });
}

describe("the draft on the server (ADR 9)", () => {
  it("is saved while the user types, returned with masked numbers, and sealed in the database", async () => {
    const who = await investor();
    expect(await draftOf(who)).toBeNull();
    const { ninNumber, bvnNumber, accountNumber } = answers(freshNumber());
    await put(
      "/api/verification/draft",
      { values: { firstName: "Ada", ninNumber, bvnNumber: "123", accountNumber } },
      who.token,
    );
    const draft = (await draftOf(who))!;
    // An incomplete number is omitted, not shown.
    expect(draft.values).toEqual({
      firstName: "Ada",
      ninNumber: masked(ninNumber),
      bvnNumber: "",
      accountNumber: masked(accountNumber),
    });
    const row = await db.formDraft.findUniqueOrThrow({ where: { userId: who.id } });
    expect(JSON.stringify(row)).not.toMatch(/Ada|firstName/);

    // A masked number that is sent back stays unchanged, and the submission contains it.
    await put(
      "/api/verification/draft",
      { values: { ...draft.values, bvnNumber, firstName: "Ade" } },
      who.token,
    );
    const body = {
      ...answers(1),
      ninNumber: masked(ninNumber),
      accountNumber: masked(accountNumber),
      bvnNumber: masked(bvnNumber),
    };
    expect((await post("/api/verification", body, who.token)).status).toBe(200);
    await call("POST", "/api/verification/documents", { form: await documents(), token: who.token });
    expect(await draftOf(who)).toBeNull();
    const boss = await admin();
    const revealed = await post(`/api/admin/users/${who.id}/reveal`, { field: "ninNumber" }, boss.token);
    expect(revealed.body.data).toEqual({ field: "ninNumber", value: ninNumber });
  });

  it("rejects a mask that matches no number of the user, like any invalid number", async () => {
    const [who, other] = await Promise.all([investor(), investor()]);
    const { ninNumber } = answers(freshNumber());
    await put("/api/verification/draft", { values: { ninNumber } }, other.token);
    const stolen = await post(
      "/api/verification",
      { ...answers(1), ninNumber: masked(ninNumber) },
      who.token,
    );
    expect([stolen.status, stolen.body.errors]).toEqual([
      422,
      [{ path: "ninNumber", message: "NIN must be 11 digits" }],
    ]);
  });

  it("stores documents uploaded in advance, which the submission names by id", async () => {
    const who = await investor();
    const fields = { identificationDocument: "id.pdf", passportPhoto: "me.jpg", utilityBill: "bill.png" };
    const bytes = {
      identificationDocument: await samplePdf("x"),
      passportPhoto: await samplePhoto(5),
      utilityBill: await samplePhoto(5, "png"),
    };
    const ids: Record<string, string> = {};
    for (const [field, name] of Object.entries(fields)) {
      const answer = await upload(who, field, bytes[field as keyof typeof bytes], name);
      expect(answer.status).toBe(200);
      ids[field] = (answer.body.data as DraftFileDto)._id;
    }
    // The replaced document is deleted immediately.
    const replaced = ids["passportPhoto"]!;
    ids["passportPhoto"] = (
      (await upload(who, "passportPhoto", await samplePhoto(9), "better.jpg")).body.data as DraftFileDto
    )._id;
    expect(await db.file.count({ where: { id: replaced } })).toBe(0);
    const draft = (await draftOf(who))!;
    expect(draft.files["passportPhoto"]).toMatchObject({
      name: "better.jpg",
      contentType: "image/jpeg",
      path: `/api/files/${ids["passportPhoto"]}`,
    });

    const stranger = await investor();
    const read = (token: string) =>
      fetch(urls()[0] + draft.files["passportPhoto"]!.path, {
        headers: { authorization: `Bearer ${token}` },
      }).then((r) => r.status);
    expect([await read(who.token), await read(stranger.token), await read((await admin()).token)]).toEqual([
      200, 404, 404,
    ]);
    await db.file.updateMany({
      where: { ownerId: who.id },
      data: { createdAt: new Date(Date.now() - 3 * 86_400_000) },
    });
    await deleteOrphanedFiles();
    expect(await db.file.count({ where: { ownerId: who.id } })).toBe(3);

    await post("/api/verification", answers(freshNumber()), stranger.token);
    const theft = new FormData();
    for (const [field, id] of Object.entries(ids)) theft.append(field, id);
    const refused = await call("POST", "/api/verification/documents", { form: theft, token: stranger.token });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "This document is no longer available. Upload it again.",
    ]);

    await post("/api/verification", answers(freshNumber()), who.token);
    const form = new FormData();
    for (const [field, id] of Object.entries(ids)) form.append(field, id);
    expect((await call("POST", "/api/verification/documents", { form, token: who.token })).status).toBe(200);
    const me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    expect(me.verification.documents).toEqual({
      idDocument: `/api/files/${ids["identificationDocument"]}`,
      passportPhoto: `/api/files/${ids["passportPhoto"]}`,
      utilityBill: `/api/files/${ids["utilityBill"]}`,
    });
  });

  it("retains the earlier file after an invalid upload, rejects an unknown field, and deletes a removed file", async () => {
    const who = await investor();
    await upload(who, "passportPhoto", await samplePhoto(5), "me.jpg");
    const wrong = await upload(who, "passportPhoto", Buffer.from("<svg/>"), "me.svg");
    expect([wrong.status, wrong.body.errors]).toEqual([
      415,
      [{ path: "passportPhoto", message: "Allowed types: JPG, PNG" }],
    ]);
    expect(Object.keys((await draftOf(who))!.files)).toEqual(["passportPhoto"]);
    expect((await upload(who, "certificateOfIncorporation", await samplePdf("x"), "a.pdf")).status).toBe(404);
    await del("/api/verification/draft/files/passportPhoto", who.token);
    expect(await draftOf(who)).toBeNull();
    expect(await db.file.count({ where: { ownerId: who.id } })).toBe(0);
  });

  it("allows resubmission with one changed field and the same documents and numbers", async () => {
    const [who, boss] = await Promise.all([
      person({ role: "investor", investorType: "personal", verification: "pending" }),
      admin(),
    ]);
    await patch(
      `/api/admin/users/${who.id}/verification-status`,
      { status: "rejected", rejectionReason: "Wrong street" },
      boss.token,
    );
    const me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    const { personal, nextOfKin, bankDetails, documents: former } = me.verification;
    const body = {
      ...answers(1),
      firstName: personal!.firstName,
      surname: personal!.surname,
      residentialAddress: "9 Right Street",
      ninNumber: personal!.ninNumber,
      kinFullName: nextOfKin!.fullName,
      accountNumber: bankDetails!.accountNumber,
      bvnNumber: bankDetails!.bvnNumber,
    };
    expect((await post("/api/verification", body, who.token)).status).toBe(200);
    const form = new FormData();
    const idOf = (path: string | null) => path!.split("/").pop()!;
    form.append("identificationDocument", idOf(former!.idDocument));
    form.append("passportPhoto", idOf(former!.passportPhoto));
    form.append("utilityBill", idOf(former!.utilityBill));
    expect((await call("POST", "/api/verification/documents", { form, token: who.token })).status).toBe(200);
    const again = (await get("/api/auth/me", who.token)).body.data as UserDto;
    expect(again.verification).toMatchObject({
      status: "pending",
      personal: { residentialAddress: "9 Right Street", ninNumber: personal!.ninNumber },
      documents: former,
    });
    expect(await db.document.count({ where: { submission: { userId: who.id } } })).toBe(6);
  });

  it("rejects reuse of a utility bill that was uploaded more than 3 months ago", async () => {
    const [who, boss] = await Promise.all([person({ role: "startup", verification: "pending" }), admin()]);
    await patch(
      `/api/admin/users/${who.id}/verification-status`,
      { status: "rejected", rejectionReason: "No" },
      boss.token,
    );
    const former = ((await get("/api/auth/me", who.token)).body.data as UserDto).verification.documents!;
    await db.file.updateMany({
      where: { ownerId: who.id },
      data: { createdAt: new Date(Date.now() - 100 * 86_400_000) },
    });
    await post("/api/verification", answers(freshNumber()), who.token);
    const form = await documents({ utilityBill: null, identificationDocument: null });
    form.append("identificationDocument", former.idDocument!.split("/").pop()!);
    form.append("utilityBill", former.utilityBill!.split("/").pop()!);
    const answer = await call("POST", "/api/verification/documents", { form, token: who.token });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "utilityBill"]);
  });

  it("returns 409 to a device that has not seen the latest answers", async () => {
    const who = await investor();
    const save = (values: Record<string, unknown>, savedAt?: unknown) =>
      put("/api/verification/draft", { values, savedAt }, who.token);
    const at = (answer: { body: { data: never } }) => (answer.body.data as { savedAt: string }).savedAt;
    const never = new Date(0).toISOString();

    const first = await save({ firstName: "Ada", _device: "phone" }, never);
    expect(first.status).toBe(200);
    expect((await draftOf(who))!.savedAt).toBe(at(first));
    // The device has seen no state, or an earlier one.
    const blind = await save({ firstName: "Bo", _device: "laptop" }, never);
    expect([blind.status, blind.body.error, blind.body.message, blind.body.data]).toEqual([
      409,
      "DRAFT_CHANGED",
      "You changed this form on another device",
      { savedAt: at(first) },
    ]);
    expect((await draftOf(who))!.values["firstName"]).toBe("Ada");
    const second = await save({ firstName: "Bo", _device: "laptop" }, at(first));
    expect(second.status).toBe(200);
    expect((await save({ firstName: "Ada", _device: "phone" }, at(first))).status).toBe(409);
    // A save without a device name counts as another device.
    expect((await save({ firstName: "Ada" }, at(first))).status).toBe(409);

    // A response may be lost, so a device may overwrite its own last save.
    expect((await save({ firstName: "Bola", _device: "laptop" }, at(first))).status).toBe(200);
    // Uploading a document does not change savedAt.
    const seen = (await draftOf(who))!.savedAt;
    await upload(who, "passportPhoto", await samplePhoto(5), "me.jpg");
    expect((await draftOf(who))!.savedAt).toBe(seen);
    expect((await save({ firstName: "Ada", _device: "phone" }, seen)).status).toBe(200);

    // A save without savedAt always succeeds.
    for (const silent of [undefined, null, ""]) {
      expect((await save({ firstName: "Eve", _device: "tablet" }, silent)).status).toBe(200);
    }
    const nonsense = await save({ firstName: "Eve" }, "yesterday");
    expect([nonsense.status, nonsense.body.errors?.[0]?.path]).toEqual([422, "savedAt"]);
  });

  it("accepts one of ten parallel saves of the same state and returns 409 to the others", async () => {
    const who = await investor();
    const first = await put("/api/verification/draft", { values: { _device: "a" } }, who.token);
    const { savedAt } = first.body.data as { savedAt: string };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call("PUT", "/api/verification/draft", {
          body: { values: { firstName: `Ada ${i}`, _device: `device ${i}` }, savedAt },
          token: who.token,
          server: i % 2 ? 1 : 0,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await draftOf(who))!.values["firstName"]).toBe(`Ada ${winner}`);
  });

  it("retains the memorandum of a rejected company, for which the form has no field", async () => {
    const [who, boss] = await Promise.all([company(), admin()]);
    const documentsOf = async () =>
      ((await get("/api/auth/me", who.token)).body.data as UserDto).verification.corporate!.documents;
    const send = async (changes: Parameters<typeof companyDocuments>[1]) => {
      await post("/api/verification/corporate", sampleCompany(freshNumber(), 1), who.token);
      const form = await companyDocuments(1, changes);
      expect(
        (await call("POST", "/api/verification/corporate/documents", { form, token: who.token })).status,
      ).toBe(200);
      return documentsOf();
    };
    const decline = () =>
      patch(
        `/api/admin/users/${who.id}/verification-status`,
        { status: "rejected", rejectionReason: "Once more" },
        boss.token,
      );
    const first = await send({});
    expect(first.memorandumAndArticles).toMatch(/^\/api\/files\//);
    await decline();
    // The form does not contain it. An optional document that the form contains and the submission omits is removed.
    const second = await send({ memorandumAndArticles: null, tinCertificate: null });
    expect(second).toMatchObject({
      memorandumAndArticles: first.memorandumAndArticles,
      tinCertificate: null,
    });
    await decline();
    // A new one replaces it.
    const third = await send({});
    expect(third.memorandumAndArticles).not.toBe(first.memorandumAndArticles);
  });

  it("is deleted when the investor type requires another form, and each form kind has its own draft", async () => {
    const who = await investor();
    await put("/api/verification/draft", { values: { firstName: "Ada" } }, who.token);
    await put("/api/auth/setInvestorType", { type: "corporate" }, who.token);
    expect(await draftOf(who)).toBeNull();
    const corporate = sampleCompany(freshNumber(), 2);
    await put(
      "/api/verification/draft",
      {
        values: {
          company: corporate.company,
          bankDetails: corporate.bankDetails,
          signatories: corporate.signatories,
        },
      },
      who.token,
    );
    const draft = (await draftOf(who))!;
    expect((draft.values["signatories"] as { bvnNumber: string }[]).map((entry) => entry.bvnNumber)).toEqual(
      corporate.signatories.map((entry) => masked(entry.bvnNumber)),
    );
    expect(
      (await post("/api/verification/corporate", { ...corporate, ...draft.values }, who.token)).status,
    ).toBe(200);
    await del("/api/verification/draft", who.token);
    expect(await draftOf(who)).toBeNull();
  });
});
