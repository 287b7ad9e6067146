import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { TWO_STEP_TABLE, newSecret, redeemSecondFactor } from "@/lib/auth/two-step";
import { db } from "@/lib/db/client";
import { parseKeyRing } from "@/lib/env";
import { enqueue } from "@/lib/mail/outbox";
import { newRowCipher } from "@/lib/pii/cipher";
import { unwrapKey, wrapKey } from "@/lib/pii/seal";
import { sampleAnswers } from "../../../../prisma/seed/answers";
import { buildUser } from "../../../../prisma/seed/builders";
import { seedMany } from "../../../../prisma/seed/bulk";
import { countByKey, findSealedTables } from "../../../../server/data-keys";
import { until } from "../../../support/api";
import { command, start } from "../../../support/command";
import { expectErrorLog } from "../../../support/error-log";
import { addServer, database, ownInstallation, servers } from "../../../support/installation";
import { removeJobs } from "../../../support/jobs";
import { signInAt, type OwnClient } from "../../../support/own-server";
import { appCode } from "../../../support/two-step";

/** threat 33: the key ring is rotated during use, and all data stays readable. */
const anyClient = { network: "192.0.2.1", userAgent: "a browser", device: null };
const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [k1, k2] = [key("k1"), key("k2")];
const PEOPLE = 1_000;

let client: pg.Client;
let person: string;

const serve = (ring: string) => addServer({ PII_KEYS: ring });
const rotate = (ring: string) => command("rotate-keys", [], { ...database.env, PII_KEYS: ring });

ownInstallation({ count: 0, env: { PII_KEYS: `${k1},${k2}` } }, async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await buildUser({ n: 1, email: "super@seedline.example", name: "Root", role: "admin", isSuper: true });
  person = await buildUser({ n: 2, email: "one@test.example", name: "One", role: "startup", verification: "pending" }); // oxfmt-ignore
  await buildUser({ n: 3, email: "firm@test.example", name: "Firm", role: "investor", investorType: "corporate", verification: "pending" }); // oxfmt-ignore
  await buildUser({ n: 4, email: "writer@test.example", name: "Writer", role: "startup" });
  await seedMany(PEOPLE);
  const twoStep = newRowCipher(TWO_STEP_TABLE, person);
  await db.twoStep.create({
    data: { userId: person, dataKey: twoStep.dataKey, secretCipher: twoStep.seal("secret_cipher", "SECRET") },
  });
  await db.$transaction(async (tx) => {
    await enqueue(tx, { to: "one@test.example", userId: person, template: "submissionReceived", data: { name: "One" } }); // oxfmt-ignore
  });
  // The email is not sent before the end of the test.
  await removeJobs();
});

afterAll(() => client?.end());

const counts = async () => Object.fromEntries(await countByKey(client));

/** Reads everything sealed that a reviewer and the user can read; returns the numbers in full. */
async function readAll(administrator: OwnClient, writer: OwnClient): Promise<unknown[]> {
  const { rows } = await client.query<{ id: string; email: string }>(
    "SELECT id, email FROM users WHERE submitted_at IS NOT NULL ORDER BY email LIMIT 60",
  );
  const answers = await Promise.all([
    ...rows.map(({ id }) => administrator.send("GET", `/api/admin/users/${id}`)),
    ...["ninNumber", "bvnNumber", "accountNumber"].map((field) =>
      administrator.send("POST", `/api/admin/users/${person}/reveal`, { field, reason: "other" }),
    ),
    writer.send("GET", "/api/verification/draft"),
  ]);
  for (const answer of answers) expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answers.slice(rows.length, -1).map((answer) => answer.body.data);
}

