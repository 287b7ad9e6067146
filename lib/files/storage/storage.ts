import "server-only";
import { env } from "@/lib/env";
import { createCircuitBreaker, type Breaker } from "@/lib/circuit-breaker";
import { diskStorage } from "./disk";
import type { FileStorage } from "./port";
import { s3Storage } from "./s3";
import { uploadthingStorage } from "./uploadthing";

/** The circuit breaker shared by all UploadThing calls. */
const uploadthingBreaker = createCircuitBreaker();

const guarded = (given: FileStorage, ask: Breaker): FileStorage => ({
  name: given.name,
  put: (...args) => ask(() => given.put(...args)),
  read: (key) => ask(() => given.read(key)),
  remove: (key) => ask(() => given.remove(key)),
});

/** The S3 storage with its circuit breaker, made on first use. */
let s3: FileStorage | undefined;

/** Returns the storage for new files. */
export const storage = (): FileStorage => storageNamed(env.FILES);

/**
 * Returns the storage named in a row. Files remain in their storage when the configuration changes. Throws if its settings are missing.
 */
export function storageNamed(name: string): FileStorage {
  if (name === "disk") return diskStorage();
  if (name === "uploadthing" && env.UPLOADTHING_TOKEN) {
    return guarded(uploadthingStorage({ token: env.UPLOADTHING_TOKEN }), uploadthingBreaker);
  }
  if (name === "s3" && env.S3) return (s3 ??= s3Storage(env.S3));
  throw new Error(`storage '${name}' is not configured`);
}

/** Returns the storages, if configured, whose keys are the ids of files. */
export const storagesByFileId = (): FileStorage[] =>
  ["disk", ...(env.S3 ? ["s3"] : [])].map((name) => storageNamed(name));
