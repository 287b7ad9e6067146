import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { samplePhone } from "../../../../prisma/seed/answers";
import { act } from "../../../support/action";
import {
  admin,
  freshNumber,
  get,
  mailsTo,
  person,
  put,
  urls,
  waitForMail,
  type SignedIn,
} from "../../../support/api";
import { audited } from "../../../support/own-account";

const approved = () => person({ role: "investor", investorType: "personal", verification: "approved" });
const update = ({ token }: SignedIn, body: object) => put("/api/auth/updateMe", body, token);
const changesOf = ({ id }: SignedIn) =>
  db.profileChange.findMany({ where: { userId: id }, orderBy: { field: "asc" } });
const confirm = (reviewer: SignedIn, { id }: SignedIn, name = "Another Person") =>
  act("confirmNameAction", { userId: id, name }, { cookies: reviewer.cookies });

async function page(path: string, { cookies }: SignedIn): Promise<string> {
  const response = await fetch(urls()[0] + path, { headers: { cookie: cookies }, redirect: "manual" });
  expect(response.status).toBe(200);
  // React separates adjacent texts with comments.
  return (await response.text()).replaceAll("<!-- -->", "");
}

describe("a name or phone number changed after the approval (threat 63)", () => {
  it("is emailed to the user, audited, and shown to reviewers with both values", async () => {
    const [user, reviewer] = await Promise.all([approved(), admin()]);
    const phone = samplePhone(freshNumber());
    expect((await update(user, { name: "Another Person", phone })).status).toBe(200);
    const mail = await waitForMail(user.email, /profile was changed/);
    expect(mail.text).toContain("The name and the phone number of your verified account were changed.");
    expect(mail.text).toContain("write to us");
    expect(mail.text).not.toContain("Another Person");
    expect((await audited(user.id, "user.profile_changed")).map(({ data }) => data)).toEqual([
      { name: true, phone: true },
    ]);
    const html = await page(`/admin/verification/${user.id}`, reviewer);
    expect(html).toContain("Name changed after approval: confirm");
    expect(html).toContain("Name: Test built → Another Person");
    expect(html).toMatch(new RegExp(`Phone number: \\d+ → ${phone}`));
    // The account stays usable.
    expect((await get("/api/auth/me", user.token)).body.user!.isVerified).toBe(true);
  });

  it("is not made by a thief of the mailbox within 72 hours after a reset (threat 53)", async () => {
    const user = await approved();
    const before = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    const change = async (hoursAgo: number) => {
      const passwordResetAt = new Date(Date.now() - hoursAgo * 3_600_000);
      await db.user.update({ where: { id: user.id }, data: { passwordResetAt } });
      const { status, body } = await update(user, { phone: samplePhone(freshNumber()) });
      const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
      return [status, body.error, phone === before.phone];
    };
    expect(await change(71)).toEqual([403, "RECENTLY_RESET", true]);
    expect(await change(73)).toEqual([200, undefined, false]);
  });

  it("waits in the queue until one reviewer has confirmed the name", async () => {
    const [user, reviewer, second] = await Promise.all([approved(), admin(), admin()]);
    const name = `Renamed ${freshNumber()}`;
    await update(user, { name });
    expect(await page("/admin/verification", reviewer)).toContain(name);
    // A confirmation of the outdated name on a reviewer's screen is rejected.
    expect((await confirm(reviewer, user)).outcome).toMatchObject({ ok: false, error: "CONFLICT" });
    const outcomes = await Promise.all([confirm(reviewer, user, name), confirm(second, user, name)]);
    expect(outcomes.map(({ outcome }) => outcome?.ok).toSorted()).toEqual([false, true]);
    const events = await audited(user.id, "user.name_confirmed");
    expect(events).toHaveLength(1);
    expect(await changesOf(user)).toMatchObject([{ field: "name", confirmedById: events[0]!.actorId }]);
    expect(await page(`/admin/verification/${user.id}`, reviewer)).not.toContain(
      "changed after approval: confirm",
    );
  });

  it("is listed, and the list shows if there are more", async () => {
    const [users, reviewer] = await Promise.all([
      Promise.all(Array.from({ length: 21 }, () => approved())),
      admin(),
    ]);
    const change = {
      field: "name",
      before: "One Person",
      after: "Another Person",
      changedAt: new Date(0),
    } as const;
    await db.profileChange.createMany({ data: users.map(({ id }) => ({ ...change, userId: id })) });
    expect(await page("/admin/verification", reviewer)).toContain("Showing the oldest 20.");
    await db.profileChange.deleteMany({ where: { userId: { in: users.map(({ id }) => id) } } });
    expect(await page("/admin/verification", reviewer)).not.toContain("Showing the oldest 20.");
  });

  it("waits on the review page, however many numbers were changed after it", async () => {
    const [user, reviewer] = await Promise.all([approved(), admin()]);
    await update(user, { name: "Another Person" });
    const change = { userId: user.id, field: "phone", before: "08030000001", after: "08030000002" } as const;
    await db.profileChange.createMany({ data: Array<typeof change>(25).fill(change) });
    expect(await page(`/admin/verification/${user.id}`, reviewer)).toContain("Confirm the new name");
    expect((await confirm(reviewer, user)).outcome).toMatchObject({ ok: true });
  });

  it("is not confirmed by the user, nor by a reviewer who may be the same person", async () => {
    const [user, reviewer] = await Promise.all([approved(), admin()]);
    await update(user, { name: "Another Person" });
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    await db.user.update({ where: { id: reviewer.id }, data: { phone } });
    expect((await confirm(user, user)).outcome).not.toMatchObject({ ok: true });
    expect((await confirm(reviewer, user)).outcome).toMatchObject({ ok: false, error: "CONFLICT" });
    expect(await changesOf(user)).toMatchObject([{ confirmedAt: null }]);
  });

  it("is not recorded before the approval, or if nothing changed", async () => {
    const [pending, user] = await Promise.all([
      person({ role: "investor", investorType: "personal", verification: "pending" }),
      approved(),
    ]);
    await update(pending, { name: "Another Person" });
    await update(user, { name: "Test built" });
    expect([...(await changesOf(pending)), ...(await changesOf(user))]).toEqual([]);
    expect(await mailsTo(user.email)).toEqual([]);
    // The earlier phone number of a submission is evidence of a conflict of interest (threat 64).
    await update(pending, { phone: samplePhone(freshNumber()) });
    expect(await changesOf(pending)).toMatchObject([{ field: "phone" }]);
    expect(await mailsTo(pending.email)).toEqual([]);
  });
});
