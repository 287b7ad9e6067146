import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { VerificationStatusDto } from "@/lib/onboarding/dto";
import type { UserDto } from "@/lib/users/dto";
import {
  PASSWORD,
  admin,
  answers,
  call,
  documents,
  freshNumber,
  get,
  login,
  mailsTo,
  patch,
  personalInvestor,
  post,
  put,
  signUp,
  submit,
  waitForMail,
} from "../../support/api";
import { verifyChain } from "../../support/chain";
import { reviewOf } from "../../support/review";

const statusOf = async (token: string) =>
  (await get("/api/verification/status", token)).body.data as VerificationStatusDto;

describe("the whole journey through the documented calls", () => {
  it("takes a personal investor from registration to approval", async () => {
    const user = await signUp("journey");
    let me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me).toMatchObject({ role: "none", investorType: "none", isVerified: false });
    expect(me.verification).toMatchObject({ status: "pending", submittedAt: null });

    expect((await put("/api/auth/setRole", { role: "investor" }, user.token)).status).toBe(200);
    expect((await put("/api/auth/setInvestorType", { type: "personal" }, user.token)).status).toBe(200);

    const text = await post("/api/verification", answers(freshNumber()), user.token);
    expect(text.status).toBe(200);
    expect(await statusOf(user.token)).toMatchObject({ status: "pending", submittedAt: null });

    const sent = await call("POST", "/api/verification/documents", {
      form: await documents(),
      token: user.token,
    });
    expect(sent.status).toBe(200);
    expect(await statusOf(user.token)).toMatchObject({
      status: "pending",
      kind: "individual",
      isVerified: false,
      documents: { idDocument: true, passportPhoto: true, utilityBill: true },
    });
    expect((await statusOf(user.token)).submittedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    await waitForMail(user.email, /received your verification/);

    const reviewer = await admin();
    const queue = await get(
      `/api/admin/users?onlySubmitted=true&excludeAdmin=true&status=pending&role=investor&q=${user.email}`,
      reviewer.token,
    );
    expect(queue.body.pagination).toMatchObject({ page: 1, limit: 20, total: 1, pages: 1 });
    const seen = (await get(`/api/admin/users/${user.id}`, reviewer.token)).body.data as UserDto;
    const photo = seen.verification.documents!.passportPhoto!;
    const picture = await fetch(new URL(photo, (await import("../../support/api")).urls()[0]), {
      headers: { authorization: `Bearer ${reviewer.token}` },
    });
    expect(picture.status).toBe(200);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");

    const decided = await patch(
      `/api/admin/users/${user.id}/verification-status`,
      { status: "approved", expectedStatus: "pending" },
      reviewer.token,
    );
    expect(decided.status).toBe(200);
    await waitForMail(user.email, /approved/);
    me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    expect(me).toMatchObject({ isVerified: true, verification: { status: "approved" } });
    expect(me.verification.reviewedAt).not.toBeNull();
    expect(me.verification.reviewedBy).toBeNull();
  });

  it("accepts a rejected startup's second submission and retains the first", async () => {
    const user = await signUp("startup");
    await put("/api/auth/setRole", { role: "startup" }, user.token);
    const n = freshNumber();
    const { ageBracket: _, ...withoutAge } = answers(n);
    expect((await post("/api/verification", withoutAge, user.token)).status).toBe(200);
    expect(
      (await call("POST", "/api/verification/documents", { form: await documents(), token: user.token }))
        .status,
    ).toBe(200);

    const reviewer = await admin();
    const url = `/api/admin/users/${user.id}/verification-status`;
    const blank = await patch(url, { status: "rejected", rejectionReason: "   " }, reviewer.token);
    expect(blank.status).toBe(422);
    const rejected = await patch(
      url,
      { status: "rejected", rejectionReason: "The photo is blurred." },
      reviewer.token,
    );
    expect(rejected.status).toBe(200);
    const mail = await waitForMail(user.email, /was not approved/);
    expect(mail.text).toContain("> The photo is blurred.");
    expect(await statusOf(user.token)).toMatchObject({
      status: "rejected",
      rejectionReason: "The photo is blurred.",
    });

    expect((await submit(user, n)).status).toBe(200);
    expect(await statusOf(user.token)).toMatchObject({
      status: "pending",
      rejectionReason: null,
      reviewedAt: null,
    });
    const history = await db.submission.findMany({
      where: { userId: user.id },
      orderBy: { createdAt: "asc" },
    });
    expect(history.map((row) => row.state)).toEqual(["rejected", "pending"]);
    const earlier = (await reviewOf(user, reviewer)).submissions;
    expect(earlier).toMatchObject([
      { state: "pending", rejectionReason: null },
      { state: "rejected", rejectionReason: "The photo is blurred." },
    ]);
  });

  it("leaves an intact audit chain with every step", async () => {
    const user = await personalInvestor();
    await submit(user);
    const reviewer = await admin();
    await patch(`/api/admin/users/${user.id}/verification-status`, { status: "approved" }, reviewer.token);
    const events = await db.auditEvent.findMany({
      // Other tests may find the user among possible duplicates.
      where: { targetId: user.id, actorId: { in: [user.id, reviewer.id] } },
      orderBy: { seq: "asc" },
    });
    expect(events.map((event) => event.action)).toEqual([
      "user.registered",
      "submission.submitted",
      "submission.approved",
      // The response to the decision contains the user.
      "user.viewed",
    ]);
    expect(events[2]!.actorId).toBe(reviewer.id);
    expect(await verifyChain()).toBeGreaterThan(0);
  });

  it("resets a password by email and ends every session", async () => {
    const user = await signUp("reset");
    await post("/api/auth/forgot-password", { email: user.email });
    const token = /token=([\w-]+)/.exec((await waitForMail(user.email, /Reset your .* password/)).text)![1]!;
    const password = "another Good pass-phrase 8";
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => post("/api/auth/reset-password", { token, password })),
    );
    expect(tries.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await get("/api/auth/me", user.token)).status).toBe(401);
    expect((await post("/api/auth/login", { email: user.email, password: PASSWORD })).status).toBe(401);
    await login(user.email, password);
    expect(
      (await mailsTo(user.email)).filter((mail) => /was changed/.test(mail.subject)).length,
    ).toBeLessThanOrEqual(1);
  });
});
