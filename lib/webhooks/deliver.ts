import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, Prisma, transaction, type Tx } from "@/lib/db/client";
import { addJobs } from "@/lib/db/jobs";
import { oldestListed, readEvents } from "@/lib/events/queries";
import { EVENT_DAYS, eventKinds, type EventDto, type EventKindName } from "@/lib/events/schema";
import { enqueue } from "@/lib/mail/outbox";
import { can, type Right } from "@/lib/rights";
import { post } from "./post";
import { FAILURES_UNTIL_MAIL, MAX_FAILURES, retryDelay } from "./retry-rules";
import { TEST_KIND, type AttemptDto, type OffReason } from "./schema";
import { openSigner } from "./secrets";

/** The delivery of events to the addresses of programs (product 10.46, ADR 55). */

/** Audit rows looked at per round, and deliveries sent at the same time. */
const ROWS = 1_000;
const PARALLEL = 20;
/** A job hands its place to others after this time. */
const RUN_MS = 5_000;
const GONE = 410;
const DAY_MS = 86_400_000;

/** When a delivery is due that a person has asked for: before all others, also while the endpoint fails. */
export const ASKED_FOR = new Date(0);

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
  for (let isMore = true; isMore && Date.now() < until;) {
    const endpoint = await findEndpoint(id);
    if (!endpoint || endpoint.offAt) return;
    if (endpoint.cursor < endpoint.head) await takeEvents(endpoint);
    const due = await findDue(endpoint);
    if (due.length > 0) await record(id, await sendAll(endpoint, due));
    const isRoundFull = due.length === (endpoint.failures > 0 ? 1 : PARALLEL);
    isMore = isRoundFull || endpoint.cursor + BigInt(ROWS) < endpoint.head;
  }
  await addJobs(
    db,
    "webhook",
    Prisma.sql`SELECT e.id::text, greatest(now(), e.retry_at, CASE WHEN e.cursor >= (SELECT max(seq) FROM audit_events) THEN w.due_at END)
      FROM webhook_endpoints AS e LEFT JOIN LATERAL (
        SELECT min(due_at) AS due_at FROM webhook_deliveries WHERE endpoint_id = e.id AND state = 'waiting') AS w ON true
      WHERE e.id = ${id}::uuid AND e.off_at IS NULL
        AND (w.due_at IS NOT NULL OR e.cursor < (SELECT max(seq) FROM audit_events))`,
    { preserveRunAt: true },
  );
}

type Endpoint = Prisma.WebhookEndpointModel & {
  /** The events that its owner may see, of those that it gets. */
  kinds: string[];
  /** The number of the newest event. */
  head: bigint;
};

async function findEndpoint(id: string): Promise<Endpoint | null> {
  const [endpoint, last] = await Promise.all([
    db.webhookEndpoint.findUnique({
      where: { id },
      include: { owner: { select: { role: true, isSuper: true, duty: true } } },
    }),
    db.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } }),
  ]);
  if (!endpoint) return null;
  const { owner, ...row } = endpoint;
  const kinds = row.kinds.filter((kind) => {
    // A kind of another version has no entry.
    const known: { right: Right } | undefined = eventKinds[kind as EventKindName];
    return known && can(owner, known.right);
  });
  return { ...row, kinds, head: last?.seq ?? 0n };
}

/** Locks an endpoint until the end of the transaction. */
export const lockEndpoint = (tx: Tx, id: string): Promise<unknown> =>
  tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

/** Makes deliveries of the next events that the endpoint gets, unless it was moved back at the same time. */
async function takeEvents({ id, cursor, kinds }: Endpoint): Promise<void> {
  await db.$executeRaw`
    WITH range AS (
      SELECT first.seq AS after, least(first.seq + ${ROWS}, (SELECT max(seq) FROM audit_events)) AS until
      FROM (SELECT greatest(${cursor}, (
        SELECT seq - 1 FROM audit_events WHERE id >= ${oldestListed()}::uuid ORDER BY id LIMIT 1)) AS seq) AS first
    ), moved AS (
      UPDATE webhook_endpoints AS e SET cursor = range.until FROM range
      WHERE e.id = ${id}::uuid AND e.cursor = ${cursor} AND e.off_at IS NULL RETURNING range.after, range.until
    )
    INSERT INTO webhook_deliveries (id, endpoint_id, event_seq, kind)
    SELECT gen_random_uuid(), ${id}::uuid, a.seq, a.action
    FROM moved JOIN audit_events AS a ON a.seq > moved.after AND a.seq <= moved.until
    WHERE a.action = ANY (${kinds}::text[])
    ON CONFLICT (endpoint_id, event_seq) DO UPDATE SET state = 'waiting', attempts = 0, due_at = now()`;
}

