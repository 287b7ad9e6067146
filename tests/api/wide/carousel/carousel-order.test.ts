import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { SlideDto } from "@/lib/carousel/dto";
import { MAX_SLIDES } from "@/lib/carousel/schema";
import { db } from "@/lib/db/client";
import { staff, ownInstallation, type Staff } from "../../../support/installation";

/** The order of the carousel (product 2.14), in a separate database: every item has to be named, and other tests add items. */
let administrator: Staff;
ownInstallation({}, async () => (administrator = await staff()));

it("is reordered by naming every item once", async () => {
  const add = async (title: string) => {
    const { body } = await administrator.send("POST", "/api/carousel", { image: "/a.png", title });
    return (body.data as SlideDto)._id;
  };
  const list = async () =>
    ((await administrator.send("GET", "/api/carousel")).body.data as SlideDto[]).map(({ _id }) => _id);
  const added = [await add("First"), await add("Second")];
  const before = await list();
  expect(before.slice(-2)).toEqual(added);
  const order = (ids: unknown) => administrator.send("PUT", "/api/carousel/order", { ids });

  for (const bad of [undefined, "x", ["x"], [...before, before[0]]])
    expect((await order(bad)).status).toBe(422);
  for (const invalidOrder of [[], before.slice(1), [...before.slice(1), randomUUID()]]) {
    const refused = await order(invalidOrder);
    expect([refused.status, refused.body.error]).toEqual([409, "CONFLICT"]);
  }
  expect(await list()).toEqual(before);

  const wanted = before.toReversed();
  const answer = await order(wanted);
  expect([answer.status, answer.body.message]).toEqual([200, "Order saved"]);
  expect((answer.body.data as SlideDto[]).map(({ _id }) => _id)).toEqual(wanted);
  expect(await list()).toEqual(wanted);
  expect(await db.auditEvent.count({ where: { action: "carousel.reordered" } })).toBe(1);
  // A new item is appended.
  const last = await add("Last");
  expect((await list()).at(-1)).toBe(last);
});

it("has a position for each item and at most 100 items, also when many are created at the same time", async () => {
  const create = () => administrator.send("POST", "/api/carousel", { image: "/a.png" });
  const createMany = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, create));
    return answers.map(({ status }) => status).toSorted();
  };
  expect(await createMany(10)).toEqual(Array.from({ length: 10 }, () => 201));
  const positions = await db.carouselItem.findMany({ select: { position: true } });
  expect(new Set(positions.map(({ position }) => position)).size).toBe(positions.length);
  const free = MAX_SLIDES - positions.length;
  await db.carouselItem.createMany({
    data: Array.from({ length: free - 2 }, (_, index) => ({ image: "/a.png", position: 1_000 + index })),
  });
  expect(await createMany(6)).toEqual([201, 201, 409, 409, 409, 409]);
  expect(await db.carouselItem.count()).toBe(MAX_SLIDES);
});
