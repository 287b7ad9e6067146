import "server-only";
import type { ledger } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const ledgerSummaries: Record<keyof typeof ledger, string> = {
  getTrialBalance: "Get the balances of all ledger accounts",
  listFirmPostings: "List the postings of one of the firm's accounts, newest first",
};
