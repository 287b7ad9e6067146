// The database that a command works on: DATABASE_URL, else the embedded PostgreSQL of DATA_DIR, running or not.
import path from "node:path";
import { Stop, dataDir, sleep } from "./common.mjs";
import { makeWritable, takeLock } from "./lock.mjs";
import { runningPostmaster, startPostgres } from "./postgres.mjs";
import { ensureSecrets } from "./secrets.mjs";

/** DATABASE_URL, else the embedded PostgreSQL of DATA_DIR: that of a running quickstart, or one for just this purpose. */
export async function withDatabase(what, work) {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
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
    // Another migration is waited for: its server goes when it is done. A quickstart's server stays, and is used.
    if (running?.port && lock.what === "quickstart") {
      return work(`postgresql://seedline:${postgresPassword}@127.0.0.1:${running.port}/seedline`);
    }
  }
  throw new Stop(`Another program has been using ${dir} for a minute.`);
}
