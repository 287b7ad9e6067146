import { parseReference } from "@/lib/investments/reference-rules";
import { compareNames } from "@/lib/names";
import { banks } from "@/lib/reference/institutions";
import { normalizeText } from "@/lib/text";
import type { StatementLine } from "./readers/statement";

/** Finds the sender's name in a statement line (product 10.32, ADR 40). Pure functions. */
export interface Sender {
  name: string;
  /** Whether the bank puts the sender in this place; otherwise it may be a remark. */
  isCertain: boolean;
  /** Whether the bank may have cut it off. */
  mayBeCut: boolean;
}

const setOf = (text: string) => new Set(text.split(/\s+/));

/** Names of banks and wallets as narrations have them, besides the listed banks. */
const bankWords = setOf(
  [
    ...banks.map(({ name }) => name),
    "GTB GTBANK GTCO UBA FBN FIRSTBANK FCMB ZENITHBANK ACCESSBANK STANBIC IBTC WEMA ALAT STERLINGBANK POLARIS ECOBANK KEYSTONE PROVIDUS",
    "PROVIDUSBANK UNIONBANK FIDELITYBANK UNITYBANK SCB KUDA KUDABANK OPAY OPERA PALMPAY PAYCOM MONIEPOINT MONIE POINT CARBON FAIRMONEY VFD",
    "RUBIES SPARKLE JAIZ TAJBANK LOTUS GLOBUS TITAN PARALLEX SUNTRUST CORONATION ACCION LAPO PAGA PAYSTACK FLUTTERWAVE INTERSWITCH QUICKTELLER",
    "NIBSS CBN MFB MICROFINANCE PLC LIMITED LTD DIGITAL SERVICES",
  ]
    .join(" ")
    .toUpperCase(),
);

/** Words of channels and kinds of accounts: banks put them before names, and they are no part of one. */
const channelWords = setOf(
  "NIP NIBSS FIP MB MOB MOBILE USSD POS WEB ATM NEFT RTGS NXG UTO UTU TNF TRF TRFFRM FROM FRM TRANSFER TRSF TRFR TFR TRANS XFER FT INSTANT INWARD OUTWARD " +
    "ONB ONLINE IBANK INTERNET BANKING BANK APP ACCT ACCOUNT AC ACC SAVINGS CURRENT CASH CSH DEP DEPOSIT CR CREDIT DR LOCAL INTERBANK " +
    "CLEARING CHANNEL BRANCH TELLER AGENCY AGENT TERMINAL PAYMENT PYMT PMT PAY PAID RECEIVED LODGEMENT LODGMENT SELF SENDER ORIGINATOR " +
    "NAME CUSTOMER CUST WALLET BO OWN NARRATION DESC DETAILS",
);

/** Words of remarks: text with one of them is no name. */
const remarkWords = setOf(
  "INVEST INVESTMENT INVESTMENTS INVESTING PLAN FUND FUNDS FUNDING CAPITAL SUBSCRIPTION CONTRIBUTION PART FULL BALANCE FINAL FIRST SECOND " +
    "INSTALMENT INSTALLMENT FEE FEES SCHOOL RENT SALARY LOAN GIFT HAPPY BIRTHDAY THANKS THANK YOU PLEASE PLS MONEY SAVING BUSINESS PURCHASE " +
    "GOODS SUPPLY SUPPLIES FOOD MARKET HOUSE LAND PROJECT SUPPORT DONATION TITHE OFFERING CHARGE CHARGES COMMISSION VAT STAMP DUTY LEVY SMS " +
    "ALERT REVERSAL REVERSED REFUND RETURN INTEREST DIVIDEND TAX MONTHLY WEEKLY DAILY YEAR MONTH MY OUR THE AND OF FOR IN ON AT WITH " +
    "JANUARY FEBRUARY MARCH APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER JAN FEB MAR APR JUN JUL AUG SEP SEPT OCT NOV DEC " +
    "NAIRA NGN REF REFERENCE INV NO NUMBER NUM ID CODE SESSION TXN TRX TRAN TRANSACTION STARTUP SHARES EQUITY WITHDRAWAL MERCHANT SETTLEMENT",
);

/** Words after which a name ends. */
const endWords = setOf(
  "TO FROM FRM FOR VIA SDL SDI REF REFERENCE IFO IRO FAO B/O ON AT BEING REMARK REMARKS RMK NARRATION DESC",
);

/** The place of the sender after these words, also glued to others by the bank. */
const FROM =
  /(?<![\p{L}\p{N}])(?:TRF\s?F?|TRANSFER)?(?:FROM|FRM|FRMO|FR|B\/O|BY ORDER OF|SENDER|ORIGINATOR|DEP(?:OSIT)? BY)(?![\p{L}\p{N}])/giu;
