import "server-only";
import type { investments } from "./api";
import type { adminInvestments } from "./admin-api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const investmentSummaries: Record<keyof typeof investments | keyof typeof adminInvestments, string> = {
  listInvestments: "List the current user's investments, newest first",
  requestInvestment:
    "Request an investment in a plan, 409 if its terms have changed since they were accepted; audited and emailed, repeatable with an Idempotency-Key",
  getPortfolio:
    "Get the current user's totals: invested, value, due, paid out, and the value over twelve months",
  getInvestment:
    "Get an investment of the current user with its terms, entries and the account to transfer to",
  cancelInvestment:
    "Cancel an investment of the current user within 48 hours, before any receipt; audited and emailed",
  previewRedemption:
    "Calculate the payment and charge for redeeming an amount, and the day on which it takes effect",
  redeemInvestment:
    "Redeem an amount of an investment on the day of the preview; audited and emailed, repeatable with an Idempotency-Key",
  cancelRedemption:
    "Cancel the last redemption of an investment until the day before it takes effect; audited and emailed",
  chooseReinvestment: "Choose what happens when an investment matures, until the day before; audited",
  getStatement: "Get the current user's account statement for a period, with opening and closing balance",
  exportStatement: "Get the current user's account statement as CSV",
  listAllInvestments:
    "List the investments of all investors, newest first, by state, and by reference, amount or name",
  getInvestmentBooks: "Get an investment with all of its postings; recorded as a read of the investor",
  getInvestorMoney: "Get an investor's totals and newest investments; recorded as a read of the investor",
  endInvestment:
    "Propose to end an active investment for a reason: all of it becomes due, without a charge; another administrator confirms it; audited and emailed",
  listDeclarations: "List the declared returns of a plan, and the months awaiting declaration",
  previewDeclaration:
    "Calculate what follows from declaring a plan's return for a month, without declaring it",
  declareReturn:
    "Propose the return of a plan for a month, which another administrator must confirm; audited",
  listTaxChanges: "List the changes to the withholding tax rate, newest first",
  changeTax:
    "Propose a withholding tax rate from today or a later day; another administrator confirms it; audited",
};
