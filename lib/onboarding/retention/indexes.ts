import "server-only";
import { retentionIndex } from "@/lib/pii/retention-cipher";
import { identityFacts, relatedFacts, type IdentityFact, type IdentityRow } from "../link-facts";

/**
 * Keyed hashes for recognising erased data (threat 54). They are stored with a record, and computed for each user that is compared with it.
 */

/** Returns the index of a user's own value. */
export const ownIndex = ({ field, value }: IdentityFact) => retentionIndex(field, value);
/** Returns the index of a value that belongs to a person named by the user, e.g. a contact of the next of kin. */
export const relatedIndex = ({ field, value }: IdentityFact) => retentionIndex(`related.${field}`, value);

/** Returns all indexes of a user whose data is being erased. */
export const retentionIndexes = (user: IdentityRow): string[] => [
  ...identityFacts(user).map(ownIndex),
  ...relatedFacts(user).map(relatedIndex),
];
