import readExcel from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { requireBanks, toUploadFile } from "./upload-file";
import { uploadTemplateInput, type UploadColumn } from "./upload-template-schema";

const column = (field: UploadColumn["field"], heading = "", text = ""): UploadColumn => ({
  field,
  heading,
  text,
});
const columns = [
  column("number", "S/N"),
  column("account_number", "Beneficiary Account"),
  column("cbn_code", "Bank Code"),
  column("nip_code", "NIP"),
  column("account_name", "Name"),
  column("amount", "Amount"),
  column("text", "Currency", "NGN"),
  column("reference", "Narration"),
  column("day", "Date"),
];
const template = { name: "Our bank", format: "xlsx", hasHeadings: true, columns } as const;
const upload = {
  executionDay: "2026-11-30",
  payer: { bank: "Zenith Bank", number: "0123456789", name: "Seedline" },
  transfers: [
    {
      accountNumber: "0123456789",
      bankName: "Access Bank",
      accountName: "Adéọlá Obi",
      amount: 150_000n,
      reference: "SDL-AAAA-BBBB",
    },
    {
      accountNumber: "0031234567",
      bankName: "OPay",
      accountName: "Ada Obi",
      amount: 5n,
      reference: "SDL-CCCC-DDDD",
    },
  ],
};
const rows = [
  ["1", "0123456789", "044", "000014", "Adeola Obi", "1500.00", "NGN", "SDL-AAAA-BBBB", "30/11/2026"],
  ["2", "0031234567", "", "100004", "Ada Obi", "0.05", "NGN", "SDL-CCCC-DDDD", "30/11/2026"],
];

describe("a payment file in the columns of a bank", () => {
  it("as Excel has text in every cell, so that numbers keep their zeros", async () => {
    const file = (await toUploadFile(template, upload)) as Uint8Array<ArrayBuffer>;
    const [sheet] = await readExcel(file.slice().buffer);
    expect(sheet!.data.map((row) => row.map((cell) => cell ?? ""))).toEqual([
      columns.map(({ heading }) => heading),
      ...rows,
    ]);
  });

  it("as CSV has the same cells, without headings if the bank wants none", async () => {
    const file = await toUploadFile({ ...template, format: "csv", hasHeadings: false }, upload);
    const lines = rows.map((row) => `${row.map((cell) => `"${cell}"`).join(",")}\r\n`);
    expect(file).toBe(lines.join(""));
  });
});

it("needs a column that names the bank of each payout: a wallet has no CBN code", () => {
  const without = (field: string) => ({
    ...template,
    columns: columns.filter((each) => each.field !== field),
  });
  expect(() => requireBanks(without("cbn_code"), upload.transfers)).not.toThrow();
  expect(() => requireBanks(without("nip_code"), upload.transfers)).toThrow(/bank of payout SDL-CCCC-DDDD/);
});

describe("a template", () => {
  const problem = (changed: readonly object[]) =>
    uploadTemplateInput.safeParse({ ...template, columns: changed }).error?.issues[0]?.message ?? null;

  it.each<[string, readonly object[], string | null]>([
    ["with all that is needed", columns, null],
    [
      "without the account",
      columns.filter(({ field }) => field !== "account_number"),
      "Add columns with the account number, the amount and the reference",
    ],
    [
      "without the bank",
      columns.filter(({ field }) => !field.endsWith("_code")),
      "Add a column with the bank: its name or one of its codes",
    ],
    // Otherwise whoever can change a template could have the bank pay to an account of their own.
    [
      "with an account number of its own",
      [...columns, column("text", "Account", "0123456789")],
      "Use letters, spaces, / and - only",
    ],
    [
      "with a transfer among its headings",
      [...columns, column("number", "0123456789")],
      "Use at most two digits",
    ],
    [
      "with a transfer among its headings, in full-width digits",
      [...columns, column("number", "０１２３４５６７８９")],
      "Use at most two digits",
    ],
  ])("%s", (_, changed, message) => expect(problem(changed)).toBe(message));
});
