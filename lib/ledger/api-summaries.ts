import "server-only";
import type { ledger } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const ledgerSummaries: Record<keyof typeof ledger, string> = {
  getTrialBalance: "Get the totals of all accounts of the ledger",
  listFirmPostings: "List the postings of an account of the firm, newest first",
};
