import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import {
  declarationPreviewDto,
  declarationPreviewQuery,
  declarationSchema,
  declarationsDto,
  taxChangeDto,
  taxChangeSchema,
} from "./returns-schema";
import {
  adminInvestmentDto,
  adminInvestmentQuery,
  endSchema,
  investmentLedgerDto,
  investorMoneyDto,
} from "./schema";

const params = z.object({ id: z.uuid().toLowerCase() });
const planParams = z.object({ planId: z.uuid().toLowerCase() });

/** Investments, declared returns and withholding tax in the back office (product 10.31, 10.33, 10.35). */
export const adminInvestments = {
  listAllInvestments: endpoint("GET", "/api/admin/investments", "money.read", {
    query: adminInvestmentQuery,
    data: z.array(adminInvestmentDto),
    extra: nextPage,
    fallback: "Could not load the investments",
  }),
  getInvestmentBooks: endpoint("GET", "/api/admin/investments/{id}", "money.read", {
    params,
    data: investmentLedgerDto,
    fallback: "Could not load the investment",
  }),
  getInvestorMoney: endpoint("GET", "/api/admin/investors/{userId}", "money.read", {
    params: z.object({ userId: z.uuid().toLowerCase() }),
    data: investorMoneyDto,
    fallback: "Could not load the investor's money",
  }),
  endInvestment: endpoint("POST", "/api/admin/investments/{id}/end", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: endSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not end the investment",
  }),
  listDeclarations: endpoint("GET", "/api/admin/plans/{planId}/returns", "money.read", {
    params: planParams,
    data: declarationsDto,
    fallback: "Could not load the declared returns",
  }),
  previewDeclaration: endpoint("GET", "/api/admin/plans/{planId}/returns/preview", "money.read", {
    params: planParams,
    query: declarationPreviewQuery,
    data: declarationPreviewDto,
    failures: ["CONFLICT"],
    fallback: "Could not calculate the return",
  }),
  declareReturn: endpoint("POST", "/api/admin/plans/{planId}/returns", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params: planParams,
    body: declarationSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not declare the return",
  }),
  listTaxChanges: endpoint("GET", "/api/admin/tax-changes", "money.read", {
    data: z.array(taxChangeDto),
    fallback: "Could not load the tax changes",
  }),
  changeTax: endpoint("POST", "/api/admin/tax-changes", "super", {
    proofMinutes: PROOF_MINUTES,
    body: taxChangeSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not change the tax rate",
  }),
};
