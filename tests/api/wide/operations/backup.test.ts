import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signChainHead } from "@/lib/audit/anchor";
import { audit } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { sampleAnswers } from "../../../../prisma/seed/answers";
import { buildUser } from "../../../../prisma/seed/builders";
import { documents, until } from "../../../support/api";
import { keyInput } from "../../../support/api-keys";
import { verifyChain } from "../../../support/chain";
import { command } from "../../../support/command";
import { invest } from "../../../support/ledger";
import { signInAt, type OwnClient } from "../../../support/own-server";
import { startDatabase, startServer, type Database, type Server } from "../../../support/server";

/** A backup taken during use restores one point in time exactly; an incomplete backup is never restored. */
let database: Database;
let server: Server | undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-backup-"));
const file = (name: string) => path.join(folder, name);

const backup = (to: string) => command("backup", ["--to", to], database.env);
const restore = (from: string, ...args: string[]) =>
  command("restore", ["--from", from, ...args], database.env);

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const tables = () =>
  query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     AND relname NOT IN ('_prisma_migrations', '_guards', 'sessions', 'rate_limits', 'restores') ORDER BY 1`,
  );

/**
 * Returns one hash per table over all rows. A restore ends sessions and records itself; rate limits and cached search counts are excluded because they expire.
 */
async function everything(): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name } of await tables()) {
    const [row] = await query<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS digest FROM "${name}" t`,
    );
    digests[name] = row!.digest;
  }
  return digests;
}

