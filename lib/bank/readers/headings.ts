import "server-only";
import type { CsvMapping } from "./csv-mapping-schema";

/** The fields of a mapping that name a column. */
export type ColumnField = Exclude<keyof CsvMapping, "headerRow" | "dateOrder" | "minus" | "otherColumns">;

/** Returns a heading as words without marks: `TRAN_DATE`, `TransDate` and `Trans. Date (WAT)` differ only in their words. */
const wordsOf = (heading: string): string =>
  heading
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[(（[].*?[)\]）]/g, (inner) => (/\b(?:dr|cr|debit|credit|in|out)\b/.test(inner) ? inner : " "))
    .replace(/₦|=n=/g, " ")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:ngn|naira|lcy|n)\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const DEBIT =
  /debit|withdraw|(?:^|amount|amt|value)dr(?:$|s$|amount|amt|value)|(?:money|paid|pay|payments?|cash|funds?|amount|amt|transfers?)out|outflow|outgoing|outward|^out$|^spent$|^payments?$|disburse/;
const CREDIT =
  /credit|deposit|lodg|(?:^|amount|amt|value)cr(?:$|s$|amount|amt|value)|(?:money|paid|pay|payments?|cash|funds?|amount|amt|transfers?)in(?:$|amount|flow)|inflow|incoming|inward|^in$|^receipts?$|^received$/;
const NOT_AMOUNT =
  /count|number|account|acct|name|bank|ref|date|limit|code|narrat|descr|balance|^no|no$|noof|id$/;

/** Tests a heading's words without the spaces between them, because banks also join and abbreviate them. Better headings first. */
const meanings: Record<ColumnField, readonly ((text: string) => boolean)[]> = {
  date: [
    /^(?:transactions?|trans|tran|trns|trn|txn|trx|tx|posting|posted|post|postings|pstng|booking|booked|book|entry|operation|operations|completed|payment|created)?(?:date|dt|datetime|dateandtime|datetimeutc|dateposted)$/,
    /^(?:booked|posted|paid|valued)on$|^(?:date|day)(?:of)?(?:transaction|trans|posted|posting|booked|entry|time|andtime|and time)*$/,
    /^(?:transactions?|trans|tran|txn|trx|tx|posting|booking)?time$/,
    /^val(?:ue)?(?:date|dt|day)$/,
    /^(?!.*(?:statement|due|maturity|birth|expiry|print)).*date/,
  ].map((word) => (text) => word.test(text)),
  direction: [
    /^(?:debit|dr|d)(?:or)?(?:credit|cr|c)(?!.*(?:amount|amt|balance))|^(?:credit|cr|c)(?:or)?(?:debit|dr|d)(?!.*(?:amount|amt|balance))/,
    /^(?:transactions?|trans|tran|txn|trx|entry|amount)?(?:type|sign|indicator|ind|flag|direction|side)$/,
  ].map((word) => (text) => word.test(text)),
  debit: [(text) => DEBIT.test(text) && !CREDIT.test(text) && !NOT_AMOUNT.test(text)],
  credit: [(text) => CREDIT.test(text) && !DEBIT.test(text) && !NOT_AMOUNT.test(text)],
  amount: [
    /^(?:transactions?|trans|tran|txn|trx|tx|net|local|payment|total)?(?:amount|amt)(?:transaction|in)?$/,
    /^(?!.*(?:fee|charge|vat|tax|stamp|count|word|balance)).*(?:amount|amt)|^value$|^sum$/,
  ].map((word) => (text) => word.test(text) && !DEBIT.test(text) && !CREDIT.test(text)),
  balance: [
    /^(?:running|ledger|book|closing|current|account|acct|cleared|new|line)?(?:balance|bal)(?:amount|amt|after.*)?$/,
    /^(?!.*(?:opening|previous|before|available|avail)).*balance|bal$/,
    /balance|^availbal/,
  ].map((word) => (text) => word.test(text)),
  narration: [
    /narrat|narrtn/,
    /desc|particular|^details?$|transactiondetails?|transdetails?|^memo$/,
    /remark|detail|memo|purpose|comment|explanation|^text$|^information$|^info$/,
  ].map((word) => (text) => word.test(text)),
  counterparty: [
    /^(?:sender|payer|counterparty|originator|remitter|depositor|customer|from|fromto|tofrom|sentby|paidby|receivedfrom|otherparty|sourceaccount)(?:s)?(?:or|and)?(?:sender|payer|payee|beneficiary|receiver|recipient)?(?:s)?(?:name)?$/,
    /^(?:counterparty|sender|payer|originator|remitter|party).*name/,
    // Beside a sender, the beneficiary of money in is the firm itself.
    /^source(?:name)?$/,
    /^(?:payee|beneficiary|to|recipient)(?:s)?(?:or|and)?(?:sender|payer|payee|beneficiary|receiver|recipient)?(?:s)?(?:name)?$/,
  ].map((word) => (text) => word.test(text)),
  bankReference: [
    /^(?:bank|transactions?|trans|tran|txn|trx|payment|system|nip|instrument)?(?:reference|ref|refno|refnumber|referenceno|referencenumber|referenceid|refid|references)$/,
    /sessionid|^(?:transactions?|trans|tran|txn|trx|tx|doc|document)(?:id|no|number)$|^rrn$/,
    /ref(?:erence)?(?:no|number|id)?$/,
  ].map((word) => (text) => word.test(text)),
};

/** Returns the columns whose headings have a meaning, the best first, by field. A heading of debit or credit is never an amount. */
export function readHeadings(headings: readonly string[]): Record<ColumnField, number[]> {
  const texts = headings.map((heading) => wordsOf(heading).replaceAll(" ", ""));
  const isDirection = texts.map((text) => meanings.direction[0]!(text));
  const columnsOf = (field: ColumnField) =>
    meanings[field].flatMap((matches, rank) =>
      [...texts.keys()].filter(
        (index) =>
          matches(texts[index]!) &&
          !meanings[field].slice(0, rank).some((better) => better(texts[index]!)) &&
          (field === "direction" || !isDirection[index]),
      ),
    );
  return Object.fromEntries(
    (Object.keys(meanings) as ColumnField[]).map((field) => [field, columnsOf(field)]),
  ) as Record<ColumnField, number[]>;
}

/** Returns the headings in a form that is the same in every file of the same layout. */
export const normalizeHeadings = (headings: readonly string[]): string[] => {
  const words = headings.map(wordsOf);
  return words.slice(0, words.findLastIndex(Boolean) + 1);
};

/** Whether a heading, such as `Dr/Cr`, says that its column shows the direction of the amounts. */
export const isDirectionHeading = (heading: string): boolean =>
  meanings.direction[0]!(wordsOf(heading).replaceAll(" ", ""));
