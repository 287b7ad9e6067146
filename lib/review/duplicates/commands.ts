import "server-only";
import { audit } from "@/lib/audit/audit";
import { lockUsers, transaction } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { coveredKeys } from "@/lib/onboarding/link-rules";
import { sealNoteColumns } from "@/lib/pii/note-columns";
import type { DuplicatesDto } from "@/lib/users/dto";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "@/lib/users/conflicts";
import { findLinksOfPair } from "./linked-users";
import { findDuplicates } from "./queries";
import type { DuplicateDecisionInput } from "./schema";
import { NOTE_TABLE } from "./serialize";

/**
 * Stores a reviewer's decision on a user and another account or an erased record, replacing an earlier decision. The pair is not raised
 * again unless the two come to share other details (product 10.20). Audited for both users. Throws NOT_FOUND, including when the two no
 * longer share any details; FORBIDDEN for one's own account; CONFLICT if the reviewer has details in common with one of them (threat 64),
 * or if `seen` differs from the current links.
 */
export async function decideOnDuplicate(
  viewer: Viewer,
  userId: string,
  { otherId, recordId, verdict, seen, note }: DuplicateDecisionInput,
): Promise<DuplicatesDto> {
  const users = otherId ? [userId, otherId] : [userId];
  await transaction(async (tx) => {
    // Locks all users at once, in id order, as every command that locks several users does.
    await lockUsers(tx, viewer.userId, ...users);
    const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
    if (otherId) await lockManagedUser(tx, viewer, otherId, "cases.decide");
    const links = await findLinksOfPair(tx, user, { otherId, recordId });
    const keys = new Set(links.map(({ key }) => key));
    if (keys.size === 0) throw notFound("These two no longer share any details");
    for (const id of users) await requireNoConflict(tx, viewer.userId, id);
    if (keys.symmetricDifference(new Set(seen)).size > 0)
      throw new AppError(
        "CONFLICT",
        "The matching details have changed. Look at them again before you decide.",
      );

    const [first, second] = users.toSorted();
    const pair = { userId: first!, otherId: second ?? null, recordId: recordId ?? null };
    await tx.duplicateDecision.deleteMany({ where: pair });
    const id = uuidv7();
    await tx.duplicateDecision.create({
      data: {
        id,
        ...pair,
        verdict,
        links: coveredKeys([...keys]),
        ...sealNoteColumns(NOTE_TABLE, id, note),
        decidedById: viewer.userId,
      },
    });
    for (const targetId of users) {
      const other = targetId === userId ? otherId : userId;
      const data = { verdict, ...(recordId && { recordId }), ...(otherId && { otherId: other! }) };
      await audit(tx, { actorId: viewer.userId, action: "case.duplicate_decided", targetId, data });
    }
  });
  return findDuplicates(viewer, userId);
}
