import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import type { Right } from "@/lib/rights";
import { changeExportQuery, changePage, changeQuery, changeRows } from "./schema";

const list = <const R extends Right, Row extends z.ZodType>(path: string, right: R, row: Row) =>
  endpoint("GET", `${path}/changes`, right, {
    query: changeQuery,
    data: z.array(row),
    extra: changePage,
    fallback: "Could not load the changes",
  });

/** People need a fresh proof of identity for it, as for other exports; programs need the scope of their key. */
const exported = <const R extends Right>(path: string, right: R) =>
  endpoint("GET", `${path}/changes/export`, right, {
    query: changeExportQuery,
    produces: "application/x-ndjson",
    failures: ["STEP_UP_REQUIRED", "RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the changes",
  });

const users = "/api/admin/users";
const submissions = "/api/admin/submissions";
const investments = "/api/admin/investments";
const payouts = "/api/admin/payouts";
const lines = "/api/admin/payments/lines";
const entries = "/api/admin/ledger/entries";

/** The change lists, for programs (product 10.47). */
export const changes = {
  listUserChanges: list(users, "cases.read", changeRows.user),
  exportUserChanges: exported(users, "cases.read"),
  listSubmissionChanges: list(submissions, "cases.read", changeRows.submission),
  exportSubmissionChanges: exported(submissions, "cases.read"),
  listInvestmentChanges: list(investments, "money.read", changeRows.investment),
  exportInvestmentChanges: exported(investments, "money.read"),
  listPayoutChanges: list(payouts, "money.read", changeRows.payout),
  exportPayoutChanges: exported(payouts, "money.read"),
  listLineChanges: list(lines, "money.read", changeRows.statementLine),
  exportLineChanges: exported(lines, "money.read"),
  listEntryChanges: list(entries, "money.read", changeRows.ledgerEntry),
  exportEntryChanges: exported(entries, "money.read"),
};
