import "server-only";
import { db } from "@/lib/db/client";
import { readConsistently } from "@/lib/db/consistent";
import { AppError } from "@/lib/errors";
import { csvLine } from "@/lib/formats/csv-line";
import { readPeriodTotals } from "@/lib/ledger/period-totals";
import { listOwnerEntries, readOwnerBalanceBefore } from "@/lib/ledger/queries";
import { toNaira } from "@/lib/money";
import type { AccountStatementDto, AccountStatementQuery } from "./account-statement-schema";
import { netEntryLabel } from "./entry-labels";

/** The maximum number of lines of an account statement. */
const MAX_LINES = 5_000;

/**
 * Returns an investor's account statement: one line for each entry on their accounts, ordered by day. Opening balance plus all lines equals
 * the closing balance; the totals are those of its entries. Throws CONFLICT for more than 5,000 lines.
 */
export const readAccountStatement = (
  userId: string,
  { from, to }: AccountStatementQuery,
): Promise<AccountStatementDto> =>
  readConsistently(async () => {
    const opening = -(await readOwnerBalanceBefore(userId, from));
    const entries = await listOwnerEntries(userId, { from, to, limit: MAX_LINES + 1 });
    if (entries.length > MAX_LINES)
      throw new AppError("CONFLICT", "This period has too many transactions. Choose a shorter one.");
    const ids = [...new Set(entries.flatMap(({ about }) => about ?? []))];
    const rows = await db.investment.findMany({
      where: { userId, id: { in: ids } },
      select: { id: true, reference: true },
      take: ids.length,
    });
    const references = new Map(rows.map(({ id, reference }) => [id, reference]));
    let balance = opening;
    const lines = entries.map(({ id, on, kind, about, amount }) => {
      balance -= amount;
      return {
        _id: id,
        on,
        kind,
        reference: references.get(about ?? "") ?? null,
        amount: String(-amount),
        balance: String(balance),
      };
    });
    const sumOf = (isCounted: (amount: bigint) => boolean) =>
      entries.reduce((sum, { amount }) => (isCounted(amount) ? sum + amount : sum), 0n);
    const { returns, losses, fees, tax, charges } = await readPeriodTotals(userId, { from, to });
    return {
      from,
      to,
      opening: String(opening),
      lines,
      closing: String(balance),
      totals: {
        credits: String(-sumOf((amount) => amount < 0n)),
        debits: String(sumOf((amount) => amount > 0n)),
        returns: String(returns),
        fees: String(fees),
        tax: String(tax),
        netReturns: String(returns - fees - tax),
        losses: String(losses),
        charges: String(charges),
      },
    };
  });

/** Returns the credit and debit columns, one of which is empty, because a minus sign would begin a formula in a spreadsheet. */
const creditAndDebit = (amount: bigint): [string, string] =>
  amount < 0n ? ["", toNaira(-amount)] : [toNaira(amount), ""];

/** Returns an account statement as CSV (RFC 4180, UTF-8 with BOM), with amounts in naira. */
export const accountStatementCsv = ({ from, to, opening, lines, closing }: AccountStatementDto): string =>
  [
    "\uFEFF",
    csvLine(["Date", "Description", "Investment", "In (NGN)", "Out (NGN)", "Balance (NGN)"]),
    csvLine([from, "Opening balance", "", "", "", toNaira(BigInt(opening))]),
    ...lines.map(({ on, kind, reference, amount, balance }) =>
      csvLine([
        on,
        netEntryLabel(kind),
        reference ?? "",
        ...creditAndDebit(BigInt(amount)),
        toNaira(BigInt(balance)),
      ]),
    ),
    csvLine([to, "Closing balance", "", "", "", toNaira(BigInt(closing))]),
  ].join("");
