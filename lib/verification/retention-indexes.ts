import "server-only";
import { bandsOf } from "@/lib/files/picture-hash";
import type { Picture } from "@/lib/files/similar-pictures";
import { retentionIndex } from "@/lib/pii/retention-cipher";
import { identityFacts, relatedFacts, type IdentityFact, type IdentityRow } from "./identity";

/** The keyed hashes by which erased data is recognised (threat 54): stored with a record, and computed for each user that is compared with it. */

/** Of a value of the user's own. */
export const ownIndex = ({ field, value }: IdentityFact) => retentionIndex(field, value);
/** Of somebody whom the user named, e.g. a contact of the next of kin. */
export const relatedIndex = ({ field, value }: IdentityFact) => retentionIndex(`related.${field}`, value);

/** Similar pictures have at least one of them in common. */
export const bandIndexes = (pictures: readonly Picture[]): string[] => [
  ...new Set(pictures.flatMap(({ hash }) => bandsOf(hash)).map((band) => retentionIndex("band", band))),
];

/** All indexes of a user whose data is erased. */
export const retentionIndexes = (user: IdentityRow, pictures: readonly Picture[]): string[] => [
  ...identityFacts(user).map(ownIndex),
  ...relatedFacts(user).map(relatedIndex),
  ...bandIndexes(pictures),
];
