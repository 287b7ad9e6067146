import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  mailsTo,
  patch,
  person,
  personalInvestor,
  post,
  put,
  submit,
  until,
} from "../../support/api";
import { applicant, decision } from "../../support/review";

describe("decisions (threat 20)", () => {
  it("have one effect, one mail and one audit row for 50 parallel approvals and rejections", async () => {
    const [user, one, two] = await Promise.all([applicant(), admin(), admin()]);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        decision(
          user.id,
          i % 2
            ? { status: "approved", expectedStatus: "pending" }
            : { status: "rejected", rejectionReason: "blurred", expectedStatus: "pending" },
          (i % 3 ? one : two).token,
          (i % 2) as 0 | 1,
        ),
      ),
    );
    expect(all.filter((answer) => answer.status === 200)).toHaveLength(1);
    const lost = all.filter((answer) => answer.status === 409);
    expect(lost).toHaveLength(49);
    expect(lost.every((answer) => answer.body.error === "ALREADY_DECIDED")).toBe(true);
    expect(
      await db.auditEvent.count({
        where: {
          targetId: user.id,
          action: { in: ["submission.approved", "submission.rejected"] },
          actorId: { in: [one.id, two.id] },
        },
      }),
    ).toBe(1);
    expect(await db.mailOutbox.count({ where: { userId: user.id } })).toBe(1);
    await until(async () => (await mailsTo(user.email)).length > 0, "the mail");
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  it("accept the opposite of the current state without expectedStatus, and reject the same state again", async () => {
    const [user, administrator] = await Promise.all([applicant(), admin()]);
    expect((await decision(user.id, { status: "approved" }, administrator.token)).status).toBe(200);
    expect((await decision(user.id, { status: "approved" }, administrator.token)).status).toBe(409);
    expect(
      (await decision(user.id, { status: "rejected", rejectionReason: "x" }, administrator.token)).status,
    ).toBe(200);
    expect(
      (await decision(user.id, { status: "approved", expectedStatus: "pending" }, administrator.token))
        .status,
    ).toBe(409);
    expect((await decision(user.id, { status: "pending" }, administrator.token)).status).toBe(422);
    expect((await decision(user.id, { status: "approved" }, administrator.token)).status).toBe(200);
  });

  it("are rejected for a submission that the reviewer has not seen", async () => {
    const [user, administrator] = await Promise.all([personalInvestor(), admin()]);
    await submit(user);
    const seen = (await db.user.findUniqueOrThrow({ where: { id: user.id } })).currentSubmissionId!;
    await decision(user.id, { status: "rejected", rejectionReason: "again" }, administrator.token);
    await submit(user);
    const stale = await decision(
      user.id,
      { status: "approved", expectedStatus: "pending", submissionId: seen },
      administrator.token,
    );
    expect(stale.status).toBe(409);
  });

  it("are rejected for a name that the reviewer has not seen", async () => {
    const [user, administrator] = await Promise.all([personalInvestor(), admin()]);
    await submit(user);
    const { name } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    await put("/api/auth/updateMe", { name: "Another Person" }, user.token);
    const approval = { status: "approved", expectedStatus: "pending" };
    const stale = await decision(user.id, { ...approval, name }, administrator.token);
    expect([stale.status, stale.body.error]).toEqual([409, "CONFLICT"]);
    const seen = await decision(user.id, { ...approval, name: "Another Person" }, administrator.token);
    expect(seen.status).toBe(200);
  });

  it("return 409 for documents before the answers, a second submission and another user's draft", async () => {
    const user = await personalInvestor();
    const send = async (form?: FormData) =>
      call("POST", "/api/verification/documents", { form: form ?? (await documents()), token: user.token });
    expect((await send()).status).toBe(409);
    await post("/api/verification", answers(freshNumber()), user.token);
    const otherDocuments = await documents();
    otherDocuments.append("submissionId", "01900000-0000-7000-8000-000000000000");
    expect((await send(otherDocuments)).status).toBe(409);
    const both = await Promise.all([send(), send(), send()]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await post("/api/verification", answers(freshNumber()), user.token)).status).toBe(409);
    expect(await db.submission.count({ where: { userId: user.id } })).toBe(1);
    expect(await db.document.count({ where: { submission: { userId: user.id } } })).toBe(3);
    // No files of the two rejected calls are left.
    expect(await db.file.count({ where: { ownerId: user.id, safeCopy: null } })).toBe(3);
  });

  it("fix a role that an administrator assigned, so that the user cannot change it", async () => {
    const [user, administrator] = await Promise.all([
      person({ role: "startup", verification: "approved" }),
      admin(),
    ]);
    await patch(`/api/admin/users/${user.id}/role`, { role: "investor" }, administrator.token);
    expect((await put("/api/auth/setRole", { role: "startup" }, user.token)).status).toBe(409);
  });
});
