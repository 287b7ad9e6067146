import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlideDto } from "@/lib/carousel/dto";
import { endpoints } from "@/lib/contract/endpoints";
import { db } from "@/lib/db/client";
import type { Endpoint } from "@/lib/endpoint";
import { deleteExpiredKeys } from "@/lib/http/idempotency";
import { uuidv7 } from "@/lib/ids";
import { admin, call, del, person, urls, type SignedIn } from "../../support/api";

/** `Idempotency-Key` (ADR 17), with the call that creates a slide. */
let administrator: SignedIn;
let otherUser: SignedIn;
const title = `Keyed ${uuidv7()}`;
beforeAll(async () => {
  [administrator, otherUser] = await Promise.all([admin(), admin(true)]);
});
afterAll(async () => {
  const slides = await db.carouselItem.findMany({ where: { title: { startsWith: title } } });
  for (const { id } of slides) await del(`/api/carousel/${id}`, administrator.token);
});

const create = (key: string, name: string, { token = administrator.token, server = 0, image = "/a.png" }: { token?: string; server?: 0 | 1; image?: string } = {}) =>
  call("POST", "/api/carousel", { token, server, body: { image, title: `${title} ${name}` }, headers: { "Idempotency-Key": key } }); // oxfmt-ignore
const countSlides = (name: string) => db.carouselItem.count({ where: { title: `${title} ${name}` } });
const idOf = (answer: { body: { data: never } }) => (answer.body.data as SlideDto)._id;
const createdRows = (targetId: string) =>
  db.auditEvent.count({ where: { action: "carousel.created", targetId } });

describe("a call with an idempotency key (threat 41)", () => {
  it("takes effect once for twenty parallel requests on two servers, which get the same answer", async () => {
    const key = uuidv7();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create(key, "parallel", { server: (n % 2) as 0 | 1 })),
    );
    const [first] = answers;
    for (const { status, body } of answers) expect([status, body]).toEqual([201, first!.body]);
    expect([await countSlides("parallel"), await createdRows(idOf(first!))]).toEqual([1, 1]);
  });

  it("gets the stored answer after the first one was lost, even if the slide has changed or is gone", async () => {
    const key = uuidv7();
    const lost = await create(key, "lost");
    expect((await create(key, "lost", { server: 1 })).body).toEqual(lost.body);
    await del(`/api/carousel/${idOf(lost)}`, administrator.token);
    const again = await create(key, "lost");
    expect([again.status, again.body]).toEqual([201, lost.body]);
    expect(again.headers.get("content-type")).toBe("application/json");
    expect(await countSlides("lost")).toBe(0);
  });

  it("is refused with another body, also in parallel", async () => {
    const key = uuidv7();
    const answers = await Promise.all(["one", "two", "one", "two"].map((name) => create(key, name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect((await countSlides("one")) + (await countSlides("two"))).toBe(1);
    const refused = answers.find(({ status }) => status === 422)!;
    expect(refused.body).toMatchObject({ error: "VALIDATION_FAILED", errors: [{ path: "Idempotency-Key" }] });
  });

  it("is the same call with the body's keys in another order", async () => {
    const key = uuidv7();
    const send = (body: object) =>
      call("POST", "/api/carousel", {
        token: administrator.token,
        body,
        headers: { "Idempotency-Key": key },
      });
    const first = await send({ image: "/a.png", title: `${title} order` });
    expect((await send({ title: `${title} order`, image: "/a.png" })).body).toEqual(first.body);
  });

  it("belongs to its user: another user with the same key creates a separate slide", async () => {
    const key = uuidv7();
    const [ownSlide, theirs] = [
      await create(key, "users"),
      await create(key, "users", { token: otherUser.token }),
    ];
    expect([ownSlide.status, theirs.status]).toEqual([201, 201]);
    expect(idOf(ownSlide)).not.toBe(idOf(theirs));
    const outsider = await person();
    expect((await create(key, "users", { token: outsider.token })).status).toBe(403);
  });

  it("is a new call a day later, before and after the job has deleted the answer", async () => {
    const key = uuidv7();
    const expire = () =>
      db.idempotencyKey.updateMany({
        where: { key },
        data: { createdAt: new Date(Date.now() - 86_400_000) },
      });
    const ids = new Set([idOf(await create(key, "day"))]);
    await expire();
    ids.add(idOf(await create(key, "day")));
    ids.add(idOf(await create(key, "day")));
    expect(ids.size).toBe(2);
    await deleteExpiredKeys();
    expect(await db.idempotencyKey.count({ where: { key } })).toBe(1);
    await expire();
    await deleteExpiredKeys();
    expect(await db.idempotencyKey.count({ where: { key } })).toBe(0);
    ids.add(idOf(await create(key, "day")));
    expect(ids.size).toBe(3);
  });

  it.each(["", "with space", "x".repeat(256), "naïve", "tab\there"])(
    "is refused with an invalid key: %j",
    async (key) => {
      const answer = await create(key, "invalid");
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "Idempotency-Key"]);
      expect(await countSlides("invalid")).toBe(0);
    },
  );

  it("accepts keys of 1 and of 255 characters", async () => {
    for (const key of ["!", "~".repeat(255)]) {
      await db.idempotencyKey.deleteMany({ where: { key } });
      expect((await create(key, "length")).status).toBe(201);
    }
  });

  it("may be repeated with its key and a corrected body after it failed, because nothing was stored", async () => {
    const key = uuidv7();
    expect((await create(key, "corrected", { image: "bad" })).status).toBe(422);
    expect((await create(key, "corrected")).status).toBe(201);
  });

  it("stores the answer sealed, and leaves no trace of it in plain text", async () => {
    const key = uuidv7();
    await create(key, "sealed");
    const row = await db.idempotencyKey.findFirstOrThrow({ where: { key } });
    expect(JSON.stringify(row)).not.toContain(title);
  });

  it("is made each time without a key", async () => {
    const body = { image: "/a.png", title: `${title} none` };
    for (let n = 0; n < 2; n += 1)
      expect((await call("POST", "/api/carousel", { token: administrator.token, body })).status).toBe(201);
    expect(await countSlides("none")).toBe(2);
  });
});

it("the documented calls that take the header are those that store their answers", async () => {
  const document = (await (await fetch(`${urls()[0]}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters?: { $ref?: string }[] }>>;
    components: { parameters: Record<string, { name: string; in: string }> };
  };
  const takesKey = (parameters: { $ref?: string }[] = []) =>
    parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey");
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters }]) =>
      takesKey(parameters) ? `${method} ${path}` : [],
    ),
  );
  const all: Endpoint[] = Object.values(endpoints);
  const expected = all.filter(({ idempotent }) => idempotent);
  expect(found).toEqual(expected.map(({ method, path }) => `${method.toLowerCase()} ${path}`));
  expect(found).toContain("post /api/carousel");
  expect(document.components.parameters["IdempotencyKey"]).toMatchObject({
    name: "Idempotency-Key",
    in: "header",
  });
});