type Delivery = Prisma.WebhookDeliveryModel;

/** Returns the deliveries to send now: those asked for, and if the endpoint does not wait after a failure, those that are due. */
function findDue({ id, failures, retryAt }: Endpoint): Promise<Delivery[]> {
  const now = new Date();
  const isResting = retryAt !== null && retryAt > now;
  return db.webhookDelivery.findMany({
    where: { endpointId: id, state: "waiting", dueAt: { lte: isResting ? ASKED_FOR : now } },
    orderBy: [{ dueAt: "asc" }, { eventSeq: "asc" }],
    take: failures > 0 ? 1 : PARALLEL,
  });
}

interface Sent {
  delivery: Delivery;
  /** Null if it was not sent, because the endpoint may no longer get it. */
  attempt: AttemptDto | null;
}

/** Whether the endpoint still gets the kind, and its owner may still see it. */
const isAllowed = ({ kinds }: Endpoint, { kind }: Delivery) => kind === TEST_KIND || kinds.includes(kind);

async function sendAll(endpoint: Endpoint, due: readonly Delivery[]): Promise<Sent[]> {
  const sign = openSigner(endpoint);
  const events = await readEvents(due.flatMap(({ eventSeq }) => (eventSeq === null ? [] : [eventSeq])));
  return Promise.all(
    due.map(async (delivery) => {
      if (!isAllowed(endpoint, delivery)) return { delivery, attempt: null };
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

const isDelivered = (attempt: AttemptDto | null) => {
  const status = attempt?.status ?? 0;
  return status >= 200 && status < 300;
};

/**
 * Records the attempts of a round, and what they mean for the endpoint. A failure of a delivery that a person asked for does not count for
 * the endpoint, and a test is not tried again. A delivery that was asked for again in the meantime stays due.
 */
async function record(id: string, sent: readonly Sent[]): Promise<void> {
  const now = new Date();
  const results = sent.map(({ delivery, attempt }) => {
    const failures = delivery.attempts + 1;
    const isLast = failures >= MAX_FAILURES || delivery.eventSeq === null || attempt === null;
    return {
      id: delivery.id,
      state: isDelivered(attempt) ? "delivered" : isLast ? "failed" : "waiting",
      due: new Date(now.getTime() + retryDelay(failures)),
      before: delivery.dueAt,
      attempt: attempt ? [attempt] : [],
    };
  });
  await transaction(async (tx) => {
    await lockEndpoint(tx, id);
    await tx.$executeRaw`
      UPDATE webhook_deliveries AS d SET state = r.state, attempts = d.attempts + 1, due_at = r.due,
        log = jsonb_path_query_array(d.log || r.attempt, '$[last - 19 to last]')
      FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        AS r (id uuid, state text, due timestamptz, before timestamptz, attempt jsonb)
      WHERE d.id = r.id AND d.due_at = r.before`;
    if (sent.some(({ attempt }) => isDelivered(attempt))) {
      const data = { failures: 0, retryAt: null, lastDeliveredAt: now };
      await tx.webhookEndpoint.updateMany({ where: { id }, data });
      return;
    }
    const isGone = sent.some(({ attempt }) => attempt?.status === GONE);
    if (isGone || sent.some(({ delivery, attempt }) => attempt && delivery.dueAt > ASKED_FOR))
      await recordFailure(tx, id, now, isGone);
  });
}

/** Counts a round without a delivery. */
async function recordFailure(tx: Tx, id: string, now: Date, isGone: boolean): Promise<void> {
  const endpoint = await tx.webhookEndpoint.findUnique({
    where: { id },
    include: { owner: { select: { id: true, name: true, email: true } } },
  });
  if (!endpoint) return;
  const failures = endpoint.failures + 1;
  const retryAt = new Date(now.getTime() + retryDelay(failures));
  await tx.webhookEndpoint.update({ where: { id }, data: { failures, retryAt } });
  if (isGone) await switchOff(tx, endpoint, "gone");
  else if (failures >= MAX_FAILURES) await switchOff(tx, endpoint, "failures");
  else if (failures === FAILURES_UNTIL_MAIL) await emailOwner(tx, endpoint, "webhookFailing");
}

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
  const before = new Date(now.getTime() - EVENT_DAYS * DAY_MS);
  await db.webhookDelivery.deleteMany({ where: { madeAt: { lt: before } } });
}
