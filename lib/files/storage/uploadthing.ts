import "server-only";
import type { UTApiOptions } from "uploadthing/types";
import type { FileStorage } from "./port";

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
