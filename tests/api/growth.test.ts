import { PrismaPg } from "@prisma/adapter-pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "@/lib/auth/sessions";
import { PrismaClient } from "@/lib/db/generated/client";
import type { UserListQuery } from "@/lib/users/admin-schema";
import { startDatabase, type Database } from "../support/server";

/**
 * Lists stay quick as the product grows, in figures that do not depend on the machine: what is kept instead of counted equals a real
 * count, and no call asks for more, or reads more rows, than written here.
 */
const USERS = 20_000;

let database: Database;

beforeAll(async () => {
  database = await startDatabase();
  Object.assign(process.env, database.env);
  const { buildUser } = await import("../../prisma/seed/builders");
  const { seedMany } = await import("../../prisma/seed/bulk");
  await buildUser({ n: 1, email: "super@seedline.example", name: "Root", role: "admin", isSuper: true });
  await buildUser({ n: 2, email: "admin@seedline.example", name: "Plain", role: "admin" });
  await seedMany(USERS);
}, 240_000);

afterAll(async () => {
  const { db } = await import("@/lib/db/client");
  await db.$disconnect();
  await database?.stop();
});

const viewers = (isSuper: boolean) => ({ userId: "", isSuper, role: "admin" }) as Viewer;
const asked = (filter: Partial<UserListQuery>) => ({ page: 1, limit: 20, ...filter }) as UserListQuery;

/** How many sorts of users are kept with a number that counting does not confirm. Both sides of one statement see the same moment. */
async function wrongTotals(): Promise<number> {
  const { db } = await import("@/lib/db/client");
  const [row] = await db.$queryRaw<[{ wrong: number }]>`
    SELECT (SELECT count(*)::int FROM (
      SELECT role, status, submitted, proved, sum(count) AS n FROM user_tallies GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0
    ) AS kept FULL JOIN (
      SELECT role, status, submitted_at IS NOT NULL AS submitted, email_verified_at IS NOT NULL AS proved, count(*) AS n
      FROM users GROUP BY 1, 2, 3, 4
    ) AS counted USING (role, status, submitted, proved)
    WHERE kept.n IS DISTINCT FROM counted.n) + (SELECT count(*)::int FROM (
      SELECT day, role, status, submitted, sum(count) AS n FROM user_days GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0
    ) AS kept FULL JOIN (
      SELECT lagos_day(created_at) AS day, role, status, submitted_at IS NOT NULL AS submitted, count(*) AS n
      FROM users GROUP BY 1, 2, 3, 4
    ) AS counted USING (day, role, status, submitted)
    WHERE kept.n IS DISTINCT FROM counted.n) + (SELECT count(*)::int FROM (
      SELECT day, status, sum(count) AS n FROM decision_days GROUP BY 1, 2 HAVING sum(count) <> 0
    ) AS kept FULL JOIN (
      SELECT lagos_day(decided_at) AS day, status, count(*) AS n FROM decisions GROUP BY 1, 2
    ) AS counted USING (day, status)
    WHERE kept.n IS DISTINCT FROM counted.n) AS wrong`;
  return row.wrong;
}

/** By how much the kept total of a search differs from a count in the same moment; null when none is kept. */
async function searchDifference(q: string): Promise<number | null> {
  const { db } = await import("@/lib/db/client");
  const { keptTotal, searchKey } = await import("@/lib/users/search-totals");
  const { userWhere } = await import("@/lib/users/search");
  const condition = userWhere(viewers(true), { q }, { plain: true });
  const [row] = await db.$queryRaw<[{ difference: number | null }]>`
    SELECT (SELECT total FROM (${keptTotal(searchKey(condition), condition)}) AS kept)
      - (SELECT count(*)::int FROM users WHERE ${condition}) AS difference`;
  return row.difference;
}

