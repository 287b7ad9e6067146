import "server-only";
import type { ledger } from "./api";

/** What each call does, for the OpenAPI document. Browsers load the calls without it. */
export const ledgerSummaries: Record<keyof typeof ledger, string> = {
  getTrialBalance: "Get the totals of all accounts of the ledger",
  listFirmPostings: "List the postings of an account of the firm, newest first",
};
