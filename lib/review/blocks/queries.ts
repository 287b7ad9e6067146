import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { identityFields, type IdentityField } from "@/lib/onboarding/dto";
import { identityFacts, identitySelect, type IdentityRow } from "@/lib/onboarding/link-facts";
import { strongFields } from "@/lib/onboarding/link-rules";
import { ownIndex } from "@/lib/onboarding/retention/indexes";
import { namesOf } from "@/lib/users/names";
import { linksOf, strongest } from "../duplicates/linked-users";
import { findRetainedMatches } from "../duplicates/retained-matches";
import { blockReasons, type BlockDto } from "./schema";

/** Blocks as reviewers see them (product 10.20). Applicants never see them. */

/** The maximum number of blocks returned. */
const MAX_BLOCKS = 20;

/**
 * Returns other accounts, also erased ones, that are this person's: a number, a document or a bank account of any of their submissions is the
 * same, or a reviewer has decided so. A block of one binds the others, whatever numbers were added later.
 */
async function findSamePerson(reader: Tx | typeof db, userId: string): Promise<Set<string>> {
  const rows = await reader.$queryRaw<{ id: string }[]>`
    ${linksOf(userId, "all")}
    SELECT user_id AS id FROM links WHERE strength = 'strong'
    UNION SELECT CASE WHEN user_id = ${userId}::uuid THEN other_id ELSE user_id END FROM duplicate_decisions
    WHERE verdict = 'same_person' AND other_id IS NOT NULL AND ${userId}::uuid IN (user_id, other_id)`;
  const erased = (await findRetainedMatches(userId, reader)).filter(
    ({ links }) => strongest(links) === "strong",
  );
  return new Set([...rows.map(({ id }) => id), ...erased.map((match) => match.userId)]);
}

/** Returns the blocks in force that concern a user, in any of their submissions: their own, and those of people with the same details. */
export async function listBlocks(
  userId: string,
  reader: Tx | typeof db = db,
  user?: IdentityRow,
): Promise<BlockDto[]> {
  user ??= await reader.user.findUniqueOrThrow({ where: { id: userId }, select: identitySelect });
  const fieldOf = new Map<string, IdentityField>(
    identityFacts(user).map((fact) => [ownIndex(fact), fact.field] as const),
  );
  const others = await findSamePerson(reader, userId);
  const rows = await reader.personBlock.findMany({
    where: {
      liftedAt: null,
      OR: [{ userId: { in: [userId, ...others] } }, { indexes: { hasSome: [...fieldOf.keys()] } }],
    },
    orderBy: { blockedAt: "desc" },
    take: MAX_BLOCKS,
  });
  if (rows.length === 0) return [];
  const names = await namesOf(rows.map(({ blockedById }) => blockedById));
  return rows.map((row): BlockDto => {
    const isOwn = row.userId === userId;
    const shared = new Set(isOwn ? [] : row.indexes.flatMap((index) => fieldOf.get(index) ?? []));
    return {
      _id: row.id,
      reason: row.reason,
      blockedAt: row.blockedAt.toISOString(),
      blockedBy: names.get(row.blockedById) ?? null,
      isOwn,
      fields: identityFields.filter((field) => shared.has(field)),
      isBinding: isOwn || others.has(row.userId) || strongFields.some((field) => shared.has(field)),
    };
  });
}

/** Throws CONFLICT if the person is blocked by their account, a number, a bank account or a document. */
export async function requireNotBlocked(tx: Tx, userId: string): Promise<void> {
  const binding = (await listBlocks(userId, tx)).find(({ isBinding }) => isBinding);
  if (binding)
    throw new AppError(
      "CONFLICT",
      `This person is blocked for ${blockReasons[binding.reason]}. Two administrators must lift the block before an approval.`,
    );
}
