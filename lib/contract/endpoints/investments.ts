import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import {
  adminInvestmentDto,
  adminInvestmentQuery,
  investmentDto,
  investmentPage,
  investmentSummaryDto,
  portfolioDto,
  recordReceiptSchema,
  requestInvestmentSchema,
} from "@/lib/investing/investments/schema";
import {
  redeemSchema,
  redemptionDto,
  redemptionQuery,
  reinvestmentSchema,
  declarationSchema,
  declarationsDto,
  taxChangeDto,
  taxChangeSchema,
} from "@/lib/investing/life/schema";

const params = z.object({ id: z.uuid().toLowerCase() });

/** Investments (product 10.31). */
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
    failures: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
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
    failures: ["CONFLICT", "RATE_LIMITED"],
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
    failures: ["CONFLICT", "RATE_LIMITED"],
    fallback: "Could not redeem the investment",
  }),
  chooseReinvestment: endpoint("PUT", "/api/investments/{id}/reinvestment", "applicant", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: reinvestmentSchema,
    data: investmentDto,
    failures: ["FORBIDDEN", "CONFLICT", "RATE_LIMITED"],
    fallback: "Could not save your choice",
  }),
  listAllInvestments: endpoint("GET", "/api/admin/investments", "admin", {
    query: adminInvestmentQuery,
    data: z.array(adminInvestmentDto),
    extra: nextPage,
    fallback: "Could not load the investments",
  }),
  recordReceipt: endpoint("POST", "/api/admin/investments/{id}/receipts", "admin", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: recordReceiptSchema,
    data: adminInvestmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not record the receipt",
  }),
  returnPartlyPaid: endpoint("POST", "/api/admin/investments/{id}/cancel", "admin", {
    proofMinutes: PROOF_MINUTES,
    params,
    data: adminInvestmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not return what was received",
  }),
};

const planParams = z.object({ planId: z.uuid().toLowerCase() });

/** Declared returns and withholding tax (product 10.33). */
export const returns = {
  listDeclarations: endpoint("GET", "/api/admin/plans/{planId}/returns", "admin", {
    params: planParams,
    data: declarationsDto,
    fallback: "Could not load the declared returns",
  }),
  declareReturn: endpoint("POST", "/api/admin/plans/{planId}/returns", "admin", {
    proofMinutes: PROOF_MINUTES,
    params: planParams,
    body: declarationSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED"],
    fallback: "Could not declare the return",
  }),
  listTaxChanges: endpoint("GET", "/api/admin/tax-changes", "admin", {
    data: z.array(taxChangeDto),
    fallback: "Could not load the changes of tax",
  }),
  changeTax: endpoint("POST", "/api/admin/tax-changes", "super", {
    proofMinutes: PROOF_MINUTES,
    body: taxChangeSchema,
    status: 201,
    data: z.array(taxChangeDto),
    fallback: "Could not change the tax",
  }),
};
