import "server-only";
import { anchorHead } from "@/lib/audit/anchor";
import { checkConfiguration } from "@/lib/env";
import { sweepOrphans } from "@/lib/files/files";
import { sweepLimits } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import { sweepTemporary } from "@/lib/files/temporary";
import { deliverDue, sweepMail } from "@/lib/mail/worker";
import { sweepAccounts } from "@/lib/users/sweep";
import { countJobFailure } from "@/lib/ops/metrics";
import { foldTallies } from "@/lib/users/tallies";
import { emptyOldRejections, forgetAbandonedDrafts } from "@/lib/verification/retention";

/** The background work of a server. Every job may run in several servers at once; the database sees to it that they share. */
interface Job {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

const jobs: Job[] = [
  { name: "mail", everyMs: 1_000, run: () => deliverDue() },
  { name: "tallies", everyMs: 5_000, run: foldTallies },
  { name: "audit head", everyMs: 600_000, run: () => anchorHead() },
  { name: "orphan files", everyMs: 3_600_000, run: sweepOrphans },
  { name: "received parts", everyMs: 3_600_000, run: () => sweepTemporary() },
  { name: "old mail", everyMs: 3_600_000, run: sweepMail },
  { name: "limits", everyMs: 600_000, run: sweepLimits },
  { name: "old rejections", everyMs: 3_600_000, run: emptyOldRejections },
  { name: "abandoned drafts", everyMs: 3_600_000, run: forgetAbandonedDrafts },
  { name: "accounts", everyMs: 3_600_000, run: sweepAccounts },
];

/** Checks the configuration (throws with the name of each bad variable) and starts the jobs; they stop when the server drains. */
export function startServer(): void {
  checkConfiguration();
  const timers = new Set<NodeJS.Timeout>();
  let draining = false;

  for (const job of jobs) {
    let failures = 0;
    const turn = async () => {
      try {
        await job.run();
        failures = 0;
      } catch (error) {
        failures += 1;
        countJobFailure(job.name);
        // The database being away is told once, not every second.
        if (failures === 1) log.warn({ event: "job.failed", jobName: job.name, ...describeError(error) });
      }
      if (!draining) schedule();
    };
    const schedule = () => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void turn();
      }, job.everyMs);
      timer.unref();
      timers.add(timer);
    };
    schedule();
  }
  process.once("seedline:drain" as "exit", () => {
    draining = true;
    for (const timer of timers) clearTimeout(timer);
  });
}
