import { describe, expect, it } from "vitest";
import { sampleCompany } from "../../../prisma/seed/answers";
import { samplePdf } from "../../../prisma/seed/files";
import { companyDocuments as form } from "../../support/company";
import type { UserDto } from "@/lib/users/dto";
import { admin, call, freshNumber, get, patch, person, post, type SignedIn } from "../../support/api";

const company = () => person({ role: "investor", investorType: "corporate" });

const send = (user: SignedIn, data: FormData) =>
  call("POST", "/api/verification/corporate/documents", { form: data, token: user.token });

describe("the verification of a company (product 7.2)", () => {
  it("is approved after answers and documents of three signatories", async () => {
    const user = await company();
    const answers = sampleCompany(freshNumber(), 3);
    const text = await post(
      "/api/verification/corporate",
      {
        ...answers,
        bankDetails: { ...answers.bankDetails, accountType: "Savings" },
        referral: { officerName: "Bo", contact: "" },
      },
      user.token,
    );
    expect(text.status).toBe(200);
    expect((await send(user, await form(3))).status).toBe(200);
    const status = await get("/api/verification/status", user.token);
    expect(status.body.data).toMatchObject({
      status: "pending",
      kind: "corporate",
      documents: {
        certificateOfIncorporation: true,
        memorandumAndArticles: true,
        utilityBill: true,
        tinCertificate: true,
        logo: true,
      },
    });

    const administrator = await admin();
    const seen = (await get(`/api/admin/users/${user.id}`, administrator.token)).body.data as UserDto;
    const corporate = seen.verification.corporate!;
    expect(corporate.company).toMatchObject({
      name: answers.company.name,
      logo: expect.stringContaining("/api/files/") as string,
    });
    expect(corporate.bankDetails).toMatchObject({
      accountType: "Corporate",
      accountNumber: `••••••${answers.bankDetails.accountNumber.slice(-4)}`,
    });
    expect(corporate.signatories).toHaveLength(3);
    expect(corporate.signatories.map((signatory) => signatory.bvnNumber.slice(-4))).toEqual(
      answers.signatories.map((signatory) => signatory.bvnNumber.slice(-4)),
    );
    expect(corporate.signatories.every((signatory) => signatory.idDocument?.startsWith("/api/files/"))).toBe(
      true,
    );
    expect(corporate.referral).toEqual({ officerName: "Bo", contact: null });
    const revealed = await post(
      `/api/admin/users/${user.id}/reveal`,
      { field: "signatories.2.bvnNumber", reason: "bank_check" },
      administrator.token,
    );
    expect(revealed.body.data).toEqual({
      field: "signatories.2.bvnNumber",
      value: answers.signatories[2]!.bvnNumber,
    });
    expect(
      (
        await patch(
          `/api/admin/users/${user.id}/verification-status`,
          { status: "approved", expectedStatus: "pending" },
          administrator.token,
        )
      ).status,
    ).toBe(200);
    expect(((await get("/api/auth/me", user.token)).body.data as UserDto).isVerified).toBe(true);
  });

  it("reports a missing or wrong document by its signatory", async () => {
    const user = await company();
    expect((await send(user, await form(2))).status).toBe(409);
    await post("/api/verification/corporate", sampleCompany(freshNumber(), 2), user.token);
    for (const [field, path] of [
      ["certificateOfIncorporation", "certificateOfIncorporation"],
      ["utilityBill", "utilityBill"],
      ["signatories[1][idDocument]", "signatories.1.idDocument"],
    ] as const) {
      const missing = await send(user, await form(2, { [field]: null }));
      expect([missing.status, missing.body.errors]).toEqual([422, [{ path, message: "File is required" }]]);
      const wrong = await send(
        user,
        await form(2, { [field]: { bytes: Buffer.from("<svg/>"), name: "a.svg" } }),
      );
      expect([wrong.status, wrong.body.errors]).toEqual([
        415,
        [{ path, message: "Allowed types: PDF, JPG, PNG\nThis file is an SVG image." }],
      ]);
    }
    const logo = await send(
      user,
      await form(2, { companyLogo: { bytes: await samplePdf("x"), name: "logo.pdf" } }),
    );
    expect([logo.status, logo.body.message]).toEqual([415, "Allowed types: JPG, PNG\nThis file is a PDF."]);
    const optional = await form(2, {
      companyLogo: null,
      memorandumAndArticles: null,
      tinCertificate: null,
      "signatories[7][idDocument]": { bytes: await samplePdf("x"), name: "x.pdf" },
    });
    expect((await send(user, optional)).status).toBe(200);
    expect((await send(user, await form(2))).status).toBe(409);
  });

  it("is open to companies only, and companies cannot submit the individual form", async () => {
    const [user, personal] = await Promise.all([
      company(),
      person({ role: "investor", investorType: "personal" }),
    ]);
    expect((await post("/api/verification/corporate", sampleCompany(1), personal.token)).status).toBe(403);
    expect((await post("/api/verification", {}, user.token)).status).toBe(403);
  });
});
