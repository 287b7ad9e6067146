import "server-only";
import { db } from "@/lib/db/client";
import { readConsistently } from "@/lib/db/consistent";
import { AppError } from "@/lib/errors";
import { csvLine } from "@/lib/formats/csv-line";
import { listOwnerEntries, readOwnerBalanceBefore } from "@/lib/ledger/queries";
import { toNaira } from "@/lib/money";
import type { StatementDto, StatementQuery } from "./account-statement-schema";
import { ownWords } from "./entry-labels";

/** The maximum number of lines of a statement. */
const MAX_LINES = 5_000;

/**
 * The statement of an investor for a range of days: one line for each entry that concerns their accounts, in the order of the days. The opening
 * balance and all lines add up to the closing balance. Throws CONFLICT for a range with more than 5,000 lines.
 */
export const readStatement = (userId: string, { from, to }: StatementQuery): Promise<StatementDto> =>
  readConsistently(async () => {
    const opening = -(await readOwnerBalanceBefore(userId, from));
    const entries = await listOwnerEntries(userId, { from, to, limit: MAX_LINES + 1 });
    if (entries.length > MAX_LINES)
      throw new AppError("CONFLICT", "There are too many lines in this time. Choose a shorter one.");
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
    return { from, to, opening: String(opening), lines, closing: String(balance) };
  });

/** What came to the investor and what left, as text; the other one is empty. A minus sign would begin a formula in a spreadsheet. */
const inAndOut = (amount: bigint): [string, string] =>
  amount < 0n ? ["", toNaira(-amount)] : [toNaira(amount), ""];

/** A statement as CSV (RFC 4180, UTF-8 with BOM), amounts in naira. */
export const statementCsv = ({ from, to, opening, lines, closing }: StatementDto): string =>
  [
    "\uFEFF",
    csvLine(["Date", "What", "Investment", "In (NGN)", "Out (NGN)", "Balance (NGN)"]),
    csvLine([from, "Opening balance", "", "", "", toNaira(BigInt(opening))]),
    ...lines.map(({ on, kind, reference, amount, balance }) =>
      csvLine([on, ownWords(kind), reference ?? "", ...inAndOut(BigInt(amount)), toNaira(BigInt(balance))]),
    ),
    csvLine([to, "Closing balance", "", "", "", toNaira(BigInt(closing))]),
  ].join("");
