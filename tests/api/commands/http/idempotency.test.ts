import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createSlide } from "@/lib/carousel/commands";
import { db, transaction } from "@/lib/db/client";
import { answerOnce } from "@/lib/http/idempotency";
import { uuidv7 } from "@/lib/ids";
import type { Viewer } from "@/lib/viewer";
import { reviewer } from "../../../support/accounts";

/** The change and its stored response share one transaction (ADR 17). */
let viewer: Viewer;
let owner: pg.Client;
beforeAll(async () => {
  viewer = await reviewer();
  owner = new pg.Client({ connectionString: inject("stack").databaseUrl });
  await owner.connect();
});
afterAll(() => owner?.end());

const request = new Request("http://localhost/api/carousel", { method: "POST" });
const once = (key: string, answer: () => Promise<Response>) =>
  answerOnce(viewer.userId, key, request, {}, answer);
const newSlide = (title: string) => createSlide(viewer, { title, image: "/a.png" });
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
      expect(await countSlides(title)).toBe(0);
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

  it("is deleted with its user", async () => {
    const key = uuidv7();
    const leaving = await reviewer();
    await answerOnce(leaving.userId, key, request, {}, async () => Response.json({}));
    await db.user.delete({ where: { id: leaving.userId } });
    expect(await db.idempotencyKey.count({ where: { key } })).toBe(0);
  });
});
