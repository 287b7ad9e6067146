import "server-only";
import type { BankAccount } from "@/lib/bank/account-schema";
import { csvLine } from "@/lib/formats/csv-line";
import type { FirmAccount } from "@/lib/investments/firm-account";
import { toNaira } from "@/lib/money";
import { bankCodeOf } from "@/lib/reference/institutions";
import { toBankText } from "./bank-text-rules";

/** Payment files for banks (product 10.34). */
export interface Transfer extends BankAccount {
  /** In kobo. */
  amount: bigint;
  reference: string;
}

/** Returns a CSV (RFC 4180, UTF-8 with BOM) with one transfer per record. */
export const toCsv = (transfers: readonly Transfer[]): string =>
  [
    "\uFEFF",
    csvLine(["Account number", "Bank code", "Bank", "Account name", "Amount (NGN)", "Narration"]),
    ...transfers.map(({ accountNumber, bankName, accountName, amount, reference }) =>
      csvLine([
        accountNumber,
        bankCodeOf(bankName) ?? "",
        toBankText(bankName),
        toBankText(accountName),
        toNaira(amount),
        reference,
      ]),
    ),
  ].join("");

type Node = [name: string, content: string | readonly Node[], attributes?: string];

/** Removes characters that XML 1.0 does not allow. */
const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const toXml = ([name, content, attributes = ""]: Node): string =>
  `<${name}${attributes}>${typeof content === "string" ? escapeXml(content) : content.map(toXml).join("")}</${name}>`;

const account = (number: string): Node => ["Id", [["Othr", [["Id", number]]]]];
/** Names have at most 140 characters (Max140Text). */
const nameOf = (text: string): Node => ["Nm", toBankText(text).slice(0, 140)];
const bankOf = (bankName: string): Node => {
  const code = bankCodeOf(bankName);
  return ["FinInstnId", [...(code ? [["ClrSysMmbId", [["MmbId", code]]] as Node] : []), nameOf(bankName)]];
};

interface Batch {
  id: string;
  /** The number of its file: each has a message id of its own. */
  number: number;
  /** The time of the release. */
  at: Date;
  /** The business day on which the bank is to pay. */
  executionDay: string;
  payer: FirmAccount;
  transfers: readonly Transfer[];
}

/**
 * Returns a customer credit transfer initiation (ISO 20022, pain.001.001.03) with one payment instruction. The message id names the batch
 * and the number of its file, so that the bank rejects a file that is sent twice.
 */
export function toPain001({ id, number, at, executionDay, payer, transfers }: Batch): string {
  const message = `${id.replaceAll("-", "")}${number > 1 ? `-${number}` : ""}`;
  const totals: Node[] = [
    ["NbOfTxs", String(transfers.length)],
    ["CtrlSum", toNaira(transfers.reduce((sum, { amount }) => sum + amount, 0n))],
  ];
  const document: Node = [
    "Document",
    [
      [
        "CstmrCdtTrfInitn",
        [
          [
            "GrpHdr",
            [
              ["MsgId", message],
              ["CreDtTm", at.toISOString()],
              ...totals,
              ["InitgPty", [nameOf(payer.name)]],
            ],
          ],
          [
            "PmtInf",
            [
              ["PmtInfId", message],
              ["PmtMtd", "TRF"],
              ...totals,
              ["ReqdExctnDt", executionDay],
              ["Dbtr", [nameOf(payer.name)]],
              ["DbtrAcct", [account(payer.number)]],
              ["DbtrAgt", [bankOf(payer.bank)]],
              ...transfers.map(toTransaction),
            ],
          ],
        ],
      ],
    ],
    ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"',
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(document)}\n`;
}

const toTransaction = ({ amount, reference, bankName, accountName, accountNumber }: Transfer): Node => [
  "CdtTrfTxInf",
  [
    [
      "PmtId",
      [
        ["InstrId", reference],
        ["EndToEndId", reference],
      ],
    ],
    ["Amt", [["InstdAmt", toNaira(amount), ' Ccy="NGN"']]],
    ["CdtrAgt", [bankOf(bankName)]],
    ["Cdtr", [nameOf(accountName)]],
    ["CdtrAcct", [account(accountNumber)]],
    ["RmtInf", [["Ustrd", reference]]],
  ],
];
