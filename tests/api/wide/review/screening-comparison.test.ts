import { describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { listTimeline } from "@/lib/review/cases/timeline";
import { uuidv7 } from "@/lib/ids";
import { normalizeName } from "@/lib/names";
import { screenDueUsers } from "@/lib/review/screening/job";
import { canonicalName, variantPairs } from "@/lib/review/screening/name-variants";
import { candidatesQuery, screenUser } from "@/lib/review/screening/screen";
import { currentRevision, listWatchlists } from "@/lib/review/screening/watchlists";
import { withClient } from "../../../../server/postgres";
import {
  ada,
  applicant,
  company,
  database,
  hitsOf,
  importXml,
  isFlagged,
  listed,
  rename,
  reviewer,
  startScreening,
  summary,
  viewerOf,
} from "../../../support/screening";

/** Matches of a comparison with the lists, and the time at which it runs (product 10.27). */
startScreening();

const endings = (targetId: string) =>
  db.auditEvent.findMany({
    where: { action: "screening.hits_ended", targetId },
    select: { actorId: true, data: true },
  });
const progress = async () => (await listWatchlists(viewerOf(reviewer.userId, true))).progress;

describe("screening", () => {
  it("compares nothing while no list is imported", async () => {
    await screenDueUsers();
    expect(await hitsOf(ada)).toEqual({
      lists: 0,
      screenedAt: null,
      isDue: false,
      hits: [],
      near: { count: 0, names: [] },
    });
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
          explanation: "2 of 2 words of the name match. The date of birth is within the range on the list.",
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

  it("finds a listed name beside one that is too long for an index", async () => {
    const id = await applicant(8, "Zubaidatu Inventedson");
    const letters = Array.from({ length: 1_500 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000)),
    );
    await rename(id, `Inventedson ${letters.join("")}`);
    await screenDueUsers();
    expect(await summary(id)).toEqual([["11", "applicant", 85, "open", false]]);
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

  it("never reports the hits before a comparison as those after it", async () => {
    const id = await applicant(10, "Nobody Whatsoever", "1950-01-01");
    const waiting = () =>
      db.$queryRaw<[{ n: bigint }]>`SELECT count(*) AS n FROM pg_locks WHERE NOT granted`.then(([{ n }]) =>
        Number(n),
      );
    const hits = await transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE screenings IN ACCESS EXCLUSIVE MODE`;
      const reading = hitsOf(id);
      await expect.poll(waiting).toBe(1);
      await screenUser(tx, id);
      await tx.screening.update({
        where: { userId: id },
        data: { revision: (await currentRevision(tx)).revision, screenedAt: new Date() },
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
});

describe("variants of names", () => {
  it("are candidates, also with another spelling of the surname", async () => {
    const { id: watchlistId } = await db.watchlist.findFirstOrThrow({ where: { active: true } });
    const surname = "inventedsurname";
    const entries = variantPairs.map(([, name], index) => ({ id: uuidv7(), externalId: `v${index}`, name }));
    const more = { watchlistId, kind: "person", programme: "" } as const;
    await db.watchlistEntry.createMany({ data: entries.map((entry) => ({ ...entry, ...more })) });
    await db.watchlistName.createMany({
      data: entries.map(({ id, name }) => {
        const normalized = normalizeName(`${name} ${surname}`);
        const canonical = canonicalName(normalized);
        return { id: uuidv7(), entryId: id, name, normalized, canonical, isWeak: false };
      }),
    });
    const names = variantPairs.map(([variant]) => normalizeName(`${variant} inventedsurnam`));
    const found = await db.$queryRaw<{ ordinal: number; externalId: string }[]>(
      candidatesQuery(names.map((normalized) => ({ kind: "person", normalized }))),
    );
    const missing = variantPairs.filter(
      (_, index) =>
        !found.some(({ ordinal, externalId }) => ordinal === index + 1 && externalId === `v${index}`),
    );
    expect(missing).toEqual([]);
    await db.watchlistEntry.deleteMany({ where: { id: { in: entries.map(({ id }) => id) } } });
  });

  it("are found in all words, and among further names", async () => {
    await importXml([...listed, { id: "14", name: "Muhammadu Oluwaseun Adekunle" }], "2026-11-02", true);
    const id = await applicant(9, "Mohammed Kunle");
    const setFirstName = (firstName: string) =>
      db.personalDetails.updateMany({ where: { submission: { userId: id } }, data: { firstName } });
    await setFirstName("Mohammed Seun");
    await screenDueUsers();
    expect(await summary(id)).toContainEqual(["14", "applicant", 76, "open", false]);
    await setFirstName("Mohammed Seun Chukwuemekalamobinna Zubaidatuinventedson");
    await db.screening.update({ where: { userId: id }, data: { revision: 0 } });
    await screenDueUsers();
    expect(await summary(id)).toContainEqual(["14", "applicant", 66, "open", false]);
    await db.user.delete({ where: { id } });
  });

  it("are prepared in lists of earlier rules, and everybody is screened again", async () => {
    const id = await applicant(9, "Mohammed Kunle");
    await db.watchlist.updateMany({ where: { active: true }, data: { rules: 0 } });
    await db.watchlistName.updateMany({ data: { canonical: null } });
    const before = (await currentRevision()).revision;
    await screenDueUsers();
    expect((await currentRevision()).revision).toBe(before + 1);
    expect(await db.watchlistName.count({ where: { canonical: null } })).toBe(0);
    expect((await hitsOf(id)).isDue).toBe(false);
    expect(await summary(id)).toMatchObject([["14", "applicant", 71, "open", false]]);
    await screenDueUsers();
    expect((await currentRevision()).revision).toBe(before + 1);
    await db.user.delete({ where: { id } });
    await importXml(listed, "2026-11-02", true);
    await screenDueUsers();
  });
});

describe("screening everyone again", () => {
  it("may be done by two jobs at a time, and continues after a failure in the middle", async () => {
    const ids = [];
    for (let n = 20; n < 32; n += 1) ids.push(await applicant(n, "Nobody Whatsoever", "1950-01-01"));
    // One user cannot be screened: all of their changes are rolled back, and the others are screened.
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
  });

  it("of one person reads few of 100,000 names", async () => {
    const { id } = await db.watchlist.findFirstOrThrow({ where: { active: true } });
    // Not through the app's pool, which limits the duration of queries.
    await withClient(database.url, async (client) => {
      await client.query(
        `INSERT INTO watchlist_entries (id, watchlist_id, external_id, kind, name, programme, births)
         SELECT gen_random_uuid(), $1, 'x' || n, 'person', 'x', '', '{}' FROM generate_series(1, 100000) AS n`,
        [id],
      );
      await client.query(
        `INSERT INTO watchlist_names (id, entry_id, name, normalized, canonical, is_weak)
         SELECT gen_random_uuid(), id, 'x', words.name, words.name, false
         FROM watchlist_entries,
           LATERAL (SELECT substr(md5(external_id), 1, 7) || ' ' || substr(md5(external_id || 'b'), 1, 8) AS name) AS words
         WHERE external_id LIKE 'x%'`,
      );
      await client.query("VACUUM ANALYZE watchlist_names, watchlist_entries");
    });
    const query = candidatesQuery([{ kind: "person", normalized: "nobody whatsoever" }]);
    const plan = await db.$queryRawUnsafe<{ "QUERY PLAN": unknown }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${query.text}`,
      ...query.values,
    );
    const nodes = JSON.stringify(plan);
    for (const index of ["normalized_trgm", "canonical_trgm", "words", "canonical_words"])
      expect(nodes).toContain(`"watchlist_names_${index}"`);
    expect(nodes).not.toMatch(/"Node Type":"Seq Scan"[^}]*"watchlist_(names|entries)"/);
    const read = [...nodes.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(...read)).toBeLessThan(1_000);
  });
});
