import "server-only";
import { db, Prisma } from "@/lib/db/client";
import { addJobs } from "@/lib/db/jobs";
import { env } from "@/lib/env";

/** Adds the jobs of all rows that need one. `npm run restore` adds this job, because a backup contains the rows but no jobs. */
export async function resumeJobs(): Promise<void> {
  await addJobs(
    db,
    "mail",
    Prisma.sql`SELECT id::text, now() FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL`,
  );
  await addJobs(db, "email-request", Prisma.sql`SELECT id::text, now() FROM email_requests`);
  await addJobs(
    db,
    "archive",
    Prisma.sql`SELECT id::text, due_at FROM data_archives WHERE stopped_at IS NULL AND expires_at IS NULL`,
  );
  const waiting = Prisma.sql`SELECT id::text, now() FROM identity_checks WHERE state = 'waiting'`;
  const enquiries = Prisma.sql`SELECT payout_id::text, now() FROM name_enquiries WHERE state = 'waiting'`;
  if (env.IDENTITY_PROVIDER !== "manual") {
    await addJobs(db, `identity-check:${env.IDENTITY_PROVIDER}`, waiting);
    await addJobs(db, `name-enquiry:${env.IDENTITY_PROVIDER}`, enquiries);
  }
  await addJobs(db, "identity-deadline", waiting);
  await addJobs(
    db,
    "webhook",
    Prisma.sql`SELECT id::text, now() FROM webhook_endpoints WHERE off_at IS NULL`,
  );
}
