import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { SavedFilterDto } from "@/lib/review/saved-filters/schema";
import { admin, del, get, post, times, type Answer } from "../support/api";

/** Filters of the queue, saved by name (product 10.23). */
const path = "/api/admin/saved-filters";
const query = { status: "pending", role: "startup", assignment: "unclaimed", order: "deadline" } as const;
const filtersIn = ({ body }: Answer) => body.data as unknown as SavedFilterDto[];
const save = (token: string, name: string, more: object = {}) => post(path, { name, query, ...more }, token);

describe("saved filters", () => {
  it("are saved, listed by name and deleted", async () => {
    const { token } = await admin();
    expect(filtersIn(await get(path, token))).toEqual([]);
    expect((await save(token, "Startups")).status).toBe(201);
    const saved = await save(token, "  Late  ", { query: { ...query, role: "all", q: "ada", page: 3 } });
    // The search text is not saved, nor is the page.
    expect(filtersIn(saved)).toEqual([
      { _id: expect.any(String) as string, name: "Late", query: { ...query, role: "all" } },
      { _id: expect.any(String) as string, name: "Startups", query },
    ]);
    expect(filtersIn(await get(path, token))).toEqual(filtersIn(saved));
    const [late] = filtersIn(saved);
    expect(filtersIn(await del(`${path}/${late!._id}`, token)).map(({ name }) => name)).toEqual(["Startups"]);
    expect((await del(`${path}/${late!._id}`, token)).status).toBe(404);
  });

  it("are replaced only when that was asked for", async () => {
    const { token } = await admin();
    await save(token, "Mine");
    const other = { query: { ...query, status: "rejected" } };
    const refused = await save(token, "Mine", other);
    expect([refused.status, refused.body.error]).toEqual([409, "CONFLICT"]);
    expect(filtersIn(await get(path, token))[0]!.query).toEqual(query);
    const replaced = filtersIn(await save(token, "Mine", { ...other, replace: true }));
    expect(replaced.map(({ name, query: { status } }) => [name, status])).toEqual([["Mine", "rejected"]]);
    // Replacing what does not exist saves it.
    expect((await save(token, "New", { replace: true })).status).toBe(201);
  });

  it("have a name of 1 to 40 characters and filters that the queue has", async () => {
    const { token } = await admin();
    for (const name of ["", "   ", "x".repeat(41), 7, null])
      expect((await post(path, { name, query }, token)).body.errors?.[0]?.path).toBe("name");
    for (const [field, value] of [["status", "late"], ["role", "admin"], ["assignment", ""], ["order", null]]) {
      const refused = await save(token, "Mine", { query: { ...query, [field as string]: value } });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, `query.${field}`]);
    } // prettier-ignore
    expect((await save(token, "x".repeat(40))).status).toBe(201);
  });

  it("are at most 20 per person, also in parallel", async () => {
    const { token } = await admin();
    const answers = await times(24, (n) => save(token, `Filter ${n}`));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    const [first] = filtersIn(await get(path, token));
    expect((await save(token, first!.name, { replace: true })).status).toBe(201);
    expect(filtersIn(await get(path, token))).toHaveLength(20);
  });

  it("belong to one person, and are deleted with the account", async () => {
    const [one, other] = [await admin(), await admin()];
    const [own] = filtersIn(await save(one.token, "Mine"));
    expect(filtersIn(await get(path, other.token))).toEqual([]);
    expect((await del(`${path}/${own!._id}`, other.token)).status).toBe(404);
    // The same name is free for another person.
    expect((await save(other.token, "Mine")).status).toBe(201);
    expect(await db.savedFilter.count({ where: { userId: one.id } })).toBe(1);
    const root = await admin(true);
    expect((await del(`/api/admin/users/${one.id}?reason=left`, root.token)).status).toBe(200);
    expect(await db.savedFilter.count({ where: { userId: one.id } })).toBe(0);
  });

  it("that the queue no longer understands are left out", async () => {
    const { id, token } = await admin();
    await save(token, "Good");
    await db.savedFilter.create({ data: { userId: id, name: "Old", query: { status: "archived" } } });
    expect(filtersIn(await get(path, token)).map(({ name }) => name)).toEqual(["Good"]);
  });
});
