import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { openRowCipher } from "@/lib/pii/cipher";
import {
  PASSWORD,
  admin,
  answers,
  call,
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
  tokenIn,
  urls,
  waitForMail,
  type SignedIn,
  randomDigits,
} from "../../support/api";
import { newArchive } from "../../support/archive";
import { verifyChain } from "../../support/chain";
import { checkpoint } from "../../support/checkpoint";
import { planted, submitWith } from "../../support/privacy";
import { stack } from "../../support/stack";

/** Makes a call whose response is not JSON. */
const raw = (url: string, token: string, body?: unknown) =>
  fetch(urls()[0] + url, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe("numbers at rest (threat 33)", () => {
  it("occur nowhere in the database files, the write-ahead log or the data folder", async () => {
    const user = await personalInvestor();
    const numbers = planted();
    await submitWith(user, numbers);
    await checkpoint();
    const folder = stack().dataDir;
    for (const number of Object.values(numbers)) {
      // grep exits with 1 if nothing was found.
      const found = execFileSync("sh", [
        "-c",
        `grep -rlaF -- "$1" "$2" || true`,
        "sh",
        number,
        folder,
      ]).toString();
      expect([number, found]).toEqual([number, ""]);
    }
  });

  it("cannot be decrypted in another user's row", async () => {
    const [one, two] = [await personalInvestor(), await personalInvestor()];
    await submit(one);
    await submit(two);
    const rowOf = async (user: SignedIn) =>
      db.personalDetails.findFirstOrThrow({ where: { submission: { userId: user.id } } });
    const [a, b] = [await rowOf(one), await rowOf(two)];
    expect(() =>
      openRowCipher("personal_details", b.submissionId, b.dataKey).open("nin_cipher", a.ninCipher),
    ).toThrow();
    expect(() => openRowCipher("personal_details", b.submissionId, a.dataKey)).toThrow();
  });
});

describe("one identity twice (threat 34)", () => {
  it("is accepted, found by the blind index, and not disclosed to the applicant", async () => {
    const numbers = planted();
    const people = await Promise.all(
      Array.from({ length: 50 }, () => person({ role: "investor", investorType: "personal" })),
    );
    const statuses = await Promise.all(
      people.map(
        async (user) =>
          (await post("/api/verification", { ...answers(freshNumber()), ...numbers }, user.token)).status,
      ),
    );
    expect(statuses.every((status) => status === 200)).toBe(true);
    const rows = await db.personalDetails.groupBy({
      by: ["ninIndex"],
      _count: true,
      where: { submission: { userId: { in: people.map((user) => user.id) } } },
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]!._count).toBe(50);
  });
});

describe("responses (threat 35)", () => {
  it("mask numbers for all users; a reveal returns one number and is recorded", async () => {
    const user = await personalInvestor();
    const numbers = planted();
    await submitWith(user, numbers);
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const texts = await Promise.all(
      [
        get("/api/auth/me", user.token),
        get("/api/verification/status", user.token),
        get(`/api/admin/users/${user.id}`, plain.token),
        get(`/api/admin/users/${user.id}`, root.token),
        get("/api/admin/users?limit=100", plain.token),
        get("/api/admin/users?limit=100", root.token),
      ].map(async (answer) => JSON.stringify((await answer).body)),
    );
    for (const text of texts) for (const number of Object.values(numbers)) expect(text).not.toContain(number);
    expect(texts[0]).toContain(`•••••••${numbers.ninNumber.slice(-4)}`);

    const reveals = () => db.auditEvent.count({ where: { targetId: user.id, action: "pii.revealed" } });
    for (const [field, value] of [
      ["ninNumber", numbers.ninNumber],
      ["personal.ninNumber", numbers.ninNumber],
      ["bankDetails.bvnNumber", numbers.bvnNumber],
      ["accountNumber", numbers.accountNumber],
    ] as const) {
      const before = await reveals();
      const answer = await post(
        `/api/admin/users/${user.id}/reveal`,
        { field, reason: "other" },
        plain.token,
      );
      expect(answer.body.data).toEqual({ field, value });
      expect(await reveals()).toBe(before + 1);
    }
    expect(
      (
        await post(
          `/api/admin/users/${user.id}/reveal`,
          { field: "passwordHash", reason: "other" },
          plain.token,
        )
      ).status,
    ).toBe(422);
    expect(
      (
        await post(
          `/api/admin/users/${user.id}/reveal`,
          { field: "signatories.0.bvnNumber", reason: "other" },
          plain.token,
        )
      ).status,
    ).toBe(404);
    expect(
      (await post(`/api/admin/users/${user.id}/reveal`, { field: "ninNumber" }, user.token)).status,
    ).toBe(403);
    const events = await db.auditEvent.findMany({ where: { targetId: user.id } });
    for (const number of Object.values(numbers)) {
      expect(JSON.stringify(events.map((event) => event.data))).not.toContain(number);
    }
  });
});

describe("erasing an account (threat 65)", () => {
  it("removes the user, the submissions and the files on disk, and leaves the audit chain intact and anonymous", async () => {
    const [user, administrator, root] = [await personalInvestor(), await admin(), await admin(true)];
    const numbers = planted();
    const renamed = { name: `Planted ${randomDigits(9)}`, phone: `80${randomDigits(8)}` };
    await put("/api/auth/updateMe", renamed, user.token);
    const decide = (status: string) =>
      patch(
        `/api/admin/users/${user.id}/verification-status`,
        { status, ...(status === "rejected" ? { rejectionReason: `No, ${renamed.name}` } : {}) },
        administrator.token,
      );
    // All events of an account: rejected, resubmitted, approved, viewed, searched for, given another role, exported.
    await submitWith(user, numbers);
    await decide("rejected");
    await submitWith(user, numbers);
    await decide("approved");
    await post(
      `/api/admin/users/${user.id}/reveal`,
      { field: "bvnNumber", reason: "bank_check", note: `NIN ${numbers.ninNumber}` },
      administrator.token,
    );
    await raw(`/api/admin/users/export?q=${encodeURIComponent(renamed.name)}`, administrator.token);
    await patch(`/api/admin/users/${user.id}/role`, { role: "startup" }, administrator.token);
    await call("POST", "/api/auth/login", { body: { email: user.email, password: "wrong" } });
    await post("/api/auth/forgot-password", { email: user.email });
    const token = tokenIn(await waitForMail(user.email, /Reset your .* password/));
    await post("/api/auth/reset-password", { token, password: `${PASSWORD} 2` });
    const again = await login(user.email, `${PASSWORD} 2`);
    await db.user.update({ where: { id: user.id }, data: { passwordResetAt: null } });
    expect((await newArchive(again)).size).toBeGreaterThan(6);
    const keys = (await db.file.findMany({ where: { ownerId: user.id } })).map((file) => file.storageKey);
    // Six documents, each with its original, and the archive.
    expect(keys).toHaveLength(13);

    expect((await call("DELETE", "/api/auth/deleteMe", { token: again.token })).status).toBe(200);
    expect(await db.submission.count({ where: { userId: user.id } })).toBe(0);
    const onDisk = readdirSync(path.join(stack().dataDir, "uploads"), { recursive: true }).join("\n");
    for (const key of keys) expect(onDisk).not.toContain(key);
    expect(await mailsTo(user.email)).toEqual([]);
    expect((await put("/api/auth/setRole", { role: "startup" }, again.token)).status).toBe(401);

    const events = await db.auditEvent.findMany({
      where: { OR: [{ targetId: user.id }, { actorId: user.id }] },
    });
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set([
        "user.registered", "submission.submitted", "submission.rejected", "submission.approved", "pii.revealed", "user.viewed",
        "user.role_changed", "user.password_changed", "user.archive_requested", "user.data_downloaded", "user.deleted",
      ]),
    ); // oxfmt-ignore
    expect(await verifyChain()).toBeGreaterThan(events.length);
    const exported = await (await raw("/api/admin/audit/export", root.token)).text();
    expect(exported).toContain(user.id);
    for (const canary of [user.email, renamed.name, renamed.phone, PASSWORD, ...Object.values(numbers)]) {
      expect(exported).not.toContain(canary);
    }
  });
});
