import "server-only";
import type { investments } from "./api";
import type { adminInvestments } from "./admin-api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const investmentSummaries: Record<keyof typeof investments | keyof typeof adminInvestments, string> = {
  listInvestments: "List one's own investments, newest first",
  requestInvestment:
    "Request an investment in a plan, 409 if its terms are no longer the accepted ones; audited and emailed, repeatable with an Idempotency-Key",
  getPortfolio: "Get one's totals: invested, value, due, paid out, and the value over twelve months",
  getInvestment: "Get one's own investment with its terms, entries and the account to transfer to",
  cancelInvestment: "Cancel one's own investment within 48 hours, before any receipt; audited and emailed",
  previewRedemption: "Calculate the payment and charge for redeeming an amount today",
  redeemInvestment:
    "Redeem an amount of one's own investment on the day of the preview; audited and emailed, repeatable with an Idempotency-Key",
  chooseReinvestment:
    "Choose what happens at the maturity of one's own investment, until the day before; audited",
  getStatement: "Get one's own account statement for a period, with opening and closing balance",
  exportStatement: "Get one's own account statement as CSV",
  listAllInvestments: "List the investments of all investors, newest first, by state or by reference",
  getInvestmentBooks: "Get an investment with all of its postings; recorded as a read of the investor",
  listDeclarations: "List the declared returns of a plan, and the months that await declaration",
  declareReturn:
    "Propose the return of a plan for a month; another administrator must always confirm it; audited",
  listTaxChanges: "List the changes to the withholding tax rate, newest first",
  changeTax: "Change the withholding tax rate from today or a later day; audited",
};
