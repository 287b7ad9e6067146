import "server-only";
import { env } from "@/lib/env";
import { db, Prisma, type Tx } from "./client";

/**
 * The queue of background jobs (ADR 33). This is the only module that depends on its schema. A job is added in the transaction of the
 * change it follows, so it runs if and only if the transaction commits. Its payload is only the id of a row: no personal data, no secrets.
 */
interface Job {
  /** The jobs of a queue run sequentially across all servers. */
  queue?: string;
  /** The jobs of a row run one after the other, also if one is added while another runs. */
  sequential?: boolean;
  /** Jobs with a lower number run first. */
  priority?: number;
  /** The maximum number of attempts. The first retry follows 2.7 s after an unexpected error; each further delay is e times as long. */
  maxAttempts?: number;
}

const jobs = {
  mail: { priority: 10 },
  // The last attempt is made within the ten minutes in which the email is expected.
  "email-request": { maxAttempts: 6 },
  archive: { queue: "archive", priority: 50 },
  // Servers with another provider do not know this job, or the name enquiries below, and leave them in the queue.
  "identity-check:sandbox": {},
  "identity-check:dojah": {},
  "identity-deadline": {},
  "name-enquiry:sandbox": {},
  "name-enquiry:dojah": {},
  // A trigger on `users` adds it for one user (prisma/guards/review.sql).
  screening: { priority: 100 },
  "screen-all": { queue: "screen-all", priority: 100 },
  // Triggers also add it for one user.
  "case-marks": { priority: 90 },
  resume: {},
  // A trigger on `audit_events` adds the first (prisma/guards/webhooks.sql).
  webhooks: { queue: "webhooks" },
  webhook: { sequential: true, priority: 20 },
} satisfies Record<string, Job>;
export type JobName = keyof typeof jobs;

type Writer = Pick<Tx, "$executeRaw">;

/**
 * Adds a job for each row of `rows`, which has the columns `id` (text) and `run_at`. A job for the same row that has not started is
 * replaced, but with `preserveRunAt` not its time; one that is running completes and is not retried.
 */
export async function addJobs(
  tx: Writer,
  name: JobName,
  rows: Prisma.Sql,
  { preserveRunAt = false } = {},
): Promise<void> {
  const { queue, sequential = false, priority = 0, maxAttempts = 25 }: Job = jobs[name];
  const key = Prisma.sql`${name}::text || ':' || id`;
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${name}::text, json_build_object('id', id), queue_name := ${sequential ? key : Prisma.sql`${queue ?? null}::text`}, run_at := run_at,
      max_attempts := ${maxAttempts}::int, job_key := ${key}, priority := ${priority}::int,
      job_key_mode := ${preserveRunAt ? "preserve_run_at" : "replace"}::text)
    FROM (${rows}) AS added (id, run_at)`;
}

/** Adds a job for the row with this id. It does not start before `runAt`. */
export const addJob = (tx: Writer, name: JobName, id: string, runAt: Date = new Date(0)): Promise<void> =>
  addJobs(tx, name, Prisma.sql`SELECT ${id}::text, greatest(now(), ${runAt}::timestamptz)`);

/** Returns SQL that names a worker pool's connection in pg_stat_activity, for as long as its process is alive. */
export const claimPoolName = (poolId: string) => `SET application_name = '${poolId.replaceAll("'", "")}'`;

/** A pool that has just started has no connection with its name yet. */
const GRACE_SECONDS = 10;

/** Makes the jobs of terminated pools available again. The library itself would do so only after four hours. */
export const unlockJobsOfEndedPools = (): Promise<unknown> => db.$executeRaw`
  SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM (
    SELECT locked_by, locked_at FROM graphile_worker._private_jobs
    UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues) AS locks
  WHERE locked_at < now() - make_interval(secs => ${GRACE_SECONDS})
    AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = locked_by)
  HAVING count(*) > 0`;

/** Returns the maximum delay of the response to a query that fetches a job (lib/db/pool.ts). */
const takingSeconds = () => GRACE_SECONDS + (4 * env.DATABASE_TIMEOUT_MS) / 1_000;

/**
 * Makes jobs available again that this pool has locked without running them: a stalled database may have assigned a job to a query
 * that had already timed out. `isBegun` returns whether the pool runs a job or has just run it; it is called after the locks are read,
 * so that a job that begins meanwhile stays locked.
 */
export async function unlockJobsNotBegun(poolId: string, isBegun: (id: string) => boolean): Promise<void> {
  const locked = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM graphile_worker._private_jobs
    WHERE locked_by = ${poolId} AND locked_at < now() - make_interval(secs => ${takingSeconds()})`;
  const orphans = locked.flatMap(({ id }) => (isBegun(id) ? [] : [id]));
  if (orphans.length === 0) return;
  await db.$executeRaw`
    WITH unlocked AS (
      UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = attempts - 1
      WHERE locked_by = ${poolId} AND id = ANY (${orphans}::bigint[])
      RETURNING job_queue_id)
    UPDATE graphile_worker._private_job_queues SET locked_by = NULL, locked_at = NULL
    WHERE locked_by = ${poolId} AND id IN (SELECT job_queue_id FROM unlocked)`;
}

/**
 * Returns the job that has been due longest without being started, and since when; null if there is none. A job that is waiting for another
 * job of its queue is not due yet. With `names`, only these jobs are considered.
 */
export async function findOldestDueJob(
  names: readonly string[] | null = null,
): Promise<{ id: string; seconds: number } | null> {
  const [job] = await db.$queryRaw<{ id: string; seconds: number }[]>`
    SELECT id::text, extract(epoch FROM now() - run_at)::float8 AS seconds FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts
      AND (${names}::text[] IS NULL OR task_identifier = ANY (${names}::text[]))
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS running WHERE running.queue_name = jobs.queue_name AND running.locked_at IS NOT NULL)
    ORDER BY run_at LIMIT 1`;
  return job ?? null;
}

/** Returns the numbers of jobs by name: due and not started, failed with a retry pending, and failed permanently. */
export const countJobs = () => db.$queryRaw<{ name: string; due: number; failing: number; failed: number }[]>`
  SELECT task_identifier AS name, (count(*) FILTER (WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts))::int AS due,
    (count(*) FILTER (WHERE last_error IS NOT NULL AND attempts < max_attempts))::int AS failing,
    (count(*) FILTER (WHERE last_error IS NOT NULL AND attempts >= max_attempts))::int AS failed
  FROM graphile_worker.jobs GROUP BY 1`;
