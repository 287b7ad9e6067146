import "server-only";
import { audit } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { openNoteColumns, sealNoteColumns } from "@/lib/pii/note-columns";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "@/lib/users/conflicts";
import { compareBirth } from "./births";
import {
  isReasonFor,
  nearNamesDto,
  type HitDecisionInput,
  type ScreeningDto,
  type ScreeningHitDto,
} from "./schema";
import { syncAlert } from "./alerts";
import { currentRevision } from "./watchlists";

/** Hits as reviewers see and decide on them (product 10.27). Applicants never see them. */
const NOTE_TABLE = "screening_hits";
const include = { decidedBy: { select: { name: true } } } as const;
type Row = Prisma.ScreeningHitGetPayload<{ include: typeof include }>;

/** Returns the rank of a hit: open hits first, then confirmed, cleared, and ended ones. */
const rankOf = ({ state, endedAt }: Row) => (endedAt ? 3 : { open: 0, confirmed: 1, cleared: 2 }[state]);

/** Returns the hits of a user, with their decisions. */
export async function listHits(userId: string): Promise<ScreeningDto> {
  // The state is read before the hits. Otherwise an old list of hits could be shown with the state of a newer comparison.
  const { screenedAt, isDue, lists, near } = await readScreening(db, userId);
  const rows = await db.screeningHit.findMany({ relationLoadStrategy: "join", where: { userId }, include });
  const hits = rows.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.score - a.score || a.id.localeCompare(b.id),
  );
  return {
    lists,
    screenedAt: screenedAt?.toISOString() ?? null,
    isDue,
    hits: hits.map(toDto),
    near: nearNamesDto.parse(near ?? { count: 0, names: [] }),
  };
}

/** Returns whether the date of birth in the case is one on the list. */
function birthOf({ dateOfBirth, births }: Pick<Row, "dateOfBirth" | "births">): ScreeningHitDto["birth"] {
  const agreement = compareBirth(dateOfBirth && dayOf(dateOfBirth), births);
  if (agreement === "unknown") return "unknown";
  return agreement === "same" || agreement === "close" ? "matches" : "differs";
}

/** Returns why a reason about the date of birth cannot be given. */
function describeUnfit(hit: Pick<Row, "dateOfBirth" | "births">): string {
  const why = {
    unknown: `${hit.dateOfBirth ? "The list" : "This case"} has no date of birth for this name.`,
    matches: "The dates of birth match.",
    differs: "The dates of birth differ.",
  }[birthOf(hit)];
  return `${why} Choose another reason.`;
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
  answers: row.answers,
  dateOfBirth: row.dateOfBirth && dayOf(row.dateOfBirth),
  birth: birthOf(row),
  score: row.score,
  explanation: row.explanation,
  basis: row.basis,
  foundAt: row.foundAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  state: row.state,
  reason: row.reason,
  note: openNoteColumns(NOTE_TABLE, row),
  decidedBy: row.decidedBy?.name ?? null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/**
 * Clears or confirms a hit with a reason, replacing an earlier decision. It is audited without the note. Throws NOT_FOUND; FORBIDDEN for
 * one's own account; VALIDATION_FAILED for a reason that contradicts the dates of birth; CONFLICT if the hit has changed since it was read, if it is confirmed, unless the viewer is a super administrator who
 * has never confirmed it, or if the reviewer has details in common with the user (threat 64).
 */
export async function decideHit(
  viewer: Viewer,
  userId: string,
  { hitId, verdict, reason, basis, note }: HitDecisionInput,
): Promise<ScreeningDto> {
  await transaction(async (tx) => {
    await lockUsers(tx, viewer.userId, userId);
    await lockManagedUser(tx, viewer, userId, "compliance.decide");
    const hit = await tx.screeningHit.findFirst({ where: { id: hitId, userId } });
    if (!hit) throw notFound("This hit no longer exists");
    await requireNoConflict(tx, viewer.userId, userId);
    if (hit.endedAt || hit.basis !== basis)
      throw new AppError("CONFLICT", "The list or the name has changed. Look at it again before you decide.");
    if (!isReasonFor(reason, birthOf(hit))) throw invalid("reason", describeUnfit(hit));
    if (
      hit.state === "confirmed" &&
      verdict === "cleared" &&
      (!viewer.isSuper || (await hasConfirmed(tx, viewer, hit)))
    )
      throw new AppError("CONFLICT", "Only another super administrator can clear a confirmed hit");
    // Confirming again without a note retains the earlier note.
    const keepsNote = !note && hit.state === "confirmed" && verdict === "confirmed";
    await tx.screeningHit.update({
      where: { id: hitId },
      data: {
        state: verdict,
        reason,
        ...(!keepsNote && sealNoteColumns(NOTE_TABLE, hitId, note)),
        decidedById: viewer.userId,
        decidedAt: new Date(),
      },
    });
    await syncAlert(tx, userId, viewer.userId);
    const data = { verdict, reason, hitId, source: hit.source };
    await audit(tx, { actorId: viewer.userId, action: "case.hit_decided", targetId: userId, data });
  });
  return listHits(userId);
}

/** Returns whether the viewer has ever confirmed this hit, even if another administrator has confirmed it since. */
const hasConfirmed = async (tx: Tx, viewer: Viewer, hit: Pick<Row, "id" | "userId">): Promise<boolean> =>
  (await tx.auditEvent.count({
    where: {
      targetId: hit.userId,
      actorId: viewer.userId,
      action: "case.hit_decided",
      AND: [
        { data: { path: ["hitId"], equals: hit.id } },
        { data: { path: ["verdict"], equals: "confirmed" } },
      ],
    },
  })) > 0;

/**
 * Reads when a user was last screened, and whether they are due: never screened, or screened against outdated lists or names. Without
 * lists, no user is due.
 */
async function readScreening(reader: Tx | typeof db, userId: string) {
  const screening = await reader.screening.findUnique({ where: { userId } });
  // The revision is read after the user's row, so that a list activated in between makes the user due.
  const { revision, lists } = await currentRevision(reader);
  const { screenedAt = null, revision: screenedRevision = 0, near = null } = screening ?? {};
  return { screenedAt, isDue: screenedRevision < revision, lists, near };
}

/**
 * Returns whether screening flags the case for this administrator: a name has not been compared with the current lists, or has a hit that
 * no other administrator has cleared (threat 68).
 */
export async function hasUnclearedHit(
  tx: Tx | typeof db,
  userId: string,
  administratorId: string,
): Promise<boolean> {
  const isUncleared = [{ state: { not: "cleared" } }, { decidedById: administratorId }] as const;
  const hits = await tx.screeningHit.count({ where: { userId, endedAt: null, OR: [...isUncleared] } });
  return hits > 0 || (await readScreening(tx, userId)).isDue;
}
