import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { adminInvestmentDto } from "@/lib/investments/schema";
import { bankAccountDto, bankAccountInput } from "./account-schema";
import { lineRuleDto, lineRuleInput, lineRulePreviewDto, lineRuleSwitch } from "./line-rule-schema";
import {
  bookSchema,
  decidedDto,
  decideLinesSchema,
  gapDto,
  ignoreSchema,
  importDto,
  lineDto,
  lineQuery,
  lineTotalsDto,
  matchChoiceDto,
  matchChoiceQuery,
  matchPayoutsSchema,
  matchSchema,
  openReceiptDto,
  payoutChoiceDto,
  previewDto,
  recogniseSchema,
  recordReceiptSchema,
  statementDto,
  statementQuery,
} from "./schema";

const params = z.object({ id: z.uuid().toLowerCase() });
const multipart = { file: { required: true } };

/** Bank accounts, statements and their lines (product 10.32), and manual receipts (product 10.31). */
export const bank = {
  listBankAccounts: endpoint("GET", "/api/admin/bank-accounts", "money.read", {
    data: z.array(bankAccountDto),
    fallback: "Could not load the bank accounts",
  }),
  addBankAccount: endpoint("POST", "/api/admin/bank-accounts", "super", {
    proofMinutes: PROOF_MINUTES,
    body: bankAccountInput,
    failures: ["CONFIRMATION_REQUIRED", "RECENTLY_RESET", "VALIDATION_FAILED"],
    fallback: "Could not add the bank account",
  }),
  changeBankAccount: endpoint("PUT", "/api/admin/bank-accounts/{id}", "super", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: bankAccountInput,
    failures: ["CONFIRMATION_REQUIRED", "RECENTLY_RESET", "VALIDATION_FAILED"],
    fallback: "Could not change the bank account",
  }),
  listStatements: endpoint("GET", "/api/admin/payments/statements", "money.read", {
    query: statementQuery,
    data: z.array(statementDto),
    extra: nextPage.extend({ gaps: z.array(gapDto) }),
    fallback: "Could not load the statements",
  }),
  getStatementFile: endpoint("GET", "/api/admin/payments/statements/{id}/file", "money.read", {
    params,
    produces: "application/octet-stream",
    failures: ["NOT_FOUND"],
    fallback: "Could not load the statement",
  }),
  listOpenReceipts: endpoint("GET", "/api/admin/payments/receipts", "money.read", {
    data: z.array(openReceiptDto),
    fallback: "Could not load the manual receipts",
  }),
  previewStatement: endpoint("POST", "/api/admin/payments/statements/preview", "money.act", {
    multipart,
    data: previewDto,
    fallback: "Could not read the statement",
  }),
  importStatement: endpoint("POST", "/api/admin/payments/statements", "money.act", {
    proofMinutes: PROOF_MINUTES,
    multipart,
    status: 201,
    data: importDto,
    failures: ["VALIDATION_FAILED", "CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not import the statement",
  }),
  listStatementLines: endpoint("GET", "/api/admin/payments/lines", "money.read", {
    query: lineQuery,
    data: z.array(lineDto),
    // With the first page only.
    extra: nextPage.extend({ totals: lineTotalsDto.nullable() }),
    fallback: "Could not load the statement lines",
  }),
  listMatchChoices: endpoint("GET", "/api/admin/payments/lines/{id}/investments", "money.read", {
    params,
    query: matchChoiceQuery,
    data: z.array(matchChoiceDto),
    fallback: "Could not load the investments",
  }),
  decideLines: endpoint("POST", "/api/admin/payments/lines/decide", "money.act", {
    proofMinutes: PROOF_MINUTES,
    body: decideLinesSchema,
    data: decidedDto,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not decide about the statement lines",
  }),
  listLineRules: endpoint("GET", "/api/admin/payments/rules", "money.read", {
    data: z.array(lineRuleDto),
    fallback: "Could not load the rules",
  }),
  previewLineRule: endpoint("POST", "/api/admin/payments/rules/preview", "money.act", {
    body: lineRuleInput,
    data: lineRulePreviewDto,
    failures: ["RATE_LIMITED"],
    fallback: "Could not try the rule",
  }),
  addLineRule: endpoint("POST", "/api/admin/payments/rules", "money.act", {
    proofMinutes: PROOF_MINUTES,
    body: lineRuleInput,
    status: 201,
    data: lineRuleDto,
    failures: ["RECENTLY_RESET", "VALIDATION_FAILED"],
    fallback: "Could not save the rule",
  }),
  switchLineRule: endpoint("PATCH", "/api/admin/payments/rules/{id}", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: lineRuleSwitch,
    data: lineRuleDto,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not change the rule",
  }),
  deleteLineRule: endpoint("DELETE", "/api/admin/payments/rules/{id}", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not delete the rule",
  }),
  matchLine: endpoint("POST", "/api/admin/payments/lines/{id}/match", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: matchSchema,
    data: lineDto,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not match the statement line",
  }),
  returnLine: endpoint("POST", "/api/admin/payments/lines/{id}/return", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    data: lineDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not queue the refund",
  }),
  ignoreLine: endpoint("POST", "/api/admin/payments/lines/{id}/ignore", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: ignoreSchema,
    data: lineDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not ignore the statement line",
  }),
  bookLine: endpoint("POST", "/api/admin/payments/lines/{id}/book", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: bookSchema,
    data: lineDto,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not book the statement line",
  }),
  listPayoutChoices: endpoint("GET", "/api/admin/payments/lines/{id}/payouts", "money.read", {
    params,
    query: matchChoiceQuery,
    data: z.array(payoutChoiceDto),
    fallback: "Could not load the payouts",
  }),
  matchPayouts: endpoint("POST", "/api/admin/payments/lines/{id}/payouts", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: matchPayoutsSchema,
    data: lineDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not match the statement line",
  }),
  recogniseReceipt: endpoint("POST", "/api/admin/payments/lines/{id}/receipt", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: recogniseSchema,
    data: lineDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not match the statement line",
  }),
  recordReceipt: endpoint("POST", "/api/admin/investments/{id}/receipts", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: recordReceiptSchema,
    data: adminInvestmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not record the receipt",
  }),
  returnPartlyPaid: endpoint("POST", "/api/admin/investments/{id}/cancel", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    data: adminInvestmentDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not cancel and refund the investment",
  }),
};
