import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, Prisma, transaction, type Tx } from "@/lib/db/client";
import { addJobs } from "@/lib/db/jobs";
import { oldestListed, readEvents } from "@/lib/events/queries";
import { eventKinds, type EventDto, type EventKindName } from "@/lib/events/schema";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import { can } from "@/lib/rights";
import { post } from "./post";
import { FAILURES_UNTIL_MAIL, MAX_FAILURES, retryDelay } from "./retry-rules";
import { KEEP_DAYS, TEST_KIND, type AttemptDto, type OffReason } from "./schema";
import { openSigner } from "./secrets";

/** The delivery of events to the addresses of programs (product 10.46, ADR 55). */

/** Audit rows looked at per round, and deliveries sent at the same time. */
const ROWS = 1_000;
const PARALLEL = 20;
/** A job hands its place to others after this time. */
const RUN_MS = 5_000;
const GONE = 410;
const DAY_MS = 86_400_000;

const isWaiting = { state: "waiting" } as const;

/** Adds the jobs of the endpoints that have not seen the newest event. Called by a job that each event starts. */
export const startWebhooks = (): Promise<void> =>
  addJobs(
    db,
    "webhook",
    Prisma.sql`SELECT id::text, greatest(now(), retry_at) FROM webhook_endpoints
      WHERE off_at IS NULL AND cursor < (SELECT max(seq) FROM audit_events)`,
  );

/**
 * Sends the events of an endpoint, the oldest first and some at the same time, until there are none or its turn ends; then the job is added
 * again. While it fails, one is tried at a time. A delivery that was sent but not recorded is sent again. Called by a job.
 */
export async function deliverToEndpoint(id: string): Promise<void> {
  const until = Date.now() + RUN_MS;
  do {
    const endpoint = await takeEvents(id);
    if (!endpoint) return;
    if (endpoint.retryAt && endpoint.retryAt > new Date()) break;
    const due = await db.webhookDelivery.findMany({
      where: { endpointId: id, ...isWaiting, dueAt: { lte: new Date() } },
      orderBy: [{ dueAt: "asc" }, { id: "asc" }],
      take: endpoint.failures > 0 ? 1 : PARALLEL,
    });
    if (due.length === 0) break;
    await record(id, await sendAll(endpoint, due));
  } while (Date.now() < until);
  await addJobs(
    db,
    "webhook",
    Prisma.sql`SELECT e.id::text, greatest(now(), e.retry_at, CASE WHEN e.cursor >= (SELECT max(seq) FROM audit_events) THEN w.due_at END)
      FROM webhook_endpoints AS e LEFT JOIN LATERAL (
        SELECT min(due_at) AS due_at FROM webhook_deliveries WHERE endpoint_id = e.id AND state = 'waiting') AS w ON true
      WHERE e.id = ${id}::uuid AND e.off_at IS NULL
        AND (w.due_at IS NOT NULL OR e.cursor < (SELECT max(seq) FROM audit_events))`,
    { keepTime: true },
  );
}

type Endpoint = NonNullable<Awaited<ReturnType<typeof takeEvents>>>;
type Delivery = Prisma.WebhookDeliveryModel;

/** Locks an endpoint until the end of the transaction. */
export const lockEndpoint = (tx: Tx, id: string): Promise<unknown> =>
  tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

/** Makes deliveries of the next events that the endpoint gets. Returns the endpoint; null if it is off or was deleted. */
const takeEvents = (id: string) =>
  transaction(async (tx) => {
    await lockEndpoint(tx, id);
    const endpoint = await tx.webhookEndpoint.findUnique({ where: { id }, include: { owner: true } });
    if (!endpoint || endpoint.offAt) return null;
    const kinds = endpoint.kinds.filter((kind) =>
      can(endpoint.owner, eventKinds[kind as EventKindName].right),
    );
    const [range] = await tx.$queryRaw<[{ after: bigint; until: bigint }]>`
      SELECT greatest(${endpoint.cursor}, first.seq - 1) AS after, least(greatest(${endpoint.cursor}, first.seq - 1) + ${ROWS}, last.seq) AS until
      FROM (SELECT max(seq) AS seq FROM audit_events) AS last,
        (SELECT (SELECT seq FROM audit_events WHERE id >= ${oldestListed()}::uuid ORDER BY id LIMIT 1) AS seq) AS first`;
    if (!range || range.until <= range.after) return endpoint;
    const events = await tx.auditEvent.findMany({
      where: { seq: { gt: range.after, lte: range.until }, action: { in: kinds } },
      select: { seq: true, action: true },
      orderBy: { seq: "asc" },
      take: ROWS,
    });
    await tx.$executeRaw`
      INSERT INTO webhook_deliveries (id, endpoint_id, event_seq, kind)
      SELECT d.id, ${id}::uuid, d.seq, d.kind
      FROM unnest(${events.map(() => uuidv7())}::uuid[], ${events.map(({ seq }) => seq)}::bigint[], ${events.map(({ action }) => action)}::text[]) AS d (id, seq, kind)
      ON CONFLICT (endpoint_id, event_seq) DO UPDATE SET state = 'waiting', attempts = 0, due_at = now()`;
    await tx.webhookEndpoint.update({ where: { id }, data: { cursor: range.until } });
    return endpoint;
  });

