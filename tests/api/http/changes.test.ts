import { beforeAll, describe, expect, it } from "vitest";
import { changeRows, cursorAfter, type ChangeList, type ChangeRow } from "@/lib/changes/schema";
import { db } from "@/lib/db/client";
import { admin, call, get, onDuty, person, until, urls, type SignedIn } from "../../support/api";
import { makeKey } from "../../support/api-keys";
import { owing, released, setUpPayouts, verified } from "../../support/payout-calls";

/** The change lists, for programs (product 10.47). */
const paths: Record<ChangeList, string> = {
  user: "/api/admin/users/changes",
  submission: "/api/admin/submissions/changes",
  investment: "/api/admin/investments/changes",
  payout: "/api/admin/payouts/changes",
  statementLine: "/api/admin/payments/lines/changes",
  ledgerEntry: "/api/admin/ledger/entries/changes",
};
const lists = Object.keys(changeRows) as ChangeList[];

interface Page<Name extends ChangeList> {
  data: ChangeRow<Name>[];
  next: string | null;
  hasMore: boolean;
}
type Query = Record<string, string | number>;
const withQuery = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

async function list<Name extends ChangeList>(token: string, name: Name, query: Query): Promise<Page<Name>> {
  const { status, body } = await get(withQuery(paths[name], query), token);
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return body as unknown as Page<Name>;
}

/** Returns all rows since a time, read in pages. */
async function listAll<Name extends ChangeList>(
  token: string,
  name: Name,
  updatedSince: string,
  limit = 500,
) {
  const rows: ChangeRow<Name>[] = [];
  for (let query: Query = { updatedSince, limit }; ;) {
    const { data, next, hasMore } = await list(token, name, query);
    rows.push(...data);
    if (!hasMore) return rows;
    query = { after: next!, limit };
  }
}

const download = (token: string, name: ChangeList, query: Query) =>
  fetch(urls()[0] + withQuery(`${paths[name]}/export`, query), {
    headers: { authorization: `Bearer ${token}` },
  });
const rowsOf = async (response: Response) =>
  (await response.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { _id: string; updatedAt: string });

const keyOf = async (scopes: string[], owner?: SignedIn) =>
  makeKey(await admin(true), { scopes, ...(owner && { ownerId: owner.id }) });

const scopes = [
  "users:read",
  "submissions:read",
  "investments:read",
  "payouts:read",
  "payments:read",
  "ledger:read",
];

