import "server-only";
import type { payouts } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const payoutSummaries: Record<keyof typeof payouts, string> = {
  searchPayments:
    "Find investments, statement lines, amounts due and payouts by name, reference, amount, day or last digits of an account; recorded as a read of each payee",
  listDue: "List the amounts due, oldest first",
  enterReceiptAccount: "Enter the account for a refund to an unknown sender; audited",
  listBatches: "List the payout batches, newest first",
  proposeBatch:
    "Propose a batch of payouts to verified accounts; audited, repeatable with an Idempotency-Key",
  getBatch: "Get a batch with its payouts; recorded as a read of each investor",
  releaseBatch:
    "Release a batch that another administrator has proposed; posts it to the ledger, audited and emailed",
  repeatNameEnquiries:
    "Ask again for the holders of the accounts of a proposed batch, except for names that match; audited",
  withdrawBatch: "Withdraw a proposed batch; its amounts stay due; audited",
  getPaymentFile:
    "Get the payment file of a released batch, as CSV, pain.001 or in an upload template; audited as a read of each investor",
  readBankAnswer:
    "Read the bank's answer to a payment file, which proposes rejections and changes nothing; recorded as a read of each investor",
  listUploadTemplates: "List the upload templates of banks, that of the last payment file first",
  addUploadTemplate: "Add an upload template; audited",
  changeUploadTemplate: "Change an upload template; audited",
  removeUploadTemplate: "Remove an upload template; audited",
  stopPayouts:
    "Stop all payouts to an investor at once, with a note; undoing the act lifts it, which takes two administrators; audited",
  failPayout:
    "Record that the bank has rejected a released payout, so its amount is due again; audited and emailed",
};
