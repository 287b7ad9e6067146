import "server-only";
import { toPage } from "@/lib/cursor";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import type { AttemptDto, DeliveryDto, DeliveryQuery, OffReason, WebhookDto } from "./schema";
import { MAX_ENDPOINTS } from "./schema";

/** What the DTO of a webhook needs. */
export const endpointInclude = { owner: { select: { id: true, name: true } } } as const;
type Row = Prisma.WebhookEndpointGetPayload<{ include: typeof endpointInclude }>;

async function toDtos(rows: readonly Row[], reader: Tx | typeof db): Promise<WebhookDto[]> {
  const makers = await reader.user.findMany({
    where: { id: { in: rows.map(({ madeById }) => madeById) } },
    select: { id: true, name: true },
    take: rows.length,
  });
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    url: row.url,
    owner: { _id: row.owner.id, name: row.owner.name },
    kinds: row.kinds,
    state: row.offAt ? "off" : row.failures > 0 ? "failing" : "on",
    offReason: row.offReason as OffReason | null,
    failures: row.failures,
    retryAt: row.offAt ? null : (row.retryAt?.toISOString() ?? null),
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    overlapUntil:
      row.previousUntil && row.previousUntil > new Date() ? row.previousUntil.toISOString() : null,
    madeBy: makers.find(({ id }) => id === row.madeById)?.name ?? null,
    madeAt: row.madeAt.toISOString(),
  }));
}

/** Returns a webhook as the API shows it. */
export const toWebhookDto = async (row: Row, tx: Tx): Promise<WebhookDto> => (await toDtos([row], tx))[0]!;

/** Returns the webhooks, the newest first. */
export const listWebhooks = async (): Promise<WebhookDto[]> =>
  toDtos(
    await db.webhookEndpoint.findMany({
      include: endpointInclude,
      orderBy: { id: "desc" },
      take: MAX_ENDPOINTS,
    }),
    db,
  );

/** Returns a delivery as the API shows it. */
export const toDeliveryDto = (row: Prisma.WebhookDeliveryModel): DeliveryDto => ({
  _id: row.id,
  kind: row.kind,
  number: row.eventSeq === null ? null : String(row.eventSeq),
  state: row.state as DeliveryDto["state"],
  dueAt: row.state === "waiting" && row.dueAt > row.madeAt ? row.dueAt.toISOString() : null,
  madeAt: row.madeAt.toISOString(),
  attempts: row.log as unknown as AttemptDto[],
});

/** Returns a webhook's deliveries of the last 30 days, the newest first, and the cursor of the next page. Throws NOT_FOUND. */
export async function listDeliveries(endpointId: string, { state, after, limit }: DeliveryQuery) {
  const exists = await db.webhookEndpoint.count({ where: { id: endpointId } });
  if (exists === 0) throw notFound("This webhook does not exist");
  const rows = await db.webhookDelivery.findMany({
    where: { endpointId, ...(state && { state }) },
    orderBy: [{ madeAt: "desc" }, { eventSeq: "desc" }, { id: "desc" }],
    ...(after && { cursor: { id: after }, skip: 1 }),
    take: limit + 1,
  });
  const { shown, next } = toPage(rows, limit, ({ id }) => id);
  return { deliveries: shown.map(toDeliveryDto), next };
}
