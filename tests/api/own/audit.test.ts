import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { publicKeyOf } from "@/lib/audit/head";
import { headsFile } from "@/lib/audit/heads-file";
import { isUnreachable } from "@/lib/db/errors";
import { buildUser } from "../../../prisma/seed/builders";
import { until } from "../../support/api";
import { verifyChain } from "../../support/chain";
import { command } from "../../support/command";
import { addServer, database, ownInstallation } from "../../support/installation";
import { verify, key, write, folder } from "../../support/audit";

/** threat 37 with a separate database, whose rows are changed as only a database administrator could. */
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
  // With a folder of its own, because it signs heads, too.
  await addServer({ DATA_DIR: path.join(folder, "server") });
});

afterAll(async () => {
  await dba?.end();
  rmSync(folder, { recursive: true, force: true });
});

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
  }, 90_000);

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
