import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { deleteOrphanedFiles } from "@/lib/files/files";
import type { DraftFileDto } from "@/lib/onboarding/dto";
import type { UserDto } from "@/lib/users/dto";
import { sampleCompany } from "../../../prisma/seed/answers";
import { samplePdf, samplePhoto } from "../../../prisma/seed/files";
import { admin, answers, call, del, documents, freshNumber, get, post, put, urls } from "../../support/api";
import { draftOf, masked, personalAccount, upload } from "../../support/draft";

describe("the draft on the server (ADR 9)", () => {
  it("is saved while the user types, returned with masked numbers, and sealed in the database", async () => {
    const user = await personalAccount();
    expect(await draftOf(user)).toBeNull();
    const { ninNumber, bvnNumber, accountNumber } = answers(freshNumber());
    await put(
      "/api/verification/draft",
      { values: { firstName: "Adaeze", ninNumber, bvnNumber: "123", accountNumber } },
      user.token,
    );
    const draft = (await draftOf(user))!;
    // An incomplete number is omitted, not shown.
    expect(draft.values).toEqual({
      firstName: "Adaeze",
      ninNumber: masked(ninNumber),
      bvnNumber: "",
      accountNumber: masked(accountNumber),
    });
    const row = await db.formDraft.findUniqueOrThrow({ where: { userId: user.id } });
    expect(JSON.stringify(row)).not.toMatch(/Adaeze|firstName/);

    // A masked number that is sent back stays unchanged, and the submission contains it.
    await put(
      "/api/verification/draft",
      { values: { ...draft.values, bvnNumber, firstName: "Ade" } },
      user.token,
    );
    const body = {
      ...answers(1),
      ninNumber: masked(ninNumber),
      accountNumber: masked(accountNumber),
      bvnNumber: masked(bvnNumber),
    };
    expect((await post("/api/verification", body, user.token)).status).toBe(200);
    await call("POST", "/api/verification/documents", { form: await documents(), token: user.token });
    expect(await draftOf(user)).toBeNull();
    const administrator = await admin();
    const revealed = await post(
      `/api/admin/users/${user.id}/reveal`,
      { field: "ninNumber", reason: "identity_check" },
      administrator.token,
    );
    expect(revealed.body.data).toEqual({ field: "ninNumber", value: ninNumber });
  });

  it("rejects a mask that matches no number of the user, like any invalid number", async () => {
    const [user, otherUser] = await Promise.all([personalAccount(), personalAccount()]);
    const { ninNumber } = answers(freshNumber());
    await put("/api/verification/draft", { values: { ninNumber } }, otherUser.token);
    const stolen = await post(
      "/api/verification",
      { ...answers(1), ninNumber: masked(ninNumber) },
      user.token,
    );
    expect([stolen.status, stolen.body.errors]).toEqual([
      422,
      [{ path: "ninNumber", message: "NIN must be 11 digits" }],
    ]);
  });

  it("stores documents uploaded in advance, which the submission names by id", async () => {
    const user = await personalAccount();
    const fields = { identificationDocument: "id.pdf", passportPhoto: "me.jpg", utilityBill: "bill.png" };
    const bytes = {
      identificationDocument: await samplePdf("x"),
      passportPhoto: await samplePhoto(5),
      utilityBill: await samplePhoto(5, "png"),
    };
    const ids: Record<string, string> = {};
    for (const [field, name] of Object.entries(fields)) {
      const answer = await upload(user, field, bytes[field as keyof typeof bytes], name);
      expect(answer.status).toBe(200);
      ids[field] = (answer.body.data as DraftFileDto)._id;
    }
    // The replaced document is deleted immediately.
    const replaced = ids["passportPhoto"]!;
    ids["passportPhoto"] = (
      (await upload(user, "passportPhoto", await samplePhoto(9), "better.jpg")).body.data as DraftFileDto
    )._id;
    expect(await db.file.count({ where: { id: replaced } })).toBe(0);
    const draft = (await draftOf(user))!;
    expect(draft.files["passportPhoto"]).toMatchObject({
      name: "better.jpg",
      contentType: "image/jpeg",
      path: `/api/files/${ids["passportPhoto"]}`,
    });

    const stranger = await personalAccount();
    const read = (token: string) =>
      fetch(urls()[0] + draft.files["passportPhoto"]!.path, {
        headers: { authorization: `Bearer ${token}` },
      }).then((r) => r.status);
    expect([await read(user.token), await read(stranger.token), await read((await admin()).token)]).toEqual([
      200, 404, 404,
    ]);
    await db.file.updateMany({
      where: { ownerId: user.id },
      data: { createdAt: new Date(Date.now() - 3 * 86_400_000) },
    });
    await deleteOrphanedFiles();
    expect(await db.file.count({ where: { ownerId: user.id, safeCopy: null } })).toBe(3);

    await post("/api/verification", answers(freshNumber()), stranger.token);
    const theft = new FormData();
    for (const [field, id] of Object.entries(ids)) theft.append(field, id);
    const refused = await call("POST", "/api/verification/documents", { form: theft, token: stranger.token });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "This document is no longer available. Upload it again.",
    ]);

    await post("/api/verification", answers(freshNumber()), user.token);
    const form = new FormData();
    for (const [field, id] of Object.entries(ids)) form.append(field, id);
    expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(200);
    const me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me.verification.documents).toEqual({
      idDocument: `/api/files/${ids["identificationDocument"]}`,
      passportPhoto: `/api/files/${ids["passportPhoto"]}`,
      utilityBill: `/api/files/${ids["utilityBill"]}`,
    });
  });

  it("retains the earlier file after an invalid upload, rejects an unknown field, and deletes a removed file", async () => {
    const user = await personalAccount();
    await upload(user, "passportPhoto", await samplePhoto(5), "me.jpg");
    const wrong = await upload(user, "passportPhoto", Buffer.from("<svg/>"), "me.svg");
    expect([wrong.status, wrong.body.errors]).toEqual([
      415,
      [{ path: "passportPhoto", message: "Allowed types: JPG, PNG\nThis file is an SVG image." }],
    ]);
    expect(Object.keys((await draftOf(user))!.files)).toEqual(["passportPhoto"]);
    expect((await upload(user, "certificateOfIncorporation", await samplePdf("x"), "a.pdf")).status).toBe(
      404,
    );
    await del("/api/verification/draft/files/passportPhoto", user.token);
    expect(await draftOf(user)).toBeNull();
    expect(await db.file.count({ where: { ownerId: user.id } })).toBe(0);
  });

  it("is deleted when the investor type requires another form, and each form kind has its own draft", async () => {
    const user = await personalAccount();
    await put("/api/verification/draft", { values: { firstName: "Ada" } }, user.token);
    await put("/api/auth/setInvestorType", { type: "corporate" }, user.token);
    expect(await draftOf(user)).toBeNull();
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
      user.token,
    );
    const draft = (await draftOf(user))!;
    expect((draft.values["signatories"] as { bvnNumber: string }[]).map((entry) => entry.bvnNumber)).toEqual(
      corporate.signatories.map((entry) => masked(entry.bvnNumber)),
    );
    expect(
      (await post("/api/verification/corporate", { ...corporate, ...draft.values }, user.token)).status,
    ).toBe(200);
    await del("/api/verification/draft", user.token);
    expect(await draftOf(user)).toBeNull();
  });
});
