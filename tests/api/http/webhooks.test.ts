import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { admin, call, mailsTo, person, until } from "../../support/api";
import { makeKey } from "../../support/api-keys";
import { startReceiver } from "../../support/webhook-receiver";

/** Webhooks from the call that makes them to the delivery by the server's jobs (product 10.46). */
const input = (url: string, ownerId: string) => ({
  name: "Customer records",
  url,
  ownerId,
  kinds: ["submission.approved", "user.registered"],
});

it("a decision is posted to a program, verified with the secret that was shown once", async () => {
  await using receiver = await startReceiver();
  const chief = await admin(true);
  const { token } = chief;
  const made = await call("POST", "/api/admin/webhooks", { token, body: input(receiver.url, chief.id) });
  expect(made.status).toBe(201);
  const { _id, secret } = made.body.data as { _id: string; secret: string };
  const { id } = await person({ role: "startup", verification: "pending" });
  const body = { status: "approved", expectedStatus: "pending" };
  const path = `/api/admin/users/${id}/verification-status`;
  expect((await call("PATCH", path, { token: (await admin()).token, body })).status).toBe(200);
  const approved = () => receiver.about(id, secret).filter(({ type }) => type === "submission.approved");
  await until(() => Promise.resolve(approved().length === 1), "the delivery");
  const { currentSubmissionId } = await db.user.findUniqueOrThrow({ where: { id } });
  expect(approved()[0]!.data.about).toEqual({ userId: id, submissionId: currentSubmissionId });

  const test = await call("POST", `/api/admin/webhooks/${_id}/test`, { token });
  expect(test.status).toBe(201);
  const isTest = ({ body: { type } }: (typeof receiver.received)[number]) => type === "webhook.test";
  await until(() => Promise.resolve(receiver.received.some(isTest)), "the test");
  const list = await call("GET", `/api/admin/webhooks/${_id}/deliveries?state=delivered`, { token });
  expect(JSON.stringify(list.body)).toContain('"status":204');
  expect(JSON.stringify(list.body)).not.toContain(secret);
  await until(
    async () => (await mailsTo(chief.email)).some(({ subject }) => subject.includes("webhook")),
    "the email",
  );
  expect((await call("DELETE", `/api/admin/webhooks/${_id}`, { token })).status).toBe(200);
  expect(await db.webhookDelivery.count({ where: { endpointId: _id } })).toBe(0);
});

it("no key makes, reads or tests a webhook", async () => {
  const chief = await admin(true);
  const { key } = await makeKey(chief);
  const calls = [
    ["GET", "/api/admin/webhooks", undefined],
    ["POST", "/api/admin/webhooks", input("https://example.com/", chief.id)],
    ["POST", `/api/admin/webhooks/${chief.id}/test`, undefined],
  ] as const;
  for (const [method, path, body] of calls)
    expect((await call(method, path, { token: key, body })).status).toBe(403);
});
