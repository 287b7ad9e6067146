/** The contents of the columns of upload templates, and their formats (product 10.34). Safe in the browser. */

/** What a column can have. */
export const uploadFields = {
  account_number: "Account number",
  account_name: "Account name",
  bank_name: "Bank name",
  bank_code: "Bank code (CBN, or NIP for wallets)",
  cbn_code: "CBN code (3 digits)",
  nip_code: "NIP code (6 digits)",
  amount: "Amount in naira",
  reference: "Reference",
  number: "Row number",
  day: "Execution day (DD/MM/YYYY)",
  payer_account: "The firm's account number",
  payer_name: "The firm's account name",
  text: "The same text in each row",
} as const;
export type UploadField = keyof typeof uploadFields;

export const uploadFormats = { csv: "CSV", xlsx: "Excel (.xlsx)" } as const;
export type UploadFormat = keyof typeof uploadFormats;
