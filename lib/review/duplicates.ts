import "server-only";
import { recordReads } from "@/lib/audit/reads";
import type { Viewer } from "@/lib/viewer";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { findUserForViewer } from "@/lib/users/admin-queries";
import { flagReasons, type FlagReason } from "@/lib/proposals/schema";
import type { DuplicateDto, DuplicateField, DuplicatesDto } from "@/lib/users/dto";
import { identityFields } from "@/lib/verification/dto";
import { findRetainedMatches } from "@/lib/verification/retained-records";

import { findConflicts, sharesWithAdministrator } from "./conflicts";

/** The maximum number of duplicates returned beside their total. */
const MAX_DUPLICATES = 20;

interface Row extends Omit<DuplicateDto, "_id" | "submittedAt"> {
  id: string;
  submittedAt: Date | null;
  total: number;
}

/**
 * Who has a number of the given submissions, or their owner's phone number: `matched (field, user_id)`. Both are conditions: which
 * submissions of the user are given, and which ones of others count.
 */
const matchedUsers = (userId: string, given: Prisma.Sql, others: Prisma.Sql) => Prisma.sql`
    WITH given (field, value) AS (
      SELECT 'ninNumber', nin_index FROM personal_details WHERE ${given}
      UNION SELECT 'bvnNumber', bvn_index FROM bank_details WHERE ${given}
      UNION SELECT 'bvnNumber', bvn_index FROM signatories WHERE ${given}
      UNION SELECT 'accountNumber', account_number_index FROM bank_details WHERE ${given}
      UNION SELECT 'phone', national_number(phone_number) FROM personal_details WHERE ${given}
      UNION SELECT 'phone', national_number(phone) FROM companies WHERE ${given}
      UNION SELECT 'phone', national_number(phone) FROM users WHERE id = ${userId}::uuid AND phone <> ''
    ), submitted (field, submission_id) AS (
      SELECT field, submission_id FROM given JOIN personal_details ON field = 'ninNumber' AND nin_index = value
      UNION SELECT field, submission_id FROM given JOIN bank_details ON field = 'bvnNumber' AND bvn_index = value
      UNION SELECT field, submission_id FROM given JOIN signatories ON field = 'bvnNumber' AND bvn_index = value
      UNION SELECT field, submission_id FROM given JOIN bank_details ON field = 'accountNumber' AND account_number_index = value
      UNION SELECT field, submission_id FROM given JOIN personal_details ON field = 'phone' AND national_number(phone_number) = value
      UNION SELECT field, submission_id FROM given JOIN companies ON field = 'phone' AND national_number(phone) = value
    ), matched (field, user_id) AS (
      SELECT field, user_id FROM submitted JOIN submissions ON id = submission_id AND ${others}
      UNION SELECT field, id FROM given JOIN users ON field = 'phone' AND national_number(phone) = value
    )`;

const isDuplicateOf = (userId: string) =>
  Prisma.sql`u.id <> ${userId}::uuid AND u.email_verified_at IS NOT NULL`;

/**
 * Why a case needs more attention than others: another account or erased data has the same numbers, or the applicant has something in
 * common with an administrator (product 10.14). Empty for most. All submissions count, also earlier ones, and those whose documents are
 * still missing: a user can be approved in any state.
 */
export async function findFlagReasons(tx: Tx, { id }: { id: string }): Promise<FlagReason[]> {
  const own = Prisma.sql`submission_id IN (SELECT id FROM submissions WHERE user_id = ${id}::uuid)`;
  const [row] = await tx.$queryRaw<[{ duplicated: boolean }]>`
    ${matchedUsers(id, own, Prisma.sql`TRUE`)}
    SELECT EXISTS (
      SELECT FROM matched m JOIN users u ON u.id = m.user_id WHERE ${isDuplicateOf(id)}
    ) AS duplicated`;
  const flags = {
    duplicate: row.duplicated,
    erased_record: (await findRetainedMatches(id, tx)).length > 0,
    administrator: await sharesWithAdministrator(tx, id),
  } satisfies Record<FlagReason, boolean>;
  return flagReasons.filter((reason) => flags[reason]);
}

/**
 * Other users with the same NIN, BVN, account number or phone number in their current submission, compared by blind index (threat
 * 34). Equal identity numbers sort before equal phones. Accounts with an unverified email address are ignored: a stranger could
 * otherwise hide a real match by registering with the same phone.
 * Erased accounts and submissions are found by what their records retain (threat 54).
 * The read of each listed user is recorded (threat 51). Visible to reviewers only; administrators' accounts to super administrators only. Throws NOT_FOUND.
 */
export async function findDuplicates(viewer: Viewer, userId: string): Promise<DuplicatesDto> {
  const user = await findUserForViewer(viewer, userId);
  const current = Prisma.sql`submission_id = ${user.currentSubmissionId}::uuid`;
  const visible = viewer.isSuper ? Prisma.sql`TRUE` : Prisma.sql`u.role <> 'admin'`;
  const rows = await db.$queryRaw<Row[]>`
    ${matchedUsers(userId, current, Prisma.sql`state <> 'draft'`)}
    SELECT u.id, u.name, u.email, u.role, u.investor_type AS "investorType", u.status, u.submitted_at AS "submittedAt",
      array_agg(m.field) AS fields, (count(*) OVER ())::int AS total
    FROM matched m JOIN users u ON u.id = m.user_id
    WHERE ${isDuplicateOf(userId)} AND ${visible}
    GROUP BY u.id
    ORDER BY count(*) FILTER (WHERE m.field <> 'phone') DESC, count(*) DESC, u.created_at DESC, u.id DESC
    LIMIT ${MAX_DUPLICATES}`;
  const erased = await findRetainedMatches(userId);
  const subjects = new Set([...rows.map(({ id }) => id), ...erased.map((match) => match.userId)]);
  await recordReads(
    viewer,
    [...subjects].map((subjectId) => ({ subjectId, part: "duplicate" })),
  );
  return {
    total: rows[0]?.total ?? 0,
    people: rows.map(({ id, submittedAt, fields, total: _, ...row }) => ({
      _id: id,
      ...row,
      submittedAt: submittedAt?.toISOString() ?? null,
      fields: order.filter((field) => fields.includes(field)),
    })),
    sharedWithViewer: await findConflicts(db, viewer.userId, userId),
    erased: erased.map(({ userId: _, erasedAt, decidedAt, fields, ...match }) => ({
      ...match,
      erasedAt: erasedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      fields: identityFields.filter((field) => fields.includes(field)),
    })),
  };
}

const order: readonly DuplicateField[] = ["ninNumber", "bvnNumber", "accountNumber", "phone"];
