import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { db } from "@/lib/db/client";
import { decideSubmission } from "@/lib/review/commands";
import { listTimeline } from "@/lib/review/cases/timeline";
import { findFlagReasons } from "@/lib/review/case-flags";
import { alertAboutHits } from "@/lib/review/screening/alert";
import { decideHit, listHits } from "@/lib/review/screening/hits";
import { screenDueUsers } from "@/lib/review/screening/job";
import { readList } from "@/lib/review/screening/read-list";
import type { ScreeningDto } from "@/lib/review/screening/schema";
import { candidatesQuery, screenUser } from "@/lib/review/screening/screen";
import { currentRevision, importList, listWatchlists } from "@/lib/review/screening/watchlists";
import type { Viewer } from "@/lib/viewer";
import { buildUser } from "../../prisma/seed/builders";
import { times } from "../support/api";
import { withClient } from "../../server/postgres";
import { startDatabase, type Database } from "../support/server";
import { unXml, writeList, type Listed } from "../support/watchlists";

/** Screening with a database of its own, because a list is for all users (product 10.27). */
let database: Database;
let reviewer: Viewer;
let root: Viewer;
let ada: string;
let company: string;

const viewerOf = (userId: string, isSuper = false): Viewer => ({
  userId,
  sessionId: userId,
  role: "admin",
  isSuper,
  investorType: "none",
  isVerified: false,
  status: "pending",
  submitted: false,
  twoStepSetupRequired: false,
  provedAt: new Date(),
});

/** A pending applicant with this name and date of birth. */
async function applicant(n: number, name: string, dateOfBirth = "1980-05-06"): Promise<string> {
  const [firstName = "", surname = ""] = name.split(" ");
  const id = await buildUser({
    n,
    email: `user${n}@test.example`,
    name,
    role: "investor",
    investorType: "personal",
    verification: "pending",
  });
  const ofUser = { submission: { userId: id } };
  await db.personalDetails.updateMany({
    where: ofUser,
    data: { firstName, surname, dateOfBirth: new Date(dateOfBirth) },
  });
  await db.bankDetails.updateMany({ where: ofUser, data: { accountName: name } });
  return id;
}

beforeAll(async () => {
  database = await startDatabase();
  // As superuser, who may fill tables for the figures and break one of them.
  Object.assign(process.env, database.env, { DATABASE_URL: database.url });
  root = viewerOf(
    await buildUser({ n: 1, email: "super@seedline.example", name: "Root", role: "admin", isSuper: true }),
    true,
  );
  reviewer = viewerOf(
    await buildUser({ n: 2, email: "reviewer@seedline.example", name: "Rita", role: "admin" }),
  );
  ada = await applicant(3, "Zubaidatu Inventedson");
  company = await buildUser({
    n: 4,
    email: "firm@test.example",
    name: "Firm Owner",
    role: "investor",
    investorType: "corporate",
    verification: "approved",
  });
  await db.company.updateMany({ data: { name: "Quixotic Inventions Ltd" } });
}, 120_000);

afterAll(async () => {
  await db.$disconnect();
  await database?.stop();
});

const listed: Listed[] = [
  { id: "11", name: "Zubaidatu Inventedson", birth: "1980" },
  { id: "12", name: "QUIXOTIC INVENTIONS LIMITED", kind: "entity" },
  { id: "13", name: "Nobody Whatsoever", birth: "1950" },
];

async function importXml(entries: Listed[], date: string, force = false) {
  const list = await readList(await writeList({ "un.xml": unXml(entries, `${date}T09:00:00Z`) }));
  return importList(list, { force });
}

const hitsOf = (userId: string): Promise<ScreeningDto> => listHits(reviewer, userId);
const summary = async (userId: string) =>
  (await hitsOf(userId)).hits.map(({ externalId, party, score, state, endedAt }) => [
    externalId,
    party,
    score,
    state,
    endedAt !== null,
  ]);
const isFlagged = (id: string, administratorId = root.userId) =>
  db.$transaction(async (tx) => (await findFlagReasons(tx, { id }, administratorId)).includes("watchlist"));
const endings = (targetId: string) =>
  db.auditEvent.findMany({
    where: { action: "screening.hits_ended", targetId },
    select: { actorId: true, data: true },
  });
