import "server-only";
import writeExcel from "write-excel-file/node";
import { AppError } from "@/lib/errors";
import { csvLine } from "@/lib/formats/csv-line";
import type { FirmAccount } from "@/lib/investments/firm-account";
import { toNaira } from "@/lib/money";
import { bankCodeOf, findInstitution } from "@/lib/reference/institutions";
import { toBankText } from "./bank-text-rules";
import type { Transfer } from "./payment-file";
import type { UploadField } from "./upload-labels";
import type { UploadColumn, UploadTemplateInput } from "./upload-template-schema";

/** Payment files in the columns of a bank's bulk upload (product 10.34). */
interface Upload {
  /** The business day on which the bank is to pay, as `YYYY-MM-DD`. */
  executionDay: string;
  payer: FirmAccount;
  transfers: readonly Transfer[];
}

type Cell = (transfer: Transfer, number: number, upload: Upload, column: UploadColumn) => string;

/** The columns that name the bank; a code is empty for a bank without one. */
const bankCells = {
  bank_name: ({ bankName }: Transfer) => toBankText(bankName),
  bank_code: ({ bankName }: Transfer) => bankCodeOf(bankName) ?? "",
  cbn_code: ({ bankName }: Transfer) => findInstitution(bankName)?.cbnCode ?? "",
  nip_code: ({ bankName }: Transfer) => findInstitution(bankName)?.nipCode ?? "",
} as const;

const cells: Record<UploadField, Cell> = {
  ...bankCells,
  account_number: ({ accountNumber }) => accountNumber,
  account_name: ({ accountName }) => toBankText(accountName),
  amount: ({ amount }) => toNaira(amount),
  reference: ({ reference }) => reference,
  number: (_, number) => String(number),
  day: (_, __, { executionDay }) => executionDay.split("-").toReversed().join("/"),
  payer_account: (_, __, { payer }) => payer.number,
  payer_name: (_, __, { payer }) => toBankText(payer.name),
  text: (_, __, ___, { text }) => text,
};

const rowsOf = ({ hasHeadings, columns }: UploadTemplateInput, upload: Upload): string[][] => [
  ...(hasHeadings ? [columns.map(({ heading }) => heading)] : []),
  ...upload.transfers.map((transfer, index) =>
    columns.map((column) => cells[column.field](transfer, index + 1, upload, column)),
  ),
];

/** Throws CONFLICT if no column of a template names the bank of a transfer, such as a wallet without a CBN code. */
export function requireBanks({ columns }: UploadTemplateInput, transfers: readonly Transfer[]): void {
  const codeOf = (transfer: Transfer) =>
    columns
      .map(({ field }) => (field in bankCells ? bankCells[field as keyof typeof bankCells](transfer) : ""))
      .join("");
  const nameless = transfers.find((transfer) => codeOf(transfer) === "");
  if (nameless)
    throw new AppError(
      "CONFLICT",
      `No column of this template names the bank of payout ${nameless.reference}. Choose another format, or add a column with the NIP code.`,
    );
}

/**
 * Returns the file of a template: CSV (RFC 4180, UTF-8), or Excel whose cells are all text, so that an account number keeps its zeros.
 */
export async function toUploadFile(
  template: UploadTemplateInput,
  upload: Upload,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const rows = rowsOf(template, upload);
  if (template.format === "csv") return rows.map(csvLine).join("");
  const sheet = rows.map((row) => row.map((value) => ({ value, type: String, format: "@" })));
  return new Uint8Array(await writeExcel(sheet, { sheet: "Payments" }).toBuffer());
}
