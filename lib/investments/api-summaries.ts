import "server-only";
import type { investments } from "./api";
import type { adminInvestments } from "./admin-api";

/** What each call does, for the OpenAPI document. Browsers load the calls without it. */
export const investmentSummaries: Record<keyof typeof investments | keyof typeof adminInvestments, string> = {
  listInvestments: "List one's own investments, newest first",
  requestInvestment:
    "Request an investment in a plan, 409 if its terms are no longer the accepted ones; audited and emailed, repeatable with an Idempotency-Key",
  getPortfolio: "Get what one has in all: invested, value, due, paid out, and the value over twelve months",
  getInvestment: "Get one's own investment with its terms, payments and where to pay",
  cancelInvestment:
    "Cancel one's own investment within 48 hours, while nothing was received; audited and emailed",
  previewRedemption: "Calculate what redeeming an amount today would pay, cost and leave",
  redeemInvestment:
    "Redeem an amount of one's own investment on the day of the preview; audited and emailed, repeatable with an Idempotency-Key",
  chooseReinvestment:
    "Choose what happens at the maturity of one's own investment, until the day before; audited",
  getStatement: "Get one's own statement for a range of days, with opening and closing balance",
  exportStatement: "Get one's own statement as CSV",
  listAllInvestments: "List the investments of all investors, newest first, by state or by reference",
  getInvestmentBooks: "Get an investment with all of its postings; recorded as a read of the investor",
  listDeclarations: "List what was declared for a plan, and the months for which payments wait",
  declareReturn:
    "Ask for the confirmation of what a plan has earned in a month; another administrator always has to confirm it; audited",
  listTaxChanges: "List the changes of the rate of withholding tax, newest first",
  changeTax: "Change the rate of withholding tax from today or a later day on; audited",
};
