import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signChainHead } from "@/lib/audit/anchor";
import { audit } from "@/lib/audit/audit";
import { refundLine } from "@/lib/bank/commands";
import { dayWords, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { uploadPath } from "@/lib/files/disk";
import { requestInvestment } from "@/lib/investments/commands";
import { proposeBatch } from "@/lib/payouts/commands";
import { findDue, listDue } from "@/lib/payouts/queries";
import { uuidv7 } from "@/lib/ids";
import type { Viewer } from "@/lib/viewer";
import { withClient } from "../../server/postgres";
import { createUser, reviewer, verifiedInvestor } from "../support/accounts";
import { command } from "../support/command";
import { openPlan, requestBody } from "../support/investments";
import { importOneLine } from "../support/statements";
import { pendingInvestor } from "../support/users";
import { startArchivedDatabase, type ArchivedDatabase } from "./archived-database";

/** pgBackRest restores one moment exactly; what is restored is verified; payouts are held after it (ADR 59). */
let database: ArchivedDatabase;
let staff: Viewer;
let due: string;

const run = (name: string, ...args: string[]) =>
  command(name, args, { ...database.env, ...database.backupEnv });
const query = <T extends object>(sql: string, values: unknown[] = []) =>
  withClient(database.url, async (client) => (await client.query<T>(sql, values)).rows);

/** The ids of acknowledged audited writes, in their order. */
const acknowledged: string[] = [];

async function write(): Promise<void> {
  const id = uuidv7();
  await transaction((tx) => audit(tx, { action: "carousel.deleted", actorId: staff.userId, targetId: id }));
  acknowledged.push(id);
}

/** Writes from four connections until `isDone`. */
const writeUntil = (isDone: () => boolean) =>
  Promise.all(Array.from({ length: 4 }, async () => { while (!isDone()) await write(); })); // oxfmt-ignore

beforeAll(async () => {
  database = await startArchivedDatabase();
  Object.assign(process.env, database.env);
  staff = await reviewer();
  await createUser(pendingInvestor);
  const { reference } = await requestInvestment(
    await verifiedInvestor(),
    requestBody(await openPlan(), "10000000"),
  );
  const lineId = await importOneLine(staff, 10_000_000n, { text: `Transfer ${reference}` });
  await refundLine(staff, lineId);
  due = (await db.amountDue.findFirstOrThrow({ where: { lineId } })).id;
}, 300_000);

afterAll(async () => {
  await db.$disconnect();
  await database?.stop();
});

describe("npm run drill", () => {
  it("restores a moment after a disaster exactly, and the restored folder becomes the primary", async () => {
    await writeUntil(() => acknowledged.length >= 50);
    await database.pgbackrest("--type=full", "backup");
    await createUser(pendingInvestor);
    await signChainHead();

    // Writes go on before, at and after the moment.
    let isDone = false;
    const writing = writeUntil(() => isDone);
    const reach = async (count: number) => {
      while (acknowledged.length < count) await query("select pg_sleep(0.01)");
    };
    await reach(150);
    const before = [...acknowledged];
    const [moment] = await query<{ at: string; users: number }>(
      "select clock_timestamp()::text as at, (select count(*)::int from users) as users",
    );
    // Of the writes in progress at that moment, either outcome is right.
    const afterwards = acknowledged.length + 4;
    await reach(afterwards + 100);
    isDone = true;
    await writing;
    const after = acknowledged.slice(afterwards);
    await signChainHead();
    await query("truncate users cascade");
    await database.archive();

    const folder = path.join(os.tmpdir(), `seedline-restored-${process.pid}`);
    const args = ["--at", moment!.at, "--to", folder, "--files"];

    const restored = await run("drill", ...args, "--keep");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toMatch(
      /^Restore: .* s\nRecovery: Last transaction 20\S+Z, .* s\nAudit log: The audit chain is whole/,
    );
    await database.replaceBy(folder);

    const rows = await query<{ id: string }>(
      "select target_id as id from audit_events where target_id = any($1)",
      [acknowledged],
    );
    const ids = new Set(rows.map(({ id }) => id));
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    expect(after.filter((id) => ids.has(id))).toEqual([]);
    expect(await query("select count(*)::int as users from users")).toEqual([{ users: moment!.users }]);

    expect(await query("select from sessions where ended_at is null")).toEqual([]);
    const [item] = await findDue([due]);
    await expect(
      proposeBatch(await reviewer(), { ids: [due], total: String(item!.amount) }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(`The database was restored on ${dayWords(lagosDay())}.`) as string,
    });
    expect((await listDue({ limit: 100 })).due.find(({ _id }) => _id === due)?.problem).toBe("restored");

    // The heads of lost rows are revoked once.
    expect(await run("verify-audit")).toMatchObject({ code: 1 });
    expect(await run("sign-restored")).toMatchObject({ code: 0 });
    expect(await run("sign-restored")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Nothing was signed") as string,
    });
    expect(await run("verify-audit")).toMatchObject({ code: 0 });

    // The new primary archives its timeline, and can be restored without a new full backup.
    await write();
    await database.archive();
    expect(await run("drill", "--files")).toMatchObject({ code: 0, stderr: "" });
  });

  it("names a damaged file, and leaves nothing behind", async () => {
    const [file] = await query<{ key: string }>(
      "select storage_key as key from files where attached_at is not null limit 1",
    );
    const place = uploadPath(database.dataDir, file!.key);
    const bytes = readFileSync(place);
    writeFileSync(place, bytes.subarray(1));
    const folder = path.join(os.tmpdir(), `seedline-damaged-${process.pid}`);
    const result = await run("drill", "--to", folder, "--files");
    writeFileSync(place, bytes);
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toContain(`${file!.key} (disk) does not have its hash`);
    expect(existsSync(folder)).toBe(false);
  });

  it("refuses a moment without a zone, an existing folder, and says when the archive ends before the moment", async () => {
    expect((await run("drill", "--at", "2026-11-27 21:15:00")).stderr).toContain(
      "--at needs a time with its zone",
    );
    const existing = await run("drill", "--to", database.dataDir);
    expect(existing).toMatchObject({ code: 1, stderr: expect.stringContaining("EEXIST") as string });
    expect(existsSync(database.dataDir)).toBe(true);
    const at = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().replace("T", " ").replace("Z", "+00");
    const late = await run("drill", "--at", at(1));
    expect(late).toMatchObject({ code: 1 });
    expect(late.stderr).toContain("recovery ended before configured recovery target was reached");
    expect(await run("drill", "--at", at(-1))).toMatchObject({ code: 1 });
  });
});
