import "server-only";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { UTApiOptions } from "uploadthing/types";
import { env } from "@/lib/env";
import { createCircuitBreaker, type Breaker } from "@/lib/circuit-breaker";
import { uploadPath } from "./disk";

/** The interface of file storages. All content is private; lib/files/files.ts decides who may read it. */
export interface FileStorage {
  readonly name: "disk" | "uploadthing";
  /** Stores the content durably. Returns the key for reading it. */
  put(key: string, content: Blob, contentType: string): Promise<string>;
  /** Throws if the file does not exist. */
  read(storageKey: string): Promise<ReadableStream<Uint8Array>>;
  /** Removing a missing file is not an error. */
  remove(storageKey: string): Promise<void>;
}

/** Returns the default storage: files under DATA_DIR/uploads, readable by the server's user only. */
export const diskStorage = (): FileStorage => {
  const filePath = (key: string) => {
    // Defence in depth: a manipulated row must not lead to a path outside the folder.
    if (!/^[a-z0-9-]{10,64}$/.test(key)) throw new Error("bad storage key");
    return uploadPath(env.DATA_DIR, key);
  };
  return {
    name: "disk",
    async put(key, content) {
      const target = filePath(key);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const handle = await open(`${target}.tmp`, "w", 0o600);
      try {
        await handle.writeFile(Readable.fromWeb(content.stream() as never));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${target}.tmp`, target);
      return key;
    },
    async read(key) {
      const handle = await open(filePath(key));
      return Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>;
    },
    async remove(key) {
      await rm(filePath(key), { force: true });
      // A crash between writing and renaming may have left a temporary file.
      await rm(`${filePath(key)}.tmp`, { force: true });
    },
  };
};

const TIMEOUT_MS = 5_000;
const SIGNED_SECONDS = 60;

export interface UploadthingOptions {
  token: string;
  /** The address of the API, which tests override. */
  apiUrl?: string;
  ingestUrl?: string;
  ufsHost?: string;
  ufsAppIdLocation?: "subdomain" | "path";
}

/**
 * Returns the UploadThing storage, with a private ACL. Files are read through signed URLs that are valid for a minute and never leave the
 * server.
 */
export const uploadthingStorage = (options: UploadthingOptions): FileStorage => {
  // The SDK is loaded lazily, because it is large and most installations store files on disk.
  const load = async () => {
    const { UTApi, UTFile } = await import("uploadthing/server");
    const bounded: typeof globalThis.fetch = (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return {
      api: new UTApi({ fetch: bounded as never, logLevel: "None", ...options } as UTApiOptions),
      UTFile,
    };
  };
  return {
    name: "uploadthing",
    async put(key, content, contentType) {
      const { api, UTFile } = await load();
      const file = new UTFile([content], key, { customId: key, type: contentType });
      const { data, error } = await api.uploadFiles(file, {
        acl: "private",
        contentDisposition: "attachment",
      });
      if (error) throw new Error(`uploadthing: ${error.code}`);
      return data.key;
    },
    async read(storageKey) {
      const { api } = await load();
      const { ufsUrl } = await api.generateSignedURL(storageKey, { expiresIn: SIGNED_SECONDS });
      const response = await fetch(ufsUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok || !response.body) throw new Error(`uploadthing answered ${response.status}`);
      return response.body;
    },
    async remove(storageKey) {
      const { api } = await load();
      await api.deleteFiles(storageKey);
    },
  };
};

/** The circuit breaker shared by all UploadThing calls. */
const uploadthingBreaker = createCircuitBreaker();

const guarded = (given: FileStorage, ask: Breaker): FileStorage => ({
  name: given.name,
  put: (...args) => ask(() => given.put(...args)),
  read: (key) => ask(() => given.read(key)),
  remove: (key) => ask(() => given.remove(key)),
});

/** Returns the storage for new files. */
export const storage = (): FileStorage => storageNamed(env.UPLOADTHING_TOKEN ? "uploadthing" : "disk");

/** Returns the storage named in a row. Files remain in their storage when the configuration changes. */
export function storageNamed(name: string): FileStorage {
  if (name === "disk") return diskStorage();
  if (name === "uploadthing" && env.UPLOADTHING_TOKEN) {
    return guarded(uploadthingStorage({ token: env.UPLOADTHING_TOKEN }), uploadthingBreaker);
  }
  throw new Error(`storage '${name}' is not configured`);
}
