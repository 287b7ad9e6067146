import "server-only";
import type { documents } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const documentSummaries: Record<keyof typeof documents, string> = {
  getAgreement:
    "Get the agreement of an investment as PDF: parties, terms, schedule and the hash that was accepted; an administrator's opening is recorded as a read",
  getReceipt: "Get the receipt of a payment for an investment as PDF",
  getPayoutAdvice: "Get the advice of a released payout as PDF",
  getStatementPdf: "Get the current user's account statement as PDF, with totals and tax",
};
