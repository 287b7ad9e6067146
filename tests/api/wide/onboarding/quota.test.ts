import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { samplePdf } from "../../../../prisma/seed/files";
import { admin, answers, call, freshNumber, person, personalInvestor, post } from "../../../support/api";

describe("upload limits (threat 32)", () => {
  it("reject uploads above the hourly number, and store only the last file of each field", async () => {
    const user = await person({ role: "startup" });
    const pdf = new Blob([new Uint8Array(await samplePdf("Utility bill"))]);
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 10) {
      const batch = Array.from({ length: 10 }, async () => {
        const form = new FormData();
        form.append("file", pdf, "bill.pdf");
        const { status, headers } = await call("PUT", "/api/verification/draft/files/utilityBill", {
          form,
          token: user.token,
        });
        if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        return status;
      });
      statuses.push(...(await Promise.all(batch)));
    }
    const count = (status: number) => statuses.filter((item) => item === status).length;
    expect([count(200), count(429)]).toEqual([env.LIMIT_UPLOADS_PER_HOUR, 200 - env.LIMIT_UPLOADS_PER_HOUR]);
    expect(await db.file.count({ where: { ownerId: user.id, safeCopy: null } })).toBe(1);
  });
});

describe("documents per hour (threat 50)", () => {
  /** Sends `form` until the limit rejects it. Returns the number of documents received. */
  async function sendUntilRejected(url: string, token: string, form: () => FormData, documents: number) {
    for (let received = 0; ; received += documents) {
      const { status, headers } = await call("POST", url, { form: form(), token });
      if (status !== 429) continue;
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      return received;
    }
  }
  const bad = () => new Blob(["no document"]);

  it("include every document of a submission, also of one that is refused", async () => {
    const user = await personalInvestor();
    await post("/api/verification", answers(freshNumber()), user.token);
    const three = () => {
      const form = new FormData();
      for (const field of ["identificationDocument", "passportPhoto", "utilityBill"])
        form.append(field, bad(), "a.pdf");
      return form;
    };
    const url = "/api/verification/documents";
    expect(await sendUntilRejected(url, user.token, three, 3)).toBe(env.LIMIT_UPLOADS_PER_HOUR);
    expect(await db.file.count({ where: { ownerId: user.id } })).toBe(0);
  });

  it.each([
    ["/api/verification/corporate/documents", () => person({ role: "investor", investorType: "corporate" })],
    ["/api/uploads/carousel", () => admin()],
  ])(
    "apply to %s, and to requests that are refused before their body is read",
    async (url, make) => {
      const user = await make();
      const none = () => new FormData();
      const limit = env.LIMIT_UPLOADS_PER_HOUR;
      expect(await sendUntilRejected(url, user.token, none, 1)).toBe(limit);
    },
    60_000,
  );
});
