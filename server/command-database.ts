// The database of a command: DATABASE_URL, or DATABASE_DIRECT_URL if that is a PgBouncer, because commands hold locks of a session; otherwise
// the embedded PostgreSQL of DATA_DIR, whether running or not.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeWritable, takeLock } from "./data-dir-lock.ts";
import { runningPostmaster, startPostgres } from "./postgres.ts";
import { UserFacingError, dataDir } from "./process.ts";
import { ensureSecrets } from "./secrets.ts";

const directUrl = () => process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
/** Returns the address for schema changes: that of the owner, if it is a separate role (server/database-roles.ts). */
const ownerUrl = () => process.env.DATABASE_MIGRATION_URL || directUrl();

/**
 * Calls `work` with the database URL; for schema changes, with the owner's. An embedded PostgreSQL that is not running is started for it.
 */
export async function withDatabase<T>(
  what: string,
  work: (url: string) => Promise<T>,
  { asOwner = false } = {},
): Promise<T> {
  const given = asOwner ? ownerUrl() : directUrl();
  if (given) return work(given);
  const dir = dataDir();
  makeWritable(dir);
  const { postgresPassword } = ensureSecrets(dir);
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
    const lock = await takeLock(dir, what);
    if (lock.taken) {
      const server = await startPostgres({ dataDir: dir, password: postgresPassword });
      try {
        return await work(server.url);
      } finally {
        await server.stop();
        lock.release();
      }
    }
    const running = await runningPostmaster(path.join(dir, "postgres"));
    // If another command is running the server, wait until it has stopped it; a server run by quickstart stays up and is used.
    if (running?.port && lock.what === "quickstart") {
      return work(`postgresql://seedline:${postgresPassword}@127.0.0.1:${running.port}/seedline`);
    }
  }
  throw new UserFacingError(`Another program has been using ${dir} for a minute.`);
}
