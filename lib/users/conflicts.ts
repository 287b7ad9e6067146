import "server-only";
import { type db, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { conflictFields, type ConflictField } from "@/lib/onboarding/dto";
import { identityFacts, identitySelect, relatedFacts, type IdentityFact } from "@/lib/onboarding/link-facts";
import { describeShared, describeSharedWithInvestor } from "./conflict-labels";

const select = {
  id: true,
  ...identitySelect,
  knownDevices: { where: { browserHash: { not: null } }, select: { browserHash: true } },
} as const;

/**
 * Finds what a reviewer and an applicant have in common: identity numbers, contacts, or a browser in which both logged in. Contacts of next
 * of kin and signatories are compared on one side only, e.g. when the reviewer is the applicant's next of kin (threat 64).
 */
export async function findConflicts(
  reader: Tx | typeof db,
  reviewerId: string,
  userId: string,
): Promise<ConflictField[]> {
  return (await findConflictsOfEach(reader, reviewerId, [userId])).get(userId) ?? [];
}

/** Like `findConflicts`, but also returns the applicant's identifying details. Throws if the user does not exist. */
export async function findConflictsAndIdentity(reader: Tx | typeof db, reviewerId: string, userId: string) {
  const users = await reader.user.findMany({ where: { id: { in: [reviewerId, userId] } }, select });
  const [reviewer, identity] = [reviewerId, userId].map((id) => users.find((user) => user.id === id));
  if (!identity) throw notFound("User not found");
  return { identity, conflicts: reviewer ? sharedFields(reviewer, identity) : [] };
}

/** Finds what a reviewer has in common with each of several applicants, keyed by user id, in one query. */
export async function findConflictsOfEach(
  reader: Tx | typeof db,
  reviewerId: string,
  userIds: readonly string[],
): Promise<Map<string, ConflictField[]>> {
  const users = await reader.user.findMany({ where: { id: { in: [reviewerId, ...userIds] } }, select });
  const reviewer = users.find(({ id }) => id === reviewerId);
  return new Map(reviewer && users.map((user) => [user.id, sharedFields(reviewer, user)]));
}

/** Returns whether the applicant shares identifying details with any administrator. */
export async function sharesWithAdministrator(reader: Tx | typeof db, userId: string): Promise<boolean> {
  // oxlint-disable-next-line house/bounded-readings -- administrators are few
  const users = await reader.user.findMany({ where: { OR: [{ id: userId }, { role: "admin" }] }, select });
  const applicant = users.find(({ id }) => id === userId);
  return !!applicant && users.some((user) => user.id !== userId && sharedFields(user, applicant).length > 0);
}

type Party = Prisma.UserGetPayload<{ select: typeof select }>;

function sharedFields(reviewer: Party, applicant: Party): ConflictField[] {
  const own = [identityFacts(reviewer), identityFacts(applicant)] as const;
  const related = [relatedFacts(reviewer), relatedFacts(applicant)] as const;
  const browsers = new Set(reviewer.knownDevices.map(({ browserHash }) => browserHash));
  const shared = new Set<string>([
    ...fieldsInCommon([...own[0], ...related[0]], own[1]),
    ...fieldsInCommon(own[0], related[1]),
    // In the demo, browsers are not compared: one person plays all roles in one browser.
    ...(!env.DEMO && applicant.knownDevices.some(({ browserHash }) => browsers.has(browserHash))
      ? ["device"]
      : []),
  ]);
  return conflictFields.filter((field) => shared.has(field));
}

function fieldsInCommon(some: readonly IdentityFact[], others: readonly IdentityFact[]): string[] {
  const keys = new Set(some.map(({ field, value }) => `${field}|${value}`));
  return others.filter(({ field, value }) => keys.has(`${field}|${value}`)).map(({ field }) => field);
}

/**
 * Throws CONFLICT if the reviewer and the applicant may be the same person or related. `reviewer` is what the message calls the reviewer.
 */
export async function requireNoConflict(
  tx: Tx,
  reviewerId: string,
  userId: string,
  reviewer?: string,
): Promise<void> {
  const shared = await findConflicts(tx, reviewerId, userId);
  if (shared.length > 0)
    throw new AppError("CONFLICT", describeShared(shared, reviewer), { data: { shared } });
}

/**
 * Throws CONFLICT if an administrator who decides about money and one of the investors concerned may be the same person or related. The
 * number of queries does not depend on the number of investors. `administrator` is what the message calls the administrator.
 */
export async function requireNoInvestorConflict(
  tx: Tx,
  administratorId: string,
  investorIds: readonly string[],
  administrator?: string,
): Promise<void> {
  if (investorIds.length === 0) return;
  const found = await findConflictsOfEach(tx, administratorId, investorIds);
  for (const id of investorIds) {
    const shared = found.get(id) ?? [];
    if (shared.length > 0)
      throw new AppError("CONFLICT", describeSharedWithInvestor(shared, administrator), { data: { shared } });
  }
}
