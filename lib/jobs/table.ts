import "server-only";
import { deleteExpiredArchives, makeDueArchive } from "@/lib/account/archive";
import { alertAboutManyReads } from "@/lib/administration/read-alerts";
import { remindOfUnusedKeys } from "@/lib/api-keys/unused";
import { expireProposals } from "@/lib/approvals/proposals";
import { signChainHead } from "@/lib/audit/anchor";
import { deleteOldEmailRequests, fulfilEmailRequest } from "@/lib/auth/email-requests";
import type { JobName } from "@/lib/db/jobs";
import { deleteOldDueDiligence } from "@/lib/due-diligence/retention";
import { deleteOrphanedFiles } from "@/lib/files/files";
import { deleteStaleTempFiles } from "@/lib/files/temporary";
import { deleteExpiredKeys } from "@/lib/http/idempotency";
import { expireInvestments } from "@/lib/investments/commands";
import { reportOverdueInvestments } from "@/lib/investments/overdue";
import { announceMaturities, announceTaxChanges } from "@/lib/investments/notices";
import { postDueInvestments } from "@/lib/investments/posting";
import { compactTotals } from "@/lib/ledger/queries";
import { deleteExpiredWindows } from "@/lib/limits/limits";
import { deleteOldEmails, deliverEmail } from "@/lib/mail/worker";
import { deleteAbandonedDrafts, redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import { deleteExpiredRecords } from "@/lib/onboarding/retention/retained-records";
import { askNewAdults } from "@/lib/onboarding/submission/coming-of-age";
import { announceHolds } from "@/lib/payouts/holds";
import { answerNameEnquiry } from "@/lib/payouts/name-enquiries";
import { emptyOldPayments } from "@/lib/payouts/retention";
import { emailAboutLateCases } from "@/lib/review/cases/late";
import { refreshMarkedCases, refreshMarks } from "@/lib/review/cases/refresh-marks";
import { answerIdentityCheck, endIdentityCheck } from "@/lib/review/identity-checks/worker";
import { reviewCustomers } from "@/lib/review/risk/renewals";
import { alertAboutHits } from "@/lib/review/screening/alert";
import { screenDueUser, screenDueUsers, screenAllUsers } from "@/lib/review/screening/job";
import { deleteOldSuspicions } from "@/lib/suspicions/commands";
import { compactDeltas } from "@/lib/users/count-deltas";
import { deleteExpiredAccountData } from "@/lib/users/expiry";
import { deleteOldDeliveries, deliverToEndpoint, startWebhooks } from "@/lib/webhooks/deliver";
import { resumeJobs } from "./resume";

/** Background jobs (ADR 33). The queue decides which server runs which job. */
interface Job {
  name: string;
  /** When it runs: `added` by a change, with the id of the row concerned, or by a crontab in UTC. */
  when: string;
  what: (id: string) => Promise<unknown>;
}

const added = (name: JobName, what: Job["what"]): Job => ({ name, when: "added", what });

export const jobs: readonly Job[] = [
  added("mail", (id) => deliverEmail(id)),
  added("email-request", fulfilEmailRequest),
  added("archive", makeDueArchive),
  added("identity-check:sandbox", (id) => answerIdentityCheck(id, "sandbox")),
  added("identity-check:dojah", (id) => answerIdentityCheck(id, "dojah")),
  added("identity-deadline", endIdentityCheck),
  added("name-enquiry:sandbox", (id) => answerNameEnquiry(id, "sandbox")),
  added("name-enquiry:dojah", (id) => answerNameEnquiry(id, "dojah")),
  added("screening", screenDueUser),
  added("screen-all", screenDueUsers),
  added("case-marks", refreshMarks),
  added("resume", resumeJobs),
  added("webhooks", startWebhooks),
  added("webhook", deliverToEndpoint),
  { name: "user-counts", when: "* * * * *", what: () => compactDeltas() },
  { name: "ledger-totals", when: "* * * * *", what: () => compactTotals() },
  { name: "audit-head", when: "* * * * *", what: () => signChainHead() },
  { name: "read-alerts", when: "* * * * *", what: alertAboutManyReads },
  { name: "email-requests", when: "*/10 * * * *", what: deleteOldEmailRequests },
  { name: "limits", when: "1,11,21,31,41,51 * * * *", what: deleteExpiredWindows },
  { name: "proposals", when: "2,12,22,32,42,52 * * * *", what: expireProposals },
  { name: "screen-all-users", when: "17 1 * * *", what: () => screenAllUsers() },
  { name: "customer-reviews", when: "27 1 * * *", what: reviewCustomers },
  { name: "screening-alerts", when: "3,13,23,33,43,53 * * * *", what: alertAboutHits },
  // For users whose screening failed, or whose submission was made just before the first import.
  { name: "screening-due", when: "4,14,24,34,44,54 * * * *", what: screenDueUsers },
  { name: "late-cases", when: "7,22,37,52 * * * *", what: () => emailAboutLateCases() },
  { name: "due-payments", when: "*/5 * * * *", what: () => postDueInvestments() },
  { name: "orphan-files", when: "5 * * * *", what: deleteOrphanedFiles },
  { name: "received-parts", when: "10 * * * *", what: () => deleteStaleTempFiles() },
  { name: "investments", when: "12 * * * *", what: () => expireInvestments() },
  { name: "overdue-investments", when: "13 * * * *", what: () => reportOverdueInvestments() },
  { name: "payout-holds", when: "14 * * * *", what: () => announceHolds() },
  { name: "old-mail", when: "15 * * * *", what: deleteOldEmails },
  { name: "maturity-notices", when: "18 * * * *", what: () => announceMaturities() },
  { name: "tax-notices", when: "6,16,26,36,46,56 * * * *", what: () => announceTaxChanges() },
  { name: "expired-archives", when: "20 * * * *", what: deleteExpiredArchives },
  { name: "idempotency-keys", when: "22 * * * *", what: deleteExpiredKeys },
  { name: "old-rejections", when: "25 * * * *", what: redactExpiredRejections },
  { name: "abandoned-drafts", when: "30 * * * *", what: deleteAbandonedDrafts },
  { name: "old-due-diligence", when: "32 * * * *", what: deleteOldDueDiligence },
  { name: "old-payments", when: "33 * * * *", what: emptyOldPayments },
  { name: "old-suspicions", when: "34 * * * *", what: () => deleteOldSuspicions() },
  { name: "retained-records", when: "35 * * * *", what: deleteExpiredRecords },
  { name: "new-adults", when: "40 * * * *", what: askNewAdults },
  // A mark may refer to another account that has been changed or deleted since.
  { name: "marked-cases", when: "50 * * * *", what: refreshMarkedCases },
  { name: "unused-keys", when: "37 * * * *", what: () => remindOfUnusedKeys() },
  { name: "old-deliveries", when: "38 * * * *", what: () => deleteOldDeliveries() },
  { name: "accounts", when: "45 * * * *", what: deleteExpiredAccountData },
];
