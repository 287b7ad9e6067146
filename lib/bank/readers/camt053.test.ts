import { describe, expect, it } from "vitest";
import { readCamt053 } from "./camt053";

const amount = (value: string, direction = "CRDT") =>
  `<Amt Ccy="NGN">${value}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`;
const balance = (code: string, value: string, direction?: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value, direction)}</Bal>`;
const entry = (more = "", value = "5.00", dates = "<BookgDt><Dt>2026-11-20</Dt></BookgDt>") =>
  `<Ntry>${amount(value)}<Sts>BOOK</Sts>${dates}${more}</Ntry>`;
const payment = (more: string) => `<NtryDtls><TxDtls>${more}</TxDtls></NtryDtls>`;
const statement = (entries: string, balances = balance("OPBD", "10") + balance("CLBD", "15")) =>
  `<Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>${balances}${entries}</Stmt>`;
const wrap = (statements: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${statements}</BkToCstmrStmt></Document>`;
const readOne = async (more: string, dates?: string) =>
  (await readCamt053(wrap(statement(entry(more, "5.00", dates))))).lines[0]!;

describe("what an entry says about a payment", () => {
  it.each([
    ["AddtlTxInf", payment("<AddtlTxInf>TRANSFER SDL-CP9E-J73Y</AddtlTxInf>"), "TRANSFER SDL-CP9E-J73Y"],
    ["AddtlNtryInf", "<AddtlNtryInf>SDL-CP9E-J73Y</AddtlNtryInf>", "SDL-CP9E-J73Y"],
    [
      "every text of the remittance",
      payment(
        "<RmtInf><Ustrd>a</Ustrd><Ustrd>b</Ustrd><Strd><CdtrRefInf><Ref>c</Ref></CdtrRefInf><AddtlRmtInf>d</AddtlRmtInf></Strd><Strd><AddtlRmtInf>e</AddtlRmtInf></Strd></RmtInf>",
      ),
      "a b c d e",
    ],
    [
      "its references",
      payment("<Refs><InstrId>I1</InstrId><EndToEndId>NOTPROVIDED</EndToEndId><TxId>T1</TxId></Refs>"),
      "I1 T1",
    ],
    [
      "whom it is from in the end",
      payment(
        "<RltdPties><Dbtr><Nm>WALLET LTD</Nm></Dbtr><UltmtDbtr><Pty><Nm>ADA</Nm></Pty></UltmtDbtr></RltdPties>",
      ),
      "ADA",
    ],
    [
      "why it was returned",
      payment(
        "<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>ACCOUNT CLOSED</AddtlInf></RtrInf><AddtlTxInf>x</AddtlTxInf>",
      ),
      "x AC04 ACCOUNT CLOSED",
    ],
    [
      "its amount in another currency",
      `<AmtDtls><InstdAmt><Amt Ccy="USD">1000.00</Amt></InstdAmt></AmtDtls>${payment('<AmtDtls><InstdAmt><Amt Ccy="USD">1000.00</Amt></InstdAmt><TxAmt><Amt Ccy="NGN">5.00</Amt></TxAmt></AmtDtls>')}`,
      "USD 1000.00",
    ],
    [
      "the amount of an entry in another currency",
      '<AmtDtls><InstdAmt><Amt Ccy="EUR">2.00</Amt></InstdAmt></AmtDtls><AddtlNtryInf>x</AddtlNtryInf>',
      "x EUR 2.00",
    ],
  ])("is kept: %s", async (_, more, narration) => {
    expect((await readOne(more)).narration).toBe(narration);
  });

  it("is not checked where it is optional", async () => {
    const foreign = payment('<AmtDtls><TxAmt><Amt Ccy="USD">x</Amt></TxAmt></AmtDtls>');
    expect(await readOne(foreign)).toMatchObject({ amountKobo: 500n, parts: [] });
    const valueDay = "<ValDt><DtTm>2026-11-20T09:00:00+01:00</DtTm></ValDt>";
    expect(await readOne("", valueDay)).toMatchObject({ on: "2026-11-20" });
  });

  it("is kept for each payment of a batch, whatever the sum", async () => {
    const details = [
      '<Amt Ccy="NGN">3.00</Amt>',
      "",
      '<Amt Ccy="USD">1.00</Amt>',
      '<Amt Ccy="NGN">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>',
    ];
    const payments = details.map((more, n) =>
      payment(
        `<Refs><AcctSvcrRef>T${n}</AcctSvcrRef></Refs>${more}<RltdPties><Dbtr><Nm>PAYER ${n}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>text ${n}</Ustrd></RmtInf>`,
      ),
    );
    const line = await readOne(`<AcctSvcrRef>B1</AcctSvcrRef>${payments.join("")}`);
    expect(line).toMatchObject({ amountKobo: 500n, bankReference: "B1", counterparty: "" });
    expect(line.parts).toEqual(
      [300n, null, null, -100n].map((amountKobo, n) => ({
        amountKobo,
        narration: n === 2 ? "text 2 USD 1.00" : `text ${n}`,
        counterparty: `PAYER ${n}`,
        bankReference: `T${n}`,
      })),
    );
  });
});

describe("statements", () => {
  it("may be in an envelope with prefixes", async () => {
    const text = wrap(statement(entry()))
      .replace(/<(\/?)(?=[A-Z])/g, "<$1d:")
      .replace("xmlns=", "xmlns:d=");
    const envelope = `<s:Envelope xmlns:s="s"><s:Header/><s:Body><BizMsgEnvlp xmlns="b"><AppHdr><Acct/></AppHdr>${text}</BizMsgEnvlp></s:Body></s:Envelope>`;
    expect((await readCamt053(envelope)).lines).toHaveLength(1);
  });

  it.each([
    [
      "an opening and the previous closing balance",
      balance("PRCD", "10") + balance("OPBD", "10") + balance("CLBD", "15"),
    ],
    ["the previous closing balance", balance("PRCD", "10") + balance("CLBD", "15") + balance("CLAV", "0")],
    ["no opening balance", balance("CLBD", "15")],
    ["interim balances of a page", balance("ITBD", "10") + balance("ITBD", "15")],
    ["an opening and an interim balance", balance("OPBD", "10") + balance("ITBD", "15")],
    ["an interim and a closing balance", balance("ITBD", "10") + balance("CLBD", "15")],
  ])("have %s", async (_, balances) => {
    const { lines } = await readCamt053(wrap(statement(entry(), balances)));
    expect(lines).toMatchObject([{ balanceKobo: 1_500n }]);
  });

  it("are one chain, in whatever order", async () => {
    const first = statement(entry("<AddtlNtryInf>A</AddtlNtryInf>"));
    const second = statement(
      entry("<AddtlNtryInf>B</AddtlNtryInf>"),
      balance("OPBD", "15") + balance("CLBD", "20"),
    );
    for (const both of [first + second, second + first]) {
      const { lines } = await readCamt053(wrap(both));
      expect(lines).toMatchObject([
        { narration: "A", balanceKobo: 1_500n },
        { narration: "B", balanceKobo: 2_000n },
      ]);
    }
    await expect(readCamt053(wrap(first + first))).rejects.toThrow("Statement 2 begins with ₦10");
  });

  it("of several accounts are refused", async () => {
    const other = statement("", balance("CLBD", "1")).replace("0123456789", "9876543210");
    await expect(readCamt053(wrap(statement(entry()) + other))).rejects.toThrow("several accounts");
  });
});
