import { expect, it } from "vitest";
import { auditNow } from "@/lib/audit/audit";
import { transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { until } from "../../../support/api";
import { addServer, ownInstallation, server, staff } from "../../../support/installation";
import { startReceiver } from "../../../support/webhook-receiver";

/** Webhooks and crashes (product 10.46, ADR 55). */
const EVENTS = 60;

ownInstallation();

it("a server that is killed while it delivers: each event arrives at least once, and is in the log", async () => {
  await using receiver = await startReceiver();
  receiver.answer = () => "hang";
  const chief = await staff("Ada Chief", true);
  const input = { name: "Warehouse", url: receiver.url, ownerId: chief.id, kinds: ["plan.published"] };
  const made = await chief.send("POST", "/api/admin/webhooks", input);
  expect(made.status).toBe(201);
  const { _id, secret } = made.body.data as { _id: string; secret: string };
  const ids = Array.from({ length: EVENTS }, () => uuidv7());
  for (const targetId of ids)
    await transaction((tx) => auditNow(tx, [{ actorId: null, action: "plan.published", targetId }]));
  await until(() => Promise.resolve(receiver.received.length > 0), "the first delivery");
  await server.stop("SIGKILL");
  receiver.answer = () => ({ status: 200 });
  const next = await addServer();
  const arrived = () => ids.filter((id) => receiver.about(id, secret).length > 0).length;
  await until(() => Promise.resolve(arrived() === EVENTS), "all events", 60_000);
  const again = await staff("Bola Chief", true, next);
  const list = async () => {
    const path = `/api/admin/webhooks/${_id}/deliveries?state=delivered&limit=100`;
    return ((await again.send("GET", path)).body.data as unknown[]).length;
  };
  await until(async () => (await list()) === EVENTS, "the log", 60_000);
});