/** Names that precede the recipient. */
const BEFORE_TO = /\sTO(?![\p{L}\p{N}])/iu;
/** What separates the fields of a narration. */
const FIELDS = /[/|:;*\\_~#]+|\s[-–—]+\s/u;
/** Channels whose narrations have fields, one of which is the sender. */
const FIELDED = /^\W*(?:NIP|FIP|NIBSS|BANKNIP|MOB|MOBILE|UTO|TNF|NEFT|RTGS|INSTANT)(?![\p{L}\p{N}])/iu;

const MAX_NAME_WORDS = 6;
/** Shorter words are mostly codes. */
const MIN_NAME_CHARS = 4;
/** Banks cut texts off at this length or later. */
const MIN_CUT_CHARS = 20;

/** A reference may consist of letters only. */
const isReference = (text: string): boolean => /^SD[LI]\P{L}/iu.test(text) || parseReference(text) !== null;

const isWordOfName = (word: string): boolean =>
  !isReference(word) && /^\p{L}[\p{L}\p{M}'’.‑-]*,?$/u.test(word);
const isGeneric = (word: string): boolean => channelWords.has(word) || bankWords.has(word);

/** Returns the name with which a text begins, after words of the bank; null if it begins with something else. */
function nameAtStart(text: string): string | null {
  const words = text.split(/\s+/).filter(Boolean);
  const plain = words.map((word) => word.toUpperCase().replace(/[.,]+$/, ""));
  let from = 0;
  const isSkipped = (at: number) =>
    channelWords.has(plain[at]!) ||
    !isWordOfName(words[at]!) ||
    // Some banks have the names of people.
    (bankWords.has(plain[at]!) && words.length - at > 2);
  while (from < words.length && isSkipped(from)) from += 1;
  let to = from;
  while (to < words.length && isWordOfName(words[to]!) && !endWords.has(plain[to]!)) to += 1;
  const name = plain.slice(from, to);
  const isName =
    name.length > 0 &&
    !isReference(name.join(" ")) &&
    name.length <= MAX_NAME_WORDS &&
    !name.some((word) => remarkWords.has(word)) &&
    !name.every(isGeneric) &&
    name.join("").length >= MIN_NAME_CHARS;
  return isName ? words.slice(from, to).join(" ").replace(/,$/, "") : null;
}

const tidy = (text: string): string => normalizeText(text.replace(/\s+/g, " "));

/** Two words other than initials: fewer cannot be compared. */
const isFullName = (name: string): boolean =>
  name.split(/[\s-]+/).filter((word) => word.replace(/\W/g, "").length > 1).length >= 2;

/**
 * Returns the names in a line that may be the sender's, the likeliest first: the counterparty, unless it is a text of the bank, or else
 * what the narration has after "from", before "to", in the fields of a channel, and in any other field.
 */
export function sendersOf({
  narration,
  counterparty,
}: Pick<StatementLine, "narration" | "counterparty">): Sender[] {
  const column = nameAtStart(tidy(counterparty).split(FIELDS)[0]!);
  if (column) {
    const mayBeCut = counterparty.length >= MIN_CUT_CHARS;
    return [{ name: column, isCertain: isFullName(column), mayBeCut }];
  }
  const text = tidy(narration);
  const senders: Sender[] = [];
  const add = (field: string, isCertain: boolean) => {
    const name = nameAtStart(field.trim());
    if (!name || senders.some((sender) => sender.name === name)) return;
    const mayBeCut = text.length >= MIN_CUT_CHARS && text.endsWith(name);
    senders.push({ name, isCertain: isCertain && isFullName(name), mayBeCut });
  };
  const froms = [...text.matchAll(FROM)].map(({ index, 0: word }) => text.slice(index + word.length));
  for (const after of froms) add(after.replace(/^[\s:/-]+/, "").split(FIELDS)[0]!, true);
  const fields = text
    .split(FIELDS)
    .map((field) => field.trim())
    .filter(Boolean);
  const isFielded = FIELDED.test(text);
  for (const field of fields) {
    const [before, recipient] = field.split(BEFORE_TO);
    add(before!, isFielded || recipient !== undefined);
  }
  return senders;
}

/** Returns whether a sender has an approved name. The last word of a name that was cut off only needs to begin like one of it. */
function compareSender({ name, mayBeCut }: Sender, approvedName: string): ReturnType<typeof compareNames> {
  const match = compareNames(name, approvedName);
  if (match !== "different" || !mayBeCut) return match;
  const words = name.split(/\s+/);
  const last = words.at(-1)!.toLowerCase();
  const whole = approvedName
    .split(/\s+/)
    .find((word) => last.length > 0 && word.toLowerCase().startsWith(last));
  return whole && compareNames([...words.slice(0, -1), whole].join(" "), approvedName) !== "different"
    ? "partial"
    : "different";
}

/** Returns how the possible senders of a line compare with the approved names of an investor: the best result. */
export function compareSenders(
  senders: readonly Sender[],
  approvedNames: readonly string[],
): ReturnType<typeof compareNames> {
  const matches = senders.flatMap((sender) => approvedNames.map((name) => compareSender(sender, name)));
  return (["equal", "partial"] as const).find((match) => matches.includes(match)) ?? "different";
}

/**
 * Returns the name of the sender if it is certainly not the investor; null if it is, or if the line or the investor has no name to compare.
 */
export function otherSender(senders: readonly Sender[], approvedNames: readonly string[]): string | null {
  const [sender] = senders;
  if (!sender?.isCertain || approvedNames.length === 0) return null;
  return compareSenders(senders, approvedNames) === "different" ? sender.name : null;
}
