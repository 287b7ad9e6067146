import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserDto } from "@/lib/users/dto";
import {
  admin,
  answers,
  call,
  del,
  documents,
  freshNumber,
  get,
  login,
  mailsTo,
  patch,
  person,
  personalInvestor,
  post,
  put,
  submit,
  until,
  urls,
} from "../support/api";
import { applicant, decision } from "../support/review";

describe("decisions (threat 20)", () => {
  it("50 parallel approvals and rejections of one submission make one decision, one mail, one audit row", async () => {
    const [who, one, two] = await Promise.all([applicant(), admin(), admin()]);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        decision(
          who.id,
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
          targetId: who.id,
          action: { in: ["submission.approved", "submission.rejected"] },
          actorId: { in: [one.id, two.id] },
        },
      }),
    ).toBe(1);
    expect(await db.mailOutbox.count({ where: { userId: who.id } })).toBe(1);
    await until(async () => (await mailsTo(who.email)).length > 0, "the mail");
    expect(await mailsTo(who.email)).toHaveLength(1);
  });

  it("accepts the opposite of the present state without expectedStatus, and refuses the same again", async () => {
    const [who, boss] = await Promise.all([applicant(), admin()]);
    expect((await decision(who.id, { status: "approved" }, boss.token)).status).toBe(200);
    expect((await decision(who.id, { status: "approved" }, boss.token)).status).toBe(409);
    expect((await decision(who.id, { status: "rejected", rejectionReason: "x" }, boss.token)).status).toBe(
      200,
    );
    expect(
      (await decision(who.id, { status: "approved", expectedStatus: "pending" }, boss.token)).status,
    ).toBe(409);
    expect((await decision(who.id, { status: "pending" }, boss.token)).status).toBe(422);
    expect((await decision(who.id, { status: "approved" }, boss.token)).status).toBe(200);
  });

  it("refuses a decision about a submission the reviewer has not seen", async () => {
    const [who, boss] = await Promise.all([personalInvestor(), admin()]);
    await submit(who);
    const seen = (await db.user.findUniqueOrThrow({ where: { id: who.id } })).currentSubmissionId!;
    await decision(who.id, { status: "rejected", rejectionReason: "again" }, boss.token);
    await submit(who);
    const stale = await decision(
      who.id,
      { status: "approved", expectedStatus: "pending", submissionId: seen },
      boss.token,
    );
    expect(stale.status).toBe(409);
  });

  it("documents before the text, a second submission and another's draft are 409", async () => {
    const who = await personalInvestor();
    const send = async (form?: FormData) =>
      call("POST", "/api/verification/documents", { form: form ?? (await documents()), token: who.token });
    expect((await send()).status).toBe(409);
    await post("/api/verification", answers(freshNumber()), who.token);
    const other = await documents();
    other.append("submissionId", "01900000-0000-7000-8000-000000000000");
    expect((await send(other)).status).toBe(409);
    const both = await Promise.all([send(), send(), send()]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await post("/api/verification", answers(freshNumber()), who.token)).status).toBe(409);
    expect(await db.submission.count({ where: { userId: who.id } })).toBe(1);
    expect(await db.document.count({ where: { submission: { userId: who.id } } })).toBe(3);
    // Nothing of the two that lost is left.
    expect(await db.file.count({ where: { ownerId: who.id } })).toBe(3);
  });

  it("an approval of somebody who submitted nothing says so in the audit", async () => {
    const [who, boss] = await Promise.all([person({ role: "startup" }), admin()]);
    expect((await decision(who.id, { status: "approved" }, boss.token)).status).toBe(200);
    const event = await db.auditEvent.findFirstOrThrow({
      where: { targetId: who.id, action: "submission.approved" },
    });
    expect(event.data).toMatchObject({ submitted: false });
    expect((await decision(boss.id, { status: "approved" }, boss.token)).status).toBe(403);
  });

  it("decisions, changes of role and deletions at once never fail for each other's sake", async () => {
    const [root, plain] = await Promise.all([admin(true), admin()]);
    for (let round = 0; round < 6; round += 1) {
      const users = await Promise.all(Array.from({ length: 6 }, applicant));
      const answers = await Promise.all(
        users.flatMap((who, i) => [
          decision(who.id, { status: "approved" }, root.token, (i % 2) as 0 | 1),
          patch(`/api/admin/users/${who.id}/role`, { role: "startup" }, plain.token, ((i + 1) % 2) as 0 | 1),
          decision(who.id, { status: "rejected", rejectionReason: "x" }, plain.token),
          ...(i === 0 ? [call("DELETE", `/api/admin/users/${who.id}`, { token: root.token })] : []),
        ]),
      );
      for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
    }
  });

  it("a reviewer who is erased is no obstacle to whom they reviewed", async () => {
    const [root, reviewer, boss, who] = await Promise.all([
      admin(true),
      admin(),
      admin(),
      person({ role: "startup", verification: "pending" }),
    ]);
    await decision(who.id, { status: "approved" }, reviewer.token);
    expect((await del(`/api/admin/users/${reviewer.id}`, root.token)).status).toBe(200);
    for (const role of ["investor", "startup"]) {
      expect((await patch(`/api/admin/users/${who.id}/role`, { role }, boss.token)).status).toBe(200);
    }
    expect(((await get("/api/auth/me", who.token)).body.data as UserDto).isVerified).toBe(true);
  });

  it("what an administrator decided about a role is not undone by its owner", async () => {
    const [who, boss] = await Promise.all([person({ role: "startup", verification: "approved" }), admin()]);
    await patch(`/api/admin/users/${who.id}/role`, { role: "investor" }, boss.token);
    expect((await put("/api/auth/setRole", { role: "startup" }, who.token)).status).toBe(409);
  });

  it("an address that somebody else registered and never proved can be made an administrator's", async () => {
    const root = await admin(true);
    const email = `squatted.${Date.now()}@seedline.example`;
    await post("/api/auth/register", {
      name: "Squatter",
      email,
      phone: "8031234567",
      password: "a long Enough pass-phrase 7",
    });
    const created = await post(
      "/api/admin/create-sub-admin",
      { name: "New Admin", email, password: "Long-enough-7-words" },
      root.token,
    );
    expect(created.status).toBe(201);
    expect((await login(email, "Long-enough-7-words")).id).toBe((created.body.data as UserDto)._id);
  });

  it("text that is sent again while documents are on their way makes them documents of nothing", async () => {
    const who = await personalInvestor();
    await post("/api/verification", answers(freshNumber()), who.token);
    const { readable, writable } = new TransformStream<Uint8Array>();
    const form = new Response(await documents());
    const bytes = new Uint8Array(await form.clone().arrayBuffer());
    const sending = fetch(`${urls()[0]}/api/verification/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${who.token}`, "content-type": form.headers.get("content-type")! },
      body: readable,
      duplex: "half",
    } as RequestInit);
    const writer = writable.getWriter();
    await writer.write(bytes.slice(0, 200));
    // The first bytes are read: the call knows which draft it is for.
    await until(
      async () => (await readdir(path.join(inject("stack").dataDir, "tmp"))).length > 0,
      "the upload to begin",
    );
    await post("/api/verification", answers(freshNumber()), who.token);
    await writer.write(bytes.slice(200));
    await writer.close();
    expect((await sending).status).toBe(409);
    expect(
      ((await get("/api/verification/status", who.token)).body.data as { submittedAt: unknown }).submittedAt,
    ).toBeNull();
  });

  it("a changed role asks for a submission of the other kind and keeps the history", async () => {
    const [who, boss] = await Promise.all([person({ role: "startup", verification: "approved" }), admin()]);
    expect((await patch(`/api/admin/users/${who.id}/role`, { role: "investor" }, boss.token)).status).toBe(
      200,
    );
    let me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    expect(me).toMatchObject({ role: "investor", investorType: "none", isVerified: false });
    await put("/api/auth/setInvestorType", { type: "corporate" }, who.token);
    me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    expect(me.verification).toMatchObject({ status: "pending", submittedAt: null });
    await put("/api/auth/setInvestorType", { type: "personal" }, who.token);
    me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    expect(me).toMatchObject({ isVerified: true, verification: { status: "approved" } });
  });
});
