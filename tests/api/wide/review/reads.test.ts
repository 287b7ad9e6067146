import { describe, expect, it } from "vitest";
import { audit } from "@/lib/audit/audit";
import { listReadsOf } from "@/lib/audit/reads";
import { db, transaction } from "@/lib/db/client";
import {
  admin,
  call,
  get,
  patch,
  person,
  personalInvestor,
  post,
  submit,
  urls,
  type SignedIn,
} from "../../../support/api";
import { readsOf, account, applicant } from "../../../support/reads";

async function page(path: string, { cookies }: SignedIn): Promise<string> {
  const response = await fetch(urls()[0] + path, { headers: { cookie: cookies }, redirect: "manual" });
  expect(response.status).toBe(200);
  // React separates adjacent texts with comments.
  return (await response.text()).replaceAll("<!-- -->", "");
}

describe("reads by administrators (threat 51)", () => {
  it("are recorded by every call that returns a user's data, once for the same opening", async () => {
    const calls = [
      (id: string) => ["GET", `/api/admin/users/${id}`] as const,
      (id: string) => ["GET", `/api/admin/users/${id}/review`] as const,
      (id: string) => ["GET", `/api/admin/users/${id}/duplicates`] as const,
      // An unchanged role has no effect, but the response contains the user.
      (id: string) => ["PATCH", `/api/admin/users/${id}/role`, { role: "investor" }] as const,
    ];
    const reader = await admin();
    for (const of of calls) {
      const user = await applicant();
      const [method, path, body] = of(user.id);
      for (let turn = 0; turn < 3; turn += 1) {
        expect((await call(method, path, { token: reader.token, body })).status).toBe(200);
      }
      expect(await readsOf(user.id, reader)).toEqual([account(reader)]);
    }
    const user = await applicant();
    await page(`/admin/verification/${user.id}`, reader);
    await Promise.all(calls.map((of) => of(user.id)).map(([method, path, body]) => call(method, path, { token: reader.token, body }))); // oxfmt-ignore
    expect(await readsOf(user.id, reader)).toEqual([account(reader)]);
  });

  it("are recorded for each user listed as a possible duplicate", async () => {
    const [user, twin, reader] = await Promise.all([personalInvestor(), personalInvestor(), admin()]);
    const n = 10_000 + Math.floor(Math.random() * 1_000_000_000);
    for (const account of [user, twin]) expect((await submit(account, n)).status).toBe(200);
    expect((await get(`/api/admin/users/${user.id}/duplicates`, reader.token)).status).toBe(200);
    expect(await readsOf(twin.id, reader)).toEqual([[reader.id, { part: "duplicate", isSuper: false }]]);
    expect(await readsOf(user.id, reader)).toEqual([account(reader)]);
  });

  it("do not include lists, rejected calls and one's own account", async () => {
    const [user, reader, root] = await Promise.all([applicant(), admin(), admin(true)]);
    const stranger = await person();
    expect((await get("/api/admin/users?limit=50", reader.token)).status).toBe(200);
    expect((await get(`/api/admin/users/${user.id}`, stranger.token)).status).toBe(403);
    expect((await get(`/api/admin/users/${root.id}`, reader.token)).status).toBe(404);
    expect((await get(`/api/admin/users/${root.id}`, root.token)).status).toBe(200);
    expect([
      ...(await readsOf(user.id, reader, root, stranger)),
      ...(await readsOf(root.id, reader, root)),
    ]).toEqual([]);
  });

  it("are shown to the user by role, and by name to super administrators only", async () => {
    const approved = { role: "investor", investorType: "personal", verification: "approved" } as const;
    const [user, reader, root] = await Promise.all([person(approved), admin(), admin(true)]);
    const name = `Reader ${Date.now().toString(36)}`;
    await db.user.update({ where: { id: reader.id }, data: { name } });
    expect(await page("/profile", user)).toContain("Nobody has opened your data yet.");

    await get(`/api/admin/users/${user.id}`, reader.token);
    await get(`/api/admin/users/${user.id}`, root.token);
    const reveal = { field: "bvnNumber", reason: "bank_check", note: "Called the bank" };
    expect((await post(`/api/admin/users/${user.id}/reveal`, reveal, reader.token)).status).toBe(200);
    const profilePage = await page("/profile", user);
    for (const text of [
      "Who saw my data",
      "Profile and answers",
      "Full BVN",
      "A reviewer",
      "An administrator",
    ])
      expect(profilePage).toContain(text);
    for (const text of [name, reader.id, "Called the bank"]) expect(profilePage).not.toContain(text);

    const seen = await page(`/admin/verification/${user.id}`, root);
    for (const text of ["Who Saw This Data", name, "Checking the bank details", "Called the bank"])
      expect(seen).toContain(text);
    const plain = await page(`/admin/verification/${user.id}`, reader);
    for (const text of ["Who Saw This Data", "Called the bank"]) expect(plain).not.toContain(text);
    expect(await page("/admin/audit", root)).toContain("Opened by administrators");
  });

  it("do not push a reveal off the list, however many there are", async () => {
    const [user, reader] = [await applicant(), await admin()];
    const reveal = { field: "bvnNumber", reason: "bank_check" };
    expect((await post(`/api/admin/users/${user.id}/reveal`, reveal, reader.token)).status).toBe(200);
    await transaction(async (tx) => {
      for (let n = 0; n < 101; n += 1)
        await audit(tx, { actorId: reader.id, action: "user.viewed", targetId: user.id, data: { part: "account", isSuper: false } }); // oxfmt-ignore
    });
    expect(await listReadsOf(user.id)).toContainEqual(
      expect.objectContaining({ what: { part: "number", field: "bvnNumber" } }),
    );
  });

  it("are recorded when a decision from the list returns the user", async () => {
    const [user, reader] = await Promise.all([applicant(), admin()]);
    const path = `/api/admin/users/${user.id}/verification-status`;
    expect((await patch(path, { status: "approved" }, reader.token)).status).toBe(200);
    expect(await readsOf(user.id, reader)).toEqual([account(reader)]);
  });
});
