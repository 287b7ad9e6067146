import "server-only";
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from "graphile-worker";
import { warnIfAuditIsWritable } from "@/lib/audit/protection";
import { claimPoolName, findOldestDueJob, unlockJobsNotBegun, unlockJobsOfEndedPools } from "@/lib/db/jobs";
import { createPool } from "@/lib/db/pool";
import { checkConfiguration, env } from "@/lib/env";
import { describeError, log } from "@/lib/log";
import { jobs } from "./table";

/** The jobs that a process runs at a time, most of which wait for somebody else. */
const CONCURRENCY = 10;
const CONNECTIONS = 5;
/** A job that is due now is announced (NOTIFY); one that becomes due later, or was not announced, begins within this time. */
const POLL_MS = 2_000;
/** How often jobs are looked for that are locked, though nobody runs them. */
const UNLOCK_MS = { minResetLockedInterval: 5_000, maxResetLockedInterval: 10_000 };
/** How often the watchdog looks for due jobs. */
const WATCH_MS = 10_000;
/** A runner that has free slots, and begins none of the due jobs for this long, is replaced. */
const STALLED_MS = 30_000;
/** A runner that failed, e.g. because the database is restarted, is replaced after this time. */
const RESTART_MS = 2_000;
/** Jobs that take longer at the end of the process, or after their runner failed, are cut off and run again. */
const DRAIN_MS = 10_000;
/** The finest grain of a crontab is a minute; the head of the audit log is to be signed within half of it (threat 55). */
const HALF_A_MINUTE_MS = 30_000;

/**
 * Validates the configuration (throws with the name of each invalid variable), and starts the jobs of this process unless `npm run worker`
 * runs them. They stop when the server drains.
 */
export function startJobs(): void {
  checkConfiguration();
  void warnIfAuditIsWritable();
  if (!env.JOBS_IN_SERVER) return;
  const stop = runJobs();
  process.once("seedline:drain" as never, (ends: Promise<unknown>[]) => void ends.push(stop()));
}

/** Runs jobs until the returned function is called, which ends when those that have begun are done, after ten seconds at the latest. */
export function runJobs(): () => Promise<unknown> {
  const stopping = new AbortController();
  let runner: JobRunner | undefined;
  const released: Promise<void>[] = [];
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await startRunner();
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
    // A runner that was replaced may still run what it has begun.
    return Promise.race([ended.then(() => Promise.all(released)), sleep(DRAIN_MS)]);
  };
}

interface JobRunner {
  /** Settles when it takes no more jobs: it was stopped, or throws what it failed with. What it has begun may still run. */
  ended: Promise<void>;
  /** Settles when what it has begun is done, after ten seconds at the latest. */
  released: Promise<void>;
  /** Lets it begin no more jobs. */
  stop(): void;
}

async function startRunner(): Promise<JobRunner> {
  const pgPool = createPool(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, { max: CONNECTIONS });
  // Without a listener an error of an idle connection would end the process. It is reported by the next query.
  pgPool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
  const events = new EventEmitter() as WorkerEvents;
  events.on("pool:listen:success", ({ workerPool, client }) => {
    client.query(claimPoolName(workerPool.id)).catch(() => undefined);
  });
  const failure = Promise.withResolvers<never>();
  // The library ends a pool that could not store the end of a job, but after two such errors it waits for its batches for ever (ADR 33).
  events.on("pool:fatalError", ({ error }) => failure.reject(error));
  let isReleased = false;
  events.on("pool:forcefulShutdown", () => (isReleased = true));
  const known = jobs.filter(isKnown);
  const watchdog = watch(events, known, failure.reject);
  let runner: Runner;
  try {
    runner = await run({
      pgPool,
      events,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      ...UNLOCK_MS,
      // Without batches the library does not catch the error if the end of a job cannot be stored, which would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // The server has handlers of its own, which drain it.
      noHandleSignals: true,
      // What the library logs contains messages of errors, and job.failed below says the same.
      logger: new Logger(() => () => undefined),
      taskList: Object.fromEntries(known.map((job) => [job.name, taskOf(job, () => isReleased)])),
      parsedCronItems: [...cronItems],
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
    // With the last connection its name disappears, so that what it has locked is unlocked.
    await pgPool.end().catch(() => undefined);
  };
  return { ended, released: ended.then(release, release), stop };
}

/**
 * Unlocks jobs that nobody runs, and calls `onStalled` when the runner with these events has stopped working: for `STALLED_MS` the same job is
 * due, and nothing has begun or ended, though there are free slots. While the database does not answer, nothing is known.
 */
function watch(events: WorkerEvents, known: Job[], onStalled: (error: Error) => void): NodeJS.Timeout {
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
    const isStuck = due !== null && due.id === waiting && isIdle && running.size < CONCURRENCY;
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
/** A server leaves the checks of a provider that it does not ask to the others. */
const isKnown = ({ name }: Job) =>
  !name.startsWith("identity-check:") || name === `identity-check:${env.IDENTITY_PROVIDER}`;

/** The queue prevents that two servers run it at the same time, the key that it is queued twice. */
const toCronItem = ({ name, when }: Job) => ({
  task: name,
  match: when,
  options: { queueName: name, jobKey: name, maxAttempts: 1 },
});

/** Parsed when the server starts, which a wrong crontab thus prevents. */
const cronItems = parseCronItems(jobs.filter(isScheduled).map(toCronItem));

const never = () => new Promise<void>(() => undefined);

/**
 * The task of a job. Once its runner is released, it does not return: the library has lost the job then, and would leave a rejected promise,
 * which would end the process.
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
      // Of several consecutive failures only the first and the last one are logged.
      if (attempts === 1 || final)
        log.warn({ event: "job.failed", jobName: name, attempts, final, ...describeError(error) });
      // The queue stores the message of an error, which may quote values.
      throw new Error(describeError(error).errorCode ?? "failed");
    } finally {
      if (isReleased()) await never();
    }
  };
