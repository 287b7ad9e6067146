import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { signChainHead } from "@/lib/audit/anchor";
import { publicKeyOf } from "@/lib/audit/head";
import { headsFile } from "@/lib/audit/heads-file";
import { isUnreachable } from "@/lib/db/errors";
import { buildUser } from "../../../../prisma/seed/builders";
import { until } from "../../../support/api";
import { verify, key, write, folder } from "../../../support/audit";
import { rewriteFrom, withChangedChain } from "../../../support/audit-chain";
import { verifyChain } from "../../../support/chain";
import { command } from "../../../support/command";
import { addServer, database, ownInstallation } from "../../../support/installation";

/** threat 37, in a separate database: the tests change rows as only a database administrator could. */
let dba: pg.Client;
let heads: string;
let publicKey: string;

ownInstallation({ count: 0 }, async () => {
  dba = new pg.Client({ connectionString: database.url });
  await dba.connect();
  heads = headsFile(database.dataDir);
  publicKey = publicKeyOf(key());
  await buildUser({
    n: 1,
    email: "super@seedline.example",
    name: "Root",
    role: "admin",
    isSuper: true,
  });
  // This server has a separate folder, because it signs heads as well.
  await addServer({ DATA_DIR: path.join(folder, "server") });
});

afterAll(async () => {
  await dba?.end();
  rmSync(folder, { recursive: true, force: true });
});

const changed = <T>(change: string, work: () => Promise<T>) => withChangedChain(dba, change, work);

describe("the audit chain (threat 37)", () => {
  it("has no fork after 200 parallel writers, and the database rejects every change", async () => {
    const before = await verifyChain(database.url);
    await Promise.all(
      Array.from({ length: 200 }, () =>
        // Writers that find no free connection retry, as a client does after a 503.
        until(
          () =>
            write().then(
              () => true,
              (error: unknown) => {
                if (isUnreachable(error)) return false;
                throw error;
              },
            ),
          "a turn",
          60_000,
        ),
      ),
    );
    expect(await verifyChain(database.url)).toBe(before + 200);
    for (const change of [
      "UPDATE audit_events SET action = 'x' WHERE seq = 1",
      "DELETE FROM audit_events WHERE seq = 1",
      "TRUNCATE audit_events",
    ])
      await expect(dba.query(change)).rejects.toThrow(/append-only/);
  });

  it("has its head signed outside the database whenever it has grown, by one of several servers", async () => {
    const turns = await Promise.all(Array.from({ length: 10 }, () => signChainHead()));
    expect(turns.filter(Boolean)).toHaveLength(1);
    expect(await signChainHead()).toBe(false);
    await write();
    expect(await signChainHead()).toBe(true);
    const lines = readFileSync(heads, "utf8").trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { seq: string }).seq)).toEqual(["200", "201"]);
    const { code, stdout } = await verify();
    expect([code, stdout.trim()]).toEqual([0, "The audit chain is whole. Rows: 201, signed heads: 2."]);
    expect((await command("verify-audit", ["--print-key"], database.env)).stdout.trim()).toBe(publicKey);
  });

  it.each([
    ["edits a row", "UPDATE audit_events SET action = 'x' WHERE seq = 50", "row 50 was changed"],
    ["edits a fact", `UPDATE audit_events SET data = '{"a":1}' WHERE seq = 50`, "row 50 was changed"],
    ["moves a time", "UPDATE audit_events SET at = at + interval '1 ms' WHERE seq = 1", "row 1 was changed"],
    ["deletes a row", "DELETE FROM audit_events WHERE seq = 50", "row 50 is missing"],
    ["deletes the first row", "DELETE FROM audit_events WHERE seq = 1", "row 1 is missing"],
    ["swaps two rows", `UPDATE audit_events SET seq = 1000 WHERE seq = 50; UPDATE audit_events SET seq = 50 WHERE seq = 51;
      UPDATE audit_events SET seq = 51 WHERE seq = 1000`, "row 50 was changed"], // oxfmt-ignore
    ["forges a link", rewriteFrom(50).replace("ORDER BY seq", "AND seq = 50 ORDER BY seq"), "row 51 does not follow row 50"], // oxfmt-ignore
    ["rewrites all rows", rewriteFrom(50), "row 200 is not the one that was signed"],
    [
      "cuts off the end",
      "DELETE FROM audit_events WHERE seq > 190",
      "row 191 and those after it were cut off",
    ],
    ["deletes all rows", "DELETE FROM audit_events", "row 1 and those after it were cut off"],
  ])("detects a database administrator who %s", async (_, change, said) => {
    const { code, stderr } = await changed(change, verify);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect((await verify()).code).toBe(0);
  });

  it("rejects heads signed with another key", async () => {
    const originalHeads = readFileSync(heads, "utf8");
    writeFileSync(heads, originalHeads.replace(/"seq":"201"/, '"seq":"150"'));
    expect((await verify()).stderr).toContain("the head of row 150");
    writeFileSync(heads, originalHeads);
    const env = { ...database.env, AUDIT_SIGNING_KEY: Buffer.alloc(32, 9).toString("base64") };
    expect((await command("verify-audit", [], env)).stderr).toContain("not signed by a known key");
    expect((await command("verify-audit", ["--public-key", publicKey], env)).code).toBe(0);
  });
});
