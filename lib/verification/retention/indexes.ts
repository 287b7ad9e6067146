import "server-only";
import { retentionIndex } from "@/lib/pii/retention-cipher";
import { identityFacts, relatedFacts, type IdentityFact, type IdentityRow } from "../link-facts";

/**
 * The keyed hashes by which erased data is recognised (threat 54): stored with a record, and computed for each user that is compared with
 * it.
 */

/** Returns the index of a user's own value. */
export const ownIndex = ({ field, value }: IdentityFact) => retentionIndex(field, value);
/** Returns the index of a value of somebody whom the user named, e.g. a contact of the next of kin. */
export const relatedIndex = ({ field, value }: IdentityFact) => retentionIndex(`related.${field}`, value);

/** All indexes of a user whose data is erased. */
export const retentionIndexes = (user: IdentityRow): string[] => [
  ...identityFacts(user).map(ownIndex),
  ...relatedFacts(user).map(relatedIndex),
];
