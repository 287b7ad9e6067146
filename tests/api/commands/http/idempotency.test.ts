import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSlide } from "@/lib/carousel/commands";
import { db, transaction, type Tx } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { answerOnce } from "@/lib/http/idempotency";
import { uuidv7 } from "@/lib/ids";
import type { Viewer } from "@/lib/viewer";
import { reviewer } from "../../../support/accounts";
import { stack } from "../../../support/stack";

/** The change and its stored response share one transaction (ADR 17). */
let viewer: Viewer;
let owner: pg.Client;
beforeAll(async () => {
  viewer = await reviewer();
  owner = new pg.Client({ connectionString: stack().databaseUrl });
  await owner.connect();
});
afterAll(() => owner?.end());

const request = new Request("http://localhost/api/carousel", { method: "POST" });
const once = (key: string, answer: () => Promise<Response>) =>
  answerOnce(viewer.userId, key, request, {}, answer);
const newSlide = (title: string) => createSlide(viewer, { title, image: "/a.png" });
const countKeys = (userId: string) => (tx: Tx) => tx.idempotencyKey.count({ where: { userId } });
/** The connections of the pool in lib/db/pool.ts. */
const POOL_SIZE = 20;
/** Returns a function whose callers continue once there are `size` of them. */
function barrier(size: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === size) resolve();
    return promise;
  };
}
const countSlides = (title: string) => db.carouselItem.count({ where: { title } });

describe("the answer to a call with a key", () => {
  it("is stored together with the change: if it cannot be stored, nothing is created", async () => {
    const [title, audited] = [uuidv7(), await db.auditEvent.count()];
    await owner.query("ALTER TABLE idempotency_keys ADD CONSTRAINT none CHECK (false) NOT VALID");
    const works = once(uuidv7(), async () => Response.json(await newSlide(title)));
    await expect(works).rejects.toThrow("none");
    await owner.query("ALTER TABLE idempotency_keys DROP CONSTRAINT none");
    expect([await countSlides(title), await db.auditEvent.count()]).toEqual([0, audited]);
  });

  it("becomes visible together with the change", async () => {
    const [title, key] = [uuidv7(), uuidv7()];
    const answer = await once(key, async () => {
      const slide = await newSlide(title);
      // Another connection does not see the slide yet.
      const { rowCount } = await owner.query("SELECT FROM carousel_items WHERE title = $1", [title]);
      expect(rowCount).toBe(0);
      return Response.json(slide, { status: 201 });
    });
    expect([answer.status, await countSlides(title)]).toEqual([201, 1]);
    const again = await once(key, () => Promise.reject(new Error("not called")));
    expect([again.status, await again.text()]).toEqual([201, await answer.text()]);
  });

  it("is not stored if a part of the change failed, even if that was caught", async () => {
    const [title, key] = [uuidv7(), uuidv7()];
    const works = once(key, async () => {
      await newSlide(title);
      await transaction(() => Promise.reject(new Error("part"))).catch(() => undefined);
      return Response.json({});
    });
    await expect(works).rejects.toThrow("part");
    expect([await countSlides(title), await db.idempotencyKey.count({ where: { key } })]).toEqual([0, 0]);
  });

  it("needs one connection: as many calls as the pool has connections complete together", async () => {
    const users = await db.user.createManyAndReturn({
      data: Array.from({ length: POOL_SIZE }, () => ({
        name: "Keyed",
        email: `${uuidv7()}@example.com`,
        phone: "",
      })),
      select: { id: true },
    });
    const all = barrier(POOL_SIZE);
    const answers = users.map(({ id }) =>
      answerOnce(id, uuidv7(), request, {}, async () => {
        await all();
        return Response.json([await db.user.count({ where: { id } }), await transaction(countKeys(id))]);
      }),
    );
    for (const answer of await Promise.all(answers)) expect(await answer.json()).toEqual([1, 0]);
  });

  it("is refused to a user with too many calls in progress, and each call but a replay counts", async () => {
    const { userId } = await reviewer();
    const gate = Promise.withResolvers<void>();
    let [counted, running] = [0, 0];
    const count = async () => void (counted += 1);
    const answer = async () => {
      running += 1;
      await gate.promise;
      return Response.json({});
    };
    const keys = Array.from({ length: 100 }, () => uuidv7());
    const calls = keys.map((key) => answerOnce(userId, key, request, {}, answer, count));
    const outcomes = calls.map((call) => call.then(() => "ok").catch(({ code }: AppError) => code));
    await vi.waitFor(() => expect([counted, running]).toEqual([100, 2]));
    gate.resolve();
    const results = await Promise.all(outcomes);
    expect(results.filter((code) => code === "UNAVAILABLE")).toHaveLength(88);
    expect(results.filter((code) => code === "ok")).toHaveLength(12);
    const done = keys[results.indexOf("ok")]!;
    await answerOnce(userId, done, request, {}, answer, count);
    expect([counted, running]).toEqual([100, 12]);
  });

  it("is deleted with its user", async () => {
    const key = uuidv7();
    const leaving = await reviewer();
    await answerOnce(leaving.userId, key, request, {}, async () => Response.json({}));
    await db.user.delete({ where: { id: leaving.userId } });
    expect(await db.idempotencyKey.count({ where: { key } })).toBe(0);
  });
});
