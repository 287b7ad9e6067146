import "server-only";
import type { Viewer } from "@/lib/auth/sessions";
import { db, Prisma } from "@/lib/db/client";
import { findUserAs } from "@/lib/users/admin-queries";
import type { DuplicateDto, DuplicateField } from "@/lib/users/dto";

/** So many are plenty to look at; a number shared by more is a finding of its own. */
const MOST = 20;

interface Row extends Omit<DuplicateDto, "_id" | "submittedAt"> {
  id: string;
  submittedAt: Date | null;
}

/**
 * Other people who gave the same NIN, BVN, account number or phone number as this person in what counts for them now: compared by
 * blind index, so nothing is read in full (TRUST 34). Only for the reviewer; the applicant is neither told nor stopped.
 * Administrators appear to super administrators only. Throws NOT_FOUND.
 */
export async function duplicatesOf(viewer: Viewer, userId: string): Promise<DuplicateDto[]> {
  const user = await findUserAs(viewer, userId);
  const submissionId = user.currentSubmissionId;
  const visible = viewer.isSuper ? Prisma.sql`TRUE` : Prisma.sql`u.role <> 'admin'`;
  const rows = await db.$queryRaw<Row[]>`
    WITH given (field, value) AS (
      SELECT 'ninNumber', nin_index FROM personal_details WHERE submission_id = ${submissionId}::uuid
      UNION SELECT 'bvnNumber', bvn_index FROM bank_details WHERE submission_id = ${submissionId}::uuid
      UNION SELECT 'bvnNumber', bvn_index FROM signatories WHERE submission_id = ${submissionId}::uuid
      UNION SELECT 'accountNumber', account_number_index FROM bank_details WHERE submission_id = ${submissionId}::uuid
      UNION SELECT 'phone', national_number(phone_number) FROM personal_details WHERE submission_id = ${submissionId}::uuid
      UNION SELECT 'phone', national_number(phone) FROM companies WHERE submission_id = ${submissionId}::uuid
      UNION SELECT 'phone', national_number(phone) FROM users WHERE id = ${userId}::uuid AND phone <> ''
    ), submitted (field, submission_id) AS (
      SELECT field, submission_id FROM given JOIN personal_details ON field = 'ninNumber' AND nin_index = value
      UNION SELECT field, submission_id FROM given JOIN bank_details ON field = 'bvnNumber' AND bvn_index = value
      UNION SELECT field, submission_id FROM given JOIN signatories ON field = 'bvnNumber' AND bvn_index = value
      UNION SELECT field, submission_id FROM given JOIN bank_details ON field = 'accountNumber' AND account_number_index = value
      UNION SELECT field, submission_id FROM given JOIN personal_details ON field = 'phone' AND national_number(phone_number) = value
      UNION SELECT field, submission_id FROM given JOIN companies ON field = 'phone' AND national_number(phone) = value
    ), matched (field, user_id) AS (
      SELECT field, user_id FROM submitted JOIN submissions ON id = submission_id AND state <> 'draft'
      UNION SELECT field, id FROM given JOIN users ON field = 'phone' AND national_number(phone) = value
    )
    SELECT u.id, u.name, u.email, u.role, u.investor_type AS "investorType", u.status, u.submitted_at AS "submittedAt",
      array_agg(m.field) AS fields
    FROM matched m JOIN users u ON u.id = m.user_id
    WHERE u.id <> ${userId}::uuid AND ${visible}
    GROUP BY u.id ORDER BY count(*) DESC, u.created_at DESC, u.id DESC LIMIT ${MOST}`;
  return rows.map(({ id, submittedAt, fields, ...row }) => ({
    _id: id,
    ...row,
    submittedAt: submittedAt?.toISOString() ?? null,
    fields: order.filter((field) => fields.includes(field)),
  }));
}

const order: readonly DuplicateField[] = ["ninNumber", "bvnNumber", "accountNumber", "phone"];
