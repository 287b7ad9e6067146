import { endpoint } from "@/lib/endpoint";
import { accountStatementQuery } from "@/lib/investments/account-statement-schema";
import { documentParams, receiptParams } from "./schema";

const pdf = { produces: "application/pdf", failures: ["NOT_FOUND"] } as const;

/** PDFs about investments, rendered on demand (product 10.37): of the viewer's own ones, and of all for administrators. */
export const documents = {
  getAgreement: endpoint("GET", "/api/investments/{id}/agreement", "user", {
    ...pdf,
    params: documentParams,
    fallback: "Could not open the agreement",
  }),
  getReceipt: endpoint("GET", "/api/investments/{id}/receipts/{entryId}", "user", {
    ...pdf,
    params: receiptParams,
    fallback: "Could not open the receipt",
  }),
  getPayoutAdvice: endpoint("GET", "/api/payouts/{id}/advice", "user", {
    ...pdf,
    params: documentParams,
    fallback: "Could not open the payout advice",
  }),
  getStatementPdf: endpoint("GET", "/api/statements/pdf", "applicant", {
    query: accountStatementQuery,
    produces: "application/pdf",
    failures: ["CONFLICT"],
    fallback: "Could not open the statement",
  }),
};
