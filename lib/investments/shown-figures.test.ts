import fc from "fast-check";
import { expect, it } from "vitest";
import { dateOf, dayAt, dayNumber } from "@/lib/dates";
import type { AccountName } from "@/lib/ledger/rules";
import {
  figureLabels,
  rangeOf,
  scheduleRows,
  scheduleTotals,
  taxRatesOf,
  type Figure,
} from "@/lib/plans/schedule-labels";
import { maturityOf, periodEnds, redemptionOn, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import { paymentFrequencies, type Terms } from "@/lib/plans/terms-schema";
import { formatRate } from "@/lib/rates";
import { instalmentsOf } from "./instalments";
import { instalmentEntries } from "./posting";
import type { InvestmentRow } from "./row";

/**
 * Every figure of a schedule on a page or a PDF equals what the instalments post to the ledger, for random lives: terms, tax changes, early
 * redemptions, and declared returns with losses.
 */
const START = "2026-01-31";
const bps = fc.integer({ min: 0, max: 10_000 });
const life = fc.record({
  amount: fc.bigInt(1_000n, 10n ** 12n),
  months: fc.integer({ min: 1, max: 24 }),
  payout: fc.constantFrom(...paymentFrequencies),
  rate: fc.option(bps),
  declared: fc.array(fc.integer({ min: -12_000, max: 12_000 }), { minLength: 24, maxLength: 24 }),
  fee: bps,
  charge: bps,
  tax: bps,
  taxChanges: fc.array(fc.record({ day: fc.integer({ min: 0, max: 800 }), rate: bps }), { maxLength: 3 }),
  redemptions: fc.array(
    fc.record({ day: fc.integer({ min: 1, max: 800 }), share: fc.integer({ min: 1, max: 100 }) }),
    { maxLength: 3 },
  ),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;
const later = (days: number) => dayAt(dayNumber(START) + days);

function build({ amount, months, payout, rate, declared, fee, charge, tax, ...changes }: Life) {
  const terms: Terms = {
    minimum: 1n,
    step: 1n,
    capacity: null,
    tenor: { unit: "months", count: months },
    return: rate === null ? { kind: "declared", low: 0, high: 0 } : { kind: "fixed", rate },
    dayCount: "actual/365",
    payout,
    earlyRedemption: { fromDay: 1, charge },
    fee,
    withholdingTax: tax,
    riskText: "Risk",
    termsText: "Terms",
  };
  const taxChanges = changes.taxChanges.map(({ day, rate: changed }) => ({
    from: later(day),
    rate: changed,
  }));
  const redemptions: { day: string; amount: bigint }[] = [];
  const options = (): ScheduleOptions => ({
    ...(rate === null && { declared: declared.slice(0, periodEnds(terms, START).length) }),
    taxChanges,
    redemptions,
  });
  for (const { day: days, share } of changes.redemptions.toSorted((a, b) => a.day - b.day)) {
    const day = later(days);
    // Two redemptions on one day have no order in this test.
    if (day >= maturityOf(terms, START) || redemptions.some((each) => each.day === day)) continue;
    const redeemed = (amount * BigInt(share)) / 100n;
    if ("instalment" in redemptionOn(terms, amount, START, { day, amount: redeemed }, options()))
      redemptions.push({ day, amount: redeemed });
  }
  const row = {
    id: "i",
    userId: "u",
    redemptions: redemptions.map((each, index) => ({
      id: `${index}`,
      on: dateOf(each.day),
      amount: each.amount,
    })),
  } as unknown as InvestmentRow;
  return { facts: { terms, amount, start: START, options: options() }, row };
}

/** Returns what entries post to an account: debits less credits. */
const postedTo = (entries: ReturnType<typeof instalmentEntries>, account: AccountName, kind?: string) =>
  entries
    .filter((entry) => kind === undefined || entry.kind === kind)
    .flatMap(({ postings }) => postings)
    .reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0n);

it("rows, totals and labels equal the ledger", () => {
  fc.assert(
    fc.property(life, (given) => {
      const { facts, row } = build(given);
      const rows = scheduleRows(facts);
      const posted = instalmentsOf(facts, row).map((instalment, index) =>
        instalmentEntries(row, instalment, "act", String(index)),
      );
      expect(rows.length).toBe(posted.length);
      const ledgerOf = (entries: (typeof posted)[number]): Record<Figure, bigint> => ({
        gross: postedTo(entries, "return_expense", "return_due"),
        fee: -postedTo(entries, "fee_income"),
        tax: -postedTo(entries, "withholding_tax_payable"),
        net: -postedTo(entries, "due_to_investor", "return_due"),
        principal: postedTo(entries, "principal", "principal_due"),
        charge: -postedTo(entries, "redemption_charges"),
        received: -postedTo(entries, "due_to_investor"),
      });
      const all = ledgerOf(posted.flat());
      for (const [index, shown] of rows.entries())
        for (const [figure, amount] of Object.entries(ledgerOf(posted[index]!)))
          expect([figure, rangeOf(shown, figure as Figure)]).toEqual([figure, { low: amount, high: amount }]);
      const totals = scheduleTotals(facts.amount, rows);
      for (const { figure, low, high } of totals)
        if (figure !== "invested") expect([figure, low, high]).toEqual([figure, all[figure], all[figure]]);
      // A figure without a total is zero, so nothing is left out of what the investor receives.
      for (const figure of ["fee", "charge"] as const)
        if (!totals.some((total) => total.figure === figure)) expect(all[figure]).toBe(0n);

      // The label names exactly the rates that the tax was withheld at: within a kobo, as totals are rounded.
      const rates = taxRatesOf(rows);
      const label = figureLabels(rows).find(({ figure }) => figure === "tax")!.label;
      expect(label).toBe(
        ["Withholding tax", rates.map(formatRate).join(" then ")].filter(Boolean).join(", "),
      );
      for (const { low, taxRate } of rows) {
        const exact = (low.gross - low.fee) * BigInt(taxRate);
        const difference = low.tax * 10_000n - exact;
        expect(difference > -10_000n && difference < 10_000n).toBe(true);
        if (low.tax > 1n) expect(rates).toContain(taxRate);
      }
    }),
    { numRuns: 300 },
  );
});

it("after an early redemption, the total received is less by the charge", () => {
  const { facts } = build({
    amount: 100_000_00n,
    months: 12,
    payout: "maturity",
    rate: 1_000,
    declared: [],
    fee: 0,
    charge: 250,
    tax: 1_000,
    taxChanges: [{ day: 100, rate: 500 }],
    redemptions: [{ day: 50, share: 40 }],
  });
  const rows = scheduleRows(facts);
  const totals = Object.fromEntries(
    scheduleTotals(facts.amount, rows).map(({ figure, low }) => [figure, low]),
  );
  expect(totals["charge"]).toBe(1_000_00n);
  expect(totals["received"]).toBe(100_000_00n + totals["net"]! - 1_000_00n);
  expect(figureLabels(rows).find(({ figure }) => figure === "tax")!.label).toBe(
    "Withholding tax, 10% then 5%",
  );
});
