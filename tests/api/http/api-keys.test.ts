import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, call, mailsTo, onDuty, person, waitForMail } from "../../support/api";
import { keyInput, makeKey } from "../../support/api-keys";

/** Keys of programs (product 10.44, threat 78). */
const users = (token: string) => call("GET", "/api/admin/users?limit=1", { token });
const rotate = (token: string, id: string, overlapHours: number) =>
  call("POST", `/api/admin/api-keys/${id}/rotate`, { token, body: { overlapHours } });
const revoke = (token: string, id: string) =>
  call("POST", `/api/admin/api-keys/${id}/revoke`, { token, body: {} });
const auditOf = async (targetId: string) =>
  (await db.auditEvent.findMany({ where: { targetId }, orderBy: { seq: "asc" }, take: 100 })).map(
    ({ action, actorId, data }) => ({ action, actorId, data }),
  );

describe("an API key (threat 78)", () => {
  it("is shown once, stored as a hash, and found by the pattern for secret scanners", async () => {
    const owner = await admin(true);
    const { key, start, _id } = await makeKey(owner);
    expect(key).toMatch(/^sdl_(live|test|demo)_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}$/);
    expect(key.startsWith(`${start}_`)).toBe(true);
    const secret = key.split("_")[3]!;
    const stored = await db.$queryRaw<{ row: string }[]>`
      SELECT row_to_json(k)::text AS row FROM api_keys AS k WHERE id = ${_id}::uuid`;
    expect(stored[0]!.row).not.toContain(secret);
    const { body } = await call("GET", "/api/admin/api-keys", { token: owner.token });
    expect(JSON.stringify(body)).not.toContain(secret);
    const { text } = await waitForMail(owner.email, /A key for the API/);
    expect(text).toContain("Data warehouse");
    expect(text).not.toContain(secret);
  });

  it("reads what its scopes name, and nothing else", async () => {
    const { key } = await makeKey(await admin(true), { scopes: ["plans:read"] });
    expect((await call("GET", "/api/admin/plans", { token: key })).status).toBe(200);
    const refused = await users(key);
    expect([refused.status, refused.body.message]).toEqual([403, "This key lacks the scope users:read"]);
  });

  it("can do no more than its owner", async () => {
    const [maker, auditor] = [await admin(true), await onDuty("auditor")];
    const { key } = await makeKey(maker, { ownerId: auditor.id });
    expect((await users(key)).status).toBe(200);
    const day = "2031-03-03";
    const holiday = { token: key, body: { name: "A holiday" } };
    expect((await call("PUT", `/api/admin/holidays/${day}`, holiday)).status).toBe(403);
    await db.user.update({ where: { id: auditor.id }, data: { duty: "finance" } });
    expect((await call("GET", "/api/admin/alerts", { token: key })).status).toBe(403);
    await db.user.delete({ where: { id: auditor.id } });
    expect((await users(key)).status).toBe(401);
  });

  it("names itself in the audit log, apart from the reads of its owner", async () => {
    const owner = await admin(true);
    const { key, _id } = await makeKey(owner);
    const { id } = await person({ role: "startup", verification: "pending" });
    const read = (token: string) => call("GET", `/api/admin/users/${id}`, { token });
    for (const token of [owner.token, key, key]) expect((await read(token)).status).toBe(200);
    const note = { token: key, body: { text: "Seen in the accounts" } };
    expect((await call("POST", `/api/admin/users/${id}/notes`, note)).status).toBe(201);
    const rows = (await auditOf(id)).filter(({ actorId }) => actorId === owner.id);
    expect(rows.map(({ action, data }) => [action, (data as { keyId?: string }).keyId])).toEqual([
      ["user.viewed", undefined],
      ["user.viewed", _id],
      ["case.noted", _id],
    ]);
  });

  it("is rotated with an overlap, and revoked at once", async () => {
    const owner = await admin(true);
    const { key, _id } = await makeKey(owner);
    const { body } = await rotate(owner.token, _id, 1);
    const { key: second } = body.data as { key: string };
    expect([(await users(key)).status, (await users(second)).status]).toEqual([200, 200]);
    await db.apiKey.update({ where: { id: _id }, data: { previousUntil: new Date(Date.now() - 1) } });
    expect([(await users(key)).status, (await users(second)).status]).toEqual([401, 200]);
    const third = ((await rotate(owner.token, _id, 0)).body.data as { key: string }).key;
    expect([(await users(second)).status, (await users(third)).status]).toEqual([401, 200]);
    for (const _ of [1, 2]) expect((await revoke(owner.token, _id)).status).toBe(200);
    expect((await users(third)).status).toBe(401);
    expect((await rotate(owner.token, _id, 0)).status).toBe(409);
    expect((await auditOf(_id)).map(({ action }) => action)).toEqual([
      "api_key.made",
      "api_key.rotated",
      "api_key.rotated",
      "api_key.revoked",
    ]);
    await expect(db.apiKey.update({ where: { id: _id }, data: { revokedAt: null } })).rejects.toThrow(
      /cannot change like this/,
    );
  });

  it("is refused outside its networks, which is recorded and emailed once", async () => {
    const owner = await admin(true);
    const { key, _id } = await makeKey(owner, { networks: ["203.0.113.0/24"] });
    for (const _ of [1, 2]) expect((await users(key)).status).toBe(403);
    expect((await auditOf(_id)).map(({ action }) => action)).toEqual(["api_key.made", "api_key.refused"]);
    await waitForMail(owner.email, /another network/);
    const mails = await mailsTo(owner.email);
    expect(mails.filter(({ subject }) => /another network/.test(subject))).toHaveLength(1);
    const { key: local } = await makeKey(owner, { networks: ["127.0.0.0/8", "::1"] });
    expect((await users(local)).status).toBe(200);
  });

  it("says in every response what is left of its limit", async () => {
    const { key } = await makeKey(await admin(true));
    const left = async () => {
      const { headers } = await users(key);
      expect(headers.get("ratelimit-policy")).toMatch(/^"key";q=\d+;w=60$/);
      const [, remaining] = /^"key";r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "") ?? [];
      return Number(remaining);
    };
    expect((await left()) - (await left())).toBe(1);
  });

  it("is no key when malformed, of another environment, expired, or with another secret", async () => {
    const owner = await admin(true);
    const { key, start, _id } = await makeKey(owner);
    const [, environment] = start.split("_");
    const other = environment === "live" ? "test" : "live";
    const wrong = [
      key.slice(0, -1),
      `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`,
      key.replace(`sdl_${environment}_`, `sdl_${other}_`),
      "sdl_live_x_y",
    ];
    for (const token of wrong) expect([token, (await users(token)).status]).toEqual([token, 401]);
    // A key with the same secret that expired a moment ago: keys themselves do not change.
    const { id: _, madeAt: __, ...row } = await db.apiKey.findUniqueOrThrow({ where: { id: _id } });
    const publicId = [...row.publicId].toReversed().join("");
    await db.apiKey.create({ data: { ...row, publicId, expiresAt: new Date(Date.now() - 1) } });
    expect((await users(key)).status).toBe(200);
    expect((await users(key.replace(row.publicId, publicId))).status).toBe(401);
  });

  it("is not made with a wrong day, scope, network or owner, or without a fresh proof", async () => {
    const owner = await admin(true);
    const member = await person({ role: "investor" });
    const wrong: [object, string][] = [
      [{ expiresOn: "2020-01-01" }, "expiresOn"],
      [{ expiresOn: "2040-01-01" }, "expiresOn"],
      [{ scopes: ["users:delete"] }, "scopes.0"],
      [{ scopes: ["payouts:write"] }, "scopes"],
      [{ scopes: [] }, "scopes"],
      [{ networks: ["203.0.113.0/33"] }, "networks"],
      [{ ownerId: member.id }, "ownerId"],
    ];
    for (const [input, path] of wrong) {
      const body = { ...keyInput(owner.id), ...input };
      const answer = await call("POST", "/api/admin/api-keys", { token: owner.token, body });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path]);
    }
    await db.session.updateMany({
      where: { userId: owner.id },
      data: { provedAt: new Date(Date.now() - 16 * 60_000) },
    });
    const stale = await call("POST", "/api/admin/api-keys", { token: owner.token, body: keyInput(owner.id) });
    expect(stale.body.error).toBe("STEP_UP_REQUIRED");
  });
});
