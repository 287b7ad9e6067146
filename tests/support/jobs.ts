import { db } from "@/lib/db/client";
import type { JobName } from "@/lib/db/jobs";

interface Job {
  attempts: number;
  runAt: Date;
  lockedBy: string | null;
  error: string | null;
}

/** Returns the queued or running job about a row; undefined if it is done. */
export async function jobOf(name: JobName, id: string): Promise<Job | undefined> {
  const [job] = await db.$queryRaw<Job[]>`
    SELECT attempts, run_at AS "runAt", locked_by AS "lockedBy", last_error AS error FROM graphile_worker.jobs WHERE key = ${`${name}:${id}`}`;
  return job;
}

/** Removes all queued jobs, so that the servers do not process rows written so far. */
export const removeJobs = () => db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;

/** Counts the jobs of this kind that are running. */
export async function running(name: JobName): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = ${name} AND locked_by IS NOT NULL`;
  return row.count;
}
