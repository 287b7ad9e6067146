import "server-only";
import { openTexts } from "@/lib/bank/statement-lines";
import { Prisma } from "@/lib/db/client";
import type { Right } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import type { ChangeList } from "./schema";

/** A row as PostgreSQL returns it; times are dates. */
export type Values = Record<string, unknown>;

/** How the rows of a change list are read. */
interface Source {
  right: Right;
  /** The selected values, of the table `r`. */
  columns: (viewer: Viewer) => Prisma.Sql;
  from: Prisma.Sql;
  /** The rows that a viewer may see. */
  visible: (viewer: Viewer) => Prisma.Sql;
  /** Replaces sealed columns. */
  open?: (values: Values) => Values;
  /** The id of the user whose data a row shows, if reading it is recorded (threat 51). */
  subject?: string;
}

const all = () => Prisma.sql`TRUE`;
const day = (column: string) => Prisma.raw(`to_char(r.${column}, 'YYYY-MM-DD')`);
/** Who decided, and when, is visible to super administrators only (product 10.7). */
const forSuper = ({ isSuper }: Viewer, column: string) =>
  isSuper ? Prisma.raw(`r.${column}`) : Prisma.sql`NULL`;

export const sources: Record<ChangeList, Source> = {
  user: {
    right: "cases.read",
    columns: (viewer) => Prisma.sql`
      r.name, r.company_name AS "companyName", r.email, r.phone, r.role, r.is_super AS "isSuper",
      CASE WHEN r.role = 'admin' AND NOT r.is_super THEN r.duty END AS duty, r.investor_type AS "investorType", r.status, r.renewing,
      r.current_submission_id AS "submissionId", r.submitted_at AS "submittedAt", ${forSuper(viewer, "reviewed_at")} AS "reviewedAt",
      r.closed_at AS "closedAt", r.created_at AS "createdAt"`,
    from: Prisma.sql`users AS r`,
    visible: ({ isSuper }) => (isSuper ? all() : Prisma.sql`r.role <> 'admin'`),
    subject: "_id",
  },
  submission: {
    right: "cases.read",
    columns: (viewer) => Prisma.sql`
      r.user_id AS "userId", r.kind, r.queue, r.state, r.submitted_at AS "submittedAt", r.due_at AS "dueAt",
      r.changes_requested AS "changesRequested", r.claimed_by_id AS "claimedById", r.claimed_at AS "claimedAt",
      ${forSuper(viewer, "reviewed_by_id")} AS "reviewedById", ${forSuper(viewer, "reviewed_at")} AS "reviewedAt",
      ${day("id_expires_on")} AS "idExpiresOn"`,
    from: Prisma.sql`submissions AS r`,
    // A scalar subquery looks up the user of each row; for EXISTS, PostgreSQL may read all users first.
    visible: ({ isSuper }) =>
      Prisma.sql`r.state <> 'draft' AND ${
        isSuper ? all() : Prisma.sql`(SELECT u.role FROM users AS u WHERE u.id = r.user_id) <> 'admin'`
      }`,
  },
  investment: {
    right: "money.read",
    columns: () => Prisma.sql`
      r.user_id AS "userId", v.plan_id AS "planId", v.version, r.reference, r.amount::text, r.state, r.requested_at AS "requestedAt",
      r.expires_at AS "expiresAt", ${day("paid_on")} AS "paidOn", ${day("start_on")} AS "startOn", ${day("maturity_on")} AS "maturityOn",
      ${day("next_due_on")} AS "nextDueOn", r.waits_for AS "waitsFor", r.reinvest, r.renews_id AS "renewsId"`,
    from: Prisma.sql`investments AS r JOIN plan_versions AS v ON v.id = r.plan_version_id`,
    visible: all,
  },
  payout: {
    right: "money.read",
    columns: () => Prisma.sql`
      r.batch_id AS "batchId", r.user_id AS "userId", r.reference, r.amount::text, r.state, r.created_at AS "createdAt",
      ${day("settled_on")} AS "settledOn"`,
    from: Prisma.sql`payouts AS r`,
    visible: all,
    subject: "userId",
  },
  statementLine: {
    right: "money.read",
    columns: () => Prisma.sql`
      r.import_id AS "statementId", r.bank_account_id AS "bankAccountId", r.position::text, ${day("on_day")} AS "on", r.amount::text,
      r.balance::text, r.bank_reference AS "bankReference", r.state, r.proposed_id AS "proposedId", r.proposed_by AS "proposedBy",
      r.act_id AS "actId", r.data_key AS "dataKey", r.narration_cipher AS "narrationCipher", r.counterparty_cipher AS "counterpartyCipher"`,
    from: Prisma.sql`statement_lines AS r`,
    visible: all,
    open: ({ dataKey, narrationCipher, counterpartyCipher, ...line }) => {
      const sealed = { dataKey, narrationCipher, counterpartyCipher } as Record<
        "dataKey" | "narrationCipher" | "counterpartyCipher",
        string
      >;
      const id = line["_id"] as string;
      const { narration, counterparty } = openTexts({ ...sealed, id, partsCipher: null, noteCipher: null });
      return { ...line, narration, counterparty };
    },
  },
  ledgerEntry: {
    right: "money.read",
    columns: () => Prisma.sql`
      r.kind, ${day("on_day")} AS "on", r.subject_id AS "subjectId", r.reverses_id AS "reversesId", r.act_id AS "actId",
      r.created_at AS "createdAt", (
        SELECT json_agg(json_build_object('account', a.name, 'subjectId', a.subject_id, 'amount', p.amount::text,
          'balance', p.balance_after::text) ORDER BY p.amount DESC, a.name, a.id)
        FROM ledger_postings AS p JOIN ledger_accounts AS a ON a.id = p.account_id WHERE p.entry_id = r.id) AS postings`,
    from: Prisma.sql`ledger_entries AS r`,
    visible: all,
  },
};
