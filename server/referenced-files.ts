import type { ClientBase } from "pg";

export interface ReferencedFile {
  /** The name of the storage (lib/files/storage/port.ts). */
  storage: string;
  key: string;
  /** The SHA-256 of the stored bytes. */
  sha256: string;
}

/**
 * Returns the files that must exist. A file that is neither attached nor in a draft is an upload in progress, or about to be deleted:
 * `unused` in lib/files/files.ts.
 */
export async function readReferencedFiles(client: ClientBase): Promise<ReferencedFile[]> {
  const { rows } = await client.query<ReferencedFile>(
    `with used as (select * from files where attached_at is not null or id in (
       select file_id from draft_files union select file_id from due_diligence_drafts where file_id is not null))
     select storage, storage_key as key, coalesce(sealed_sha256, sha256) as sha256 from files
     where id in (select id from used union select original_id from used) order by 2`,
  );
  return rows;
}