const progress = async () => (await listWatchlists(viewerOf(reviewer.userId, true))).progress;
async function decide(
  userId: string,
  verdict: "cleared" | "confirmed",
  externalId: string,
  note = "",
  by = reviewer,
) {
  const hit = (await hitsOf(userId)).hits.find((one) => one.externalId === externalId)!;
  const { _id: hitId, basis } = hit;
  return decideHit(by, userId, { hitId, basis, verdict, reason: "documents", note: note || undefined });
}
const rename = (userId: string, surname: string) =>
  db.$transaction(async (tx) => {
    await tx.personalDetails.updateMany({ where: { submission: { userId } }, data: { surname } });
    const accountName = `Zubaidatu ${surname}`;
    await tx.bankDetails.updateMany({ where: { submission: { userId } }, data: { accountName } });
    await tx.user.update({ where: { id: userId }, data: { name: `Zubaidatu ${surname}` } });
  });

describe("screening", () => {
  it("compares nothing while no list is imported", async () => {
    await screenDueUsers();
    expect(await hitsOf(ada)).toEqual({ lists: 0, screenedAt: null, isDue: false, hits: [] });
    expect(await progress()).toEqual({ done: 2, total: 2 });
  });

  it("finds applicants and companies after an import, with a score that is explained", async () => {
    expect(await importXml(listed, "2026-11-01")).toBe(true);
    expect(await progress()).toEqual({ done: 0, total: 2 });
    expect((await hitsOf(ada)).isDue).toBe(true);
    await screenDueUsers();
    expect(await isFlagged(ada)).toBe(true);
    expect(await progress()).toEqual({ done: 2, total: 2 });
    expect(await hitsOf(ada)).toMatchObject({
      lists: 1,
      isDue: false,
      hits: [
        {
          source: "un",
          externalId: "11",
          entryName: "Zubaidatu Inventedson",
          programme: "Invented, INi.11",
          party: "applicant",
          score: 90,
          explanation: "2 of 2 words of the name agree. The date of birth is within what the list gives.",
          state: "open",
        },
      ],
    });
    expect(await summary(company)).toEqual([["12", "company", 80, "open", false]]);
  });

  it("finds a listed name among further names", async () => {
    const id = await applicant(5, "Zubaidatu Inventedson");
    await rename(id, "Inventedson Oluwaseyifunmi Chukwuemekalam Abdulrahmanita Nnamdiazikiwe");
    await screenDueUsers();
    expect(await summary(id)).toEqual([["11", "applicant", 75, "open", false]]);
    await rename(id, "Inventedson");
    await screenDueUsers();
    expect(await summary(id)).toEqual([
      ["11", "applicant", 90, "open", false],
      ["11", "applicant", 75, "open", true],
    ]);
    await db.user.delete({ where: { id } });
  });

  it("ends open hits that are no longer found, with one audit row for the user and without names", async () => {
    const id = await applicant(6, "Zubaidatu Inventedson");
    await db.bankDetails.updateMany({
      where: { submission: { userId: id } },
      data: { accountName: "Nobody Whatsoever" },
    });
    await screenDueUsers();
    expect(await summary(id)).toHaveLength(2);
    await rename(id, "Somethingelse");
    await screenDueUsers();
    expect((await summary(id)).map(([, , , state, hasEnded]) => [state, hasEnded])).toEqual([
      ["open", true],
      ["open", true],
    ]);
    expect(await isFlagged(id)).toBe(false);
    expect(await endings(id)).toEqual([{ actorId: null, data: { hits: 2 } }]);
    expect((await listTimeline(reviewer, id)).map(({ action }) => action)).toContain("hits_ended");
    await screenDueUsers();
    expect(await endings(id)).toHaveLength(1);

    await rename(id, "Inventedson");
    await screenDueUsers();
    expect(await summary(id)).toContainEqual(["11", "applicant", 90, "open", false]);
    expect(await isFlagged(id)).toBe(true);
    await db.user.delete({ where: { id } });
  });

  it("compares the holder of the bank account, as a person with an unknown birth and as a company", async () => {
    const id = await applicant(7, "Chidi Okaforinvented", "1999-01-01");
    const change = async (accountName: string) => {
      await db.bankDetails.updateMany({ where: { submission: { userId: id } }, data: { accountName } });
      await db.screening.update({ where: { userId: id }, data: { revision: 0 } });
      await screenDueUsers();
      return (await summary(id)).filter(([, , , , hasEnded]) => !hasEnded);
    };
    expect(await change("Nobody Whatsoever")).toEqual([["13", "account_holder", 80, "open", false]]);
    expect(await change("QUIXOTIC INVENTIONS LTD")).toEqual([["12", "account_holder", 80, "open", false]]);
    expect(await change("Okaforinvented Chidi")).toEqual([]);
    await db.bankDetails.updateMany({
      where: { submission: { userId: company } },
      data: { accountName: "Nobody Whatsoever" },
    });
    await db.screening.update({ where: { userId: company }, data: { revision: 0 } });
    await screenDueUsers();
    expect(await summary(company)).toContainEqual(["13", "account_holder", 80, "open", false]);
    await db.bankDetails.updateMany({
      where: { submission: { userId: company } },
      data: { accountName: "Quixotic Inventions Ltd" },
    });
    await db.screening.update({ where: { userId: company }, data: { revision: 0 } });
    await screenDueUsers();
    await db.screeningHit.deleteMany({ where: { userId: company, party: "account_holder" } });
    await db.user.delete({ where: { id } });
  });

  it("finds names with look-alike letters and invisible characters", async () => {
    const id = await applicant(8, "Zub\u0430id\u200batu Invent\u00aded\u0455on");
    await screenDueUsers();
    expect(await summary(id)).toEqual([["11", "applicant", 90, "open", false]]);
    await db.user.delete({ where: { id } });
  });

  it("never says that the hits before a comparison are those after it", async () => {
    const id = await applicant(10, "Nobody Whatsoever", "1950-01-01");
    const waiting = () =>
      db.$queryRaw<[{ n: bigint }]>`SELECT count(*) AS n FROM pg_locks WHERE NOT granted`.then(([{ n }]) =>
        Number(n),
      );
    const hits = await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE screenings IN ACCESS EXCLUSIVE MODE`;
      const reading = hitsOf(id);
      await expect.poll(waiting).toBe(1);
      await screenUser(tx, id);
      await tx.screening.update({
        where: { userId: id },
        data: { revision: await currentRevision(tx), screenedAt: new Date() },
      });
      return { reading };
    });
    expect(await hits.reading).toMatchObject({ isDue: false, hits: [{ externalId: "13" }] });
    await db.user.delete({ where: { id } });
  });

  it("does nothing for the same file, and refuses an older or much shorter list", async () => {
    expect(await importXml(listed, "2026-11-01")).toBe(false);
    await expect(importXml(listed, "2026-10-31")).rejects.toThrow("older than the imported one");
    await expect(importXml(listed.slice(0, 2), "2026-11-02")).rejects.toThrow(
      "This list has 2 entries, the imported one 3. If it is complete, use --force to import it.",
    );
    expect(await progress()).toEqual({ done: 2, total: 2 });
    expect(await db.watchlist.count()).toBe(1);
    expect(await db.watchlistEntry.count()).toBe(3);
  });

  it("asks about a cleared hit again only if the entry or the name changes", async () => {
    const decided = await decide(ada, "cleared", "11", "Looked at the passport");
    expect(decided.hits).toMatchObject([
      { state: "cleared", reason: "documents", note: "Looked at the passport", decidedBy: "Rita" },
    ]);
    const stored = await db.screeningHit.findFirstOrThrow({ where: { userId: ada } });
    expect(JSON.stringify(stored)).not.toContain("passport");

    await importXml([...listed, { id: "14", name: "Somebody Else" }], "2026-11-03");
    await screenDueUsers();
    expect(await summary(ada)).toEqual([["11", "applicant", 90, "cleared", false]]);

    await importXml([{ ...listed[0]!, birth: "1980-05-06" }, ...listed.slice(1)], "2026-11-04", true);
    await screenDueUsers();
    expect(await summary(ada)).toEqual([["11", "applicant", 100, "open", false]]);
    expect((await hitsOf(ada)).hits[0]).toMatchObject({ note: null, decidedBy: null, decidedAt: null });

    await decide(ada, "cleared", "11");
    await rename(ada, "Inventedsen");
    expect((await hitsOf(ada)).isDue).toBe(true);
    await screenDueUsers();
    const [open, former] = await summary(ada);
    expect(open).toEqual(["11", "applicant", expect.any(Number), "open", false]);
    expect(former).toEqual(["11", "applicant", 100, "cleared", true]);
    await rename(ada, "Inventedson");
    await screenDueUsers();
    expect(await summary(ada)).toEqual([
      ["11", "applicant", 100, "cleared", false],
      ["11", "applicant", 99, "open", true],
    ]);
  });

  it("refuses a decision on something that has changed, and records who decided", async () => {
    const { _id: hitId } = (await hitsOf(ada)).hits[0]!;
    const input = { hitId, verdict: "confirmed", reason: "documents", note: undefined } as const;
    await expect(decideHit(reviewer, ada, { ...input, basis: "former" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(decideHit(reviewer, company, { ...input, basis: "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const events = await db.auditEvent.findMany({
      where: { action: "case.hit_decided" },
      orderBy: { seq: "asc" },
    });
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      actorId: reviewer.userId,
      targetId: ada,
      data: { verdict: "cleared", reason: "documents", hitId, source: "un" },
    });
  });

  it("flags a case with a hit until it is cleared or the list removes the entry, whatever the applicant renames", async () => {
    expect(await isFlagged(ada)).toBe(false);
    await decide(ada, "confirmed", "11", "The passport says so", root);
    await expect(decide(ada, "cleared", "11")).rejects.toThrow("by another super administrator only");
    // Whoever has confirmed it cannot clear it, although somebody else has done so again since.
    const [again] = (await decide(ada, "confirmed", "11")).hits;
    expect(again).toMatchObject({ decidedBy: "Rita", note: "The passport says so" });
    await expect(decide(ada, "cleared", "11", "", root)).rejects.toThrow("by another super administrator");
    expect(await isFlagged(ada)).toBe(true);
    await rename(ada, "Somethingelse");
    await screenDueUsers();
    expect(await isFlagged(ada)).toBe(true);
    await rename(ada, "Inventedson");
    await importXml(listed.slice(1), "2026-11-05", true);
    await screenDueUsers();
    expect(await isFlagged(ada)).toBe(false);
    expect(await summary(ada)).toEqual([
      ["11", "applicant", 100, "confirmed", true],
      ["11", "applicant", 99, "open", true],
    ]);
  });

  it("is never seen by the applicant, and is deleted with the account", async () => {
    const personal = JSON.stringify(await collectPersonalData(ada));
    for (const word of ["watchlist", "screening", "INi.11", "confirmed"])
      expect(personal).not.toContain(word);
    const gone = await applicant(9, "Nobody Whatsoever", "1950-01-01");
    await screenDueUsers();
    expect(await summary(gone)).toEqual([["13", "applicant", 90, "open", false]]);
    await db.user.delete({ where: { id: gone } });
    expect(await db.screeningHit.count({ where: { userId: gone } })).toBe(0);
  });

  it("emails super administrators about approved users once a day, without names", async () => {
    expect(await summary(company)).toEqual([["12", "company", 80, "open", false]]);
    await times(5, () => alertAboutHits());
    const mails = await db.mailOutbox.findMany({ where: { template: "watchlistHits" } });
    expect(mails).toHaveLength(1);
    await importXml([{ ...listed[1]!, id: "21" }, listed[2]!], "2026-11-06");
    await screenDueUsers();
    await alertAboutHits();
    expect(await db.mailOutbox.count({ where: { template: "watchlistHits" } })).toBe(1);
  });
});

describe("an approval while flagged approvals need a second one", () => {
  const approve = (by: Viewer, userId: string) =>
    decideSubmission(by, userId, {
      status: "approved",
      submissionId: undefined!,
      expectedStatus: "pending",
      rejectionReason: undefined,
    });
  const confirmation = { code: "CONFIRMATION_REQUIRED" };
  let id: string;

  beforeAll(async () => {
    await db.approvalRule.create({ data: { rule: "flagged_approvals", switchedOnById: root.userId } });
    id = await applicant(11, "Nobody Whatsoever", "1950-01-01");
  });
  afterAll(async () => {
    await db.approvalRule.deleteMany();
    await db.user.delete({ where: { id } });
  });

  it("is flagged until the names are compared with the present lists", async () => {
    const unlisted = await applicant(12, "Chidi Okaforinvented");
    expect(await isFlagged(unlisted)).toBe(true);
    await expect(approve(reviewer, unlisted)).rejects.toMatchObject(confirmation);
    await screenDueUsers();
    expect(await isFlagged(unlisted)).toBe(false);
    await rename(unlisted, "Okaforinvented");
    expect(await isFlagged(unlisted)).toBe(true);
    await screenDueUsers();
    await approve(reviewer, unlisted);
    await db.user.delete({ where: { id: unlisted } });
  });

  it("is flagged for who was never compared, also without a submission", async () => {
    const never = await buildUser({
      n: 13,
      email: "user13@test.example",
      name: "Chidi Okaforinvented",
      role: "investor",
      investorType: "personal",
    });
    expect(await hitsOf(never)).toMatchObject({ screenedAt: null, isDue: true });
    expect(await isFlagged(never)).toBe(true);
    await db.user.delete({ where: { id: never } });
  });

  it("is flagged for the administrator who cleared the hit, and not for others", async () => {
    await screenDueUsers();
    await decide(id, "cleared", "13");
    expect([await isFlagged(id, reviewer.userId), await isFlagged(id)]).toEqual([true, false]);
    await expect(approve(reviewer, id)).rejects.toMatchObject(confirmation);
    await approve(root, id);
  });
});

describe("screening everyone again", () => {
  it("is shared by two servers, and continues after a failure in the middle", async () => {
    const ids = [];
    for (let n = 20; n < 32; n += 1) ids.push(await applicant(n, "Nobody Whatsoever", "1950-01-01"));
    // One user cannot be screened: everything about them is rolled back, the others are done.
    await db.$executeRawUnsafe(`CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.user_id = '${ids[0]}' THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END $$`);
    await db.$executeRawUnsafe(
      "CREATE TRIGGER break_one BEFORE INSERT ON screening_hits FOR EACH ROW EXECUTE FUNCTION break_one()",
    );
    await Promise.allSettled([screenDueUsers(), screenDueUsers()]);
    expect(await progress()).toEqual({ done: 13, total: 14 });
    await expect(screenDueUsers()).rejects.toThrow("broken");
    await db.$executeRawUnsafe("DROP TRIGGER break_one ON screening_hits");
    await Promise.all([screenDueUsers(), screenDueUsers()]);
    expect(await progress()).toEqual({ done: 14, total: 14 });
    expect(await db.screeningHit.count({ where: { userId: { in: ids } } })).toBe(12);
  }, 60_000);

  it("of one person reads few of 100,000 names", async () => {
    const { id } = await db.watchlist.findFirstOrThrow({ where: { active: true } });
    // Not by the app's pool, whose queries have a time limit.
    await withClient(database.url, async (client) => {
      await client.query(
        `INSERT INTO watchlist_entries (id, watchlist_id, external_id, kind, name, programme, births)
         SELECT gen_random_uuid(), $1, 'x' || n, 'person', 'x', '', '{}' FROM generate_series(1, 100000) AS n`,
        [id],
      );
      await client.query(
        `INSERT INTO watchlist_names (id, entry_id, name, normalized, is_weak)
         SELECT gen_random_uuid(), id, 'x', substr(md5(external_id), 1, 7) || ' ' || substr(md5(external_id || 'b'), 1, 8), false
         FROM watchlist_entries WHERE external_id LIKE 'x%'`,
      );
      await client.query("VACUUM ANALYZE watchlist_names, watchlist_entries");
    });
    const query = candidatesQuery([{ kind: "person", normalized: "nobody whatsoever" }]);
    const plan = await db.$queryRawUnsafe<{ "QUERY PLAN": unknown }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${query.text}`,
      ...query.values,
    );
    const nodes = JSON.stringify(plan);
    expect(nodes).toContain("watchlist_names_normalized_trgm");
    expect(nodes).not.toMatch(/"Node Type":"Seq Scan"[^}]*"watchlist_(names|entries)"/);
    const read = [...nodes.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(...read)).toBeLessThan(1_000);
  }, 120_000);
});
