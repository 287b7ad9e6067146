import "server-only";
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from "graphile-worker";
import { warnIfAuditIsWritable } from "@/lib/audit/protection";
import { claimPoolName, unlockJobsOfCrashedServers } from "@/lib/db/jobs";
import { createPool } from "@/lib/db/pool";
import { checkConfiguration, env } from "@/lib/env";
import { describeError, log } from "@/lib/log";
import { jobs } from "./table";

/** The jobs that a process runs at a time, most of which wait for somebody else. */
const CONCURRENCY = 10;
const CONNECTIONS = 5;
/** A job that is due now is announced (NOTIFY); one that becomes due later, or was not announced, begins within this time. */
const POLL_MS = 2_000;
/** How often jobs of crashed servers are looked for. */
const UNLOCK_MS = { minResetLockedInterval: 5_000, maxResetLockedInterval: 10_000 };
/** A queue that failed as a whole, e.g. because the database is restarted, is started again after this time. */
const RESTART_MS = 2_000;
/** Jobs that take longer at the end of the process are cut off, and another server runs them again. */
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
  let runner: Runner | undefined;
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await startRunner();
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
        // It also ends without an error when the end of a job could not be stored.
        if (!stopping.signal.aborted) throw new Error("The job queue has ended");
      } catch (error) {
        log.error({ event: "jobs.interrupted", ...describeError(error) });
      }
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return () => {
    stopping.abort();
    void runner?.stop().catch(() => undefined);
    return Promise.race([ended, sleep(DRAIN_MS)]);
  };
}

async function startRunner(): Promise<Runner> {
  const pgPool = createPool(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, { max: CONNECTIONS });
  // Without a listener an error of an idle connection would end the process. It is reported by the next query.
  pgPool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
  const events = new EventEmitter() as WorkerEvents;
  events.on("pool:listen:success", ({ workerPool, client }) => {
    client.query(claimPoolName(workerPool.id)).catch(() => undefined);
  });
  events.on("resetLocked:started", () => {
    unlockJobsOfCrashedServers().catch((error: unknown) =>
      log.warn({ event: "jobs.not_unlocked", ...describeError(error) }),
    );
  });
  try {
    const runner = await run({
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
      taskList: Object.fromEntries(jobs.filter(isKnown).map((job) => [job.name, taskOf(job)])),
      parsedCronItems: [...cronItems],
    });
    log.info({ event: "jobs.started" });
    void runner.promise.catch(() => undefined).finally(() => pgPool.end());
    return runner;
  } catch (error) {
    await pgPool.end();
    throw error;
  }
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

const taskOf =
  ({ name, what }: Job): Task =>
  async (payload, { job, addJob }) => {
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
    }
  };
