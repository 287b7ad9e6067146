import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "../conflicts";
import type { HitDecisionInput, ScreeningDto, ScreeningHitDto } from "./schema";
import { currentRevision } from "./watchlists";

/** Hits as reviewers read and decide them (product 10.27). Applicants never see them. */
const NOTE_TABLE = "screening_hits";
const include = { decidedBy: { select: { name: true } } } as const;
type Row = Prisma.ScreeningHitGetPayload<{ include: typeof include }>;

/** The order of a case: what is to be decided, what is confirmed, what is cleared, and what was found formerly. */
const rankOf = ({ state, endedAt }: Row) => (endedAt ? 3 : { open: 0, confirmed: 1, cleared: 2 }[state]);

/** The hits of a user, with decisions. The read is recorded (threat 51). Throws NOT_FOUND. */
export async function listHits(viewer: Viewer, userId: string): Promise<ScreeningDto> {
  await findUserForViewer(viewer, userId);
  const [rows, screening, lists, revision] = await Promise.all([
    db.screeningHit.findMany({ where: { userId }, include }),
    db.screening.findUnique({ where: { userId } }),
    db.watchlist.count({ where: { active: true } }),
    currentRevision(),
  ]);
  const hits = rows.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.score - a.score || a.id.localeCompare(b.id),
  );
  return {
    lists,
    screenedAt: screening?.screenedAt?.toISOString() ?? null,
    isDue: (screening?.revision ?? revision) < revision,
    hits: hits.map(toDto),
  };
}

const toDto = (row: Row): ScreeningHitDto => ({
  _id: row.id,
  source: row.source,
  externalId: row.externalId,
  entryName: row.entryName,
  programme: row.programme,
  matchedName: row.matchedName,
  births: row.births,
  party: row.party,
  name: row.name,
  score: row.score,
  explanation: row.explanation,
  basis: row.basis,
  foundAt: row.foundAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  state: row.state,
  reason: row.reason,
  note:
    row.dataKey && row.noteCipher
      ? openRowCipher(NOTE_TABLE, row.id, row.dataKey).open("note_cipher", row.noteCipher)
      : null,
  decidedBy: row.decidedBy?.name ?? null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/**
 * Clears or confirms a hit, with a reason, in place of an earlier decision. Audited without words. Throws NOT_FOUND, FORBIDDEN for one's
 * own account, CONFLICT if the hit has changed since it was read, if it is confirmed and the viewer is not
 * another super administrator, or if the reviewer has details in common with the user (threat 64).
 */
export async function decideHit(
  viewer: Viewer,
  userId: string,
  { hitId, verdict, reason, basis, note }: HitDecisionInput,
): Promise<ScreeningDto> {
  await transaction(async (tx) => {
    await lockUsers(tx, viewer.userId, userId);
    await lockManagedUser(tx, viewer, userId);
    const hit = await tx.screeningHit.findFirst({ where: { id: hitId, userId } });
    if (!hit) throw notFound("This hit is no longer there");
    await requireNoConflict(tx, viewer.userId, userId);
    if (hit.endedAt || hit.basis !== basis)
      throw new AppError("CONFLICT", "The list or the name has changed. Look at it again before you decide.");
    if (
      hit.state === "confirmed" &&
      verdict === "cleared" &&
      (!viewer.isSuper || hit.decidedById === viewer.userId)
    )
      throw new AppError("CONFLICT", "A confirmed hit can be cleared by another super administrator only");
    const cipher = note ? newRowCipher(NOTE_TABLE, hitId) : null;
    await tx.screeningHit.update({
      where: { id: hitId },
      data: {
        state: verdict,
        reason,
        dataKey: cipher?.dataKey ?? null,
        noteCipher: cipher?.seal("note_cipher", note!) ?? null,
        decidedById: viewer.userId,
        decidedAt: new Date(),
      },
    });
    const data = { verdict, reason, hitId, source: hit.source };
    await audit(tx, { actorId: viewer.userId, action: "case.hit_decided", targetId: userId, data });
  });
  return listHits(viewer, userId);
}

/** Whether a name of this case is on a list, as far as reviewers have not cleared it. */
export const hasHit = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.screeningHit.count({ where: { userId, state: { not: "cleared" }, endedAt: null } })) > 0;
