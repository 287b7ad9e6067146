import "server-only";
import { deleteExpiredArchives, makeDueArchives } from "@/lib/account/archive";
import { alertAboutManyReads } from "@/lib/administration/read-alerts";
import { fulfilEmailRequests } from "@/lib/auth/email-requests";
import { signChainHead } from "@/lib/audit/anchor";
import { warnIfAuditIsWritable } from "@/lib/audit/protection";
import { checkConfiguration } from "@/lib/env";
import { deleteOrphanedFiles } from "@/lib/files/files";
import { deleteExpiredWindows } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import { deleteStaleTempFiles } from "@/lib/files/temporary";
import { deliverPendingEmails, deleteOldEmails } from "@/lib/mail/worker";
import { expireProposals } from "@/lib/proposals/proposals";
import { answerIdentityChecks } from "@/lib/review/identity-checks/worker";
import { alertAboutHits } from "@/lib/review/screening/alert";
import { screenDueUsers } from "@/lib/review/screening/job";
import { deleteExpiredAccountData } from "@/lib/users/expiry";
import { countJobFailure } from "@/lib/ops/metrics";
import { compactDeltas } from "@/lib/users/count-deltas";
import { askNewAdults } from "@/lib/verification/submission/coming-of-age";
import { deleteExpiredRecords } from "@/lib/verification/retention/retained-records";
import { redactExpiredRejections, deleteAbandonedDrafts } from "@/lib/verification/retention/jobs";

/** A background job. Each may run on several servers at a time; they coordinate through the database. */
interface Job {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

const jobs: Job[] = [
  { name: "email requests", everyMs: 500, run: fulfilEmailRequests },
  { name: "mail", everyMs: 1_000, run: () => deliverPendingEmails() },
  { name: "identity checks", everyMs: 1_000, run: answerIdentityChecks },
  { name: "user-counts", everyMs: 5_000, run: compactDeltas },
  { name: "audit head", everyMs: 30_000, run: () => signChainHead() },
  { name: "read alerts", everyMs: 60_000, run: alertAboutManyReads },
  { name: "orphan files", everyMs: 3_600_000, run: deleteOrphanedFiles },
  { name: "received parts", everyMs: 3_600_000, run: () => deleteStaleTempFiles() },
  { name: "old mail", everyMs: 3_600_000, run: deleteOldEmails },
  { name: "limits", everyMs: 600_000, run: deleteExpiredWindows },
  { name: "archives", everyMs: 2_000, run: makeDueArchives },
  { name: "expired archives", everyMs: 3_600_000, run: deleteExpiredArchives },
  { name: "old rejections", everyMs: 3_600_000, run: redactExpiredRejections },
  { name: "abandoned drafts", everyMs: 3_600_000, run: deleteAbandonedDrafts },
  { name: "retained records", everyMs: 3_600_000, run: deleteExpiredRecords },
  { name: "proposals", everyMs: 600_000, run: expireProposals },
  { name: "new adults", everyMs: 3_600_000, run: askNewAdults },
  { name: "screening", everyMs: 2_000, run: screenDueUsers },
  { name: "screening alerts", everyMs: 600_000, run: alertAboutHits },
  { name: "accounts", everyMs: 3_600_000, run: deleteExpiredAccountData },
];

/**
 * Validates the configuration (throws with the name of each invalid variable) and starts the jobs. They stop when the server
 * drains.
 */
export function startJobs(): void {
  checkConfiguration();
  void warnIfAuditIsWritable();
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
        // Only the first of several consecutive failures is logged.
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
