import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { auditNow, type AuditAction } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import type { Viewer } from "@/lib/viewer";
import {
  makeWebhook,
  replayWebhook,
  rotateWebhookSecret,
  switchWebhook,
  testWebhook,
} from "@/lib/webhooks/commands";
import { deleteOldDeliveries, deliverToEndpoint, startWebhooks } from "@/lib/webhooks/deliver";
import { listDeliveries, listWebhooks } from "@/lib/webhooks/queries";
import { MAX_FAILURES, retryDelay } from "@/lib/webhooks/retry-rules";
import { webhookInput, type NewWebhookDto, type WebhookInput } from "@/lib/webhooks/schema";
import { reviewer } from "../../../support/accounts";
import { startReceiver, type WebhookReceiver } from "../../../support/webhook-receiver";

/** The delivery of events (product 10.46, ADR 55). The jobs are called, and waiting times are moved into the past. */
let chief: Viewer;
beforeAll(async () => {
  chief = await reviewer(true);
});
afterEach(async () => {
  await db.webhookEndpoint.deleteMany();
});

const make = (receiver: { url: string }, changes: Partial<WebhookInput> = {}): Promise<NewWebhookDto> =>
  makeWebhook(chief, {
    name: "Data warehouse",
    url: `${receiver.url}/events`,
    ownerId: chief.userId,
    kinds: ["plan.published", "plan.closed"],
    ...changes,
  });
/** Makes an event; returns the id that it is about. */
async function happen(action: AuditAction = "plan.published", targetId: string = uuidv7()): Promise<string> {
  await transaction((tx) => auditNow(tx, [{ actorId: null, action, targetId }]));
  return targetId;
}
const webhookOf = async (id: string) => (await listWebhooks()).find(({ _id }) => _id === id)!;
const deliveriesOf = async (id: string) => (await listDeliveries(id, { limit: 100 })).deliveries;
/** Ends all waits of an endpoint, as time does, and delivers. */
async function retry(id: string): Promise<void> {
  await db.webhookEndpoint.update({ where: { id }, data: { retryAt: null } });
  await db.webhookDelivery.updateMany({
    where: { endpointId: id, state: "waiting" },
    data: { dueAt: new Date() },
  });
  await deliverToEndpoint(id);
}
const jobsOf = (id: string) =>
  db.$queryRaw<{ runAt: Date }[]>`
    SELECT run_at AS "runAt" FROM graphile_worker._private_jobs WHERE key = ${`webhook:${id}`}`;
const mailsAbout = (template: string) => db.mailOutbox.count({ where: { template, userId: chief.userId } });
const idsIn = (receiver: WebhookReceiver) => receiver.received.map(({ headers }) => headers["webhook-id"]);

const minOf = ({ received }: WebhookReceiver) =>
  Math.min(...received.map(({ body }) => Number(body.data.number)));

describe("the signature of a delivery (threat 79)", () => {
  it("is that of the Standard Webhooks specification, made with its key by hand", async () => {
    await using receiver = await startReceiver();
    const { _id, secret } = await make(receiver);
    const id = await happen();
    await deliverToEndpoint(_id);
    const [{ headers, text, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
    const expected = createHmac("sha256", key).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
    expect(headers["webhook-id"]).toBe(body.data._id);
    expect(body).toMatchObject({
      type: "plan.published",
      data: { kind: "plan.published", about: { planId: id } },
    });
    expect(Object.keys(body)).toEqual(["type", "timestamp", "data"]);
  });

  it("is made with both secrets while they overlap, and each verifies it", async () => {
    await using receiver = await startReceiver();
    const first = await make(receiver);
    const second = await rotateWebhookSecret(chief, first._id, 1);
    const id = await happen();
    await deliverToEndpoint(first._id);
    expect(receiver.about(id, first.secret)).toHaveLength(1);
    expect(receiver.about(id, second.secret)).toHaveLength(1);
    const third = await rotateWebhookSecret(chief, first._id, 0);
    const other = await happen();
    await deliverToEndpoint(first._id);
    expect(receiver.about(other, third.secret)).toHaveLength(1);
    expect(() => receiver.about(other, second.secret)).toThrow(/signature/);
    const { secretCipher } = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: first._id } });
    expect(secretCipher).not.toContain(third.secret);
  });
});

