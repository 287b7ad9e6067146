import "server-only";
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from "graphile-worker";
import { warnIfAuditIsWritable } from "@/lib/audit/protection";
import { claimPoolName, findOldestDueJob, unlockJobsNotBegun, unlockJobsOfEndedPools } from "@/lib/db/jobs";
import { createPool } from "@/lib/db/pool";
import { checkConfiguration, env } from "@/lib/env";
import { describeError, log } from "@/lib/log";
import { MAX_ENDPOINTS } from "@/lib/webhooks/schema";
import { jobs } from "./table";

interface Group {
  isMember: (name: string) => boolean;
  /** The number of jobs that a process runs concurrently; most of them wait for I/O. */
  concurrency: number;
  connections: number;
}

/** Webhooks wait for the programs of others, so that each has a place of its own and takes none from emails or others. */
const isWebhook = (name: string) => name === "webhook";
const groups: readonly Group[] = [
  { isMember: (name) => !isWebhook(name), concurrency: 10, connections: 5 },
  { isMember: isWebhook, concurrency: MAX_ENDPOINTS, connections: 3 },
];
/** A job that is due now is announced (NOTIFY); one that becomes due later, or whose announcement was lost, starts within this time. */
export const POLL_MS = 2_000;
/** The interval between checks for locked jobs that no process is running. */
const UNLOCK_MS = { minResetLockedInterval: 5_000, maxResetLockedInterval: 10_000 };
/** The interval at which the watchdog looks for due jobs. */
const WATCH_MS = 10_000;
/** A runner that has free slots but starts none of the due jobs for this long is replaced. */
const STALLED_MS = 30_000;
/** A failed runner, e.g. after a restart of the database, is replaced after this time. */
const RESTART_MS = 2_000;
/** Jobs that take longer than this at shutdown, or after their runner failed, are aborted and run again. */
const DRAIN_MS = 10_000;
/** The resolution of a crontab is a minute, but the head of the audit log must be signed twice a minute (threat 55). */
const HALF_A_MINUTE_MS = 30_000;

/**
 * Validates the configuration (throws with the name of each invalid variable), and starts the jobs of this process unless `npm run worker`
 * runs them. The jobs stop when the server drains.
 */
export function startJobs(): void {
  checkConfiguration();
  void warnIfAuditIsWritable();
  if (!env.JOBS_IN_SERVER) return;
  const stop = runJobs();
  process.once("seedline:drain" as never, (ends: Promise<unknown>[]) => void ends.push(stop()));
}

/** Runs jobs until the returned function is called. That function waits for running jobs, for at most ten seconds. */
export function runJobs(running: readonly Group[] = groups): () => Promise<unknown> {
  const stops = running.map(runGroup);
  return () => Promise.all(stops.map((stop) => stop()));
}

function runGroup(group: Group): () => Promise<unknown> {
  const stopping = new AbortController();
  let runner: JobRunner | undefined;
  const released: Promise<void>[] = [];
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await startRunner(group);
        released.push(runner.released);
        if (stopping.signal.aborted) runner.stop();
        await runner.ended;
        if (!stopping.signal.aborted) throw new Error("The job queue has ended");
      } catch (error) {
        log.error({ event: "jobs.interrupted", ...describeError(error) });
      }
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return () => {
    stopping.abort();
    runner?.stop();
    // A replaced runner may still complete the jobs that it has begun.
    return Promise.race([ended.then(() => Promise.all(released)), sleep(DRAIN_MS)]);
  };
}

interface JobRunner {
  /**
   * Settles when the runner takes no more jobs: resolves if it was stopped, or rejects with its error. Jobs it has started may still be
   * running.
   */
  ended: Promise<void>;
  /** Settles when the jobs that it has begun are done, after ten seconds at the latest. */
  released: Promise<void>;
  /** Stops the runner from starting jobs. */
  stop(): void;
}

