import "server-only";
import { audit, lockChain } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { env } from "@/lib/env";
import { AppError, invalid, notFound } from "@/lib/errors";
import { EVENT_DAYS } from "@/lib/events/schema";
import { firstIdAt, uuidv7 } from "@/lib/ids";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import { ASKED_FOR, lockEndpoint } from "./deliver";
import { isOwnAddress, isUnencrypted } from "./post";
import { endpointInclude, toDeliveryDto, toWebhookDto } from "./queries";
import {
  MAX_ENDPOINTS,
  TEST_KIND,
  type DeliveryDto,
  type NewWebhookDto,
  type WebhookChange,
  type WebhookDto,
  type WebhookInput,
  type WebhookReplay,
} from "./schema";
import { sealNewSecret, sealNextSecret } from "./secrets";

/** Webhooks (product 10.46, ADR 55). */
type Row = Prisma.WebhookEndpointGetPayload<{ include: typeof endpointInclude }>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows whose ids follow a moment; their numbers have nearly the same order. */
const NEARBY = 1_000;
/** Tests and replays of one administrator in an hour. */
const SENDS_PER_HOUR = 100;

function requireAddress(url: string): void {
  if (isOwnAddress(url)) throw invalid("url", "This is our own address");
  if (isUnencrypted(url) && env.WEBHOOK_ALLOWED_ADDRESSES.length === 0)
    throw invalid("url", "Enter an address that begins with https://");
}

/** Locks a webhook for a change by a super administrator. Throws FORBIDDEN, NOT_FOUND. */
async function lockWebhook(tx: Tx, viewer: Viewer, id: string): Promise<Row> {
  await lockAdministrator(tx, viewer, "super");
  await lockEndpoint(tx, id);
  // An event that is committed later must see the change.
  await lockChain(tx);
  const row = await tx.webhookEndpoint.findUnique({ where: { id }, include: endpointInclude });
  if (!row) throw notFound("This webhook does not exist");
  return row;
}

/**
 * Makes a webhook for the events after now, and emails its owner and the super administrators. The result contains its secret, which is
 * not shown again. Throws FORBIDDEN, RECENTLY_RESET, CONFLICT at the limit, and VALIDATION_FAILED at a field. The route requires a fresh proof
 * of identity.
 */
export const makeWebhook = (viewer: Viewer, input: WebhookInput): Promise<NewWebhookDto> =>
  transaction(async (tx) => {
    const { name, url, ownerId, kinds } = input;
    requireAddress(url);
    await lockUsers(tx, viewer.userId, ownerId);
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    const owner = await tx.user.findFirst({ where: { id: ownerId, role: "admin" } });
    if (!owner) throw invalid("ownerId", "Choose an administrator");
    if ((await tx.webhookEndpoint.count()) >= MAX_ENDPOINTS)
      throw new AppError("CONFLICT", `There are at most ${MAX_ENDPOINTS} webhooks. Delete one first.`);
    const id = uuidv7();
    const { secret, columns } = sealNewSecret(id);
    // An event that is committed later must see the webhook.
    await lockChain(tx);
    const last = await tx.auditEvent.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
    const row = await tx.webhookEndpoint.create({
      data: { id, name, url, ownerId, kinds, cursor: last?.seq ?? 0n, madeById: viewer.userId, ...columns },
      include: endpointInclude,
    });
    const data = { ownerId, kinds: kinds.length };
    await audit(tx, { actorId: viewer.userId, action: "webhook.made", targetId: id, data });
    await emailAboutAddress(tx, row, "webhookMade");
    return { ...(await toWebhookDto(row, tx)), secret };
  });

/** Emails the owner and the super administrators where events are sent. */
async function emailAboutAddress(
  tx: Tx,
  { name, url, ownerId }: Row,
  template: "webhookMade" | "webhookMoved",
): Promise<void> {
  const owner = await tx.user.findUniqueOrThrow({ where: { id: ownerId } });
  const email = { webhook: name, host: new URL(url).host, owner: owner.name };
  await emailSuperAdministrators(tx, template, email, [ownerId]);
  const data = { ...email, name: owner.name };
  await enqueue(tx, { to: owner.email, userId: ownerId, template, data });
}

/** Changes name, address and kinds. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET, and VALIDATION_FAILED at a field. The route requires a fresh proof of identity. */
export const changeWebhook = (viewer: Viewer, id: string, change: WebhookChange): Promise<WebhookDto> =>
  transaction(async (tx) => {
    requireAddress(change.url);
    const present = await lockWebhook(tx, viewer, id);
    await requireNoRecentReset(viewer.userId, tx);
    const row = await tx.webhookEndpoint.update({ where: { id }, data: change, include: endpointInclude });
    const isMoved = change.url !== present.url;
    const data = { kinds: change.kinds.length, moved: isMoved };
    await audit(tx, { actorId: viewer.userId, action: "webhook.changed", targetId: id, data });
    if (isMoved) await emailAboutAddress(tx, row, "webhookMoved");
    await addJob(tx, "webhook", id);
    return toWebhookDto(row, tx);
  });