describe("what is kept instead of counted", () => {
  it("equals a real count at every moment of parallel writes and folds", async () => {
    const { db } = await import("@/lib/db/client");
    const { compactDeltas } = await import("@/lib/users/count-deltas");
    const { listUsers } = await import("@/lib/users/admin-queries");
    await listUsers(viewers(true), asked({ q: "bulk.example" }));
    expect([await wrongTotals(), await searchDifference("bulk.example")]).toEqual([0, 0]);

    let working = true;
    const writer = async (worker: number) => {
      for (let round = 0; round < 40; round += 1) {
        const { id } = await db.user.create({
          data: { email: `tally${worker}.${round}@bulk.example`, name: "Tally", phone: "" },
        });
        await db.user.update({ where: { id }, data: { emailVerifiedAt: new Date(), role: "startup" } });
        await db.decision.create({ data: { userId: id, status: "approved", decidedAt: new Date() } });
        await db
          .$transaction(async (tx) => {
            await tx.user.updateMany({
              where: { name: "Tally", role: "startup" },
              data: { phone: "8030000009" },
            });
            await tx.user.update({ where: { id }, data: { role: "investor" } });
            if (round % 3 === 0) throw new Error("undone");
          })
          .catch(() => {});
        if (round % 4 === 1) await db.user.update({ where: { id }, data: { email: `${id}@odd.example` } });
        if (round % 2 === 0) await db.user.delete({ where: { id } });
      }
    };
    const folder = async () => {
      while (working) await compactDeltas();
    };
    // Whenever somebody is erased, what was kept of searches is void, and the next who searches counts again.
    const searcher = async () => {
      while (working) await listUsers(viewers(true), asked({ q: "bulk.example" }));
    };
    const checker = async () => {
      const seen: (number | null)[] = [];
      while (working) seen.push(await wrongTotals(), await searchDifference("bulk.example"));
      return seen.filter((wrong) => wrong !== null);
    };
    const background = [folder(), folder(), checker(), searcher()] as const;
    await Promise.all([0, 1, 2, 3].map(writer));
    working = false;
    const seen = (await Promise.all(background))[2];
    expect(seen.length).toBeGreaterThan(6);
    expect(new Set(seen)).toEqual(new Set([0]));
    await listUsers(viewers(true), asked({ q: "bulk.example" }));
    expect([await wrongTotals(), await searchDifference("bulk.example")]).toEqual([0, 0]);
  }, 60_000);

  it("holds nothing of who was erased, and still tells how many there are", async () => {
    const { db } = await import("@/lib/db/client");
    const { listUsers } = await import("@/lib/users/admin-queries");
    const total = async () => (await listUsers(viewers(true), asked({ q: "bulk.example" }))).pagination.total;
    const before = await total();
    const { id } = await db.user.create({
      data: { email: "erased@bulk.example", name: "Erased", phone: "" },
    });
    await db.user.update({ where: { id }, data: { email: "erased.later@bulk.example" } });
    expect(await total()).toBe(before + 1);
    await db.user.delete({ where: { id } });
    expect(await db.userChange.count({ where: { email: { startsWith: "erased" } } })).toBe(0);
    expect(await total()).toBe(before);
  });

  it("leads to the same people on pages far down the list as passing over all before them", async () => {
    const { db } = await import("@/lib/db/client");
    const { listUsers } = await import("@/lib/users/admin-queries");
    const rows = await db.user.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
    for (const [filter, meant] of [
      [{}, rows],
      [{ excludeAdmin: true }, rows.filter(({ role }) => role !== "admin")],
      [
        { role: "startup", status: "approved" },
        rows.filter(({ role, status }) => role === "startup" && status === "approved"),
      ],
      [{ onlySubmitted: true }, rows.filter(({ submittedAt }) => submittedAt)],
    ] as const) {
      const last = Math.ceil(meant.length / 20);
      for (const page of [26, 27, Math.floor(last / 2), Math.floor(last / 2) + 1, last - 1, last, last + 1]) {
        const { users, pagination } = await listUsers(viewers(true), asked({ ...filter, page }));
        expect([filter, page, pagination.total, users.map(({ _id }) => _id)]).toEqual([
          filter,
          page,
          meant.length,
          meant.slice((page - 1) * 20, page * 20).map(({ id }) => id),
        ]);
      }
    }
  });
});

