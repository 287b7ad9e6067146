import "server-only";
import { audit } from "@/lib/audit/audit";
import { recordReads } from "@/lib/audit/reads";
import { deadlineAfter } from "@/lib/calendar/business-day-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { toPage } from "@/lib/cursor";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import { requireNoConflict } from "@/lib/users/conflicts";
import { isVerified } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import type { AlertDto, AlertListQuery } from "./schema";

/** Alerts about approved users who may be on a watchlist (product 10.27). Only administrators see them. */

/** The business days until an alert is due. */
const DUE_BUSINESS_DAYS = 1;

/**
 * Opens the alert of a locked user, or closes it with its outcome, as their status and hits require. Called after every change of either.
 */
export async function syncAlert(tx: Tx, userId: string, actorId: string | null): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { status: true, renewing: true, role: true },
  });
  const hits = await tx.screeningHit.groupBy({ by: "state", where: { userId, endedAt: null }, _count: true });
  const has = (state: "open" | "confirmed") => hits.some((hit) => hit.state === state);
  const open = await tx.watchlistAlert.findFirst({ where: { userId, closedAt: null } });
  if (has("open")) {
    // An alert outlives the approval: only decisions about the hits, or the list, end it.
    if (open || !isVerified(user) || user.role === "admin") return;
    const now = new Date();
    const dueAt = deadlineAfter(now, DUE_BUSINESS_DAYS, await readHolidays(tx));
    const id = uuidv7();
    await tx.watchlistAlert.create({ data: { id, userId, openedAt: now, dueAt } });
    await audit(tx, { actorId, action: "alert.opened", targetId: userId, data: { alertId: id } });
    return;
  }
  if (!open) return;
  const outcome = has("confirmed") ? "confirmed" : "cleared";
  await tx.watchlistAlert.update({ where: { id: open.id }, data: { closedAt: new Date(), outcome } });
  const data = { alertId: open.id, outcome };
  await audit(tx, { actorId, action: "alert.closed", targetId: userId, data });
}

const include = {
  user: {
    select: {
      id: true,
      name: true,
      companyName: true,
      email: true,
      screeningHits: { where: { endedAt: null }, select: { state: true, source: true } },
    },
  },
  owner: { select: { id: true, name: true } },
} as const satisfies Prisma.WatchlistAlertInclude;
type Row = Prisma.WatchlistAlertGetPayload<{ include: typeof include }>;

const toDto = ({ id, openedAt, dueAt, closedAt, outcome, user, owner }: Row, viewer: Viewer): AlertDto => ({
  _id: id,
  state: outcome ?? "open",
  openedAt: openedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  isLate: closedAt === null && dueAt < new Date(),
  user: { _id: user.id, name: user.name, companyName: user.companyName, email: user.email },
  hits: user.screeningHits.length,
  sources: [...new Set(user.screeningHits.map(({ source }) => source))].toSorted(),
  owner: owner && { _id: owner.id, name: owner.name, isMe: owner.id === viewer.userId },
});

/** Returns a page of alerts in this state, open ones by their due date, others newest first. Reading the list is recorded for each user. */
export async function listAlerts(
  viewer: Viewer,
  { state, after, limit }: AlertListQuery,
): Promise<{ alerts: AlertDto[]; next: string | null }> {
  const rows = await db.watchlistAlert.findMany({
    where: { outcome: state === "open" ? null : state },
    include,
    orderBy: state === "open" ? [{ dueAt: "asc" }, { id: "asc" }] : [{ id: "desc" }],
    take: limit + 1,
    ...(after && { cursor: { id: after }, skip: 1 }),
  });
  const { shown, next } = toPage(rows, limit, ({ id }) => id);
  await recordReads(
    viewer,
    shown.map(({ userId }) => ({ subjectId: userId, part: "account" as const })),
  );
  return { alerts: shown.map((row) => toDto(row, viewer)), next };
}

/** Returns the number of open alerts, for the menu. */
export const countOpenAlerts = (): Promise<number> => db.watchlistAlert.count({ where: { closedAt: null } });

/**
 * Makes the viewer the owner of an open alert, or removes the owner if `isMine` is false. Audited. Throws NOT_FOUND; ALREADY_DECIDED if it is closed;
 * CONFLICT for a reviewer who shares identifying details with the user.
 */
export async function ownAlert(viewer: Viewer, id: string, isMine: boolean): Promise<AlertDto> {
  return transaction(async (tx) => {
    const found = await tx.watchlistAlert.findUnique({ where: { id } });
    if (!found) throw notFound("This alert does not exist");
    await lockManagedUser(tx, viewer, found.userId, "compliance.decide");
    await requireNoConflict(tx, viewer.userId, found.userId);
    const { count } = await tx.watchlistAlert.updateMany({
      where: { id, closedAt: null },
      data: { ownerId: isMine ? viewer.userId : null },
    });
    if (count === 0) throw new AppError("ALREADY_DECIDED", "This alert is already decided");
    await audit(tx, {
      actorId: viewer.userId,
      action: isMine ? "alert.taken" : "alert.released",
      targetId: found.userId,
      data: { alertId: id },
    });
    return toDto(await tx.watchlistAlert.findUniqueOrThrow({ where: { id }, include }), viewer);
  });
}
