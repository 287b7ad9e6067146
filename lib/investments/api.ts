import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { accountStatementDto, accountStatementQuery } from "./account-statement-schema";
import { redeemSchema, redemptionDto, redemptionQuery, reinvestmentSchema } from "./redemption-schema";
import {
  investmentDto,
  investmentPage,
  investmentSummaryDto,
  portfolioDto,
  requestInvestmentSchema,
} from "./schema";

const params = z.object({ id: z.uuid().toLowerCase() });

/** The investor's own investments (product 10.31, 10.33) and account statement (product 10.36). */
export const investments = {
  listInvestments: endpoint("GET", "/api/investments", "applicant", {
    query: investmentPage,
    data: z.array(investmentSummaryDto),
    extra: nextPage,
    fallback: "Could not load your investments",
  }),
  requestInvestment: endpoint("POST", "/api/investments", "applicant", {
    idempotent: true,
    proofMinutes: PROOF_MINUTES,
    body: requestInvestmentSchema,
    status: 201,
    data: investmentDto,
    failures: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not request the investment",
  }),
  getPortfolio: endpoint("GET", "/api/portfolio", "applicant", {
    data: portfolioDto,
    fallback: "Could not load your portfolio",
  }),
  getInvestment: endpoint("GET", "/api/investments/{id}", "applicant", {
    params,
    data: investmentDto,
    fallback: "Could not load the investment",
  }),
  cancelInvestment: endpoint("POST", "/api/investments/{id}/cancel", "applicant", {
    params,
    data: investmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not cancel the investment",
  }),
  previewRedemption: endpoint("GET", "/api/investments/{id}/redemptions", "applicant", {
    params,
    query: redemptionQuery,
    data: redemptionDto,
    failures: ["CONFLICT"],
    fallback: "Could not calculate the redemption",
  }),
  redeemInvestment: endpoint("POST", "/api/investments/{id}/redemptions", "applicant", {
    idempotent: true,
    proofMinutes: PROOF_MINUTES,
    params,
    body: redeemSchema,
    status: 201,
    data: investmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not redeem the investment",
  }),
  cancelRedemption: endpoint("POST", "/api/investments/{id}/redemptions/{redemptionId}/cancel", "applicant", {
    proofMinutes: PROOF_MINUTES,
    params: params.extend({ redemptionId: z.uuid().toLowerCase() }),
    data: investmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not cancel the redemption",
  }),
  chooseReinvestment: endpoint("PUT", "/api/investments/{id}/reinvestment", "applicant", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: reinvestmentSchema,
    data: investmentDto,
    failures: ["FORBIDDEN", "CONFLICT", "RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not save your choice",
  }),
  getStatement: endpoint("GET", "/api/statements", "applicant", {
    query: accountStatementQuery,
    data: accountStatementDto,
    failures: ["CONFLICT"],
    fallback: "Could not load the statement",
  }),
  exportStatement: endpoint("GET", "/api/statements/export", "applicant", {
    query: accountStatementQuery,
    produces: "text/csv",
    failures: ["CONFLICT"],
    fallback: "Could not export the statement",
  }),
};
