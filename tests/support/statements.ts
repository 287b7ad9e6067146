import { importStatement, type StatementFile } from "@/lib/bank/import";
import type { CsvMapping } from "@/lib/bank/readers/csv-mapping-schema";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { toNaira } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { newBankAccount } from "./bank-accounts";
import { bankReference } from "./investments";

export const statementMapping = {
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 2,
  bankReference: 3,
} as const;

/** Imports a statement without balances into a bank account of its own. Throws like `importStatement`. */
export const importIntoNewAccount = async (by: Viewer, file: StatementFile, mapping: CsvMapping | null) =>
  importStatement(by, file, mapping, { bankAccountId: await newBankAccount(), closing: "0" });

/** Imports a statement with one line. Returns the id of the line. */
export async function importOneLine(
  by: Viewer,
  amount: bigint,
  { text = "Transfer", on = lagosDay() } = {},
): Promise<string> {
  const row = [on, toNaira(amount), text, bankReference()].join();
  const file = { name: "s.csv", bytes: Buffer.from(`Date,Amount,Text,Ref\n${row}`) };
  const { _id: importId } = await importIntoNewAccount(by, file, statementMapping);
  return (await db.statementLine.findFirstOrThrow({ where: { importId } })).id;
}
