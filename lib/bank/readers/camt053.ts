import "server-only";
import { isDay, toDay } from "@/lib/dates";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { readXml, type XmlElement } from "@/lib/formats/xml";
import {
  chunksOf,
  parseKobo,
  requireBalances,
  requireLineCount,
  requireNaira,
  setBalances,
  tidy,
  type Statement,
  type StatementLine,
} from "./statement";

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Returns the elements at a path of local names, because prefixes differ between banks. */
const all = (element: XmlElement, ...path: string[]): XmlElement[] =>
  path.reduce(
    (found, name) =>
      found.flatMap(({ children }) => children.filter((child) => localName(child.name) === name)),
    [element],
  );

const textAt = (element: XmlElement, ...path: string[]): string =>
  all(element, ...path)[0]?.text.trim() ?? "";

/**
 * Reads an ISO 20022 camt.053 statement of any version. Skips entries that are not booked (status `BOOK`). Splits a batch booking into its
 * transactions if their amounts are given. Throws `FormatError` for malformed files, currencies other than naira, and entries that do not
 * lead from the opening to the closing balances.
 */
export async function readCamt053(text: string): Promise<Statement> {
  const lines: StatementLine[] = [];
  const accounts = new Set<string>();
  const balances = { openingKobo: 0n, closingKobo: 0n };
  let closings = 0;
  // The entries of a statement follow its balances.
  const statement = { firstIndex: 0, openingKobo: null as bigint | null };
  const endStatement = () => {
    const { openingKobo, firstIndex } = statement;
    if (openingKobo !== null) setBalances(lines.slice(firstIndex), openingKobo);
    statement.firstIndex = lines.length;
  };
  let count = 0;
  const root = await readXml(
    chunksOf(text),
    (name) => ["Ntry", "Bal", "Acct"].includes(localName(name)),
    (record) => {
      switch (localName(record.name)) {
        case "Acct": {
          const number = textAt(record, "Id", "Othr", "Id") || textAt(record, "Id", "IBAN");
          if (number) accounts.add(number);
          return;
        }
        case "Bal": {
          const kind = textAt(record, "Tp", "CdOrPrtry", "Cd");
          if (kind === "OPBD" || kind === "PRCD") {
            endStatement();
            statement.openingKobo = signedAmount(record, `Balance ${kind}`);
            balances.openingKobo += statement.openingKobo;
          }
          if (kind === "CLBD") {
            balances.closingKobo += signedAmount(record, `Balance ${kind}`);
            closings += 1;
          }
          return;
        }
        default:
          count += 1;
          lines.push(...readEntry(record, `Entry ${count}`));
          requireLineCount(Math.max(count, lines.length));
      }
    },
  );
  if (!/^(Document|BkToCstmrStmt)$/.test(localName(root.name)))
    throw new FormatError("This is not a camt.053 statement");
  if (closings === 0) throw new FormatError("The statement has no closing balance");
  if (accounts.size > 1)
    throw new FormatError("The file contains statements for several accounts. Export one account at a time.");
  requireBalances(lines, balances);
  endStatement();
  return { account: [...accounts][0] ?? null, lines, setAside: [] };
}

function amountOf(element: XmlElement, place: string): bigint {
  requireNaira(element.attributes.Ccy ?? "", place);
  if (!/^\d{1,15}(\.\d{1,2}0*)?$/.test(element.text.trim()))
    throw new FormatError(`${place}: "${shorten(element.text.trim())}" is not a valid amount`);
  return parseKobo(element.text.trim().replace(/(\.\d\d)0*$/, "$1"), place);
}

/** Returns the signed amount. `CdtDbtInd` is the actual direction, even for a reversal. */
function signedAmount(element: XmlElement, place: string): bigint {
  const [amount] = all(element, "Amt");
  const direction = textAt(element, "CdtDbtInd");
  if (!amount || !/^(CRDT|DBIT)$/.test(direction))
    throw new FormatError(`${place} has no amount or direction`);
  return amountOf(amount, place) * (direction === "CRDT" ? 1n : -1n);
}

function readEntry(entry: XmlElement, place: string): StatementLine[] {
  const status = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  if (status !== "BOOK") return [];
  // A time has the bank's time zone and possibly fractions of a second; the day is that of Lagos.
  const on =
    textAt(entry, "BookgDt", "Dt").slice(0, "2026-11-20".length) ||
    toDay(textAt(entry, "BookgDt", "DtTm").replace(/\.\d+/, ""));
  if (!isDay(on)) throw new FormatError(`${place} has no booking date`);
  const whole = signedAmount(entry, place);
  const details = all(entry, "NtryDtls", "TxDtls");
  const bankReference = textAt(entry, "AcctSvcrRef") || textAt(entry, "NtryRef");
  const isIncoming = whole >= 0n;
  const further = textAt(entry, "AddtlNtryInf");
  const describe = (detail: XmlElement) => ({
    narration: tidy(
      [
        textAt(detail, "Refs", "EndToEndId").replace("NOTPROVIDED", ""),
        ...all(detail, "RmtInf", "Ustrd").map(({ text }) => text),
        textAt(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
        further,
      ].join(" "),
    ),
    counterparty: tidy(
      textAt(detail, "RltdPties", isIncoming ? "Dbtr" : "Cdtr", "Nm") ||
        textAt(detail, "RltdPties", isIncoming ? "Dbtr" : "Cdtr", "Pty", "Nm"),
    ),
  });
  const parts = details.flatMap((detail) => {
    const [amount] = [...all(detail, "Amt"), ...all(detail, "AmtDtls", "TxAmt", "Amt")];
    return amount ? [{ detail, amount: amountOf(amount, place) * (isIncoming ? 1n : -1n) }] : [];
  });
  if (
    parts.length > 1 &&
    parts.length === details.length &&
    parts.reduce((sum, { amount }) => sum + amount, 0n) === whole
  )
    return parts.map(({ detail, amount }) => ({
      on,
      amountKobo: amount,
      ...describe(detail),
      bankReference: tidy(textAt(detail, "Refs", "AcctSvcrRef") || bankReference),
      balanceKobo: null,
      place,
      parts: [],
    }));
  return [
    {
      on,
      amountKobo: whole,
      ...describe(details[0] ?? entry),
      bankReference: tidy(bankReference),
      balanceKobo: null,
      place,
      parts: [],
    },
  ];
}
