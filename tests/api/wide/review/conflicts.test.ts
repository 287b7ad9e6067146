import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import type { DuplicatesDto } from "@/lib/users/dto";
import { DEMO_PASSWORD, buildUser } from "../../../../prisma/seed/builders";
import { samplePhone } from "../../../../prisma/seed/answers";
import {
  admin,
  call,
  del,
  freshEmail,
  freshNumber,
  get,
  login,
  patch,
  person,
  post,
  put,
  type SignedIn,
} from "../../../support/api";
import { decision } from "../../../support/review";
import { pendingInvestor as investor } from "../../../support/users";

/** Reviewers who decide on their own account, or on that of a person close to them. */

/** Creates an administrator who submitted a form before becoming one. */
async function formerApplicant(n: number): Promise<SignedIn> {
  const user = await person({ ...investor, n, email: freshEmail("former") });
  const present = { investorType: "none", submittedAt: null, currentSubmissionId: null } as const;
  const phone = samplePhone(freshNumber());
  await db.user.update({ where: { id: user.id }, data: { role: "admin", phone, ...present } });
  return login(user.email);
}

async function sharedWith(reviewer: SignedIn, id: string) {
  const { body } = await get(`/api/admin/users/${id}/duplicates`, reviewer.token);
  return (body.data as DuplicatesDto).sharedWithViewer;
}

/** Expects the conflict to be shown beforehand, both decisions and full numbers to be refused, and another reviewer to decide. */
async function expectConflict(reviewer: SignedIn, user: SignedIn, fields: string[]): Promise<void> {
  expect(await sharedWith(reviewer, user.id)).toEqual(fields);
  for (const body of [{ status: "approved" }, { status: "rejected", rejectionReason: "No reason" }]) {
    const answer = await decision(user.id, body, reviewer.token);
    expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"]);
    expect(answer.body.message).toMatch(
      /^You and this applicant have the same .+\. Another reviewer must decide\.$/,
    );
  }
  expect(await db.decision.count({ where: { userId: user.id } })).toBe(0);
  const reveal = { field: "bvnNumber", reason: "identity_check" };
  expect((await post(`/api/admin/users/${user.id}/reveal`, reveal, reviewer.token)).status).toBe(409);
  const otherAdmin = await admin();
  expect(await sharedWith(otherAdmin, user.id)).toEqual([]);
  expect((await decision(user.id, { status: "approved" }, otherAdmin.token)).status).toBe(200);
}

