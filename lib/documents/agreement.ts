import "server-only";
import { dayOf, dayWords, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { PdfWriter } from "@/lib/formats/pdf/document";
import { readTaxChanges } from "@/lib/investments/instalments";
import { include, type InvestmentRow } from "@/lib/investments/row";
import { formatAmount, formatExact } from "@/lib/money";
import {
  figureLabels,
  rangeOf,
  scheduleRows,
  scheduleTotals,
  taxRatesOf,
  type Range,
} from "@/lib/plans/schedule-labels";
import {
  feeWords,
  paymentFrequencies,
  redemptionWords,
  returnWords,
  taxWords,
  tenorWords,
} from "@/lib/plans/term-labels";
import { termsDto, toTerms } from "@/lib/plans/terms-schema";
import { formatRate } from "@/lib/rates";
import type { Viewer } from "@/lib/viewer";
import { firmParty, letterhead } from "./letterhead";
import { readParty } from "./party";
import { momentWords, shortDayWords } from "./words";
import { ownedBy, recordOpened, type PdfFile } from "./viewable";

/**
 * Renders the agreement of an investment from rows that never change: the accepted version of the plan, the amount, and the tax rates
 * known at the acceptance (product 10.37, ADR 45). Throws NOT_FOUND, including for another investor's investment. An administrator's
 * opening is recorded as a read.
 */
export async function makeAgreement(viewer: Viewer, id: string): Promise<PdfFile> {
  const row = await db.investment.findFirst({ where: { id, ...ownedBy(viewer) }, include });
  if (!row) throw notFound("This investment does not exist");
  await recordOpened(viewer, row.userId);
  return { name: `agreement-${row.reference}.pdf`, bytes: await renderAgreement(row) };
}

const between = ({ low, high }: Range, format: (amount: bigint) => string): string =>
  low === high ? format(low) : `${format(low)} to ${format(high)}`;

async function renderAgreement(row: InvestmentRow): Promise<Uint8Array<ArrayBuffer>> {
  const { planVersion, acceptedAt, reference } = row;
  const party = await readParty(row.userId, acceptedAt);
  const terms = toTerms(termsDto.parse(planVersion.terms));
  const accepted = momentWords(acceptedAt);
  const pdf = await PdfWriter.create({
    title: "Investment agreement",
    letterhead: letterhead(),
    footer: `Investment agreement ${reference}`,
    date: acceptedAt,
  });
  if (row.state === "cancelled" || row.state === "expired")
    pdf.paragraph(`This investment was ${row.state}. Nothing is invested under this agreement.`, {
      isBold: true,
    });
  pdf.facts([
    { label: "Reference", value: reference },
    { label: "Accepted", value: `${accepted} (Lagos)` },
    { label: "Plan", value: `${planVersion.name}, version ${planVersion.version}` },
  ]);

  pdf.heading("Parties");
  pdf.facts([
    { label: "The firm", value: firmParty().join("\n") },
    { label: "The investor", value: [party.name, party.address].filter(Boolean).join("\n") },
  ]);

  pdf.heading("Investment");
  const taxChanges = (await readTaxChanges()).filter(({ changedAt }) => changedAt <= acceptedAt);
  pdf.facts([
    { label: "Amount", value: formatExact(row.amount) },
    { label: "Tenor", value: tenorWords(terms.tenor) },
    {
      label: terms.return.kind === "fixed" ? "Return" : "Target return",
      value:
        terms.return.kind === "fixed"
          ? returnWords(terms.return)
          : `${returnWords(terms.return)}. A target, not a guarantee: each month earns the return that the firm declares, which can be lower, zero or a loss.`,
    },
    { label: "Payment frequency", value: paymentFrequencies[terms.payout] },
    { label: "Early redemption", value: redemptionWords(terms) },
    { label: "Fee", value: feeWords(terms) },
    {
      label: "Withholding tax",
      value: `${taxWords(terms, taxChanges, lagosDay(acceptedAt))}. The rate in force on the day of an instalment applies.`,
    },
    { label: "Day count", value: "Actual days in a 365-day year" },
    ...(row.startOn && row.maturityOn
      ? [{ label: "Period", value: `${dayWords(dayOf(row.startOn))} to ${dayWords(dayOf(row.maturityOn))}` }]
      : []),
  ]);

  await writeSchedule(pdf, row, terms, taxChanges);

  pdf.heading("Risk");
  pdf.paragraph(terms.riskText);
  pdf.heading("Terms");
  pdf.paragraph(terms.termsText);

  pdf.heading("Acceptance");
  pdf.paragraph(
    `${party.name} accepted the risk and these terms electronically on ${accepted} (Lagos), after confirming their identity. The SHA-256 of all terms of this version, including the risk text, is:`,
  );
  pdf.paragraph(row.termsHash);
  return pdf.save();
}

async function writeSchedule(
  pdf: PdfWriter,
  { amount, acceptedAt, startOn }: InvestmentRow,
  terms: ReturnType<typeof toTerms>,
  taxChanges: Awaited<ReturnType<typeof readTaxChanges>>,
): Promise<void> {
  const start = startOn ? dayOf(startOn) : lagosDay(acceptedAt);
  const rows = scheduleRows({ terms, amount, start, options: { taxChanges } });
  const isTarget = terms.return.kind === "declared";
  const hasRates = taxRatesOf(rows).length > 1;
  const figures = figureLabels(rows).filter(({ figure }) => figure !== "charge");
  const titles = { gross: "Before tax", fee: "Fee", tax: "Tax", net: "After tax", received: "You receive" };
  pdf.heading("Schedule");
  pdf.paragraph(
    [
      startOn
        ? `The tenor started on ${dayWords(start)}, when the full amount had arrived.`
        : `The tenor starts on the day on which the full amount has arrived. This schedule shows a start on ${dayWords(start)}.`,
      isTarget ? "Amounts are shown at both ends of the target range." : "",
      "Amounts in naira. The last instalment repays the principal.",
    ]
      .filter(Boolean)
      .join(" "),
  );
  await pdf.table({
    columns: [
      { title: "Day", share: isTarget ? 1.1 : 1.6 },
      ...(hasRates ? [{ title: "Tax rate", share: 0.8, isAmount: true }] : []),
      ...figures.map(({ figure }) => ({
        title: titles[figure as keyof typeof titles],
        share: 1.3,
        isAmount: true,
      })),
    ],
    rows: rows.map((each) => [
      shortDayWords(each.day),
      ...(hasRates ? [formatRate(each.taxRate)] : []),
      ...figures.map(({ figure }) => between(rangeOf(each, figure), formatAmount)),
    ]),
    sums: [
      [
        "Total",
        ...(hasRates ? [""] : []),
        ...scheduleTotals(amount, rows)
          .filter(({ figure }) => figures.some((each) => each.figure === figure))
          .map((total) => between(total, formatAmount)),
      ],
    ],
  });
}
