import "server-only";
import type { XmlElement } from "@/lib/formats/xml";
import { all, localName, textAt, textsIn } from "./camt053-xml";
import { joinTexts, tidy, type StatementPart } from "./statement";
import { cleanReference, readKobo } from "./values";

/** Returns an amount without its sign; null if it is not valid. ISO 20022 allows more decimals, which may only be zeros. */
export function readAmountOf({ text }: XmlElement): bigint | null {
  const amount = text.trim();
  if (amount.length > 30 || !/^\d{1,15}(?:\.\d*)?$/.test(amount)) return null;
  return readKobo(amount.replace(/(\.\d\d)0+$/, "$1").replace(/\.$/, ""));
}

/** Codes and numbers of the payment's accounts, banks and currencies say nothing about what it is for. */
const isText = (text: string) => cleanReference(text) !== "";

/** Returns the amounts of a payment or an entry in other currencies, such as the instructed one: `USD 1000.00`. */
export const foreignAmounts = (element: XmlElement): string[] =>
  [
    ...all(element, "Amt"),
    ...all(element, "AmtDtls").flatMap(({ children }) => children.flatMap((child) => all(child, "Amt"))),
  ]
    .filter(({ attributes }) => attributes.Ccy !== undefined && attributes.Ccy !== "NGN")
    .map(({ attributes, text }) => `${attributes.Ccy} ${text.trim()}`);

const nameOf = (details: XmlElement, party: string) =>
  textAt(details, "RltdPties", party, "Nm") || textAt(details, "RltdPties", party, "Pty", "Nm");

/** Reads the details of a payment (`TxDtls`). All of its texts are kept. What is optional is not checked. */
export function describePayment(details: XmlElement, isIncoming: boolean): StatementPart {
  const [party, ultimate] = isIncoming ? ["Dbtr", "UltmtDbtr"] : ["Cdtr", "UltmtCdtr"];
  const [name, ultimateName] = [nameOf(details, party), nameOf(details, ultimate)];
  const references = all(details, "Refs").flatMap(({ children }) =>
    children.filter((child) => !["AcctSvcrRef", "MsgId", "PmtInfId"].includes(localName(child.name))),
  );
  const remittance = all(details, "RmtInf").flatMap(textsIn);
  const [amount] = [...all(details, "Amt"), ...all(details, "AmtDtls", "TxAmt", "Amt")].filter(
    ({ attributes }) => attributes.Ccy === "NGN",
  );
  const direction = textAt(details, "CdtDbtInd");
  const isPositive = direction === "" ? isIncoming : direction === "CRDT";
  const kobo = amount ? readAmountOf(amount) : null;
  return {
    amountKobo: kobo === null || isPositive ? kobo : -kobo,
    narration: joinTexts(
      [
        ...references.flatMap(textsIn),
        ...remittance,
        textAt(details, "AddtlTxInf"),
        ...[...all(details, "RtrInf", "Rsn"), ...all(details, "RtrInf", "AddtlInf")].flatMap(textsIn),
        textAt(details, "Purp", "Prtry"),
        name && ultimateName !== name ? ultimateName : "",
        ...foreignAmounts(details),
      ].filter(isText),
    ),
    counterparty: tidy(name || ultimateName),
    bankReference: cleanReference(textAt(details, "Refs", "AcctSvcrRef")),
  };
}
