import "server-only";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import type { Email } from "./outbox";

export interface ReadEmail extends Email {
  id: string;
  createdAt: string;
}

/** The newest emails of the disk outbox, for the demo's /dev/outbox. */
export async function readOutbox(limit: number): Promise<ReadEmail[]> {
  const folder = path.join(/* turbopackIgnore: true */ env.DATA_DIR, "outbox");
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .sort()
    .reverse()
    .slice(0, limit);
  return Promise.all(
    newest.map(async (name) => {
      const email = JSON.parse(await readFile(path.join(folder, name), "utf8")) as Omit<ReadEmail, "id">;
      return { ...email, id: name };
    }),
  );
}
