import "server-only";
import type { bank } from "./api";

/** What each call does, for the OpenAPI document. Browsers load the calls without it. */
export const bankSummaries: Record<keyof typeof bank, string> = {
  previewStatement:
    "Read a bank statement (CSV, MT940 or camt.053) without storing it; answers the mapping of a CSV and what is wrong",
  importStatement: "Import a bank statement whole; lines that an earlier file had change nothing; audited",
  listStatementLines: "List the lines of bank statements, newest first, by what is to be done with them",
  matchLine:
    "Match a received line with one or several investments; the rest is to be returned; audited and emailed",
  undoLine:
    "Undo a match of a line with investments, 409 once something has followed from it; audited and emailed",
  returnLine: "Mark a received line to be returned to its sender; audited",
  ignoreLine: "Take a line out of the books, with a reason; audited",
  bookLine: "Book a line as a transfer of the firm or as a tax payment; audited",
  matchPayout: "Match a line with a payout that left the bank account or came back; audited",
  recordReceipt:
    "Record money that arrived for an investment; the same bank reference is recorded once; audited and emailed",
  returnPartlyPaid:
    "Cancel a partly paid investment and ask for the return of what was received; audited and emailed",
};