interface Sent {
  delivery: Delivery;
  attempt: AttemptDto;
}

async function sendAll(endpoint: Endpoint, due: readonly Delivery[]): Promise<Sent[]> {
  const sign = openSigner(endpoint);
  const events = await readEvents(due.flatMap(({ eventSeq }) => (eventSeq === null ? [] : [eventSeq])));
  return Promise.all(
    due.map(async (delivery) => {
      const event = delivery.eventSeq === null ? null : events.get(delivery.eventSeq)!;
      const now = new Date();
      const body = JSON.stringify(bodyOf(delivery, event));
      const attempt = await post(endpoint.url, sign(event?._id ?? delivery.id, now, body), body);
      return { delivery, attempt };
    }),
  );
}

const bodyOf = ({ madeAt }: Delivery, event: EventDto | null) =>
  event
    ? { type: event.kind, timestamp: event.at, data: event }
    : { type: TEST_KIND, timestamp: madeAt.toISOString(), data: {} };

const isDelivered = ({ status }: AttemptDto) => status !== null && status >= 200 && status < 300;

/** Records the attempts of a round, and what they mean for the endpoint. */
const record = (id: string, sent: readonly Sent[]): Promise<void> =>
  transaction(async (tx) => {
    await lockEndpoint(tx, id);
    const now = new Date();
    const results = sent.map(({ delivery, attempt }) => {
      const failures = delivery.attempts + 1;
      const failed = failures >= MAX_FAILURES ? "failed" : "waiting";
      return {
        id: delivery.id,
        state: isDelivered(attempt) ? "delivered" : failed,
        due: new Date(now.getTime() + retryDelay(failures)),
        attempt: [attempt],
      };
    });
    await tx.$executeRaw`
      UPDATE webhook_deliveries AS d SET state = r.state, attempts = d.attempts + 1, due_at = r.due,
        log = jsonb_path_query_array(d.log || r.attempt, '$[last - 19 to last]')
      FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS r (id uuid, state text, due timestamptz, attempt jsonb)
      WHERE d.id = r.id`;
    const endpoint = await tx.webhookEndpoint.findUnique({
      where: { id },
      include: { owner: { select: { id: true, name: true, email: true } } },
    });
    if (!endpoint) return;
    if (sent.some(({ attempt }) => attempt.status === GONE)) return switchOff(tx, endpoint, "gone");
    if (sent.some(({ attempt }) => isDelivered(attempt))) {
      const data = { failures: 0, retryAt: null, lastDeliveredAt: now };
      await tx.webhookEndpoint.update({ where: { id }, data });
      return;
    }
    const failures = endpoint.failures + 1;
    const retryAt = new Date(now.getTime() + retryDelay(failures));
    await tx.webhookEndpoint.update({ where: { id }, data: { failures, retryAt } });
    if (failures >= MAX_FAILURES) await switchOff(tx, endpoint, "failures");
    else if (failures === FAILURES_UNTIL_MAIL) await emailOwner(tx, endpoint, "webhookFailing");
  });

type Failing = Prisma.WebhookEndpointModel & { owner: { id: string; name: string; email: string } };

const emailOwner = (tx: Tx, { name: webhook, owner }: Failing, template: "webhookFailing" | "webhookOff") =>
  enqueue(tx, { to: owner.email, userId: owner.id, template, data: { name: owner.name, webhook } });

async function switchOff(tx: Tx, endpoint: Failing, offReason: OffReason): Promise<void> {
  if (endpoint.offAt) return;
  const { id } = endpoint;
  await tx.webhookEndpoint.update({ where: { id }, data: { offAt: new Date(), offReason } });
  const data = { reason: offReason };
  await audit(tx, { actorId: null, action: "webhook.switched_off", targetId: id, data });
  await emailOwner(tx, endpoint, "webhookOff");
}

/** Deletes deliveries whose events are no longer listed. */
export async function deleteOldDeliveries(now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_DAYS * DAY_MS);
  await db.webhookDelivery.deleteMany({ where: { madeAt: { lt: before } } });
}
