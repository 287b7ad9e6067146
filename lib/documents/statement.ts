import "server-only";
import { dayWords } from "@/lib/dates";
import { PdfWriter } from "@/lib/formats/pdf/document";
import { readAccountStatement } from "@/lib/investments/account-statement";
import { statementTotals } from "@/lib/investments/account-statement-labels";
import type { AccountStatementQuery } from "@/lib/investments/account-statement-schema";
import { netEntryLabel } from "@/lib/investments/entry-labels";
import { formatAmount, formatExact } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { letterhead } from "./letterhead";
import { readParty } from "./party";
import type { PdfFile } from "./viewable";
import { momentWords, shortDayWords } from "./words";

/** Renders the viewer's account statement, with totals and tax (product 10.37). Throws CONFLICT for more than 5,000 lines. */
export async function makeStatement({ userId }: Viewer, query: AccountStatementQuery): Promise<PdfFile> {
  const statement = await readAccountStatement(userId, query);
  const { from, to, opening, closing, lines, totals } = statement;
  const date = new Date();
  const party = await readParty(userId, date);
  const period = `${dayWords(from)} to ${dayWords(to)}`;
  const pdf = await PdfWriter.create({
    title: "Account statement",
    letterhead: letterhead(),
    footer: `Account statement, ${period}`,
    date,
  });
  pdf.facts([
    { label: "Investor", value: [party.name, party.address].filter(Boolean).join("\n") },
    { label: "Period", value: period },
    { label: "As of", value: `${momentWords(date)} (Lagos)` },
    { label: "Opening balance", value: formatExact(BigInt(opening)) },
    { label: "Closing balance", value: formatExact(BigInt(closing)) },
  ]);
  pdf.paragraph("The balance is what you have invested plus what is due to you. Amounts in naira.", {
    isMuted: true,
  });
  await pdf.table({
    columns: [
      { title: "Day", share: 1.2 },
      { title: "Description", share: 1.9 },
      { title: "Investment", share: 1.6 },
      { title: "In", share: 1.4, isAmount: true },
      { title: "Out", share: 1.4, isAmount: true },
      { title: "Balance", share: 1.5, isAmount: true },
    ],
    rows: lines.map(({ on, kind, reference, amount, balance }) => {
      const value = BigInt(amount);
      return [
        shortDayWords(on),
        netEntryLabel(kind),
        reference ?? "",
        value >= 0n ? formatAmount(value) : "",
        value < 0n ? formatAmount(-value) : "",
        formatAmount(BigInt(balance)),
      ];
    }),
    sums: [
      [
        "Total",
        "",
        "",
        formatAmount(BigInt(totals.credits)),
        formatAmount(BigInt(totals.debits)),
        formatAmount(BigInt(closing)),
      ],
    ],
  });
  pdf.heading("Returns and tax in this period");
  await pdf.table({
    columns: [
      { title: "", share: 3 },
      { title: "Naira", share: 1, isAmount: true },
    ],
    rows: statementTotals(statement).map(({ label, amount }) => [label, formatAmount(amount)]),
  });
  return { name: `statement-${from}-${to}.pdf`, bytes: await pdf.save() };
}