describe("a reviewer who is the applicant (threat 64)", () => {
  it.each(["234", "0", "2340", "0234", "00234"])(
    "is recognised by the phone number, also with %s before it",
    async (prefix) => {
      const [reviewer, user] = await Promise.all([admin(), person(investor)]);
      const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
      await db.user.update({ where: { id: reviewer.id }, data: { phone: prefix + phone } });
      await expectConflict(reviewer, user, ["phone"]);
      const [row] = await db.$queryRaw<
        { number: string }[]
      >`SELECT national_number(${prefix + phone}) AS number`;
      expect(row!.number).toBe(phone);
    },
  );

  it("cannot delete that account and the evidence in it, but can delete one that never submitted", async () => {
    const [reviewer, user, unused] = await Promise.all([admin(true), person(investor), person()]);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    await db.user.updateMany({ where: { id: { in: [reviewer.id, unused.id] } }, data: { phone } });
    const answer = await del(`/api/admin/users/${user.id}`, reviewer.token);
    expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"]);
    // A change of role is refused too: it would leave the account without a current submission.
    const role = await patch(`/api/admin/users/${user.id}/role`, { role: "startup" }, reviewer.token);
    expect([role.status, role.body.error]).toEqual([409, "CONFLICT"]);
    await db.user.update({ where: { id: user.id }, data: { submittedAt: null, currentSubmissionId: null } });
    expect((await del(`/api/admin/users/${user.id}`, reviewer.token)).status).toBe(409);
    expect((await del(`/api/admin/users/${unused.id}`, reviewer.token)).status).toBe(200);
    expect((await del(`/api/admin/users/${user.id}`, (await admin()).token)).status).toBe(200);
  });

  it("is recognised by a phone number that the applicant has changed since the submission", async () => {
    const [reviewer, user] = await Promise.all([admin(), person(investor)]);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    await db.user.update({ where: { id: reviewer.id }, data: { phone } });
    const unrelated = { phone: samplePhone(freshNumber()) };
    expect((await put("/api/auth/updateMe", unrelated, user.token)).status).toBe(200);
    await expectConflict(reviewer, user, ["phone"]);
  });

  it("is recognised by an earlier phone number", async () => {
    const [reviewer, user] = await Promise.all([admin(), person(investor)]);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    for (const number of [phone, samplePhone(freshNumber())])
      expect((await put("/api/auth/updateMe", { phone: number }, reviewer.token)).status).toBe(200);
    await expectConflict(reviewer, user, ["phone"]);
    const changes = { targetId: reviewer.id, action: "user.profile_changed" };
    expect(await db.auditEvent.count({ where: changes })).toBe(2);
  });

  it("is recognised by the mailbox, with and without a tag", async () => {
    const reviewer = await admin();
    const user = await person({ ...investor, email: reviewer.email.replace("@", "+investor@") });
    await expectConflict(reviewer, user, ["email"]);
  });

  it("is recognised by the numbers of an earlier submission", async () => {
    const n = freshNumber();
    const [reviewer, user] = [await formerApplicant(n), await person({ ...investor, n })];
    await expectConflict(reviewer, user, ["ninNumber", "bvnNumber", "accountNumber", "phone"]);
  });

  it("is recognised as the applicant's next of kin", async () => {
    const [reviewer, user] = await Promise.all([admin(), person(investor)]);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: reviewer.id } });
    await db.nextOfKin.updateMany({
      where: { submission: { userId: user.id } },
      data: { phoneNumber: `0${phone}` },
    });
    await expectConflict(reviewer, user, ["phone"]);
  });

  it("is recognised as the person who named the applicant next of kin", async () => {
    const [reviewer, user] = [await formerApplicant(freshNumber()), await person(investor)];
    await db.nextOfKin.updateMany({
      where: { submission: { userId: reviewer.id } },
      data: { email: user.email },
    });
    await expectConflict(reviewer, user, ["email"]);
  });

  it("is recognised by the browser in which both logged in, except in the demo", async () => {
    const [reviewer, email] = [await admin(), freshEmail("device")];
    await buildUser({ ...investor, name: "Same Browser", n: freshNumber(), email });
    const password = DEMO_PASSWORD;
    const first = await call("POST", "/api/auth/login", { body: { email: reviewer.email, password } });
    const device = first.headers.getSetCookie().find((cookie) => /device=/.test(cookie))!;
    const headers = { cookie: device.split(";")[0]! };
    const second = await call("POST", "/api/auth/login", { body: { email, password }, headers });
    const { _id } = second.body.user!;
    const reader = { id: reviewer.id, other: (await admin()).id };
    vi.stubEnv("DEMO", "false");
    vi.resetModules();
    const { findConflicts, requireNoConflict } = await import("@/lib/users/conflicts");
    expect(await findConflicts(db, reader.id, _id)).toEqual(["device"]);
    await expect(db.$transaction((tx) => requireNoConflict(tx, reader.id, _id))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await findConflicts(db, reader.other, _id)).toEqual([]);
    vi.unstubAllEnvs();
    expect(await sharedWith(reviewer, _id)).toEqual([]);
  });

  it("is not assumed if two people name the same next of kin", async () => {
    const [reviewer, user] = [await formerApplicant(freshNumber()), await person(investor)];
    const email = freshEmail("mother");
    for (const { id } of [reviewer, user]) {
      await db.nextOfKin.updateMany({ where: { submission: { userId: id } }, data: { email } });
    }
    expect(await sharedWith(reviewer, user.id)).toEqual([]);
    expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(200);
  });
});
