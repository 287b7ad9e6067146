import "server-only";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import type { Email } from "./outbox";
import { readIfPresent } from "./read-if-present";

export interface ReadEmail extends Email {
  id: string;
  createdAt: string;
}

/** Returns the latest emails of the disk outbox, for the demo's /dev/outbox. Emails deleted by a job in the meantime are left out. */
export async function readOutbox(limit: number): Promise<ReadEmail[]> {
  const folder = path.join(/* turbopackIgnore: true */ env.DATA_DIR, "outbox");
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .sort()
    .reverse()
    .slice(0, limit);
  const emails = await Promise.all(
    newest.map(async (id) => {
      const text = await readIfPresent(path.join(folder, id));
      return text === null ? [] : [{ ...(JSON.parse(text) as Omit<ReadEmail, "id">), id }];
    }),
  );
  return emails.flat();
}
