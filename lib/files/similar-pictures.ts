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

/** A picture of another user that looks like one of a submission. */
interface SimilarPicture {
  userId: string;
  /** The hashes of both contents, the same from either side. */
  contents: string;
}

/** What other users submitted that looks like a picture of this submission. Equal files are not among them: those are equal documents. */
export async function findSimilarPictures(
  reader: Tx | typeof db,
  userId: string,
  submissionId: string | null,
): Promise<SimilarPicture[]> {
  if (!submissionId) return [];
  const own = await reader.pictureHash.findMany({
    where: { file: { documents: { some: { submissionId } } } },
    include: { file: { select: { sha256: true } } },
  });
  if (own.length === 0) return [];
  const bands = own.flatMap((row) => row.bands);
  const candidates = await reader.$queryRaw<(SealedHash & { userId: string; sha256: string })[]>`
    SELECT p.file_id AS "fileId", p.data_key AS "dataKey", p.hash_cipher AS "hashCipher", s.user_id AS "userId", f.sha256
    FROM picture_hashes p JOIN files f ON f.id = p.file_id JOIN documents d ON d.file_id = p.file_id JOIN submissions s ON s.id = d.submission_id
    WHERE p.bands && ${bands}::text[] AND s.user_id <> ${userId}::uuid AND s.state <> 'draft'
    LIMIT ${MAX_CANDIDATES}`;
  const pictures = own.map((row) => ({ sha256: row.file.sha256, hash: open(row) }));
  return candidates.flatMap((candidate) => {
    const other = open(candidate);
    return pictures
      .filter(({ sha256, hash }) => sha256 !== candidate.sha256 && looksAlike(hash, other))
      .map(({ sha256 }) => ({
        userId: candidate.userId,
        contents: [sha256, candidate.sha256].toSorted().join("|"),
      }));
  });
}
