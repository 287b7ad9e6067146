import * as z from "zod";
import { bankAccount } from "@/lib/bank/account-schema";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import {
  bankAnswerDto,
  batchDetailDto,
  batchDto,
  batchPage,
  dueDto,
  dueQuery,
  paymentFileSchema,
  proposeBatchSchema,
  stopPayoutsSchema,
} from "./schema";
import { paymentSearchDto, paymentSearchQuery } from "./search-schema";
import { uploadTemplateDto, uploadTemplateInput } from "./upload-template-schema";

const params = z.object({ id: z.uuid().toLowerCase() });

/** Payouts (product 10.34). */
export const payouts = {
  searchPayments: endpoint("GET", "/api/admin/payments/search", "money.read", {
    query: paymentSearchQuery,
    data: paymentSearchDto,
    fallback: "Could not search the payments",
  }),
  listDue: endpoint("GET", "/api/admin/payouts/due", "money.read", {
    query: dueQuery,
    data: z.array(dueDto),
    extra: nextPage,
    fallback: "Could not load the amounts due",
  }),
  enterReceiptAccount: endpoint("PUT", "/api/admin/payouts/due/{id}/account", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: bankAccount,
    failures: ["NOT_FOUND", "CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not save the account",
  }),
  listBatches: endpoint("GET", "/api/admin/payouts/batches", "money.read", {
    query: batchPage,
    data: z.array(batchDto),
    extra: nextPage,
    fallback: "Could not load the batches",
  }),
  proposeBatch: endpoint("POST", "/api/admin/payouts/batches", "money.act", {
    idempotent: true,
    proofMinutes: PROOF_MINUTES,
    body: proposeBatchSchema,
    status: 201,
    data: batchDetailDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not propose the payouts",
  }),
  getBatch: endpoint("GET", "/api/admin/payouts/batches/{id}", "money.read", {
    params,
    data: batchDetailDto,
    fallback: "Could not load the batch",
  }),
  releaseBatch: endpoint("POST", "/api/admin/payouts/batches/{id}/release", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    data: batchDetailDto,
    failures: ["FORBIDDEN", "CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not release the batch",
  }),
  repeatNameEnquiries: endpoint("POST", "/api/admin/payouts/batches/{id}/names", "money.act", {
    params,
    data: batchDetailDto,
    failures: ["FORBIDDEN", "CONFLICT", "RATE_LIMITED", "RECENTLY_RESET"],
    fallback: "Could not ask for the names",
  }),
  withdrawBatch: endpoint("POST", "/api/admin/payouts/batches/{id}/withdraw", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    data: batchDetailDto,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not withdraw the batch",
  }),
  getPaymentFile: endpoint("GET", "/api/admin/payouts/batches/{id}/file", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    query: paymentFileSchema,
    produces: "application/octet-stream",
    failures: ["CONFLICT", "VALIDATION_FAILED", "RECENTLY_RESET"],
    fallback: "Could not create the payment file",
  }),
  readBankAnswer: endpoint("POST", "/api/admin/payouts/batches/{id}/answer", "money.act", {
    params,
    multipart: { file: { required: true } },
    data: z.array(bankAnswerDto),
    failures: ["CONFLICT", "VALIDATION_FAILED", "RECENTLY_RESET"],
    fallback: "Could not read the bank's answer",
  }),
  listUploadTemplates: endpoint("GET", "/api/admin/upload-templates", "money.read", {
    data: z.array(uploadTemplateDto),
    fallback: "Could not load the upload templates",
  }),
  addUploadTemplate: endpoint("POST", "/api/admin/upload-templates", "money.act", {
    proofMinutes: PROOF_MINUTES,
    body: uploadTemplateInput,
    status: 201,
    data: z.array(uploadTemplateDto),
    failures: ["CONFLICT", "VALIDATION_FAILED", "RECENTLY_RESET"],
    fallback: "Could not add the upload template",
  }),
  changeUploadTemplate: endpoint("PUT", "/api/admin/upload-templates/{id}", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: uploadTemplateInput,
    data: z.array(uploadTemplateDto),
    failures: ["VALIDATION_FAILED", "RECENTLY_RESET"],
    fallback: "Could not change the upload template",
  }),
  removeUploadTemplate: endpoint("DELETE", "/api/admin/upload-templates/{id}", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    data: z.array(uploadTemplateDto),
    failures: ["RECENTLY_RESET"],
    fallback: "Could not remove the upload template",
  }),
  stopPayouts: endpoint("POST", "/api/admin/users/{userId}/payout-stop", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ userId: z.uuid().toLowerCase() }),
    body: stopPayoutsSchema,
    failures: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not stop the payouts",
  }),
  failPayout: endpoint("POST", "/api/admin/payouts/transfers/{id}/failed", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    failures: ["CONFLICT", "RECENTLY_RESET"],
    fallback: "Could not record the rejection",
  }),
};