describe("a search that many begin at once", () => {
  it("is counted by the first, while the others wait for it and then ask for themselves", async () => {
    const { countedOnce } = await import("@/lib/users/search-totals");
    let asked = 0;
    let answer: (value: number) => void = () => undefined;
    const first = new Promise<number>((resolve) => (answer = resolve));
    const run = () => ((asked += 1), asked === 1 ? first : Promise.resolve(asked));
    const all = Array.from({ length: 16 }, () => countedOnce("a common one", run));
    const other = await countedOnce("another", () => Promise.resolve("meanwhile"));
    expect([other, asked]).toEqual(["meanwhile", 1]);
    answer(1);
    expect(await Promise.all(all)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  it("is counted by the next when the first could not", async () => {
    const { countedOnce } = await import("@/lib/users/search-totals");
    let fail: (reason: Error) => void = () => undefined;
    const first = countedOnce("one that fails", () => new Promise((_, reject) => (fail = reject)));
    const second = countedOnce("one that fails", () => Promise.resolve("counted"));
    fail(new Error("away"));
    await expect(first).rejects.toThrow("away");
    expect(await second).toBe("counted");
  });
});

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that were looked at in tables. */
const rowsRead = (nodes: Node[]): number =>
  nodes
    .filter((node) => node["Relation Name"])
    .reduce(
      (sum, node) =>
        sum +
        node["Actual Loops"] *
          (node["Actual Rows"] +
            (node["Rows Removed by Filter"] ?? 0) +
            (node["Rows Removed by Index Recheck"] ?? 0)),
      0,
    );

/** Every reading query that the work sends, with what its plan did. */
async function queriesOf(work: () => Promise<unknown>): Promise<{ query: string; nodes: Node[] }[]> {
  const holder = globalThis as { seedlineDb?: unknown };
  const before = holder.seedlineDb;
  const seen: { query: string; params: string }[] = [];
  const client = new PrismaClient({
    adapter: new PrismaPg({ connectionString: database.url }),
    omit: { user: { passwordHash: true, passwordContested: true } },
    log: [{ emit: "event", level: "query" }],
  });
  client.$on("query", (event) => seen.push(event));
  holder.seedlineDb = client;
  try {
    await work();
    const queries = [];
    for (const { query, params } of [...seen]) {
      if (!/^\s*(SELECT|WITH)/.test(query)) continue;
      const [row] = await client.$queryRawUnsafe<[{ "QUERY PLAN": [{ Plan: Node }] }]>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query}`,
        ...(JSON.parse(params) as unknown[]),
      );
      queries.push({ query, nodes: nodesOf(row["QUERY PLAN"][0].Plan) });
    }
    return queries;
  } finally {
    holder.seedlineDb = before;
    await client.$disconnect();
  }
}

// Documents are left out: the many users have none, and an empty table is read whole.
const large = /^(users|submissions|personal_details|bank_details|next_of_kin|companies|signatories)$/;
const wholeTables = (nodes: Node[]) =>
  nodes
    .filter(
      (node) => node["Node Type"] === "Seq Scan" && large.test(node["Relation Name"] ?? "") && node["Actual Loops"] > 0,
    )
    .map((node) => node["Relation Name"]); // prettier-ignore

describe("what a call asks of the database", () => {
  it("is never a whole table, for a list, a search or the figures", async () => {
    const { listUsers } = await import("@/lib/users/admin-queries");
    const { statistics } = await import("@/lib/users/statistics");
    // Not "@": what nearly everybody has is counted by reading nearly everybody, the first time.
    const searches = [undefined, "person199", "person1999@", "Igbinedion", "xyzzy", "12", "%", "..."];
    let looked = 0;
    for (const isSuper of [false, true]) {
      for (const q of searches) {
        for (const filter of [
          {},
          { excludeAdmin: true },
          { onlySubmitted: true, excludeAdmin: true, status: "pending", role: "investor" },
          { onlySubmitted: true, excludeAdmin: true, status: "rejected", role: "all" },
          { role: "startup", status: "approved" },
          ...(isSuper ? [{ role: "admin" } as const] : []),
        ] as const) {
          for (const page of [1, 30]) {
            const queries = await queriesOf(() => listUsers(viewers(isSuper), asked({ ...filter, q, page })));
            looked += queries.length;
            for (const { query, nodes } of queries)
              expect([q, filter, page, query, wholeTables(nodes)]).toEqual([q, filter, page, query, []]);
          }
        }
      }
      for (const { nodes } of await queriesOf(() => statistics(viewers(isSuper))))
        expect(wholeTables(nodes)).toEqual([]);
    }
    expect(looked).toBeGreaterThan(190);
  }, 180_000);

  it("is planned once where pages have the usual size, and for those who were found", async () => {
    const { createClient } = await import("@/lib/db/client");
    const { listUsers } = await import("@/lib/users/admin-queries");
    const holder = globalThis as { seedlineDb?: unknown };
    const before = holder.seedlineDb;
    // One thing after the other: all of it on one connection, which is where plans are kept.
    const client = createClient(database.url);
    holder.seedlineDb = client;
    try {
      for (const filter of [{}, { page: 3 }, { page: 500 }, { q: "person19999@" }])
        for (let time = 0; time < 10; time += 1) await listUsers(viewers(true), asked(filter));
      const kept = await client.$queryRaw<{ custom: number; generic: number }[]>`
        SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
        WHERE statement LIKE '%array_agg%' AND statement NOT LIKE '%pg_prepared_statements%'`;
      // Near pages, far pages, people by their ids. PostgreSQL tries five times with the values before it keeps a plan.
      expect(kept.map(({ custom }) => custom)).toEqual([5, 5, 5]);
      expect(kept.map(({ generic }) => generic).sort()).toEqual([15, 5, 5]);
    } finally {
      holder.seedlineDb = before;
      await client.$disconnect();
    }
  });

  it("is no more queries and rows than this", async () => {
    const { listUsers } = await import("@/lib/users/admin-queries");
    const { statistics } = await import("@/lib/users/statistics");
    const { getCurrentUser } = await import("@/lib/users/queries");
    const { readViewer } = await import("@/lib/auth/sessions");
    const { db } = await import("@/lib/db/client");
    const { createSession } = await import("@/lib/auth/sessions");
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: "person0@bulk.example" } });
    const session = await createSession(db, userId, "");
    const { compactDeltas } = await import("@/lib/users/count-deltas");
    await compactDeltas();
    await db.$executeRaw`ANALYZE`;
    const list = (filter: Partial<UserListQuery>) => () => listUsers(viewers(true), asked(filter));
    // A common search has been counted once before.
    await list({ q: "bulk.example" })();
    const limits: Record<string, [queries: number, rows: number, call: () => Promise<unknown>]> = {
      "the check of a session": [1, 2, () => readViewer(session.id)],
      "/auth/me": [1, 8, () => getCurrentUser(userId)],
      "the first page": [1, 150, list({})],
      "the third page": [1, 150, list({ page: 3 })],
      "the queue": [1, 180, list({ onlySubmitted: true, excludeAdmin: true, status: "pending", role: "investor" })],
      "page 500": [1, 9_000, list({ page: 500 })],
      "the last page": [1, 400, list({ page: USERS / 20 })],
      "a search for one person": [2, 40, list({ q: "person19999@" })],
      "a search for nobody": [1, 5, list({ q: "xyzzy" })],
      "a search for everybody": [2, 150, list({ q: "bulk.example" })],
      "the figures": [1, 1_300, () => statistics(viewers(true))],
    }; // prettier-ignore
    for (const [name, [queries, rows, call]] of Object.entries(limits)) {
      const asks = await queriesOf(call);
      const read = asks.reduce((sum, { nodes }) => sum + rowsRead(nodes), 0);
      expect([name, asks.length]).toEqual([name, queries]);
      expect(read, `rows read for ${name}`).toBeLessThanOrEqual(rows);
    }
  }, 60_000);
});
