import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { samplePdf } from "../../../../prisma/seed/files";
import { call, documents, get, personalInvestor } from "../../../support/api";
import { expensiveFiles } from "../../../support/expensive-files";
import { misnamedFiles, ordinaryPdfs } from "../../../support/malicious-files";
import { applicantWithAnswers } from "../../../support/files";

let pdf: Buffer;

beforeAll(async () => {
  pdf = await samplePdf("x");
});

describe("disguised files (threat 26-28)", () => {
  it("names of phones and scanner apps do not matter: the bytes decide", async () => {
    for (const [name, bytes, storedAs, contentType] of await misnamedFiles()) {
      const { token } = await personalInvestor();
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }), name);
      const { status, body } = await call("PUT", "/api/verification/draft/files/utilityBill", {
        form,
        token,
      });
      expect([name, status, body.data]).toMatchObject([name, 200, { name: storedAs, contentType }]);
    }
  });

  it("ordinary PDFs are accepted: another opening page, a font called AA, a byte order mark, trailing bytes", async () => {
    for (const [i, bytes] of (await ordinaryPdfs()).entries()) {
      const applicant = await applicantWithAnswers();
      const form = await documents({ identificationDocument: { bytes, name: `Ọlá ${i}.pdf` } });
      expect([
        i,
        (await call("POST", "/api/verification/documents", { form, token: applicant.token })).status,
      ]).toEqual([i, 200]);
      const file = await db.file.findFirstOrThrow({
        where: { ownerId: applicant.id, originalName: { endsWith: `${i}.pdf` } },
      });
      expect(file.originalName).toBe(`Ọlá ${i}.pdf`);
    }
  });
});

describe("files that are expensive to read (threat 50)", () => {
  const upload = (bytes: Buffer, name: string, token: string) => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)]), name);
    return call("PUT", "/api/verification/draft/files/utilityBill", { form, token });
  };

  it("are answered as a field error or accepted, and ordinary ones afterwards are accepted", async () => {
    const { token } = await personalInvestor();
    for (const [shape, name, bytes] of await expensiveFiles()) {
      const { status, body } = await upload(bytes, name, token);
      expect([shape, [200, 415]]).toEqual([shape, expect.arrayContaining([status])]);
      if (status === 415) expect([shape, body.errors?.[0]?.path]).toEqual([shape, "utilityBill"]);
    }
    expect((await upload(pdf, "a.pdf", token)).status).toBe(200);
  });

  it("do not block other requests", async () => {
    const { token } = await personalInvestor();
    const [worst] = await expensiveFiles();
    let isAnswered = false;
    const uploads = Promise.all(Array.from({ length: 3 }, () => upload(worst![2], "a.pdf", token))).finally(
      () => (isAnswered = true),
    );
    let others = 0;
    for (; !isAnswered; others += 1) expect((await get("/api/health")).status).toBe(200);
    expect((await uploads).map(({ status }) => status)).toEqual([415, 415, 415]);
    expect(others).toBeGreaterThan(50);
  });
});
