/** The storages, as rows and FILES name them. */
export const storageNames = ["disk", "uploadthing", "s3"] as const;
export type StorageName = (typeof storageNames)[number];

/** The interface of file storages. All content is private; lib/files/files.ts decides who may read it. */
export interface FileStorage {
  readonly name: StorageName;
  /** Stores the content durably. Returns the key for reading it. */
  put(key: string, content: Blob, contentType: string): Promise<string>;
  /** Throws if the file does not exist. */
  read(storageKey: string): Promise<ReadableStream<Uint8Array>>;
  /** Removing a missing file is not an error. */
  remove(storageKey: string): Promise<void>;
}

/**
 * Returns the key of a file, which is its id, at a storage whose paths contain it. Throws for any other key: a manipulated row must not lead
 * to another path.
 */
export function requireStorageKey(key: string): string {
  if (!/^[a-z0-9-]{10,64}$/.test(key)) throw new Error("bad storage key");
  return key;
}
