import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
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
  patch,
  person,
  personalInvestor,
  post,
  put,
  until,
  urls,
} from "../../../support/api";
import { applicant, decision } from "../../../support/review";
import { stack } from "../../../support/stack";

describe("decisions (threat 20)", () => {
  it("record an approval without a submission in the audit log", async () => {
    const [user, administrator] = await Promise.all([person({ role: "startup" }), admin()]);
    expect((await decision(user.id, { status: "approved" }, administrator.token)).status).toBe(200);
    const event = await db.auditEvent.findFirstOrThrow({
      where: { targetId: user.id, action: "submission.approved" },
    });
    expect(event.data).toMatchObject({ submitted: false });
    expect((await decision(administrator.id, { status: "approved" }, administrator.token)).status).toBe(403);
  });

  it("do not fail when they run in parallel with role changes and deletions", async () => {
    const [root, plain] = await Promise.all([admin(true), admin()]);
    for (let round = 0; round < 6; round += 1) {
      const users = await Promise.all(Array.from({ length: 6 }, applicant));
      const answers = await Promise.all(
        users.flatMap((user, i) => [
          decision(user.id, { status: "approved" }, root.token, (i % 2) as 0 | 1),
          patch(`/api/admin/users/${user.id}/role`, { role: "startup" }, plain.token, ((i + 1) % 2) as 0 | 1),
          decision(user.id, { status: "rejected", rejectionReason: "x" }, plain.token),
          ...(i === 0 ? [call("DELETE", `/api/admin/users/${user.id}`, { token: root.token })] : []),
        ]),
      );
      for (const answer of answers) expect([200, 404, 409]).toContain(answer.status);
    }
  });

  it("allow deleting a reviewer with past decisions", async () => {
    const [root, reviewer, administrator, user] = await Promise.all([
      admin(true),
      admin(),
      admin(),
      person({ role: "startup", verification: "pending" }),
    ]);
    await decision(user.id, { status: "approved" }, reviewer.token);
    expect((await del(`/api/admin/users/${reviewer.id}`, root.token)).status).toBe(200);
    for (const role of ["investor", "startup"]) {
      expect((await patch(`/api/admin/users/${user.id}/role`, { role }, administrator.token)).status).toBe(
        200,
      );
    }
    expect(((await get("/api/auth/me", user.token)).body.data as UserDto).isVerified).toBe(true);
  });

  it("allow an administrator to take over an address that was registered but never verified", async () => {
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

  it("do not attach documents to answers that were replaced during the upload", async () => {
    const user = await personalInvestor();
    await post("/api/verification", answers(freshNumber()), user.token);
    const { readable, writable } = new TransformStream<Uint8Array>();
    const upload = await documents();
    const first = Buffer.from(await (upload.get("identificationDocument") as File).arrayBuffer());
    const form = new Response(upload);
    const bytes = new Uint8Array(await form.clone().arrayBuffer());
    const sending = fetch(`${urls()[0]}/api/verification/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${user.token}`, "content-type": form.headers.get("content-type")! },
      body: readable,
      duplex: "half",
    } as RequestInit);
    const writer = writable.getWriter();
    await writer.write(bytes.slice(0, -200));
    // Its first document was received: the call has selected its draft. Other tests upload at the same time.
    const folder = path.join(stack().dataDir, "tmp");
    await until(async () => {
      const received = (await readdir(folder)).map((call) => readFile(path.join(folder, call, "0")));
      return (await Promise.allSettled(received)).some(
        (file) => file.status === "fulfilled" && file.value.equals(first),
      );
    }, "the first document to arrive");
    await post("/api/verification", answers(freshNumber()), user.token);
    await writer.write(bytes.slice(-200));
    await writer.close();
    expect((await sending).status).toBe(409);
    expect(
      ((await get("/api/verification/status", user.token)).body.data as { submittedAt: unknown }).submittedAt,
    ).toBeNull();
  });

  it("require a submission of the other kind after a role change, and retain the history", async () => {
    const [user, administrator] = await Promise.all([
      person({ role: "startup", verification: "approved" }),
      admin(),
    ]);
    expect(
      (await patch(`/api/admin/users/${user.id}/role`, { role: "investor" }, administrator.token)).status,
    ).toBe(200);
    let me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me).toMatchObject({ role: "investor", investorType: "none", isVerified: false });
    await put("/api/auth/setInvestorType", { type: "corporate" }, user.token);
    me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me.verification).toMatchObject({ status: "pending", submittedAt: null });
    await put("/api/auth/setInvestorType", { type: "personal" }, user.token);
    me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me).toMatchObject({ isVerified: true, verification: { status: "approved" } });
  });
});
