import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { answers, call, documents, freshNumber, person, post } from "../../../support/api";
import { TIMES, many, count } from "../../../support/idempotency";

describe("a call repeated in parallel on two servers (threat 41)", () => {
  it("submits once: one submission, one mail, one audit row, and no files of the other calls", async () => {
    const user = await person({ role: "startup" });
    await post("/api/verification", answers(freshNumber()), user.token);
    const form = await documents();
    const results = await many((server) =>
      call("POST", "/api/verification/documents", { form, token: user.token, server }),
    );
    expect([count(results, 200), count(results, 409)]).toEqual([1, TIMES - 1]);
    const submission = { userId: user.id, state: "pending" } as const;
    expect(await db.submission.count({ where: submission })).toBe(1);
    expect(await db.mailOutbox.count({ where: { userId: user.id, template: "submissionReceived" } })).toBe(1);
    expect(await db.auditEvent.count({ where: { targetId: user.id, action: "submission.submitted" } })).toBe(
      1,
    );
    expect(await db.file.count({ where: { ownerId: user.id, safeCopy: null } })).toBe(3);
  });
});
