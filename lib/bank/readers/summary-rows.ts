import "server-only";

const TOTAL =
  /^\W*(?:sub|grand|page)?[\s-]*totals?(?:\s+(?:debits?|credits?|amounts?|withdrawals?|deposits?|lodge?ments?|transactions?|in|out|count|for\b.*|of\b.*|[\d.,]+))*\W*$/i;
/** SAP marks subtotals and totals with asterisks. */
const SAP_TOTAL = /^\s*\*{1,5}\s*$/;
const OPENING_OR_CLOSING = new RegExp(
  [
    "^\\W*(?:(?:opening|closing|previous|starting|ending)\\s+(?:(?:book|ledger|available)\\s+)?bal(?:ance)?",
    "|(?:bal(?:ance)?\\s*)?(?:[bc]\\s*/\\s*f(?:wd)?|(?:brought|carried)\\s+(?:forward|down|fwd))|bal(?:ance)?\\s*[bc]f(?:wd)?)",
    "(?:\\s*(?:as\\s+(?:at|of|on)|on|at)\\b[\\w /.,-]{0,30})?\\W*$",
  ].join(""),
  "i",
);
const SUMMARY = /^\W*(?:(?:available|cleared|uncleared|book|ledger|current)\s+)?bal(?:ance)?\W*$/i;

/** Whether a cell names a total. */
export const isTotal = (cell: string) => TOTAL.test(cell.slice(0, 80)) || SAP_TOTAL.test(cell);
/** Whether a cell names a balance at the beginning or end of a statement or page. */
export const isOpeningOrClosing = (cell: string) => OPENING_OR_CLOSING.test(cell.slice(0, 100));
/** Whether a cell names a total or any balance. */
export const isSummary = (cell: string) =>
  isTotal(cell) || isOpeningOrClosing(cell) || SUMMARY.test(cell.slice(0, 80));
