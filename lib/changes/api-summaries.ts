import "server-only";
import type { changes } from "./api";

const list = (rows: string) => `List all ${rows} by the time of their last change, oldest first`;
const exported = (rows: string) =>
  `Export all ${rows} by the time of their last change as NDJSON, one row per line`;

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const changeSummaries: Record<keyof typeof changes, string> = {
  listUserChanges: list("users"),
  exportUserChanges: exported("users"),
  listSubmissionChanges: list("submissions"),
  exportSubmissionChanges: exported("submissions"),
  listInvestmentChanges: list("investments"),
  exportInvestmentChanges: exported("investments"),
  listPayoutChanges: list("payouts"),
  exportPayoutChanges: exported("payouts"),
  listLineChanges: list("statement lines"),
  exportLineChanges: exported("statement lines"),
  listEntryChanges: list("ledger entries with their postings"),
  exportEntryChanges: exported("ledger entries with their postings"),
};
