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
  urls,
  until,
  type SignedIn,
} from "../support/api";

const decision = (id: string, body: object, token: string, server: 0 | 1 = 0) =>
  patch(`/api/admin/users/${id}/verification-status`, body, token, server);
const applicant = () => person({ role: "investor", investorType: "personal", verification: "pending" });

describe("what is foreign and what does not exist answer alike (TRUST 17, 22, 29)", () => {
  const NOBODY = "01900000-0000-7000-8000-000000000000";

  it("for documents: the owner and administrators read them, nobody else gets a byte", async () => {
    const [owner, other, boss] = await Promise.all([applicant(), applicant(), admin()]);
    const me = (await get("/api/auth/me", owner.token)).body.data as UserDto;
    const file = me.verification.documents!.idDocument!;
    const read = (headers: Record<string, string>) => fetch(urls()[0] + file, { headers });
    const { size } = await db.file.findUniqueOrThrow({ where: { id: file.split("/").pop()! } });
    const pointers: Record<string, string>[] = [
      { authorization: `Bearer ${owner.token}` },
      { cookie: owner.cookies },
      { authorization: `Bearer ${boss.token}` },
    ];
    for (const headers of pointers) {
      const response = await read(headers);
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(size);
    }
    const foreign = await call("GET", file, { token: other.token });
    const missing = await call("GET", `/api/files/${NOBODY}`, { token: other.token });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await call("GET", file)).status).toBe(401);
    await call("POST", "/api/auth/logout", { headers: { cookie: owner.cookies } });
    expect((await read({ authorization: `Bearer ${owner.token}` })).status).toBe(401);
    expect((await read({ cookie: owner.cookies })).status).toBe(401);
  });

  it("TRUST 30: documents come with nosniff, no-store and a policy that runs nothing", async () => {
    const owner = await applicant();
    const me = (await get("/api/auth/me", owner.token)).body.data as UserDto;
    for (const [name, sandboxed] of [
      ["passportPhoto", true],
      ["idDocument", false],
    ] as const) {
      const { headers } = await fetch(urls()[0] + me.verification.documents![name]!, {
        headers: { cookie: owner.cookies },
      });
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toContain("no-store");
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
      expect(headers.get("content-security-policy")!.includes("sandbox")).toBe(sandboxed);
    }
  });

  it("1,000 interleaved reads of two owners never mix (TRUST 22)", async () => {
    const people = await Promise.all([applicant(), applicant()]);
    for (let round = 0; round < 10; round += 1) {
      const reads = await Promise.all(
        Array.from({ length: 100 }, async (_, i) => {
          const who = people[i % 2]!;
          const answer = await call("GET", "/api/auth/me", { token: who.token, server: i % 3 === 0 ? 1 : 0 });
          return (answer.body.data as UserDto)._id === who.id;
        }),
      );
      expect(reads.every(Boolean)).toBe(true);
    }
  });

  it("administrators' accounts do not exist for plain administrators", async () => {
    const [plain, colleague, root] = await Promise.all([admin(), admin(), admin(true)]);
    const missing = await get(`/api/admin/users/${NOBODY}`, plain.token);
    for (const id of [colleague.id, root.id]) {
      const seen = await get(`/api/admin/users/${id}`, plain.token);
      expect([seen.status, seen.body]).toEqual([404, missing.body]);
      expect((await del(`/api/admin/users/${id}`, plain.token)).status).toBe(404);
      expect((await patch(`/api/admin/users/${id}/role`, { role: "investor" }, plain.token)).status).toBe(
        404,
      );
      expect((await decision(id, { status: "rejected", rejectionReason: "no" }, plain.token)).status).toBe(
        404,
      );
    }
    const list = await get(`/api/admin/users?q=${encodeURIComponent(colleague.email)}`, plain.token);
    expect(list.body.pagination!.total).toBe(0);
    expect(
      (await get(`/api/admin/users?role=admin&q=${encodeURIComponent(colleague.email)}`, root.token)).body
        .pagination!.total,
    ).toBe(1);
  });
});