describe("the change lists", () => {
  let key: string;
  let investor: SignedIn;
  let investment: Awaited<ReturnType<typeof owing>>;
  let batch: Awaited<ReturnType<typeof released>>;
  const began = new Date().toISOString();

  beforeAll(async () => {
    await setUpPayouts();
    ({ key } = await keyOf(scopes));
    investor = await verified();
    investment = await owing(investor, "4000000");
    batch = await released([investment.dueId], "4000000");
    // Rows are left out while an older transaction, of another test, is unfinished.
    const made = new Date();
    await until(async () => {
      const [{ complete }] = await db.$queryRaw<
        [{ complete: Date }]
      >`SELECT changes_complete_before() AS complete`;
      return complete > made;
    }, "the end of older transactions");
  });

  it("show a user, their submission, investment and payout, its statement line and ledger entries", async () => {
    const users = await listAll(key, "user", began);
    const user = users.find(({ _id }) => _id === investor.id);
    expect(user).toMatchObject({ email: investor.email, status: "approved", role: "investor" });
    const submissions = await listAll(key, "submission", began);
    expect(submissions.find(({ _id }) => _id === user?.submissionId)).toMatchObject({
      userId: investor.id,
      queue: "personal",
      state: "approved",
    });
    expect((await listAll(key, "investment", began)).find(({ _id }) => _id === investment._id)).toMatchObject(
      {
        userId: investor.id,
        reference: investment.reference,
        amount: "10000000",
        state: "active",
      },
    );
    expect((await listAll(key, "payout", began)).find(({ userId }) => userId === investor.id)).toMatchObject({
      _id: batch.payouts[0]!._id,
      batchId: batch._id,
      amount: "4000000",
      state: "released",
    });
    const lines = await listAll(key, "statementLine", began);
    expect(lines.filter(({ amount, state }) => amount === "10000000" && state === "matched")).not.toEqual([]);
    const entries = (await listAll(key, "ledgerEntry", began)).filter(
      ({ subjectId, postings }) =>
        subjectId === investment._id || postings.some((posting) => posting.subjectId === investment._id),
    );
    expect(entries.length).toBeGreaterThan(2);
    for (const { postings } of entries)
      expect(postings.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n);
  });

  it("contain no NIN, BVN or account number", async () => {
    const { currentSubmissionId } = await db.user.findUniqueOrThrow({ where: { id: investor.id } });
    const { body } = await get(`/api/admin/users/${investor.id}`, key);
    expect(JSON.stringify(body)).toContain("•");
    expect(currentSubmissionId).not.toBeNull();
    for (const name of lists) {
      const fields = Object.keys(changeRows[name].shape).join();
      expect(fields).not.toMatch(/nin|bvn|accountNumber|cipher|dataKey/i);
    }
    const text = JSON.stringify(await listAll(key, "payout", began));
    for (const { account } of batch.payouts)
      expect(text).not.toContain(account!.accountNumber.slice(-4).padStart(10, "•"));
  });

  it("are the same as NDJSON, from the same place and in the same order", async () => {
    for (const name of lists) {
      const pages = await listAll(key, name, began, 3);
      const response = await download(key, name, { updatedSince: began });
      expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
      const rows = await rowsOf(response);
      // Other tests change rows meanwhile, which then come again.
      const cursors = new Set(pages.map(cursorAfter));
      const unchanged = rows.filter((row) => cursors.has(cursorAfter(row)));
      const exported = new Set(rows.map(cursorAfter));
      expect(unchanged).not.toEqual([]);
      expect(unchanged).toEqual(pages.filter((row) => exported.has(cursorAfter(row))));
      const middle = unchanged[Math.floor(unchanged.length / 2)]!;
      // Other tests change and delete rows between the two reads, which are therefore repeated.
      await until(async () => {
        const all = await rowsOf(await download(key, name, { updatedSince: began }));
        const rest = await rowsOf(await download(key, name, { after: cursorAfter(middle) }));
        const ids = new Set(rest.map(({ _id }) => _id));
        return all.every((row) => cursorAfter(row) <= cursorAfter(middle) || ids.has(row._id));
      }, `the ${name} rows after a cursor`);
    }
  });

  it("are recorded as reads of the users whose data they show, with the key; exports are audited", async () => {
    const made = await keyOf(["users:read", "payouts:read"]);
    const read = async () =>
      db.auditEvent.findMany({
        where: { targetId: investor.id, data: { path: ["keyId"], equals: made._id } },
        select: { action: true, data: true },
      });
    await rowsOf(await download(made.key, "user", { updatedSince: began }));
    await list(made.key, "payout", { updatedSince: began });
    expect(await read()).toEqual([
      { action: "user.viewed", data: { part: "export", isSuper: true, keyId: made._id } },
    ]);
    const exports = await db.auditEvent.findMany({
      where: { action: "changes.exported", data: { path: ["keyId"], equals: made._id } },
    });
    expect(exports.map(({ data }) => data)).toEqual([{ list: "user", isWhole: false, keyId: made._id }]);
  });

  it("need the scope of their resource, and its owner's right", async () => {
    const { key: usersOnly } = await keyOf(["users:read"]);
    const { key: ofReviewer } = await keyOf(scopes, await onDuty("reviewer"));
    for (const name of lists) {
      for (const path of [paths[name], `${paths[name]}/export`]) {
        const isMoney = name !== "user" && name !== "submission";
        expect([path, await statusOf(path, usersOnly)]).toEqual([path, name === "user" ? 200 : 403]);
        expect([path, await statusOf(path, ofReviewer)]).toEqual([path, isMoney ? 403 : 200]);
      }
    }
  });

  it("are exported by people with a fresh proof of identity only", async () => {
    const staff = await admin();
    expect((await download(staff.token, "payout", { updatedSince: began })).status).toBe(200);
    await db.session.updateMany({ where: { userId: staff.id }, data: { provedAt: new Date(0) } });
    const response = await download(staff.token, "payout", { updatedSince: began });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      403,
      "STEP_UP_REQUIRED",
    ]);
    expect((await get(paths.payout, staff.token)).status).toBe(200);
  });

  it("refuse a wrong cursor, time or limit at the field", async () => {
    for (const [query, path] of [
      ["after=yesterday", "after"],
      [`after=2026-01-01T00:00:00.000Z_${investor.id.slice(1)}`, "after"],
      [`after=2026-99-01T00:00:00.000Z_${investor.id}`, "after"],
      ["updatedSince=yesterday", "updatedSince"],
      ["limit=501", "limit"],
    ]) {
      const { status, body } = await get(`${paths.user}?${query}`, key);
      expect([query, status, body.errors?.[0]?.path]).toEqual([query, 422, path]);
    }
  });
});

async function statusOf(path: string, token: string): Promise<number> {
  const url = `${urls()[0]}${path}?updatedSince=2126-01-01T00:00:00Z`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
}

describe("calls for what only pages showed", () => {
  it("return an investor's money, recorded as a read, and no other user's", async () => {
    const made = await keyOf(["investors:read"]);
    const investor = await person({ role: "investor", investorType: "personal", verification: "approved" });
    const { status, body } = await get(`/api/admin/investors/${investor.id}`, made.key);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        investments: [],
        hasMore: false,
        portfolio: expect.objectContaining({ due: "0" }),
      }),
    ]);
    const where = {
      targetId: investor.id,
      action: "user.viewed",
      data: { path: ["keyId"], equals: made._id },
    };
    expect(await db.auditEvent.count({ where })).toBe(1);
    const startup = await person({ role: "startup" });
    expect((await get(`/api/admin/investors/${startup.id}`, made.key)).status).toBe(404);
  });

  it("return the reads per day, sealed records and changed names", async () => {
    const { token } = await admin(true);
    for (const path of ["audit/reads", "retained-records", "cases/name-checks"]) {
      const { status, body } = await call("GET", `/api/admin/${path}`, { token });
      expect([path, status, Array.isArray(body.data)]).toEqual([path, 200, true]);
    }
  });
});
