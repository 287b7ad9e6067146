import { db, transaction, type Tx } from "@/lib/db/client";
import { until } from "./api";

/** Counts the connections that wait, directly or behind others, for locks of this transaction. */
async function waiting(pid: number): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    WITH RECURSIVE waiting AS (
      SELECT pid FROM pg_stat_activity WHERE ${pid}::int = ANY (pg_blocking_pids(pid))
      UNION
      SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY (pg_blocking_pids(a.pid))
    ) SELECT count(*)::int AS n FROM waiting`;
  return row!.n;
}

/** Locks the row of an investment until `work` waits for it, then changes the row. Returns the outcome of the work. */
export async function whileLocked(
  investmentId: string,
  work: () => Promise<unknown>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const started = await transaction(async (tx) => {
    const [{ pid }] = await tx.$queryRaw<[{ pid: number }]>`
      SELECT pg_backend_pid() AS pid FROM investments WHERE id = ${investmentId}::uuid FOR UPDATE`;
    const running = Promise.allSettled([work()]);
    await until(async () => (await waiting(pid)) >= 1, "the work to wait");
    await change(tx);
    return { running };
  });
  return (await started.running)[0];
}

/**
 * Locks the row of a user until `requests`, whose rights and proofs have already been checked, wait for it; then changes the account, so
 * that the change always precedes them. Returns the results of the requests.
 */
export async function changeDuring<T>(
  userId: string,
  requests: () => Promise<T>[],
  change: (tx: Tx) => Promise<unknown>,
): Promise<T[]> {
  const started = await transaction(async (tx) => {
    const [{ pid }] = await tx.$queryRaw<[{ pid: number }]>`
      SELECT pg_backend_pid() AS pid FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    const running = requests();
    await until(async () => (await waiting(pid)) >= running.length, "the requests to wait");
    await change(tx);
    return running;
  });
  return Promise.all(started);
}
