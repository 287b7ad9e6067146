import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { signChainHead } from "@/lib/audit/anchor";
import { publicKeyOf, signHead, type ChainHead } from "@/lib/audit/head";
import { addHead, headLines, headsFile } from "@/lib/audit/heads-file";
import { hashRow, type AuditRow } from "../../../../server/commands/audit-verifier";
import { readAuditRows } from "../../../../server/audit-rows";
import { buildUser } from "../../../../prisma/seed/builders";
import { hashAt, rewriteFrom, withChangedChain, writeHeads } from "../../../support/audit-chain";
import { verifyChain } from "../../../support/chain";
import { command } from "../../../support/command";
import { expectErrorLog } from "../../../support/error-log";
import { addServer, database, server, ownInstallation } from "../../../support/installation";
import { signInAt } from "../../../support/own-server";
import { verify, key, write, folder } from "../../../support/audit";

/** threat 37, in a separate database: the tests change rows as only a database administrator could. */
let dba: pg.Client;
let heads: string;
let publicKey: string;
let rootId: string;

ownInstallation({ count: 0 }, async () => {
  dba = new pg.Client({ connectionString: database.url });
  await dba.connect();
  heads = headsFile(database.dataDir);
  publicKey = publicKeyOf(key());
  rootId = await buildUser({
    n: 1,
    email: "super@seedline.example",
    name: "Root",
    role: "admin",
    isSuper: true,
  });
  for (let row = 0; row < 200; row += 1) await write();
  await signChainHead();
  // Adds a row after the signed head.
  await write();
  // This server has a separate folder, because it signs heads as well.
  await addServer({ DATA_DIR: path.join(folder, "server") });
});

afterAll(async () => {
  await dba?.end();
  rmSync(folder, { recursive: true, force: true });
});

const changed = <T>(change: string, work: () => Promise<T>) => withChangedChain(dba, change, work);

async function headsOf(name: string, ...rows: Pick<ChainHead, "seq" | "restored">[]): Promise<string> {
  const file = path.join(folder, name);
  await writeHeads(dba, key(), file, rows);
  return file;
}

describe("the audit chain (threat 37)", () => {
  it("lets nothing happen unrecorded where the database does not store the row (threat 55)", async () => {
    const before = await verifyChain(database.url);
    await dba.query(
      "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER swallow BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION swallow()",
    );
    await expect(write()).rejects.toThrow(/was not stored/);
    await dba.query("DROP TRIGGER swallow ON audit_events; DROP FUNCTION swallow()");
    expect(await verifyChain(database.url)).toBe(before);
  });

  it("is not signed again after a rewrite; a forged head does not invalidate the head before it", async () => {
    expectErrorLog("audit.broken");
    const originalHeads = readFileSync(heads, "utf8");
    await changed(rewriteFrom(50), async () => {
      for (let turn = 0; turn < 2; turn += 1) await expect(signChainHead()).rejects.toThrow("signed last");
      expect(readFileSync(heads, "utf8")).toBe(originalHeads);
      const forged = { seq: "201", hash: await hashAt(dba, "201"), at: new Date().toISOString() };
      addHead(heads, (previous) => signHead(key(), { ...forged, previous }));
      expect((await verify()).stderr).toContain("row 200 is not the one that was signed");
    });
    expect((await verify()).stderr).toContain("row 201 is not the one that was signed");
    writeFileSync(heads, originalHeads);
    await changed("DELETE FROM audit_events WHERE seq > 190", () =>
      expect(signChainHead()).rejects.toThrow("signed last"),
    );
    expect((await verify()).code).toBe(0);
  });

  it("is not verified without a signed head once it is older than a day, unless the option allows it", async () => {
    const none = path.join(folder, "none.jsonl");
    expect((await verify("--heads", none)).code).toBe(0);
    const aged = `UPDATE audit_events SET at = at - interval '25 hours'; ${rewriteFrom(1)}`;
    await changed(aged, async () => {
      const { code, stderr } = await verify("--heads", none);
      expect([code, stderr]).toEqual([1, expect.stringContaining("No signed head")]);
      expect((await verify("--heads", none, "--without-heads")).code).toBe(0);
      // A new heads file verifies the rows that follow it, and the output reports the late start.
      const late = await verify("--heads", await headsOf("late.jsonl", { seq: "200" }));
      expect([late.code, late.stdout]).toEqual([0, expect.stringContaining("began long before its first")]);
    });
  });

  it("accepts a restored backup by a signed line that can be neither repeated nor omitted", async () => {
    const file = await headsOf(
      "restored.jsonl",
      { seq: "190" },
      { seq: "150", restored: true },
      { seq: "200" },
    );
    const { code, stdout } = await verify("--heads", file);
    expect([code, stdout]).toEqual([0, expect.stringContaining("the chain went back to row 150")]);
    const lines = headLines(file);
    for (const forged of [[...lines, lines[1]!], lines.toSpliced(1, 1), lines.slice(1)]) {
      writeFileSync(file, forged.map((line) => `${line}\n`).join(""));
      const { code, stderr } = await verify("--heads", file);
      expect([code, stderr]).toEqual([1, expect.stringContaining("does not follow the line before it")]);
    }
  });

  it("reports a line of the heads file that a crash truncated, and appends the next head on a new line", async () => {
    const file = await headsOf("cut.jsonl", { seq: "100" });
    writeFileSync(file, readFileSync(file, "utf8") + '{"seq":"15');
    await headsOf("cut.jsonl", { seq: "200" });
    const { code, stdout } = await verify("--heads", file);
    expect([code, stdout]).toEqual([0, expect.stringContaining("line 2 of the heads is cut off")]);
    expect(stdout).toContain("signed heads: 2.");
  });

  it("accepts every public key as an argument, also one that begins like an option in other encodings", async () => {
    const dashed = Array.from({ length: 1_000 }, (_, n) => createHash("sha256").update(String(n)).digest());
    const seed = dashed.find((bytes) => Buffer.from(publicKeyOf(bytes), "hex").toString("base64url").startsWith("-"))!; // oxfmt-ignore
    const env = { ...database.env, AUDIT_SIGNING_KEY: seed.toString("base64") };
    const printed = (await command("verify-audit", ["--print-key"], env)).stdout.trim();
    expect(printed).toBe(publicKeyOf(seed));
    const file = path.join(folder, "dashed.jsonl");
    const head = { seq: "200", hash: await hashAt(dba, "200"), at: new Date().toISOString() };
    addHead(file, (previous) => signHead(seed, { ...head, previous }));
    expect((await verify("--heads", file)).stderr).toContain("not signed by a known key");
    expect((await verify("--heads", file, "--public-key", printed)).code).toBe(0);
  });

  it("verifies a chain of 100,000 rows", async () => {
    let last: AuditRow | undefined;
    for await (const row of readAuditRows(dba)) last = row;
    const at = new Date().toISOString();
    for (let batch = 0; batch < 20; batch += 1) {
      const rows: AuditRow[] = [];
      for (let index = 0; index < 5_000; index += 1) {
        const seq: string = (BigInt(last!.seq) + 1n).toString();
        const id = `00000000-0000-7000-8000-${seq.padStart(12, "0")}`;
        const row = { seq, id, at, actorId: null, action: "pii.revealed", targetId: id, data: { field: "ninNumber" }, prevHash: last!.hash }; // oxfmt-ignore
        last = { ...row, hash: hashRow(row) };
        rows.push(last);
      }
      await dba.query(
        `INSERT INTO audit_events SELECT r.seq, r.id, r.at, NULL, r.action, r."targetId", r.data, r."prevHash", r.hash
         FROM jsonb_to_recordset($1::jsonb) AS r(seq bigint, id uuid, at timestamptz, action text, "targetId" uuid, data jsonb, "prevHash" text, hash text)`,
        [JSON.stringify(rows)],
      );
    }
    const { code, stdout } = await verify();
    expect([code, stdout]).toEqual([0, expect.stringContaining("Rows: 100201,")]);
  });
});

