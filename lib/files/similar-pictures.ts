import "server-only";
import type { db, Tx } from "@/lib/db/client";
import { blindIndex, newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { bandsOf, looksAlike } from "./picture-hash";

/** Pictures of documents that look alike, also after scaling and recompression (product 10.20, ADR 30). */
const TABLE = "picture_hashes";
/** A bound on the hashes opened for one lookup; unrelated pictures share a column once in thousands. */
const MAX_CANDIDATES = 2_000;

/** The columns of the hash of a file. */
export function sealPicture(fileId: string, hash: string) {
  const cipher = newRowCipher(TABLE, fileId);
  return {
    dataKey: cipher.dataKey,
    hashCipher: cipher.seal("hash_cipher", hash),
    bands: bandsOf(hash).map((band) => blindIndex("picture", band)),
  };
}

interface SealedHash {
  fileId: string;
  dataKey: string;
  hashCipher: string;
}
const open = ({ fileId, dataKey, hashCipher }: SealedHash) =>
  openRowCipher(TABLE, fileId, dataKey).open("hash_cipher", hashCipher);

/** The other users who submitted a picture that looks like one of this submission. Equal files count, too. */
export async function findUsersWithSimilarPictures(
  reader: Tx | typeof db,
  userId: string,
  submissionId: string | null,
): Promise<string[]> {
  if (!submissionId) return [];
  const own = await reader.pictureHash.findMany({
    where: { file: { documents: { some: { submissionId } } } },
  });
  if (own.length === 0) return [];
  const bands = own.flatMap((row) => row.bands);
  const candidates = await reader.$queryRaw<(SealedHash & { userId: string })[]>`
    SELECT p.file_id AS "fileId", p.data_key AS "dataKey", p.hash_cipher AS "hashCipher", s.user_id AS "userId"
    FROM picture_hashes p JOIN documents d ON d.file_id = p.file_id JOIN submissions s ON s.id = d.submission_id
    WHERE p.bands && ${bands}::text[] AND s.user_id <> ${userId}::uuid AND s.state <> 'draft'
    LIMIT ${MAX_CANDIDATES}`;
  const hashes = own.map(open);
  const similar = candidates.filter((candidate) => {
    const other = open(candidate);
    return hashes.some((hash) => looksAlike(hash, other));
  });
  return [...new Set(similar.map((candidate) => candidate.userId))];
}
