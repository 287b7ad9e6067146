import { importStatement } from "@/lib/bank/import";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { toNaira } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { bankReference } from "./investments";

export const statementMapping = {
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 2,
  bankReference: 3,
} as const;

/** Imports a statement with one line. Returns the id of the line. */
export async function importOneLine(
  by: Viewer,
  amount: bigint,
  { text = "Transfer", on = lagosDay() } = {},
): Promise<string> {
  const row = [on, toNaira(amount), text, bankReference()].join();
  const file = { name: "s.csv", bytes: Buffer.from(`Date,Amount,Text,Ref\n${row}`) };
  const { _id: importId } = await importStatement(by, file, statementMapping);
  return (await db.statementLine.findFirstOrThrow({ where: { importId } })).id;
}