/** Deletes a webhook with its deliveries. Throws NOT_FOUND, FORBIDDEN. The route requires a fresh proof of identity. */
export const deleteWebhook = (viewer: Viewer, id: string): Promise<void> =>
  transaction(async (tx) => {
    await lockWebhook(tx, viewer, id);
    await tx.webhookEndpoint.delete({ where: { id } });
    await audit(tx, { actorId: viewer.userId, action: "webhook.deleted", targetId: id });
  });

/** Switches a webhook off, or on again: it gets all events that it has not got. Throws NOT_FOUND, FORBIDDEN. */
export const switchWebhook = (viewer: Viewer, id: string, on: boolean): Promise<WebhookDto> =>
  transaction(async (tx) => {
    const present = await lockWebhook(tx, viewer, id);
    if (on === (present.offAt === null)) return toWebhookDto(present, tx);
    const data = on
      ? { offAt: null, offReason: null, failures: 0, retryAt: null }
      : { offAt: new Date(), offReason: "person" };
    const row = await tx.webhookEndpoint.update({ where: { id }, data, include: endpointInclude });
    const action = on ? "webhook.switched_on" : "webhook.switched_off";
    await audit(tx, { actorId: viewer.userId, action, targetId: id });
    if (on) {
      await tx.webhookDelivery.updateMany({
        where: { endpointId: id, state: { not: "delivered" }, eventSeq: { not: null } },
        data: { state: "waiting", attempts: 0, dueAt: new Date() },
      });
      await addJob(tx, "webhook", id);
    }
    return toWebhookDto(row, tx);
  });

/**
 * Gives a webhook a new secret; deliveries are also signed with the present one for some hours. Returns the new secret, which is not shown
 * again. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET. The route requires a fresh proof of identity.
 */
export const rotateWebhookSecret = (
  viewer: Viewer,
  id: string,
  overlapHours: number,
): Promise<NewWebhookDto> =>
  transaction(async (tx) => {
    const present = await lockWebhook(tx, viewer, id);
    await requireNoRecentReset(viewer.userId, tx);
    const until = overlapHours > 0 ? new Date(Date.now() + overlapHours * HOUR_MS) : null;
    const { secret, columns } = sealNextSecret(present, until);
    const row = await tx.webhookEndpoint.update({ where: { id }, data: columns, include: endpointInclude });
    const data = { overlapHours };
    await audit(tx, { actorId: viewer.userId, action: "webhook.rotated", targetId: id, data });
    return { ...(await toWebhookDto(row, tx)), secret };
  });

/** Ends the wait after failures, and adds the job. */
async function sendNow(tx: Tx, id: string): Promise<void> {
  await tx.webhookEndpoint.update({ where: { id }, data: { retryAt: null } });
  await addJob(tx, "webhook", id);
}

const limitSends = ({ userId }: Viewer) => consume(`webhook-sends|${userId}`, SENDS_PER_HOUR, 3_600);

const requireOn = ({ offAt }: Row) => {
  if (offAt) throw new AppError("CONFLICT", "This webhook is off. Switch it on first.");
};

/** Sends a `webhook.test`, also while deliveries fail. Throws NOT_FOUND, FORBIDDEN, RATE_LIMITED, CONFLICT if the webhook is off. */
export async function testWebhook(viewer: Viewer, id: string): Promise<DeliveryDto> {
  await limitSends(viewer);
  return transaction(async (tx) => {
    requireOn(await lockWebhook(tx, viewer, id));
    const row = await tx.webhookDelivery.create({
      data: { endpointId: id, kind: TEST_KIND, dueAt: ASKED_FOR },
    });
    await addJob(tx, "webhook", id);
    return toDeliveryDto(row);
  });
}

/**
 * Sends one delivery again, or all events since a moment, which get the same ids. Throws NOT_FOUND, FORBIDDEN, RATE_LIMITED, CONFLICT if the
 * webhook is off, and VALIDATION_FAILED for a moment in the future or more than 30 days ago.
 */
export async function replayWebhook(viewer: Viewer, id: string, replay: WebhookReplay): Promise<void> {
  await limitSends(viewer);
  await transaction(async (tx) => {
    requireOn(await lockWebhook(tx, viewer, id));
    if ("since" in replay) {
      await rewind(tx, id, new Date(replay.since));
      await sendNow(tx, id);
    } else {
      const { count } = await tx.webhookDelivery.updateMany({
        where: { id: replay.deliveryId, endpointId: id },
        data: { state: "waiting", attempts: 0, dueAt: ASKED_FOR },
      });
      if (count === 0) throw notFound("This delivery does not exist");
      await addJob(tx, "webhook", id);
    }
    await audit(tx, { actorId: viewer.userId, action: "webhook.replayed", targetId: id });
  });
}

/** Lets an endpoint look at the events since a moment again. */
async function rewind(tx: Tx, id: string, since: Date): Promise<void> {
  const age = Date.now() - since.getTime();
  if (age < 0 || age > EVENT_DAYS * DAY_MS)
    throw invalid("since", `Choose a moment within the last ${EVENT_DAYS} days`);
  await tx.$executeRaw`
    UPDATE webhook_endpoints SET cursor = least(cursor, (
      SELECT min(seq) - 1 FROM (
        SELECT seq FROM audit_events WHERE id >= ${firstIdAt(since)}::uuid AND at >= ${since} ORDER BY id LIMIT ${NEARBY}) AS first))
    WHERE id = ${id}::uuid`;
}
