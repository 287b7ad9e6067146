import { PrismaPg } from "@prisma/adapter-pg";
import { describe, expect, it } from "vitest";
import type { Viewer } from "@/lib/viewer";
import { PrismaClient } from "@/lib/db/generated/client";
import type { CaseListQuery } from "@/lib/review/cases/schema";
import type { UserListQuery } from "@/lib/users/admin-schema";
import { database, ownInstallation } from "../../../support/installation";

/**
 * The cost of list queries, in figures that do not depend on the machine: the summed counts equal a real count, and no call
 * sends more queries, or reads more rows, than stated here (ADR 20).
 */
const USERS = 20_000;

ownInstallation({ count: 0 }, async () => {
  // As superuser, who may update the planner's statistics.
  process.env["DATABASE_URL"] = database.url;
  const { buildUser } = await import("../../../../prisma/seed/builders");
  const { seedMany } = await import("../../../../prisma/seed/bulk");
  await buildUser({ n: 1, email: "super@seedline.example", name: "Root", role: "admin", isSuper: true });
  await buildUser({ n: 2, email: "admin@seedline.example", name: "Plain", role: "admin" });
  await seedMany(USERS);
});

const NOBODY = "01900000-0000-7000-8000-000000000000";
const viewers = (isSuper: boolean) => ({ userId: NOBODY, isSuper, role: "admin" }) as Viewer;
const asked = (filter: Partial<UserListQuery>) => ({ page: 1, limit: 20, ...filter }) as UserListQuery;

/** Counts the combinations for which the deltas give a wrong count. Both sides of one statement use the same snapshot. */
async function countWrongSums(): Promise<number> {
  const { db } = await import("@/lib/db/client");
  const [row] = await db.$queryRaw<[{ wrong: number }]>`
    SELECT count(*)::int AS wrong FROM (
      SELECT role, status, submitted, verified, sum(delta) AS n FROM user_count_deltas GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0
    ) AS summed FULL JOIN (
      SELECT role, status, submitted_at IS NOT NULL AS submitted, email_verified_at IS NOT NULL AS verified, count(*) AS n
      FROM users GROUP BY 1, 2, 3, 4
    ) AS counted USING (role, status, submitted, verified)
    WHERE summed.n IS DISTINCT FROM counted.n`;
  return row.wrong;
}

describe("the user counts", () => {
  it("get no delta from an update that changes none of them", async () => {
    const { db } = await import("@/lib/db/client");
    const written = (data: { name: string } | { emailVerifiedAt: null }) =>
      db.$transaction(async (tx) => {
        await tx.user.update({ where: { email: "admin@seedline.example" }, data });
        const [row] = await tx.$queryRaw<[{ n: number }]>`
          SELECT count(*)::int AS n FROM user_count_deltas WHERE xmin::text = pg_current_xact_id()::text`;
        return row.n;
      });
    expect(await written({ name: "Renamed" })).toBe(0);
    expect(await written({ emailVerifiedAt: null })).toBe(2);
  });

  it("equal a real count at every moment of parallel writes and compactions", async () => {
    const { db } = await import("@/lib/db/client");
    const { compactDeltas } = await import("@/lib/users/count-deltas");
    expect(await countWrongSums()).toBe(0);

    let working = true;
    const writer = async (worker: number) => {
      for (let round = 0; round < 40; round += 1) {
        const { id } = await db.user.create({
          data: { email: `delta${worker}.${round}@bulk.example`, name: "Delta", phone: "" },
        });
        await db.user.update({ where: { id }, data: { emailVerifiedAt: new Date(), role: "startup" } });
        await db
          .$transaction(async (tx) => {
            await tx.user.updateMany({
              where: { name: "Delta", role: "startup" },
              data: { phone: "8030000009" },
            });
            await tx.user.update({ where: { id }, data: { role: "investor" } });
            if (round % 3 === 0) throw new Error("rolled back");
          })
          .catch(() => {});
        if (round % 2 === 0) await db.user.delete({ where: { id } });
      }
    };
    const compactor = async () => {
      while (working) await compactDeltas();
    };
    const checker = async () => {
      const seen: number[] = [];
      while (working) seen.push(await countWrongSums());
      return seen;
    };
    const background = [compactor(), compactor(), checker()] as const;
    await Promise.all([0, 1, 2, 3].map(writer));
    working = false;
    const seen = (await Promise.all(background))[2];
    expect(seen.length).toBeGreaterThan(6);
    expect(new Set(seen)).toEqual(new Set([0]));
    expect(await countWrongSums()).toBe(0);
  });
});