async function startRunner({ isMember, concurrency, connections }: Group): Promise<JobRunner> {
  const pgPool = createPool(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, { max: connections });
  // Without a listener, an error of an idle connection would end the process. The next query reports it.
  pgPool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
  const events = new EventEmitter() as WorkerEvents;
  events.on("pool:listen:success", ({ workerPool, client }) => {
    client.query(claimPoolName(workerPool.id)).catch(() => undefined);
  });
  const failure = Promise.withResolvers<never>();
  // The library ends a pool that could not store a job's completion, but after two such errors it waits for its batches forever (ADR 33).
  events.on("pool:fatalError", ({ error }) => failure.reject(error));
  let isReleased = false;
  events.on("pool:forcefulShutdown", () => (isReleased = true));
  const known = jobs.filter((job) => isKnown(job) && isMember(job.name));
  const watchdog = watch(events, known, concurrency, failure.reject);
  let runner: Runner;
  try {
    runner = await run({
      pgPool,
      events,
      concurrency,
      pollInterval: POLL_MS,
      ...UNLOCK_MS,
      // Without batching, the library does not catch the error if a job's completion cannot be stored, and the process would end.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // The server has its own signal handlers, which drain it.
      noHandleSignals: true,
      // The library's log lines contain error messages; job.failed below reports the same failures.
      logger: new Logger(() => () => undefined),
      taskList: Object.fromEntries(known.map((job) => [job.name, taskOf(job, () => isReleased)])),
      parsedCronItems: cronItems.filter(({ task }) => isMember(task)),
    });
  } catch (error) {
    clearInterval(watchdog);
    await pgPool.end();
    throw error;
  }
  log.info({ event: "jobs.started" });
  const stop = () => void runner.stop().catch(() => undefined);
  const ended = Promise.race([runner.promise, failure.promise]);
  const release = async () => {
    clearInterval(watchdog);
    stop();
    await Promise.race([runner.promise, sleep(DRAIN_MS)]).catch(() => undefined);
    isReleased = true;
    // Closing the last connection removes its name, so the pool's locked jobs are unlocked.
    await pgPool.end().catch(() => undefined);
  };
  return { ended, released: ended.then(release, release), stop };
}

/**
 * Unlocks jobs that no process is running, and calls `onStalled` when the runner with these events has stopped working: the same job has
 * been due for `STALLED_MS`, and no job has started or ended although there are free slots. While the database does not respond, nothing is
 * concluded.
 */
function watch(
  events: WorkerEvents,
  known: Job[],
  concurrency: number,
  onStalled: (error: Error) => void,
): NodeJS.Timeout {
  const names = known.map(({ name }) => name);
  const running = new Set<string>();
  let endedSinceUnlock: string[] = [];
  events.on("resetLocked:started", ({ workerPool }) => {
    const justEnded = endedSinceUnlock;
    endedSinceUnlock = [];
    const isBegun = (id: string) =>
      running.has(id) || justEnded.includes(id) || endedSinceUnlock.includes(id);
    Promise.all([unlockJobsOfEndedPools(), unlockJobsNotBegun(workerPool.id, isBegun)]).catch(
      (error: unknown) => log.warn({ event: "jobs.not_unlocked", ...describeError(error) }),
    );
  });
  let isIdle = true;
  events.on("job:start", ({ job }) => {
    running.add(job.id);
    isIdle = false;
  });
  events.on("job:complete", ({ job }) => {
    running.delete(job.id);
    endedSinceUnlock.push(job.id);
    isIdle = false;
  });
  let waiting: string | undefined;
  let waitingMs = 0;
  const check = async () => {
    const due = await findOldestDueJob(names).catch(() => null);
    const isStuck = due !== null && due.id === waiting && isIdle && running.size < concurrency;
    waitingMs = isStuck ? waitingMs + WATCH_MS : 0;
    waiting = due?.id;
    isIdle = true;
    if (waitingMs < STALLED_MS) return;
    log.error({ event: "jobs.stalled" });
    onStalled(new Error("The runner takes no due jobs"));
  };
  return setInterval(() => void check(), WATCH_MS);
}

type Job = (typeof jobs)[number];
const isScheduled = ({ when }: Job) => when !== "added";
/** A server leaves calls of other providers to the servers that use them: a name is `kind:provider`. */
const isKnown = ({ name }: Job) => !name.includes(":") || name.endsWith(`:${env.IDENTITY_PROVIDER}`);

/** The queue prevents two servers from running the job at the same time; the key prevents it from being queued twice. */
const toCronItem = ({ name, when }: Job) => ({
  task: name,
  match: when,
  options: { queueName: name, jobKey: name, maxAttempts: 1 },
});

/** Parsed at startup, so that the server does not start with an invalid crontab. */
const cronItems = parseCronItems(jobs.filter(isScheduled).map(toCronItem));

const never = () => new Promise<void>(() => undefined);

/**
 * The task of a job. Once its runner has been released, the task never returns: the library has lost the job by then, and a rejected
 * promise would end the process.
 */
const taskOf =
  ({ name, what }: Job, isReleased: () => boolean): Task =>
  async (payload, { job, addJob }) => {
    if (isReleased()) return never();
    const { id = "", _cron } = payload as { id?: string; _cron?: unknown };
    if (name === "audit-head" && _cron) {
      const runAt = new Date(Date.now() + HALF_A_MINUTE_MS);
      await addJob(name, {}, { runAt, queueName: name, jobKey: `${name}:again`, maxAttempts: 1 });
    }
    try {
      await what(id);
    } catch (error) {
      const { attempts, max_attempts: maxAttempts } = job;
      const final = attempts >= maxAttempts;
      // Of several consecutive failures, only the first and the last are logged.
      if (attempts === 1 || final)
        log.warn({ event: "job.failed", jobName: name, attempts, final, ...describeError(error) });
      // The queue stores error messages, which may quote values.
      throw new Error(describeError(error).errorCode ?? "failed");
    } finally {
      if (isReleased()) await never();
    }
  };