describe("the exported audit log", () => {
  const file = path.join(folder, "audit.jsonl");
  const check = (...args: string[]) => command("audit-verifier", [file, "--public-key", publicKey, ...args]);

  it("passes the stand-alone verifier and ends with the record of its own export", async () => {
    const root = await signInAt(server.url, "super@seedline.example");
    const response = await root.fetch("/api/admin/audit/export");
    expect(response.headers.get("content-type")).toMatch("application/jsonl");
    expect(response.headers.get("content-disposition")).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.jsonl"/);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(JSON.parse(lines.at(-2)!)).toMatchObject({ action: "audit.exported", actorId: rootId });
    expect((await check("--heads", heads)).stdout.trim()).toBe("The log is whole: 100202 rows, signed.");
  });

  it("fails the stand-alone verifier after a line is changed, deleted, moved, added or cut off", async () => {
    const text = readFileSync(file, "utf8");
    const lines = text.trim().split("\n");
    const [tail, head] = [lines.slice(0, 60), lines.at(-1)!];
    const cases: [string, string[]][] = [
      ["row 10 was changed", lines.with(9, lines[9]!.replace("user.registered", "user.deleted"))],
      ["row 10 is missing", lines.toSpliced(9, 1)],
      ["row 10 is missing", lines.with(9, lines[10]!).with(10, lines[9]!)],
      ["row 11 is missing", lines.toSpliced(10, 0, lines[9]!)],
      ["without a signed head", tail],
      ["its head is of row", [...tail, head]],
      ["not signed by a known key", [...tail, head.replace(/"seq":"\d+"/, '"seq":"60"')]],
      ["cannot be read", [...tail, '{"seq":']],
      ["added after the signed head", [...lines, lines[0]!]],
    ];
    for (const [said, changed] of cases) {
      writeFileSync(file, changed.join("\n"));
      const { code, stderr } = await check();
      expect([said, code, stderr]).toEqual([said, 1, expect.stringContaining(said)]);
    }
    writeFileSync(file, text);
    expect((await check()).code).toBe(0);
  });

  it("is rate-limited, also for super administrators", async () => {
    const root = await signInAt(server.url, "super@seedline.example");
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const response = await root.fetch("/api/admin/audit/export");
      await response.body?.cancel();
      statuses.push(response.status);
    }
    // The test above made the first export.
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429]);
  });
});