describe("a page at a high offset", () => {
  it("returns the same users as skipping all rows before it", async () => {
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

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Sort Key"?: string[];
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the number of rows read from tables. */
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

/** Returns every query of `work` that reads, with its executed plan. */
async function queriesOf(
  work: () => Promise<unknown>,
  settings = "",
): Promise<{ query: string; nodes: Node[] }[]> {
  const holder = globalThis as { seedlineDb?: unknown };
  const before = holder.seedlineDb;
  const seen: { query: string; params: string }[] = [];
  const client = new PrismaClient({
    adapter: new PrismaPg({ connectionString: database.url, options: settings }),
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

// Without documents: the generated users have none, and an empty table is read by a sequential scan.
const large = /^(users|submissions|personal_details|bank_details|next_of_kin|companies|signatories)$/;
const wholeTables = (nodes: Node[]) =>
  nodes
    .filter(
      (node) => node["Node Type"] === "Seq Scan" && large.test(node["Relation Name"] ?? "") && node["Actual Loops"] > 0,
    )
    .map((node) => node["Relation Name"]); // oxfmt-ignore

describe("the queries of a call", () => {
  it("never read a whole table, for a list, a search or the statistics", async () => {
    const { listUsers } = await import("@/lib/users/admin-queries");
    const { statistics } = await import("@/lib/review/figures/statistics");
    const { decisionFigures } = await import("@/lib/review/figures/decision-figures");
    const searches = [undefined, "person199", "person1999@", "Igbinedion", "xyzzy", "zz", "q"];
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
      for (const call of [statistics, decisionFigures])
        for (const { nodes } of await queriesOf(() => call(viewers(isSuper))))
          expect(wholeTables(nodes)).toEqual([]);
    }
    expect(looked).toBe(154);
  }, 180_000);

  it("look up each value of a user among the values of all others by an index", async () => {
    const { db } = await import("@/lib/db/client");
    const { findDuplicates } = await import("@/lib/review/duplicates/queries");
    const { findApprovalReasons } = await import("@/lib/review/decisions/approval-reasons");
    await db.$executeRaw`ANALYZE`;
    const submitted = { submittedAt: { not: null }, role: { not: "admin" } } as const;
    for (const investorType of ["none", "personal", "corporate"] as const) {
      const { id } = await db.user.findFirstOrThrow({ where: { ...submitted, investorType }, skip: 300 });
      for (const call of [
        () => findDuplicates(viewers(true), id),
        () => db.$transaction((tx) => findApprovalReasons(tx, { id }, id)),
      ]) {
        const lookups = (await queriesOf(call)).filter(({ query }) => query.includes("identity_values"));
        expect(lookups).toHaveLength(1);
        expect([investorType, wholeTables(lookups[0]!.nodes)]).toEqual([investorType, []]);
        expect(rowsRead(lookups[0]!.nodes), investorType).toBeLessThanOrEqual(150);
      }
    }
  });

  it("read the rows of a change list in the order of their index, without sorting", async () => {
    const { listChanges } = await import("@/lib/changes/queries");
    const { changeRows } = await import("@/lib/changes/schema");
    const { db } = await import("@/lib/db/client");
    await db.$executeRaw`ANALYZE`;
    const tables = {
      user: "users",
      submission: "submissions",
      investment: "investments",
      payout: "payouts",
      statementLine: "statement_lines",
      ledgerEntry: "ledger_entries",
    };
    const middle = await db.user.findFirstOrThrow({ orderBy: { id: "asc" }, skip: USERS / 2 });
    const starts = [{}, { after: `${middle.updatedAt.toISOString()}_${middle.id}` }];
    for (const [isSuper, name, start] of [true, false].flatMap((right) =>
      (Object.keys(changeRows) as (keyof typeof tables)[]).flatMap((list) =>
        starts.map((each) => [right, list, each] as const),
      ),
    )) {
      // The users are read, but not recorded as read, because nobody has this id. Empty tables would be read whole.
      const isFilled = name === "user" || name === "submission";
      const { withoutRecordingReads } = await import("@/lib/audit/reads");
      const read = () =>
        withoutRecordingReads(() => listChanges(viewers(isSuper), name, { ...start, limit: 100 }));
      const queries = await queriesOf(read, isFilled ? "" : "-c enable_seqscan=off -c enable_bitmapscan=off");
      const { nodes } = queries.find(({ query }) => query.includes("updated_at"))!;
      expect([name, nodes.map((node) => node["Index Name"])]).toEqual([
        name,
        expect.arrayContaining([`${tables[name]}_updated_at_id_idx`]),
      ]);
      // The postings of a single entry are sorted, the rows of a list are not.
      const isSorted = nodes.some((node) => node["Sort Key"]?.some((key) => key.includes("updated_at")));
      expect([name, isSorted]).toEqual([name, false]);
      expect([name, nodes.filter((node) => node["Node Type"] === "Seq Scan")]).toEqual([name, []]);
      expect(rowsRead(nodes)).toBeLessThanOrEqual(320);
    }
  });

  it("stay within these numbers of queries and rows", async () => {
    const { listUsers } = await import("@/lib/users/admin-queries");
    const { statistics } = await import("@/lib/review/figures/statistics");
    const { getCurrentUser } = await import("@/lib/users/queries");
    const { readViewer } = await import("@/lib/auth/sessions");
    const { db } = await import("@/lib/db/client");
    const { companyNumber } = await db.user.findFirstOrThrow({ where: { companyNumber: { not: null } } });
    const { createSession } = await import("@/lib/auth/sessions");
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: "person0@bulk.example" } });
    const session = await createSession(db, userId, "");
    const { compactDeltas } = await import("@/lib/users/count-deltas");
    await compactDeltas(1);
    await db.$executeRaw`ANALYZE`;
    const { listCases } = await import("@/lib/review/cases/queries");
    const { decisionFigures } = await import("@/lib/review/figures/decision-figures");
    const openCases = (query: Partial<CaseListQuery>) =>
      ({ role: "all", order: "waiting", assignment: "all", page: 1, limit: 20, ...query }) as CaseListQuery;
    const list = (filter: Partial<UserListQuery>) => () => listUsers(viewers(true), asked(filter));
    const limits: Record<string, [queries: number, rows: number, call: () => Promise<unknown>]> = {
      "the check of a session": [1, 2, () => readViewer(session.id)],
      "/auth/me": [1, 7, () => getCurrentUser(userId)],
      "the first page": [1, 80, list({})],
      "the third page": [1, 120, list({ page: 3 })],
      "the queue": [1, 100, list({ onlySubmitted: true, excludeAdmin: true, status: "pending", role: "investor" })],
      "the cases": [1, 120, () => listCases(viewers(true), openCases({}))],
      "the unclaimed cases of a role": [1, 200, () => listCases(viewers(true), openCases({ assignment: "unclaimed", role: "startup" }))],
      "the cases with a stored mark": [1, 1_300, () => listCases(viewers(true), openCases({ mark: "duplicate", order: "deadline" }))],
      "the cases with a hit": [1, 10, () => listCases(viewers(true), openCases({ mark: "watchlist" }))],
      "the cases of minors": [1, 10, () => listCases(viewers(true), openCases({ mark: "minor" }))],
      "one's own cases": [1, 10, () => listCases(viewers(true), openCases({ assignment: "mine" }))],
      "page 500": [1, 10_100, list({ page: 500 })],
      "the last page": [1, 20_100, list({ page: USERS / 20 })],
      "a search for one user": [1, 5, list({ q: "person19999@" })],
      "a search for one company": [1, 5, list({ q: companyNumber! })],
      "a search without hits": [1, 5, list({ q: "xyzzy" })],
      "a search with more than 10,000 hits": [1, 10_100, list({ q: "bulk.example" })],
      "the figures": [1, 7_000, () => statistics(viewers(true))],
      "the figures about decisions": [3, 1_100, () => decisionFigures(viewers(true))],
    }; // oxfmt-ignore
    for (const [name, [queries, rows, call]] of Object.entries(limits)) {
      const asks = await queriesOf(call);
      const read = asks.reduce((sum, { nodes }) => sum + rowsRead(nodes), 0);
      expect([name, asks.length]).toEqual([name, queries]);
      expect(read, `rows read for ${name}`).toBeLessThanOrEqual(rows);
    }
  });
});

describe("an export of changes", () => {
  /** The super administrator in a new session, and a cursor 1,200 rows before the end. */
  async function start() {
    const { db } = await import("@/lib/db/client");
    const { createSession, readViewer } = await import("@/lib/auth/sessions");
    const { id } = await db.user.findUniqueOrThrow({ where: { email: "super@seedline.example" } });
    const session = await createSession(db, id, "");
    const last = await db.user.findFirstOrThrow({
      orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
      skip: 1_200,
    });
    const after = `${last.updatedAt.toISOString()}_${last.id}`;
    return { viewer: (await readViewer(session.id))!, after };
  }

  it("has the rows of all pages, in batches", async () => {
    const { listChanges } = await import("@/lib/changes/queries");
    const { exportChanges } = await import("@/lib/changes/export");
    const { viewer, after } = await start();
    const pages: { _id: string }[] = [];
    for (let cursor = after, hasMore = true; hasMore;) {
      const { data, extra } = await listChanges(viewer, "user", { after: cursor, limit: 100 });
      pages.push(...data);
      [cursor, hasMore] = [extra.next!, extra.hasMore];
    }
    const text = await new Response(await exportChanges(viewer, "user", { after })).text();
    expect(pages).toHaveLength(1_200);
    expect(text.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown)).toEqual(pages); // oxfmt-ignore
  });

  it("ends with its session, before the last row", async () => {
    const { db } = await import("@/lib/db/client");
    const { exportChanges } = await import("@/lib/changes/export");
    const { viewer } = await start();
    const reader = (await exportChanges(viewer, "user", {})).getReader();
    await reader.read();
    const ended = { endedAt: new Date(), endReason: "revoked" } as const;
    await db.session.update({ where: { id: viewer.sessionId }, data: ended });
    const readAll = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readAll()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});
