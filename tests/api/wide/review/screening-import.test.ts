import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { AdvisoryLock, lock } from "@/lib/locks";
import { queueAndDeadline } from "@/lib/calendar/deadlines";
import { listWatchlists } from "@/lib/review/screening/watchlists";
import type { Viewer } from "@/lib/viewer";
import { start, withLib } from "../../../support/command";
import { database, ownInstallation } from "../../../support/installation";
import { ofacXml, pepCsv, unXml, writeList } from "../../../support/watchlists";

/** The command that imports a list, in a separate database because a list applies to all users (product 10.27). */
ownInstallation({ count: 0 });

describe("npm run screening:import", () => {
  const begin = (...args: string[]) => start("screening-import", args, database.env, withLib);
  const run = (...args: string[]) => begin(...args).done;

  it("imports each format, and reports what it did", async () => {
    const un = await writeList({ "un.xml": unXml([{ id: "11", name: "Ada Invented" }]) });
    expect(await run(un)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 entry imported."),
    });
    const ofac = await writeList({
      "sdn.xml": ofacXml([{ id: "1", name: "Ada Invented", birth: "circa 1970" }]),
    });
    expect(await run(ofac)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("OFAC Specially Designated Nationals, 11/20/2026: 1 entry imported."),
    });
    expect((await run(ofac)).stdout).toContain("imported already, nothing to do");
    const pep = await writeList({ "pep.csv": pepCsv });
    expect(await run(pep, "--date", "2026-11-20")).toMatchObject({ code: 0 });
    const { lists } = await listWatchlists({ role: "admin", isSuper: true } as Viewer);
    expect(lists).toMatchObject([
      { source: "un", entries: 1 },
      { source: "ofac", publishedOn: "2026-11-20", entries: 1 },
      { source: "pep", publishedOn: "2026-11-20", entries: 2 },
    ]);
    const events = await db.auditEvent.findMany({
      where: { action: "watchlist.imported" },
      orderBy: { seq: "desc" },
    });
    expect(events[0]).toMatchObject({
      actorId: null,
      data: { source: "pep", entries: 2, date: "d2026_11_20" },
    });
  });

  it("does not wait for a backup, nor a submission for a stalled signature", async () => {
    const list = await writeList({
      "un.xml": unXml([{ id: "12", name: "Bola Invented" }], "2026-11-23T09:00:03.123Z"),
    });
    await db.$transaction(
      async (tx) => {
        await lock(tx, AdvisoryLock.backup);
        await lock(tx, AdvisoryLock.auditSigning);
        expect(await run(list, "--force")).toMatchObject({ code: 0 });
        await transaction((otherTx) =>
          queueAndDeadline(otherTx, { kind: "individual" }, "startup", new Date()),
        );
      },
      { timeout: 30_000 },
    );
  });

  it("works beside a running quickstart with its DATA_DIR alone, and names what is missing", async () => {
    const without = Object.fromEntries(Object.keys(database.env).map((name) => [name, ""]));
    const file = await writeList({ "pep.csv": `${pepCsv}Ada Invented,,,Minister,A vendor\n` });
    const runWith = (env: Record<string, string>) =>
      start("screening-import", [file, "--date", "2026-11-21"], { ...without, ...env }, withLib).done;
    const lock = path.join(database.dataDir, "quickstart.lock");
    await writeFile(lock, JSON.stringify({ pid: process.pid, what: "quickstart" }));
    try {
      expect(await runWith({ DATA_DIR: database.dataDir })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("3 entries imported"),
        stderr: "",
      });
    } finally {
      await rm(lock);
    }
    expect(await runWith({ DATA_DIR: path.dirname(file) })).toEqual({
      code: 1,
      stdout: `There is no database in ${path.dirname(file)}: set DATABASE_URL and the other variables of the servers, or DATA_DIR to the folder of the quickstart.\n`,
      stderr: "",
    });
    expect(await runWith({ DATABASE_URL: database.url })).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /^The configuration is not complete: AUTH_SECRET is required, .*\. Set the variables as the servers have them\.\n$/,
      ),
      stderr: "",
    });
  });

  it("changes nothing for a truncated file, and reports where it ends", async () => {
    const before = await db.watchlist.findMany({ orderBy: { id: "asc" } });
    const whole = unXml([{ id: "11", name: "Ada Invented" }], "2026-11-30T09:00:00Z");
    const file = await writeList({ "un.xml": whole.slice(0, -30) });
    expect(await run(file)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Line \d+, column \d+: /),
    });
    expect(await db.watchlist.findMany({ orderBy: { id: "asc" } })).toEqual(before);
    expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining("Usage") });
    await expect(
      listWatchlists({ role: "admin", isSuper: false, duty: "administrator" } as Viewer),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("leaves the previous list in force if it is killed", async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => ({ id: `${n + 1}`, name: `Invented Person${n}` }));
    const file = await writeList({ "sdn.xml": ofacXml(many, "11/25/2026") });
    const { done, kill } = begin(file);
    await expect.poll(() => db.watchlist.count({ where: { active: false } }), { timeout: 30_000 }).toBe(1);
    kill();
    expect((await done).code).not.toBe(0);
    const active = { active: true, source: "ofac" } as const;
    expect(await db.watchlist.findMany({ where: active })).toMatchObject([{ entryCount: 1 }]);
    expect(await run(file)).toMatchObject({ code: 0 });
    expect(await db.watchlist.findMany({ where: active })).toMatchObject([{ entryCount: 20_000 }]);
  });
});