describe("nobody writes what is not theirs to write (TRUST 18, 19)", () => {
  it("drops rights and states from every body", async () => {
    const who = await person();
    const extra = {
      role: "admin",
      isSuper: true,
      isVerified: true,
      status: "approved",
      email: "other@test.example",
      passwordHash: "x",
      _id: "x",
      verification: { status: "approved" },
    };
    await put("/api/auth/updateMe", { name: "New Name", ...extra }, who.token);
    await put("/api/auth/setRole", { ...extra, role: "startup" }, who.token);
    await post(
      "/api/verification",
      { ...answers(freshNumber()), ...extra, userId: "x", state: "approved" },
      who.token,
    );
    const me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    expect(me).toMatchObject({
      name: "New Name",
      email: who.email,
      role: "startup",
      isSuper: false,
      isVerified: false,
      verification: { status: "pending", submittedAt: null },
    });
  });

  it("only a super administrator makes or removes administrators, within the domain", async () => {
    const [plain, root, member] = await Promise.all([admin(), admin(true), person()]);
    const inDomain = await person({ email: `colleague.${Date.now()}@seedline.example` });
    const makeAdmin = (id: string, token: string, body: object = {}) =>
      patch(`/api/admin/users/${id}/role`, body, token);
    expect((await makeAdmin(inDomain.id, plain.token)).status).toBe(403);
    expect((await makeAdmin(member.id, root.token)).status).toBe(422);
    expect((await makeAdmin(inDomain.id, root.token)).status).toBe(200);
    const creation = {
      name: "New Admin",
      email: `new.${Date.now()}@seedline.example`,
      password: "Long-enough-7-words",
    };
    expect((await post("/api/admin/create-sub-admin", creation, plain.token)).status).toBe(403);
    const created = await post("/api/admin/create-sub-admin", creation, root.token);
    expect(created.status).toBe(201);
    expect((await login(creation.email, creation.password)).id).toBe((created.body.data as UserDto)._id);
    for (const [change, field] of [
      [{ email: "someone@test.example" }, "email"],
      [{ password: "alllowercase7" }, "password"],
      [{ password: "ALLUPPERCASE7" }, "password"],
      [{ password: "NoNumbersHere" }, "password"],
      [{ password: "Sh0rt" }, "password"],
      [{ name: "A" }, "name"],
    ] as const) {
      const refused = await post(
        "/api/admin/create-sub-admin",
        Object.assign({}, creation, { email: `x${Date.now()}@seedline.example` }, change),
        root.token,
      );
      expect([field, refused.status, refused.body.errors?.[0]?.path]).toEqual([field, 422, field]);
    }
    expect((await patch(`/api/admin/users/${root.id}/role`, { role: "investor" }, root.token)).status).toBe(
      403,
    );
    expect((await del(`/api/admin/users/${root.id}`, root.token)).status).toBe(403);
  });

  it("TRUST 19: two super administrators who delete each other at once leave one, because the second has lost the right", async () => {
    const [one, two] = await Promise.all([admin(true), admin(true)]);
    const [first, second] = await Promise.all([
      call("DELETE", `/api/admin/users/${two.id}`, { token: one.token, server: 0 }),
      call("DELETE", `/api/admin/users/${one.id}`, { token: two.token, server: 1 }),
    ]);
    expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await db.user.count({ where: { id: { in: [one.id, two.id] }, isSuper: true } })).toBe(1);
  });
});

describe("decisions (TRUST 20)", () => {
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

describe("pages check for themselves (TRUST 21)", () => {
  const pages = [
    "/admin",
    "/admin/verification",
    "/admin/users",
    "/dashboard",
    "/profile",
    "/investor-verification",
  ];
  const visit = (url: string, who?: SignedIn, headers: Record<string, string> = {}) =>
    fetch(urls()[0] + url, {
      redirect: "manual",
      headers: { ...(who ? { cookie: who.cookies } : {}), ...headers },
    });

  it("headers that once switched the middleware off open nothing", async () => {
    const member = await person();
    const tricks: Record<string, string>[] = [
      { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
      {
        "x-middleware-subrequest":
          "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware",
      },
      { "x-middleware-next": "1" },
      { "x-middleware-rewrite": "/admin" },
      { rsc: "1", "next-router-prefetch": "1" },
      { "x-seedline-location": "//evil.example" },
    ];
    for (const page of pages) {
      for (const headers of tricks) {
        const visitor = await visit(page, undefined, headers);
        expect([page, visitor.status]).toEqual([page, 307]);
        expect(visitor.headers.get("location")).toMatch(/^(http:\/\/localhost:\d+)?\/login\?callbackUrl=%2F/);
        expect((await visit(page, member, headers)).status).toBe(307);
      }
    }
  });

  it("spellings of a path open nothing", async () => {
    for (const url of [
      "/admin/",
      "//admin",
      "/ADMIN",
      "/admin%2Fusers",
      "/./admin",
      "/admin.rsc",
      "/admin/users.rsc",
      "/admin/users.segments/_tree.segment.rsc",
      "/_next/data/x/admin.json",
    ]) {
      const response = await visit(url);
      const text = await response.text();
      expect([url, response.status === 200 && /Recent Users|Manage Users/.test(text)]).toEqual([url, false]);
      expect([307, 308, 404, 400]).toContain(response.status);
    }
  });
});
