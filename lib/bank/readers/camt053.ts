import "server-only";
import { isDay, toDay } from "@/lib/dates";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { readXml, type XmlElement } from "@/lib/formats/xml";
import { chainStatements, type BalancedLines } from "./balances";
import { describePayment, foreignAmounts, readAmountOf } from "./camt053-payment";
import { all, localName, textAt } from "./camt053-xml";
import { joinTexts, requireLineCount, requireNaira, type Statement, type StatementLine } from "./statement";
import { cleanReference, parseKobo } from "./values";

/** A statement with the balances that may open and close it, by code. */
interface OpenStatement extends BalancedLines {
  balances: Map<string, bigint[]>;
}

/**
 * Reads an ISO 20022 camt.053 statement of any version, also within an envelope. Skips entries that are not booked (status `BOOK`). A batch
 * booking is one line with its payments. Throws `FormatError` for malformed files, currencies other than naira, several accounts, and
 * entries that do not lead from the opening to the closing balances.
 */
export async function readCamt053(text: string): Promise<Statement> {
  const statements: OpenStatement[] = [];
  const accounts = new Set<string>();
  let [entryCount, paymentCount, isStatement] = [0, 0, false];
  await readXml(
    [text],
    (name) => ["Ntry", "Bal", "Acct"].includes(localName(name)),
    (record) => {
      const current = statements.at(-1);
      if (!current) return;
      switch (localName(record.name)) {
        case "Acct": {
          const number = textAt(record, "Id", "Othr", "Id") || textAt(record, "Id", "IBAN");
          if (number) accounts.add(number);
          return;
        }
        case "Bal": {
          const kind = textAt(record, "Tp", "CdOrPrtry", "Cd") || textAt(record, "Tp", "Cd");
          if (!/^(?:OPBD|PRCD|CLBD|ITBD)$/.test(kind)) return;
          const amount = signedAmount(record, `Balance ${kind}`);
          current.balances.set(kind, [...(current.balances.get(kind) ?? []), amount]);
          return;
        }
        default: {
          requireLineCount((entryCount += 1));
          const line = readEntry(record, `Entry ${entryCount}`);
          if (!line) return;
          requireLineCount((paymentCount += line.parts.length));
          current.lines.push(line);
        }
      }
    },
    (name) => {
      if (localName(name) === "BkToCstmrStmt") isStatement = true;
      if (localName(name) === "Stmt" && isStatement)
        statements.push({
          place: `Statement ${statements.length + 1}`,
          balances: new Map(),
          openingKobo: null,
          closingKobo: null,
          lines: [],
        });
    },
  );
  if (!isStatement) throw new FormatError("This is not a camt.053 statement");
  if (accounts.size > 1)
    throw new FormatError("The file contains statements for several accounts. Export one account at a time.");
  return {
    account: [...accounts][0] ?? null,
    lines: chainStatements(statements.map(withBalances)),
    setAside: [],
  };
}

/** The page of a longer statement has interim balances, of which the first opens it and the last closes it. */
function withBalances({ balances, ...statement }: OpenStatement): BalancedLines {
  const interim = balances.get("ITBD") ?? [];
  const openings = balances.get("OPBD") ?? balances.get("PRCD");
  const closings = balances.get("CLBD");
  const isPage = interim.length > 0 && (interim.length > 1 || openings !== closings);
  const openingKobo = openings?.[0] ?? (isPage ? interim[0]! : null);
  const closingKobo = closings?.at(-1) ?? (isPage ? interim.at(-1)! : null);
  if (closingKobo === null) throw new FormatError("The statement has no closing balance");
  return { ...statement, openingKobo, closingKobo };
}

/** Returns the signed amount of an entry or a balance. `CdtDbtInd` is the actual direction, even for a reversal. */
function signedAmount(element: XmlElement, place: string): bigint {
  const [amount] = all(element, "Amt");
  const direction = textAt(element, "CdtDbtInd");
  if (!amount || !/^(?:CRDT|DBIT)$/.test(direction))
    throw new FormatError(`${place} has no amount or direction`);
  requireNaira(amount.attributes.Ccy ?? "", place);
  const kobo = readAmountOf(amount);
  if (kobo === null) parseKobo(`${shorten(amount.text.trim())} `, place);
  if (kobo === null)
    throw new FormatError(`${place}: "${shorten(amount.text.trim())}" is not a valid amount`);
  return kobo * (direction === "CRDT" ? 1n : -1n);
}

/** A time has the bank's time zone and possibly fractions of a second; the day is that of Lagos. */
const dayAt = (entry: XmlElement, name: string) =>
  textAt(entry, name, "Dt").slice(0, "2026-11-20".length) ||
  toDay(textAt(entry, name, "DtTm").replace(/\.\d+/, ""));

/** Reads an entry; null if it is not booked. */
function readEntry(entry: XmlElement, place: string): StatementLine | null {
  const status = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  if (status !== "BOOK") return null;
  const on = [dayAt(entry, "BookgDt"), dayAt(entry, "ValDt")].find(isDay);
  if (!on) throw new FormatError(`${place} has no booking date`);
  const amountKobo = signedAmount(entry, place);
  const payments = all(entry, "NtryDtls", "TxDtls").map((details) =>
    describePayment(details, amountKobo >= 0n),
  );
  const [first, ...others] = payments;
  const further = textAt(entry, "AddtlNtryInf");
  const batch = all(entry, "NtryDtls", "Btch").flatMap(({ children }) => children.map(({ text }) => text));
  const reference = cleanReference(textAt(entry, "AcctSvcrRef")) || cleanReference(textAt(entry, "NtryRef"));
  const isBatch = others.length > 0;
  const foreign = foreignAmounts(entry).filter(
    (amount) => !payments.some(({ narration }) => narration.includes(amount)),
  );
  return {
    on,
    amountKobo,
    narration: joinTexts([
      ...payments.map(({ narration }) => narration),
      further,
      ...foreign,
      ...(first ? [] : batch),
    ]),
    counterparty: isBatch ? "" : (first?.counterparty ?? ""),
    bankReference: reference || (isBatch ? "" : (first?.bankReference ?? "")),
    balanceKobo: null,
    place,
    parts: isBatch ? payments : [],
  };
}
