import { describe, expect, it } from "vitest";
import { listChanges } from "@/lib/changes/queries";
import { changeQuery, cursorAfter, type ChangeRow } from "@/lib/changes/schema";
import { db, transaction } from "@/lib/db/client";
import type { Viewer } from "@/lib/viewer";
import { reviewer } from "../../../support/accounts";
import { build } from "../../../support/users";

/** The order of the change lists (product 10.47, ADR 56). */
type User = ChangeRow<"user">;

const list = (viewer: Viewer, query: { after?: string | null; updatedSince?: string; limit?: number }) =>
  listChanges(viewer, "user", changeQuery.parse({ ...query, after: query.after ?? undefined }));

/** Returns the position after all present changes. */
async function latest(viewer: Viewer): Promise<string | null> {
  let after: string | null = null;
  for (let hasMore = true; hasMore;) {
    const { extra } = await list(viewer, { after, limit: 500 });
    after = extra.next;
    hasMore = extra.hasMore;
  }
  return after;
}

const rename = (id: string, name: string, pause = "0") =>
  transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { name } });
    await tx.$executeRaw`SELECT pg_sleep(${pause}::float8)`;
  });

describe("the order of changes", () => {
  it("lets no reader miss a change among 300 that are committed late, and later than others", async () => {
    const viewer = await reviewer(true);
    const users = await Promise.all(Array.from({ length: 10 }, () => build()));
    let after = await latest(viewer);
    let isDone = false;
    const write = async ({ id }: { id: string }, index: number) => {
      for (let round = 1; round <= 30; round += 1)
        await rename(id, `Name ${round}`, String(((index * 7 + round * 3) % 10) / 400));
    };
    const writing = Promise.all(users.map(write)).finally(() => (isDone = true));
    const seen: User[] = [];
    for (let isLast = false; !isLast;) {
      const wasDone = isDone;
      const { data, extra } = await list(viewer, { after, limit: 7 });
      seen.push(...data);
      after = extra.next;
      isLast = wasDone && !extra.hasMore;
    }
    await writing;
    const cursors = seen.map(cursorAfter);
    expect(cursors).toEqual([...new Set(cursors)].toSorted());
    const names = new Map(seen.map(({ _id, name }) => [_id, name]));
    expect(users.map(({ id }) => names.get(id))).toEqual(users.map(() => "Name 30"));
  });

  it("leaves out what was changed after the beginning of a transaction that is not finished", async () => {
    const viewer = await reviewer(true);
    const [early, late] = [await build(), await build()];
    const after = await latest(viewer);
    const changed = async () => (await list(viewer, { after })).data.map(({ _id }) => _id);
    await transaction(async (tx) => {
      await tx.user.update({ where: { id: early.id }, data: { name: "Early" } });
      await rename(late.id, "Late");
      expect(await changed()).toEqual([]);
    });
    expect(await changed()).toEqual([early.id, late.id]);
    await expect(
      transaction(async (tx) => {
        await tx.user.update({ where: { id: early.id }, data: { name: "Undone" } });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await changed()).toEqual([early.id, late.id]);
  });

  it("begins with a time or after a row, whichever is later, and returns the cursor if there is nothing new", async () => {
    const viewer = await reviewer(true);
    const [first, second] = [await build(), await build()];
    const { updatedAt } = await db.user.findUniqueOrThrow({ where: { id: second.id } });
    const updatedSince = updatedAt.toISOString();
    const { data, extra } = await list(viewer, { updatedSince });
    expect(data.map(({ _id }) => _id)).toContain(second.id);
    expect(data.map(({ _id }) => _id)).not.toContain(first.id);
    const { next } = extra;
    expect(await list(viewer, { after: next, updatedSince })).toEqual({
      data: [],
      extra: { next, hasMore: false },
    });
    const before = `2020-01-01T00:00:00.000Z_${first.id}`;
    expect((await list(viewer, { after: before, updatedSince })).data).toEqual(data);
    const future = await list(viewer, { updatedSince: "2126-01-01T00:00:00+01:00" });
    const start = "2125-12-31T23:00:00.000Z_00000000-0000-0000-0000-000000000000";
    expect(future).toEqual({ data: [], extra: { next: start, hasMore: false } });
  });

  it("is set by the database, whatever a statement says", async () => {
    const { id } = await build();
    const before = await db.user.findUniqueOrThrow({ where: { id } });
    await db.$executeRaw`UPDATE users SET name = 'Raw', updated_at = '2020-01-01' WHERE id = ${id}::uuid`;
    const { updatedAt } = await db.user.findUniqueOrThrow({ where: { id } });
    expect(updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  });

  it("does not show administrators, nor who decided, to other than super administrators", async () => {
    const viewer = await reviewer(true);
    const administrator = await build({ role: "admin", email: `a.${Date.now()}@seedline.example` });
    const approved = await build({ role: "startup", verification: "approved" });
    const after = `${new Date(Date.now() - 60_000).toISOString()}_${administrator.id}`;
    const all = (await list(viewer, { after, limit: 500 })).data;
    const others = (await list({ ...viewer, isSuper: false }, { after, limit: 500 })).data;
    expect(all.map(({ _id }) => _id)).toContain(administrator.id);
    expect(others.map(({ _id }) => _id)).not.toContain(administrator.id);
    const reviewedAt = (rows: User[]) => rows.find(({ _id }) => _id === approved.id)?.reviewedAt;
    expect(reviewedAt(all)).toMatch(/Z$/);
    expect(reviewedAt(others)).toBeNull();
  });
});
