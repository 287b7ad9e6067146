import { describe, expect, it } from "vitest";
import { sampleCompany } from "../../../prisma/seed/answers";
import { db } from "@/lib/db/client";
import type { UserDto } from "@/lib/users/dto";
import { admin, answers, call, documents, freshNumber, get, patch, person, post } from "../../support/api";
import { companyDocuments } from "../../support/company";
import { corporateAccount } from "../../support/draft";

describe("resubmission after a rejection (ADR 9)", () => {
  it("accepts one changed field with the same documents and numbers", async () => {
    const [user, administrator] = await Promise.all([
      person({ role: "investor", investorType: "personal", verification: "pending" }),
      admin(),
    ]);
    await patch(
      `/api/admin/users/${user.id}/verification-status`,
      { status: "rejected", rejectionReason: "Wrong street" },
      administrator.token,
    );
    const me = (await get("/api/auth/me", user.token)).body.data as UserDto;
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
    expect((await post("/api/verification", body, user.token)).status).toBe(200);
    const form = new FormData();
    const idOf = (path: string | null) => path!.split("/").pop()!;
    form.append("identificationDocument", idOf(former!.idDocument));
    form.append("passportPhoto", idOf(former!.passportPhoto));
    form.append("utilityBill", idOf(former!.utilityBill));
    expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(200);
    const again = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(again.verification).toMatchObject({
      status: "pending",
      personal: { residentialAddress: "9 Right Street", ninNumber: personal!.ninNumber },
      documents: former,
    });
    expect(await db.document.count({ where: { submission: { userId: user.id } } })).toBe(6);
  });

  it("rejects a utility bill that was uploaded more than 3 months ago", async () => {
    const [user, administrator] = await Promise.all([
      person({ role: "startup", verification: "pending" }),
      admin(),
    ]);
    await patch(
      `/api/admin/users/${user.id}/verification-status`,
      { status: "rejected", rejectionReason: "No" },
      administrator.token,
    );
    const former = ((await get("/api/auth/me", user.token)).body.data as UserDto).verification.documents!;
    await db.file.updateMany({
      where: { ownerId: user.id },
      data: { createdAt: new Date(Date.now() - 100 * 86_400_000) },
    });
    await post("/api/verification", answers(freshNumber()), user.token);
    const form = await documents({ utilityBill: null, identificationDocument: null });
    form.append("identificationDocument", former.idDocument!.split("/").pop()!);
    form.append("utilityBill", former.utilityBill!.split("/").pop()!);
    const answer = await call("POST", "/api/verification/documents", { form, token: user.token });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "utilityBill"]);
  });

  it("retains the memorandum of a rejected company, for which the form has no field", async () => {
    const [user, administrator] = await Promise.all([corporateAccount(), admin()]);
    const documentsOf = async () =>
      ((await get("/api/auth/me", user.token)).body.data as UserDto).verification.corporate!.documents;
    const send = async (changes: Parameters<typeof companyDocuments>[1]) => {
      await post("/api/verification/corporate", sampleCompany(freshNumber(), 1), user.token);
      const form = await companyDocuments(1, changes);
      expect(
        (await call("POST", "/api/verification/corporate/documents", { form, token: user.token })).status,
      ).toBe(200);
      return documentsOf();
    };
    const decline = () =>
      patch(
        `/api/admin/users/${user.id}/verification-status`,
        { status: "rejected", rejectionReason: "Once more" },
        administrator.token,
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
});
