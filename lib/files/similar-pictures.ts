import "server-only";
import type { db, Prisma, Tx } from "@/lib/db/client";
import { blindIndex, newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { bandsOf, looksAlike } from "./picture-hash";

/** Pictures of documents that look alike, also after scaling and recompression (product 10.20, ADR 30). */
const TABLE = "picture_hashes";
/** A bound on the hashes opened for one lookup, those with most columns in common first: unrelated pictures share one by chance. */
const MAX_CANDIDATES = 2_000;

const bandIndex = (band: string) => blindIndex("picture", band);

/** The columns of the hash of a file. */
export function sealPicture(fileId: string, hash: string) {
  const cipher = newRowCipher(TABLE, fileId);
  return {
    dataKey: cipher.dataKey,
    hashCipher: cipher.seal("hash_cipher", hash),
    bands: bandsOf(hash).map(bandIndex),
  };
}

interface SealedHash {
  fileId: string;
  dataKey: string;
  hashCipher: string;
}
const open = ({ fileId, dataKey, hashCipher }: SealedHash) =>
  openRowCipher(TABLE, fileId, dataKey).open("hash_cipher", hashCipher);

/** What a picture looks like, and the hash of its bytes. */
export interface Picture {
  hash: string;
  sha256: string;
}

/** The pictures among the documents of some submissions. */
export async function findPictures(
  reader: Tx | typeof db,
  submissions: Prisma.SubmissionWhereInput,
): Promise<Picture[]> {
  const rows = await reader.pictureHash.findMany({
    where: { file: { documents: { some: { submission: submissions } } } },
    include: { file: { select: { sha256: true } } },
  });
  return rows.map((row) => ({ hash: open(row), sha256: row.file.sha256 }));
}

/**
 * The pairs of different files that look alike, each named by the hashes of both contents, the same from either side. Equal files are not
 * among them: those are equal documents.
 */
export const alikePairs = (some: readonly Picture[], others: readonly Picture[]): string[] =>
  some.flatMap((one) =>
    others
      .filter((other) => one.sha256 !== other.sha256 && looksAlike(one.hash, other.hash))
      .map((other) => [one.sha256, other.sha256].toSorted().join("|")),
  );

/** A picture of another user that looks like one of a submission; `contents` as by `alikePairs`. */
interface SimilarPicture {
  userId: string;
  contents: string;
}

/** What other users submitted that looks like a picture of this submission. */
export async function findSimilarPictures(
  reader: Tx | typeof db,
  userId: string,
  submissionId: string | null,
): Promise<SimilarPicture[]> {
  if (!submissionId) return [];
  const own = await findPictures(reader, { id: submissionId });
  if (own.length === 0) return [];
  const bands = own.flatMap(({ hash }) => bandsOf(hash).map(bandIndex));
  const candidates = await reader.$queryRaw<(SealedHash & { userId: string; sha256: string })[]>`
    SELECT p.file_id AS "fileId", p.data_key AS "dataKey", p.hash_cipher AS "hashCipher", s.user_id AS "userId", f.sha256
    FROM picture_hashes p JOIN files f ON f.id = p.file_id JOIN documents d ON d.file_id = p.file_id JOIN submissions s ON s.id = d.submission_id
    WHERE p.bands && ${bands}::text[] AND s.user_id <> ${userId}::uuid AND s.state <> 'draft'
    ORDER BY (SELECT count(*) FROM unnest(p.bands) AS b WHERE b = ANY(${bands}::text[])) DESC, p.file_id
    LIMIT ${MAX_CANDIDATES}`;
  return candidates.flatMap((row) =>
    alikePairs(own, [{ hash: open(row), sha256: row.sha256 }]).map((contents) => ({
      userId: row.userId,
      contents,
    })),
  );
}
