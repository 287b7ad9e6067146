import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { openRowCipher } from "@/lib/pii/cipher";
import { startServer } from "../support/server";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  get,
  person,
  personalInvestor,
  post,
  put,
  submit,
  type SignedIn,
} from "../support/api";
import { verifyChain } from "../support/chain";

/** Numbers nobody else has, to be looked for wherever they must not be. */
const planted = () => ({ ninNumber: digits(11), bvnNumber: digits(11), accountNumber: digits(10) });
const digits = (length: number) => Array.from({ length }, () => 1 + Math.floor(Math.random() * 9)).join("");

async function submitWith(who: SignedIn, numbers: ReturnType<typeof planted>) {
  const text = await post("/api/verification", { ...answers(freshNumber()), ...numbers }, who.token);
  expect(text.status).toBe(200);
  const sent = await call("POST", "/api/verification/documents", {
    form: await documents(),
    token: who.token,
  });
  expect(sent.status).toBe(200);
}

describe("numbers at rest (TRUST 33)", () => {
  it("stand nowhere in the database files, the write-ahead log or the data folder", async () => {
    const who = await personalInvestor();
    const numbers = planted();
    await submitWith(who, numbers);
    await db.$executeRaw`CHECKPOINT`;
    const folder = inject("stack").dataDir;
    for (const number of Object.values(numbers)) {
      // grep answers 1 when it found nothing.
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

  it("do not open when a cell is moved to another person's row", async () => {
    const [one, two] = [await personalInvestor(), await personalInvestor()];
    await submit(one);
    await submit(two);
    const rowOf = async (who: SignedIn) =>
      db.personalDetails.findFirstOrThrow({ where: { submission: { userId: who.id } } });
    const [a, b] = [await rowOf(one), await rowOf(two)];
    expect(() =>
      openRowCipher("personal_details", b.submissionId, b.dataKey).open("nin_cipher", a.ninCipher),
    ).toThrow();
    expect(() => openRowCipher("personal_details", b.submissionId, a.dataKey)).toThrow();
  });
});

describe("one identity twice (TRUST 34)", () => {
  it("is kept, can be found by the blind index, and the applicant is told nothing", async () => {
    const numbers = planted();
    const people = await Promise.all(
      Array.from({ length: 50 }, () => person({ role: "investor", investorType: "personal" })),
    );
    const statuses = await Promise.all(
      people.map(
        async (who) =>
          (await post("/api/verification", { ...answers(freshNumber()), ...numbers }, who.token)).status,
      ),
    );
    expect(statuses.every((status) => status === 200)).toBe(true);
    const rows = await db.personalDetails.groupBy({
      by: ["ninIndex"],
      _count: true,
      where: { submission: { userId: { in: people.map((who) => who.id) } } },
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]!._count).toBe(50);
  });
});

describe("what is answered (TRUST 35)", () => {
  it("holds no full number for anybody; a reveal answers one and is written down", async () => {
    const who = await personalInvestor();
    const numbers = planted();
    await submitWith(who, numbers);
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const texts = await Promise.all(
      [
        get("/api/auth/me", who.token),
        get("/api/verification/status", who.token),
        get(`/api/admin/users/${who.id}`, plain.token),
        get(`/api/admin/users/${who.id}`, root.token),
        get("/api/admin/users?limit=100", plain.token),
        get("/api/admin/users?limit=100", root.token),
      ].map(async (answer) => JSON.stringify((await answer).body)),
    );
    for (const text of texts) for (const number of Object.values(numbers)) expect(text).not.toContain(number);
    expect(texts[0]).toContain(`•••••••${numbers.ninNumber.slice(-4)}`);

    const reveals = () => db.auditEvent.count({ where: { targetId: who.id, action: "pii.revealed" } });
    for (const [field, value] of [
      ["ninNumber", numbers.ninNumber],
      ["personal.ninNumber", numbers.ninNumber],
      ["bankDetails.bvnNumber", numbers.bvnNumber],
      ["accountNumber", numbers.accountNumber],
    ] as const) {
      const before = await reveals();
      const answer = await post(`/api/admin/users/${who.id}/reveal`, { field }, plain.token);
      expect(answer.body.data).toEqual({ field, value });
      expect(await reveals()).toBe(before + 1);
    }
    expect(
      (await post(`/api/admin/users/${who.id}/reveal`, { field: "passwordHash" }, plain.token)).status,
    ).toBe(422);
    expect(
      (await post(`/api/admin/users/${who.id}/reveal`, { field: "signatories.0.bvnNumber" }, plain.token))
        .status,
    ).toBe(404);
    expect((await post(`/api/admin/users/${who.id}/reveal`, { field: "ninNumber" }, who.token)).status).toBe(
      403,
    );
    const events = await db.auditEvent.findMany({ where: { targetId: who.id } });
    for (const number of Object.values(numbers)) {
      expect(JSON.stringify(events.map((event) => event.data))).not.toContain(number);
    }
  });

  it("tells the reviewer's name to super administrators only", async () => {
    const who = await personalInvestor();
    await submit(who);
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    await call("PATCH", `/api/admin/users/${who.id}/verification-status`, {
      token: plain.token,
      body: { status: "approved" },
    });
    const seenBy = async (token: string) =>
      (await get(`/api/admin/users/${who.id}`, token)).body.data as {
        verification: { reviewedBy: unknown; reviewedAt: unknown };
      };
    expect((await seenBy(plain.token)).verification).toMatchObject({ reviewedBy: null, reviewedAt: null });
    expect((await seenBy(root.token)).verification).toMatchObject({ reviewedBy: { _id: plain.id } });
  });
});

describe("the log (TRUST 36)", () => {
  it("holds no personal data, also when things go wrong", async () => {
    const { env, dataDir } = inject("stack");
    const server = await startServer({ database: { env, dataDir } as never, env: { LOG_LEVEL: "debug" } });
    const canary = `canary${digits(6)}`;
    const numbers = planted();
    const email = `${canary}@test.example`;
    const send = (method: string, url: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(server.url + url, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }).then((r) => r.text());
    await send("POST", "/api/auth/register", {
      name: canary,
      email,
      phone: "8031234567",
      password: `${canary} password`,
    });
    await send("POST", "/api/auth/login", { email, password: `${canary} password` });
    await send("POST", "/api/auth/verify-email", { email, code: "000000" });
    const who = await personalInvestor();
    const bearer = { authorization: `Bearer ${who.token}` };
    await send(
      "POST",
      "/api/verification",
      { ...answers(1), ...numbers, firstName: canary, residentialAddress: `${canary} street` },
      bearer,
    );
    await send(
      "POST",
      "/api/verification",
      { ...answers(1), ...numbers, ninNumber: `${numbers.ninNumber}9` },
      bearer,
    );
    await fetch(`${server.url}/api/verification/documents`, {
      method: "POST",
      headers: { ...bearer, "content-type": "multipart/form-data; boundary=x" },
      body: `--x\r\n${canary}`,
    }).then((r) => r.text());
    await fetch(`${server.url}/api/admin/users?q=${canary}`, { headers: bearer }).then((r) => r.text());
    await fetch(`${server.url}/dashboard?secret=${canary}`, { headers: { cookie: who.cookies } }).then((r) =>
      r.text(),
    );
    await fetch(`${server.url}/api/admin/users?q=${canary}%00`, { headers: bearer }).then((r) => r.text());
    await send("PUT", "/api/auth/updateMe", { name: `${canary}\ud800`, phone: "8031234567" }, bearer);
    await server.stop();
    const log = readFileSync(server.files.stdout, "utf8") + readFileSync(server.files.stderr, "utf8");
    expect(log).toContain('"event":"request"');
    for (const secret of [canary, ...Object.values(numbers), who.token, who.email])
      expect(log).not.toContain(secret);
  });
});

describe("erasing an account", () => {
  it("removes the person, their submissions and the files on disk, and keeps the audit chain", async () => {
    const who = await personalInvestor();
    await submit(who);
    const keys = (await db.file.findMany({ where: { ownerId: who.id } })).map((file) => file.storageKey);
    expect(keys).toHaveLength(3);
    expect((await call("DELETE", "/api/auth/deleteMe", { token: who.token })).status).toBe(200);
    expect(await db.submission.count({ where: { userId: who.id } })).toBe(0);
    const onDisk = readdirSync(path.join(inject("stack").dataDir, "uploads"), { recursive: true }).join("\n");
    for (const key of keys) expect(onDisk).not.toContain(key);
    expect(await db.auditEvent.count({ where: { targetId: who.id, action: "user.deleted" } })).toBe(1);
    expect(await verifyChain()).toBeGreaterThan(0);
    expect((await put("/api/auth/setRole", { role: "startup" }, who.token)).status).toBe(401);
  });
});
