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

/** Imports a statement (camt.053) with a batch booking of payments with these amounts and texts. Returns the id of its line. */
export async function importBatchBooking(
  by: Viewer,
  payments: readonly (readonly [amount: bigint, text: string])[],
  text = "Batch booking",
): Promise<string> {
  const sum = payments.reduce((before, [amount]) => before + amount, 0n);
  const amountOf = (kobo: bigint) => `<Amt Ccy="NGN">${toNaira(kobo < 0n ? -kobo : kobo)}</Amt>`;
  const signed = (kobo: bigint) => `${amountOf(kobo)}<CdtDbtInd>${kobo < 0n ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (code: string, kobo: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${signed(kobo)}</Bal>`;
  const details = payments.map(
    ([amount, about]) => `<TxDtls>${signed(amount)}<RmtInf><Ustrd>${about}</Ustrd></RmtInf></TxDtls>`,
  );
  const booking = `<Ntry>${signed(sum)}<Sts>BOOK</Sts><BookgDt><Dt>${lagosDay()}</Dt></BookgDt><NtryDtls>${details.join("")}</NtryDtls><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
  const statement = `<Stmt>${balance("OPBD", 0n)}${balance("CLBD", sum)}${booking}</Stmt>`;
  const bytes = Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`,
  );
  const file = { name: "batch.xml", bytes };
  const { _id: importId } = await importStatement(by, file, null, { bankAccountId: await newBankAccount() });
  return (await db.statementLine.findFirstOrThrow({ where: { importId } })).id;
}
