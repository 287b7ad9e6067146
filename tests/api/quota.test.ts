import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { samplePdf } from "../../prisma/seed/files";
import { call, person } from "../support/api";

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
    expect(await db.file.count({ where: { ownerId: user.id } })).toBe(1);
  }, 60_000);
});
