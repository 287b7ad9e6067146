import "server-only";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { env } from "@/lib/env";
import { uploadPath } from "../disk";
import { requireStorageKey, type FileStorage } from "./port";

/** Stores the names in a folder durably. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Returns the default storage: files under DATA_DIR/uploads, readable by the server's user only. */
export const diskStorage = (): FileStorage => {
  const filePath = (key: string) => uploadPath(env.DATA_DIR, requireStorageKey(key));
  return {
    name: "disk",
    async put(key, content) {
      const target = filePath(key);
      const created = await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const handle = await open(`${target}.tmp`, "w", 0o600);
      try {
        await handle.writeFile(Readable.fromWeb(content.stream() as never));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${target}.tmp`, target);
      await syncFolder(path.dirname(target));
      if (created) await syncFolder(path.dirname(created));
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
