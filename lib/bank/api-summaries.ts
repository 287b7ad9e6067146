import "server-only";
import type { bank } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const bankSummaries: Record<keyof typeof bank, string> = {
  listBankAccounts: "List the firm's bank accounts with their balances",
  addBankAccount: "Propose a new bank account of the firm; another super administrator confirms it",
  changeBankAccount:
    "Propose a change of a bank account of the firm; another super administrator confirms it",
  listStatements: "List the imported statements of a bank account, newest first, and the gaps between them",
  getStatementFile: "Download the file of an imported statement; audited",
  listOpenReceipts: "List the manual receipts that no statement shows yet",
  previewStatement:
    "Read a bank statement (CSV, Excel, MT940 or camt.053) without storing it; returns the mapping of a CSV and any problems",
  importStatement:
    "Import a bank statement at its place in the account's chain of balances, all or nothing; lines that have already been imported are skipped; audited",
  listStatementLines: "List statement lines by proposal or decision, newest first",
  listMatchChoices:
    "Find the investments that a received line may be matched with, by name, reference or amount",
  decideLines:
    "Decide about up to 200 lines at once: match the exact ones, book, ignore or refund them; each is an act of its own, and what cannot be decided is left out and named; audited and emailed",
  listLineRules: "List the rules that book lines after each import, with what each has booked",
  previewLineRule:
    "Try a rule on the lines of the last 12 months without booking any: number, sum, the first lines, and those that were decided otherwise; audited",
  addLineRule: "Add a rule that books pending lines at once, and others after each import; audited",
  switchLineRule: "Switch a rule on or off; audited",
  deleteLineRule: "Delete a rule; what it has booked stays; audited",
  matchLine:
    "Match a received line with one or several investments; any surplus is queued as a refund; audited and emailed",
  returnLine: "Queue a refund of a received line to its sender; audited",
  ignoreLine: "Leave a line out of the ledger, with a reason; audited",
  bookLine: "Book a line that concerns no investor as a category, such as a bank charge; audited",
  listPayoutChoices: "List payouts that a line may settle or return, by name, reference or amount",
  matchPayouts: "Match a line with the payouts that it settles or returns, as one act; audited",
  recogniseReceipt: "Decide that a line shows a manual receipt; audited",
  recordReceipt: "Record a manual receipt for an investment, once per bank reference; audited and emailed",
  returnPartlyPaid: "Cancel a partly paid investment and queue a refund; audited and emailed",
};