describe("events", () => {
  it("are delivered once each, in the chosen kinds, from the moment when the webhook was made", async () => {
    await using receiver = await startReceiver();
    const earlier = await happen();
    const { _id, secret } = await make(receiver);
    const ids = [];
    for (let n = 0; n < 45; n += 1) ids.push(await happen(n % 2 ? "plan.closed" : "plan.published"));
    const other = await happen("plan.reopened");
    await deliverToEndpoint(_id);
    await deliverToEndpoint(_id);
    for (const id of ids) expect(receiver.about(id, secret)).toHaveLength(1);
    for (const id of [earlier, other]) expect(receiver.about(id, secret)).toEqual([]);
    expect(receiver.received).toHaveLength(45);
    expect(await jobsOf(_id)).toEqual([]);
  });

  it("start the job in their transaction, only if an endpoint gets them", async () => {
    await using receiver = await startReceiver();
    const waiting = () => db.$queryRaw<{ n: bigint }[]>`
      SELECT count(*) AS n FROM graphile_worker._private_jobs WHERE key = 'webhooks'`;
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE key = 'webhooks'`;
    const { _id } = await make(receiver);
    await happen("plan.reopened");
    expect(await waiting()).toEqual([{ n: 0n }]);
    const failed = transaction(async (tx) => {
      await auditNow(tx, [{ actorId: null, action: "plan.published", targetId: uuidv7() }]);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await waiting()).toEqual([{ n: 0n }]);
    await happen();
    expect(await waiting()).toEqual([{ n: 1n }]);
    await startWebhooks();
    expect(await jobsOf(_id)).toHaveLength(1);
  });

  it("that the owner may not see are not delivered", async () => {
    await using receiver = await startReceiver();
    const clerk = await reviewer(false);
    await db.user.update({ where: { id: clerk.userId }, data: { duty: "reviewer" } });
    const { _id } = await make(receiver, {
      ownerId: clerk.userId,
      kinds: ["plan.published", "user.role_changed"],
    });
    await happen("plan.published");
    await happen("user.role_changed");
    await deliverToEndpoint(_id);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["user.role_changed"]);
  });

  it("that waited are not delivered when the owner may no longer see them", async () => {
    await using receiver = await startReceiver();
    const clerk = await reviewer(false);
    const { _id } = await make(receiver, { ownerId: clerk.userId });
    receiver.answer = () => ({ status: 500 });
    await happen();
    await deliverToEndpoint(_id);
    await db.user.update({ where: { id: clerk.userId }, data: { duty: "reviewer" } });
    await retry(_id);
    const [delivery] = await deliveriesOf(_id);
    await replayWebhook(chief, _id, { deliveryId: delivery!._id });
    await deliverToEndpoint(_id);
    expect(receiver.received).toHaveLength(1);
    expect((await deliveriesOf(_id))[0]!.state).toBe("failed");
  });

  it("that are asked for again while they are delivered are delivered again", async () => {
    await using receiver = await startReceiver();
    const { _id } = await make(receiver);
    const replayed = Promise.withResolvers<void>();
    receiver.answer = async () => {
      if (receiver.received.length === 1) {
        const [delivery] = await deliveriesOf(_id);
        await replayWebhook(chief, _id, { deliveryId: delivery!._id });
        replayed.resolve();
      }
      return { status: 200 };
    };
    await happen();
    await deliverToEndpoint(_id);
    await replayed.promise;
    await deliverToEndpoint(_id);
    expect(receiver.received).toHaveLength(2);
    expect((await deliveriesOf(_id)).map(({ state }) => state)).toEqual(["delivered"]);
  });

  it("are sent again on demand, one or all since a moment, with the same ids", async () => {
    await using receiver = await startReceiver();
    const { _id } = await make(receiver);
    for (let n = 0; n < 3; n += 1) await happen();
    await deliverToEndpoint(_id);
    const first = idsIn(receiver);
    const firstId = receiver.received.find(({ body }) => body.data.number === String(minOf(receiver)))!.body
      .data._id!;
    const [newest] = await deliveriesOf(_id);
    await replayWebhook(chief, _id, { deliveryId: newest!._id });
    await deliverToEndpoint(_id);
    expect(idsIn(receiver).slice(3)).toHaveLength(1);
    expect(first).toContain(idsIn(receiver)[3]);
    // The moment of the first event is part of the time since it.
    const { at } = await db.auditEvent.findUniqueOrThrow({ where: { id: firstId } });
    await replayWebhook(chief, _id, { since: at.toISOString() });
    await deliverToEndpoint(_id);
    expect(idsIn(receiver).slice(4).toSorted()).toEqual(first.toSorted());
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await expect(replayWebhook(chief, _id, { since: old })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

describe("an endpoint that fails", () => {
  it("is tried again for three days, one event at a time, and loses none", async () => {
    await using receiver = await startReceiver();
    const { _id, secret } = await make(receiver);
    receiver.answer = () => ({ status: 500, body: "x\0".repeat(2_000) });
    const ids = await Promise.all(Array.from({ length: 30 }, () => happen()));
    await deliverToEndpoint(_id);
    const afterFirst = receiver.received.length;
    expect(afterFirst).toBeGreaterThan(1);
    expect(await webhookOf(_id)).toMatchObject({ state: "failing", failures: 1 });
    // Nothing is sent before the time, and the job is there.
    await deliverToEndpoint(_id);
    expect(receiver.received).toHaveLength(afterFirst);
    const { retryAt } = await webhookOf(_id);
    expect((await jobsOf(_id)).map(({ runAt }) => runAt.toISOString())).toEqual([retryAt]);
    await retry(_id);
    expect(receiver.received).toHaveLength(afterFirst + 1);
    const [attempt] = (await deliveriesOf(_id)).find(({ attempts }) => attempts.length > 0)!.attempts;
    expect(attempt).toMatchObject({ status: 500, error: null });
    expect(attempt!.answer.length).toBeLessThanOrEqual(1_000);

    receiver.answer = () => ({ status: 200 });
    await retry(_id);
    await retry(_id);
    for (const id of ids) expect(receiver.about(id, secret).length).toBeGreaterThan(0);
    expect(await webhookOf(_id)).toMatchObject({ state: "on", failures: 0 });
    expect((await deliveriesOf(_id)).map(({ state }) => state)).toEqual(ids.map(() => "delivered"));
  });

  it("emails its owner after 5 failures, is switched off after 20, and continues when it is switched on", async () => {
    await using receiver = await startReceiver();
    const { _id, secret } = await make(receiver);
    const id = await happen();
    receiver.answer = () => "close";
    const [failing, off] = [await mailsAbout("webhookFailing"), await mailsAbout("webhookOff")];
    for (let n = 0; n < MAX_FAILURES; n += 1) {
      await retry(_id);
      expect(await mailsAbout("webhookFailing")).toBe(failing + (n >= 4 ? 1 : 0));
    }
    expect(await webhookOf(_id)).toMatchObject({ state: "off", offReason: "failures" });
    expect(await mailsAbout("webhookOff")).toBe(off + 1);
    const tried = receiver.received.length;
    expect(tried).toBe(MAX_FAILURES);
    await deliverToEndpoint(_id);
    expect(receiver.received).toHaveLength(tried);
    await expect(testWebhook(chief, _id)).rejects.toMatchObject({ code: "CONFLICT" });

    const later = await happen();
    receiver.answer = () => ({ status: 204 });
    await switchWebhook(chief, _id, true);
    await deliverToEndpoint(_id);
    expect(receiver.about(later, secret)).toHaveLength(1);
    // The event that was given up is not lost either.
    expect(receiver.about(id, secret)).toHaveLength(tried + 1);
    expect((await deliveriesOf(_id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  });

  it("is tested at once, which neither counts as a failure nor is tried again", async () => {
    await using receiver = await startReceiver();
    const { _id } = await make(receiver);
    receiver.answer = () => ({ status: 500 });
    for (let n = 0; n < 3; n += 1) await happen();
    await deliverToEndpoint(_id);
    const before = await webhookOf(_id);
    for (let n = 0; n < 2; n += 1) {
      await testWebhook(chief, _id);
      await deliverToEndpoint(_id);
    }
    const tests = (await deliveriesOf(_id)).filter(({ kind }) => kind === "webhook.test");
    expect(tests).toMatchObject([{ state: "failed" }, { state: "failed" }]);
    expect(receiver.received.filter(({ body }) => body.type === "webhook.test")).toHaveLength(2);
    expect(await webhookOf(_id)).toEqual(before);
    // A test that arrives ends the wait.
    receiver.answer = () => ({ status: 200 });
    await testWebhook(chief, _id);
    await deliverToEndpoint(_id);
    expect(await webhookOf(_id)).toMatchObject({ state: "on", retryAt: null });
  });

  it("because it changes the protocol (101) ends its round like others", async () => {
    await using receiver = await startReceiver();
    const { _id } = await make(receiver);
    receiver.answer = () => ({ status: 101, headers: { connection: "upgrade", upgrade: "other" } });
    await happen();
    await deliverToEndpoint(_id);
    expect((await deliveriesOf(_id))[0]!.attempts).toMatchObject([{ status: null, error: "closed" }]);
  });

  it("that answers 410 is switched off at once, and its owner is emailed", async () => {
    await using receiver = await startReceiver();
    const { _id } = await make(receiver);
    receiver.answer = () => ({ status: 410 });
    const off = await mailsAbout("webhookOff");
    await happen();
    await deliverToEndpoint(_id);
    expect(await webhookOf(_id)).toMatchObject({ state: "off", offReason: "gone" });
    expect(await mailsAbout("webhookOff")).toBe(off + 1);
  });

  it("for one event alone gets all others", async () => {
    await using receiver = await startReceiver();
    const { _id, secret } = await make(receiver);
    const poison = await happen();
    receiver.answer = ({ text }) => ({ status: text.includes(poison) ? 500 : 200 });
    const others = [];
    for (let n = 0; n < 6; n += 1) {
      others.push(await happen());
      // The poison has a delay of its own; only the endpoint's wait ends.
      await db.webhookEndpoint.update({ where: { id: _id }, data: { retryAt: null } });
      await deliverToEndpoint(_id);
    }
    for (const id of others) expect(receiver.about(id, secret)).toHaveLength(1);
    expect((await webhookOf(_id)).state).not.toBe("off");
  });

  it("is asked at growing intervals that take about three days", () => {
    const delays = Array.from({ length: MAX_FAILURES - 1 }, (_, n) => retryDelay(n + 1, 0.5));
    const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000;
    expect(days).toBeGreaterThan(2.8);
    expect(days).toBeLessThan(3.2);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    for (const random of [0, 1]) expect(retryDelay(3, random)).toBeCloseTo(45_000 * (0.8 + 0.4 * random));
  });
});

describe("the address of a webhook (threat 79)", () => {
  it.each([
    "http://10.0.0.1/",
    "http://192.168.1.1:8080/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[fd00::1]/",
    "http://0.0.0.0/",
    "http://203.0.113.7/",
    "https://10.0.0.1/",
    "https://[fe80::1]/",
    "https://100.64.0.1/",
    "https://2130706434/",
  ])("%s is not reached", async (url) => {
    const { _id } = await make({ url: "" }, { url });
    await happen();
    await deliverToEndpoint(_id);
    const [delivery] = await deliveriesOf(_id);
    expect(delivery!.attempts).toMatchObject([{ status: null, error: "not_allowed" }]);
  });

  it("is not left by a redirect", async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    receiver.answer = () => ({ status: 307, headers: { location: other.url } });
    const { _id } = await make(receiver);
    await happen();
    await deliverToEndpoint(_id);
    expect(other.received).toEqual([]);
    expect((await deliveriesOf(_id))[0]!.attempts).toMatchObject([{ status: 307 }]);
  });

  it.each(["ftp://example.com/", "https://user:word@example.com/", "https://example.com/#part"])(
    "%s is refused",
    (url) => {
      const parsed = webhookInput.safeParse({ name: "Name", url, ownerId: uuidv7(), kinds: ["plan.closed"] });
      expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["url"]]);
    },
  );
});

describe("deliveries", () => {
  it("are deleted after 30 days", async () => {
    await using receiver = await startReceiver();
    const { _id } = await make(receiver);
    await happen();
    await deliverToEndpoint(_id);
    await deleteOldDeliveries(new Date(Date.now() + 29 * 86_400_000));
    expect(await deliveriesOf(_id)).toHaveLength(1);
    await deleteOldDeliveries(new Date(Date.now() + 31 * 86_400_000));
    expect(await deliveriesOf(_id)).toEqual([]);
  });
});