/** Checks that an administrator or the owner receives every file of a submission or a draft whole. */
async function everyFileOpens(administrator: OwnClient): Promise<number> {
  const files = await query<{ id: string; sha256: string }>(
    "SELECT DISTINCT f.id, f.sha256 FROM files f JOIN documents d ON d.file_id = f.id",
  );
  for (const { id, sha256 } of files) {
    const response = await administrator.fetch(`/api/files/${id}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    expect([id, response.status, digest]).toEqual([id, 200, sha256]);
  }
  return files.length;
}

/** Returns the totals: materialized, or counted from the rows. */
const totals = (source: "materialized" | "counted") =>
  query(
    source === "materialized"
      ? "SELECT role, status, submitted, verified, sum(delta)::int AS n FROM user_count_deltas GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4"
      : "SELECT role, status, submitted_at IS NOT NULL AS submitted, email_verified_at IS NOT NULL AS verified, count(*)::int AS n FROM users GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
  );

async function destroy(): Promise<void> {
  await query("DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION seedline_owner");
  rmSync(path.join(database.dataDir, "uploads"), { recursive: true, force: true });
}

const starters = Array.from({ length: 12 }, (_, n) => `starter${n}@test.example`);
const leavers = Array.from({ length: 12 }, (_, n) => `leaver${n}@test.example`);

beforeAll(async () => {
  database = await startDatabase();
  Object.assign(process.env, database.env);
  const administrator = await buildUser({
    n: 1,
    email: "super@seedline.example",
    name: "Root",
    role: "admin",
    isSuper: true,
  });
  await buildUser({
    n: 2,
    email: "waits@test.example",
    name: "Waits",
    role: "startup",
    verification: "pending",
  });
  await buildUser({ n: 3, email: "firm@test.example", name: "Firm", role: "investor", investorType: "corporate", verification: "approved" }, administrator); // oxfmt-ignore
  await buildUser({ n: 4, email: "no@test.example", name: "Rejected", role: "startup", verification: "rejected" }, administrator); // oxfmt-ignore
  for (const [n, email] of starters.entries())
    await buildUser({ n: 100 + n, email, name: "S", role: "startup" });
  for (const [n, email] of leavers.entries())
    await buildUser({ n: 200 + n, email, name: "L", role: "startup", verification: "approved" });
  // Incompressible data, so that a backup has several chunks.
  await query(`INSERT INTO carousel_items (id, title, image, updated_at)
    SELECT gen_random_uuid(), md5(random()::text), '/x.png', now() FROM generate_series(1, 5000)`);
  await invest(1_000_00n);
  server = await startServer({ database });
}, 180_000);

afterAll(async () => {
  await server?.stop();
  await db.$disconnect();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm run backup and npm run restore", () => {
  it("restore one moment of a database in use", async () => {
    const administrator = await signInAt(server!.url, "super@seedline.example");
    const writer = await signInAt(server!.url, starters[0]!);
    await writer.send("PUT", "/api/verification/draft", { values: { firstName: "Ada" } });

    // Half of the changes are complete before the backup; the others are made during it.
    const submitAs = async (email: string) => {
      const user = await signInAt(server!.url, email);
      expect((await user.send("POST", "/api/verification", sampleAnswers(Number(email.replace(/\D/g, ""))))).status).toBe(200); // oxfmt-ignore
      const sent = await user.fetch("/api/verification/documents", {
        method: "POST",
        body: await documents(),
      });
      expect(sent.status).toBe(200);
    };
    const leaveAs = async (email: string) =>
      expect((await (await signInAt(server!.url, email)).send("DELETE", "/api/auth/deleteMe")).status).toBe(
        200,
      );
    const [root] = await query<{ id: string }>("SELECT id FROM users WHERE is_super");
    const made = await administrator.send("POST", "/api/admin/api-keys", keyInput(root!.id));
    expect(made.status).toBe(201);
    const half = starters.length / 2;
    for (const email of starters.slice(1, half)) await submitAs(email);
    for (const email of leavers.slice(0, half)) await leaveAs(email);
    const meanwhile = (async () => {
      for (let n = half; n < starters.length; n += 1) {
        await Promise.all([submitAs(starters[n]!), leaveAs(leavers[n]!)]);
      }
    })();
    const taken = await backup(file("one.backup"));
    await meanwhile;
    expect([taken.code, taken.stderr]).toEqual([0, ""]);
    const text = readFileSync(file("one.backup"), "latin1");
    for (const secret of ["super@seedline.example", "firstName", "audit_events", "JFIF"])
      expect(text).not.toContain(secret);

    expect((await restore(file("one.backup"))).stderr).toContain("The database has open connections");
    await db.$disconnect();
    await server!.stop();
    expect((await restore(file("one.backup"))).stderr).toMatch(/not empty .*--replace/);

    await destroy();
    const restored = await restore(file("one.backup"));
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    expect(restored.stdout).toContain("The audit chain is whole up to row");
    expect(await verifyChain(database.url)).toBeGreaterThan(0);
    expect(await totals("materialized")).toEqual(await totals("counted"));

    server = await startServer({ database, port: server!.port });
    const again = await signInAt(server.url, "super@seedline.example");
    expect(await everyFileOpens(again)).toBeGreaterThan(12);
    // Users who had submitted or left before the backup are restored in that state; all others as they were either wholly before or wholly
    // after the change.
    const people = await query<{ email: string; submitted: boolean; documents: number }>(
      `SELECT email, submitted_at IS NOT NULL AS submitted,
         (SELECT count(*)::int FROM documents WHERE submission_id = current_submission_id) AS documents FROM users`,
    );
    const byEmail = new Map(people.map((row) => [row.email, row]));
    for (const email of starters.slice(1, half))
      expect(byEmail.get(email)).toMatchObject({ submitted: true });
    for (const email of leavers.slice(0, half)) expect(byEmail.has(email)).toBe(false);
    for (const { email, submitted, documents } of people) {
      if (!email.startsWith("firm")) expect([email, documents]).toEqual([email, submitted ? 3 : 0]);
    }
    // All users must log in again: a session that was ended after the backup must not be restored.
    expect((await administrator.send("GET", "/api/auth/me")).status).toBe(401);
    expect(await query("SELECT FROM api_keys WHERE revoked_at IS NULL")).toEqual([]);
  }, 180_000);

  it("restore a working installation: decisions, drafts, totals, and an audit chain that can be extended", async () => {
    const administrator = await signInAt(server!.url, "super@seedline.example");
    const [waits] = await query<{ id: string }>("SELECT id FROM users WHERE email = 'waits@test.example'");
    const decided = await administrator.send("PATCH", `/api/admin/users/${waits!.id}/verification-status`, { status: "approved" }); // oxfmt-ignore
    expect(decided.status).toBe(200);
    const writer = await signInAt(server!.url, starters[0]!);
    expect((await writer.send("GET", "/api/verification/draft")).body.data).toMatchObject({
      values: { firstName: "Ada" },
    });
    expect(await totals("materialized")).toEqual(await totals("counted"));
    await verifyChain(database.url);
    await expect(query("DELETE FROM audit_events")).rejects.toThrow(/append-only/);
    await expect(query("DELETE FROM files WHERE id IN (SELECT file_id FROM documents)")).rejects.toThrow(
      /foreign key/,
    );
    const checked = await command("verify-audit", [], database.env);
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining("a backup was restored at")]);
  });

  it("restore every row byte for byte, and reject incomplete backups", async () => {
    await server!.stop();
    const before = await everything();
    expect((await backup(file("two.backup"))).code).toBe(0);
    expect((await backup(file("two.backup"))).stderr).toContain("is there already");
    const bytes = readFileSync(file("two.backup"));

    await query("DELETE FROM carousel_items; UPDATE users SET name = 'Changed since'");
    // Signs the head of a row that the backup lacks: the restore removes and reports it.
    await transaction((tx) => audit(tx, { actorId: null, action: "carousel.deleted", targetId: null }));
    expect(await signChainHead()).toBe(true);
    await db.$disconnect();
    const since = await everything();
    const flip = (at: number) => {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      return changed;
    };
    const half = bytes.length >> 1;
    const cases: [string, Buffer][] = [
      ["cut off", bytes.subarray(0, half)],
      ["cut off", bytes.subarray(0, bytes.length - 1)],
      ["cut off", bytes.subarray(0, 50 + 65_552)],
      ["damaged", flip(half)],
      ["damaged", flip(bytes.length - 1)],
      ["damaged", flip(60)],
      ["BACKUP_KEY is another one", flip(30)],
      ["damaged", Buffer.concat([bytes, Buffer.from("more")])],
      ["not a backup", Buffer.from("something else entirely, of some length, but no backup at all")],
      ["not a backup", Buffer.alloc(0)],
    ];
    for (const [said, content] of cases) {
      writeFileSync(file("bad.backup"), content);
      const { code, stderr } = await restore(file("bad.backup"), "--replace");
      expect([said, code, stderr]).toEqual([said, 1, expect.stringContaining(said)]);
      expect(stderr.trim()).toMatch(/^[^\n]+Nothing was changed\.$/);
    }
    const otherKey = { ...database.env, BACKUP_KEY: Buffer.alloc(32, 5).toString("base64") };
    const args = ["--from", file("two.backup"), "--replace"];
    expect((await command("restore", args, otherKey)).stderr).toContain("BACKUP_KEY is another one");
    const otherRing = { ...database.env, PII_KEYS: `k1:${Buffer.alloc(32, 5).toString("base64")}` };
    expect((await command("restore", args, otherRing)).stderr).toContain("PII_KEYS lacks what the backup was sealed under: k1"); // oxfmt-ignore
    expect((await restore(file("two.backup"), "--check")).stdout).toMatch(/is whole, as of/);
    expect(await everything()).toEqual(since);

    expect((await restore(file("two.backup"), "--replace")).code).toBe(0);
    expect(await everything()).toEqual(before);
    // The backup has the record of the first restore, and the second adds its own.
    expect(await query("SELECT count(*)::int AS restores FROM restores")).toEqual([{ restores: 2 }]);
    const checked = await command("verify-audit", [], database.env);
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining("a backup was restored at")]);
  }, 180_000);

  it("restore what waits for a job: an email that was not sent is sent by the first server", async () => {
    await transaction((tx) =>
      enqueue(tx, {
        to: "late@test.example",
        userId: null,
        template: "submissionApproved",
        data: { name: "Ada" },
      }),
    );
    expect((await backup(file("three.backup"))).code).toBe(0);
    await db.$disconnect();
    expect((await restore(file("three.backup"), "--replace")).code).toBe(0);
    expect(await query("SELECT task_identifier AS name FROM graphile_worker.jobs")).toEqual([
      { name: "resume" },
    ]);
    server = await startServer({ database, port: server!.port });
    const unsent = () => query("SELECT FROM mail_outbox WHERE sent_at IS NULL");
    await until(async () => (await unsent()).length === 0, "the email to be sent");
  });

  it("report that the audit chain was broken when the backup was taken, and sign nothing", async () => {
    await server!.stop();
    await query(
      "ALTER TABLE audit_events DISABLE TRIGGER USER; UPDATE audit_events SET action = 'carousel.created' WHERE seq = 1; ALTER TABLE audit_events ENABLE TRIGGER USER",
    );
    expect((await backup(file("four.backup"))).code).toBe(0);
    const heads = readFileSync(path.join(database.dataDir, "audit/heads.jsonl"), "utf8");
    const { code, stdout, stderr } = await restore(file("four.backup"), "--replace");
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringContaining("Restored"),
      expect.stringContaining("was broken already"),
    ]);
    expect(readFileSync(path.join(database.dataDir, "audit/heads.jsonl"), "utf8")).toBe(heads);
  });
});