describe("npm run pii:rotate (threat 33)", () => {
  it("can be killed: everything stays readable, and the next run completes the rotation", async () => {
    const server = await serve(`${k1},${k2}`);
    const [administrator, writer] = [
      await signInAt(server.url, "super@seedline.example"),
      await signInAt(server.url, "writer@test.example"),
    ];
    // The command processes the tables in alphabetical order and waits for this lock.
    await client.query("BEGIN; LOCK TABLE signatories IN EXCLUSIVE MODE");
    const running = start("rotate-keys", [], { ...database.env, PII_KEYS: `${k2},${k1}` });
    await until(async () => {
      return (await db.personalDetails.count({ where: { dataKey: { startsWith: "k1." } } })) === 0;
    }, "the tables before it to be done");
    running.kill();
    expect((await running.done).code).toBeNull();
    await client.query("ROLLBACK");
    const halfway = await counts();
    expect(halfway["k1"]).toBeGreaterThan(0);
    expect(halfway["k2"]).toBeGreaterThan(0);
    await readAll(administrator, writer);
    await server.stop();
    // In both directions: the first key of the ring is the newest.
    expect((await rotate(`${k1},${k2}`)).code).toBe(0);
  });

  it("re-wraps every data key while a server reads and writes with the old key", async () => {
    const server = await serve(`${k1},${k2}`);
    const [administrator, writer] = [
      await signInAt(server.url, "super@seedline.example"),
      await signInAt(server.url, "writer@test.example"),
    ];
    expect(Object.keys(await counts())).toEqual(["k1"]);

    let rotating = true;
    let reads = 0;
    const working = (async () => {
      do {
        const saved = await writer.send("PUT", "/api/verification/draft", {
          values: { ...sampleAnswers(9), residentialAddress: `${reads} Sample Street` },
        });
        expect(saved.status).toBe(200);
        await readAll(administrator, writer);
        reads += 1;
      } while (rotating);
    })();
    const first = await rotate(`${k2},${k1}`).finally(() => (rotating = false));
    await working;
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^Data keys wrapped under k2: \d{3,}\.$/m);
    expect(reads).toBeGreaterThan(0);

    // The server still seals with the old key; the next run re-wraps those rows.
    await writer.send("PUT", "/api/verification/draft", { values: { firstName: "Late" } });
    expect((await counts())["k1"]).toBe(1);
    await server.stop();

    await serve(`${k2},${k1}`);
    const second = await rotate(`${k2},${k1}`);
    expect(second.stdout).toMatch(/^Data keys wrapped under k2: 1\.$/m);
    expect(second.stdout).toMatch(/^ {2}k1 +0 rows$/m);
    expect(second.stdout).toMatch(/^k1 can leave PII_KEYS/m);
    expect(Object.keys(await counts())).toEqual(["k2"]);
  });

  it("accepts an app's code while its secret is being re-wrapped", async () => {
    const ring = parseKeyRing(`${k2},${k1}`);
    const secret = newSecret();
    const userId = await buildUser({ n: 5, email: "app@test.example", name: "App" });
    const { dataKey, seal } = newRowCipher(TWO_STEP_TABLE, userId);
    expect(dataKey).toMatch(/^k1\./);
    const confirmedAt = new Date();
    await db.twoStep.create({
      data: { userId, dataKey, secretCipher: seal("secret_cipher", secret), confirmedAt },
    });
    await db.user.update({ where: { id: userId }, data: { twoStepSince: confirmedAt } });

    const wrapped = wrapKey(
      ring[0]!,
      TWO_STEP_TABLE,
      userId,
      unwrapKey(ring, TWO_STEP_TABLE, userId, dataKey),
    );
    const rotation = new pg.Client({ connectionString: database.url });
    await rotation.connect();
    try {
      await rotation.query("BEGIN");
      await rotation.query("UPDATE two_steps SET data_key = $2 WHERE user_id = $1", [userId, wrapped]);
      const spent = redeemSecondFactor(userId, appCode(secret), anyClient);
      // The login has read the old key and is waiting for the row lock.
      const waits = until(async () => {
        const { rowCount } = await client.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%two_steps%'",
        );
        return rowCount === 1;
      }, "the code to wait for the rotation");
      await Promise.race([waits, spent]);
      await rotation.query("COMMIT");
      await spent;
    } finally {
      await rotation.end();
    }
    expect(await db.twoStep.findUniqueOrThrow({ where: { userId } })).toMatchObject({
      dataKey: wrapped,
      lastStep: expect.toSatisfy((step: number) => step > 0) as number,
    });
    await expect(redeemSecondFactor(userId, appCode(secret, -1), anyClient)).rejects.toMatchObject({
      code: "INVALID_CODE",
    });
  });

  it("leaves everything readable with only the new key", async () => {
    expectErrorLog("request.failed");
    const server = await serve(k2);
    const [administrator, writer] = [
      await signInAt(server.url, "super@seedline.example"),
      await signInAt(server.url, "writer@test.example"),
    ];
    const files = await db.file.findMany({ where: { documents: { some: {} } } });
    expect(files.length).toBeGreaterThan(5);
    for (const { id, size, dataKey } of files) {
      expect(dataKey).toMatch(/^k2\./);
      expect((await (await administrator.fetch(`/api/files/${id}`)).arrayBuffer()).byteLength).toBe(size);
    }
    const { ninNumber, bvnNumber, accountNumber } = sampleAnswers(2, { email: "one@test.example" });
    expect(await readAll(administrator, writer)).toEqual([
      { field: "ninNumber", value: ninNumber },
      { field: "bvnNumber", value: bvnNumber },
      { field: "accountNumber", value: accountNumber },
    ]);
    // Files, two-step secrets and queued emails are among the rotated rows.
    expect((await findSealedTables(client)).map(({ table }) => table)).toEqual([
      "amounts_due",
      "audit_notes",
      "bank_details",
      "decisions",
      "due_diligence",
      "due_diligence_drafts",
      "duplicate_decisions",
      "files",
      "form_drafts",
      "guardians",
      "idempotency_keys",
      "identity_checks",
      "line_rules",
      "mail_outbox",
      "money_acts",
      "name_enquiries",
      "part_reviews",
      "payouts",
      "personal_details",
      "proposals",
      "risk_ratings",
      "screening_hits",
      "signatories",
      "statement_files",
      "statement_lines",
      "suspicions",
      "two_steps",
      "webhook_endpoints",
    ]);
  });

  it("reports a data key that was moved to another row, and does not change it", async () => {
    const [a, b] = (
      await client.query<{ id: string; data_key: string }>(
        `SELECT submission_id AS id, data_key FROM personal_details JOIN submissions s ON s.id = submission_id
         JOIN users u ON u.current_submission_id = s.id ORDER BY 1 LIMIT 2`,
      )
    ).rows;
    const move = (id: string, dataKey: string) =>
      client.query("UPDATE personal_details SET data_key = $2 WHERE submission_id = $1", [id, dataKey]);
    await move(a!.id, b!.data_key);
    const administrator = await signInAt(servers.at(-1)!.url, "super@seedline.example");
    const owner = await db.user.findFirstOrThrow({ where: { currentSubmissionId: a!.id } });
    expect((await administrator.send("GET", `/api/admin/users/${owner.id}`)).status).toBe(500);

    const k3 = key("k3");
    const { code, stdout, stderr } = await rotate(`${k3},${k2}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Rows that do not open.*: 1\.$/m);
    expect(stderr).toContain(`personal_details ${a!.id} (key k2)`);
    expect(stdout).toMatch(/^ {2}k2 +1 rows$/m);
    expect((await counts())["k2"]).toBe(1);
  });

  it("rejects an invalid ring", async () => {
    expect((await rotate("k2:short")).stderr).toMatch(/^PII_KEYS must be id:key/);
  });
});
